"""The editions in the client are those of the server."""

from __future__ import annotations

from kostka.server.static import WEB
from tools.write_edition_data import build_edition_module


def test_the_edition_data_is_up_to_date() -> None:
    data = (WEB / "shared/score_sheet/edition_data.js").read_text(encoding="utf-8")
    assert data == build_edition_module(), "run make api"
