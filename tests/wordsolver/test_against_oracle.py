"""The solver against brute force on tiny positions; every answer goes through the turn check."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from kostka.word import get_bag
from kostka.word.notation import TileTaker
from kostka.wordsolver import Position, engine
from tests.wordsolver.case_makers import TINY, Case, make_case
from tests.wordsolver.comparison import list_differences


@pytest.mark.parametrize("seed", range(8))
def test_no_difference_on_tiny_positions(seed: int) -> None:
    rng = Random(seed)
    for _ in range(30):
        tried = make_case(rng)
        assert not list_differences(tried), tried


@pytest.mark.parametrize(
    ("rack", "table", "opened"),
    [("KOT???", "", True), ("KOTA???", "", False), ("???", "TAK", True), ("A????", "TAK", True)],
)
@pytest.mark.parametrize("kernel", [True, False])
def test_a_word_of_jokers_alone(
    monkeypatch: pytest.MonkeyPatch, rack: str, table: str, *, opened: bool, kernel: bool
) -> None:
    """As many jokers as the shortest word has letters: other languages may have them."""
    monkeypatch.setattr(engine, "KERNEL", engine.KERNEL and kernel)
    edition = replace(TINY, bag=replace(TINY.bag, jokers=4))
    taker = TileTaker(get_bag(edition.bag))
    laid = taker.take_words(table)
    position = Position(edition, laid, taker.letters, taker.take_rack(rack), opened)
    tried = Case(frozenset({"KOT", "KOTA", "BAZA", "TAK", "ZBA"}), position)
    assert not list_differences(tried), tried
