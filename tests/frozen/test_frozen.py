"""What clients, scripts and saved files rely on stays as it is."""

from __future__ import annotations

import json

import pytest

from tests.frozen import ARTEFACTS, FOLDER, frozen_file, render


@pytest.mark.parametrize("name", ARTEFACTS)
def test_frozen_artefact_is_unchanged(name: str) -> None:
    frozen = json.loads(frozen_file(name).read_text(encoding="utf-8"))
    current = json.loads(render(ARTEFACTS[name]()))
    assert current == frozen, f"changed on purpose? python -m tests.tools.freeze {name}"


def test_every_frozen_file_is_checked() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(ARTEFACTS)
