"""Sets in the words of the protocol; the pictures of jokers that the page explains them with."""

from __future__ import annotations

import re

import pytest

from kostka.editions import TWIST
from kostka.editions.set_rules import ALL_SETS
from kostka.events.errors import Violation
from kostka.melds.jokers import find_joker_meanings
from kostka.melds.meld import judge_meld
from kostka.server.games.set_verdict import judge_set
from kostka.server.static import WEB
from kostka.tiles.box import get_box
from kostka.tiles.notation import parse_set, parse_table

EXAMPLES = re.findall(r'\["([^"]+)", "([^"]+)"\]', (WEB / "table/joker_examples.js").read_text())


@pytest.mark.clause("N-13")
def test_every_tile_of_a_valid_set_says_what_it_stands_for() -> None:
    assert judge_set(parse_set("B3 J O3"), ALL_SETS).reads == ("B3", "K3/R3", "O3")
    assert judge_set(parse_set("B3 J O4"), ALL_SETS).reads == ()


@pytest.mark.clause("N-13", "T-10", "T-20", "T-31")
def test_jokers_of_a_table_by_their_tiles() -> None:
    box = get_box(TWIST.box)
    sets = parse_table("B2 D B5 | R6 R7 C B9 | R3 R4 M R4 R3 | K7 J K9 | O1 O2 O3")
    tiles = iter(box.pick_tiles(face for faces in sets for face in faces))
    table = tuple(tuple(next(tiles) for _ in faces) for faces in sets)
    read = find_joker_meanings(box, table)
    assert {str(box.faces[tile]): word for tile, word in read.items()} == {
        "D": "B3 B4",
        "C": "8",
        "M": "5",
        "J": "K8",
    }


def test_the_page_explains_jokers_with_valid_sets() -> None:
    assert len(EXAMPLES) >= 6
    for shown, stands in EXAMPLES:
        found = judge_meld(faces := parse_set(shown))
        assert not isinstance(found, Violation), shown
        words = [word for face, word in zip(faces, found.reads, strict=True) if not face.number]
        assert words == [stands], shown
