"""Values are trees of frozen structs, never part of a circle: no collector looks at them."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

import msgspec
import pytest

LAYERS = [
    "tiles",
    "melds",
    "events",
    "editions",
    "lexicon",
    "solver",
    "wordsolver",
    "tabletop",
    "numbers",
    "word",
    "bots",
    "tournament",
    "protocol",
]


def structs(layer: str) -> Iterator[type[msgspec.Struct]]:
    """Find all structs that a layer defines."""
    package = import_module(f"kostka.{layer}")
    for found in walk_packages(package.__path__, f"{package.__name__}."):
        module = import_module(found.name)
        for kind in vars(module).values():
            if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
                yield kind


@pytest.mark.parametrize("layer", LAYERS)
def test_the_collector_does_not_look_at_values(layer: str) -> None:
    frozen = {kind for kind in structs(layer) if kind.__struct_config__.frozen}
    assert frozen
    assert [kind for kind in frozen if kind.__struct_config__.gc] == []
