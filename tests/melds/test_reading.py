"""Which tiles are a set, of which kind, worth how much, and standing for what."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kostka.editions import get_clause
from kostka.editions.clauses import ClauseKind
from kostka.events.codec import to_json
from kostka.events.errors import Violation
from kostka.melds import Meld, MeldKind, Reading, interpret_set, judge_meld
from kostka.melds.problems import COLOUR_TWICE
from kostka.melds.reading import count_cells, find_section_colours, split_at_mirror
from kostka.tiles import Colour, Face, Kind, format_set, make_joker, make_number_tile, parse_set
from kostka.tiles.tile import FACES, HIGHEST, NUMBERS
from tests.melds import draw_written_set

RUN, GROUP = MeldKind.RUN, MeldKind.GROUP
K, R, B, O = Colour  # noqa: E741  (the letters of the notation)
JOKER = make_joker(Kind.ORDINARY)
ANY_13 = "K13/R13/B13/O13"
NOT_BLACK_13 = "R13/B13/O13"


def valid(text: str, kind: MeldKind, value: int, reads: str, *clauses: str) -> Any:
    """One line of the table: tiles, kind, opening value and what the tiles stand for."""
    return pytest.param(text, kind, value, reads, marks=pytest.mark.clause(*clauses), id=text)


VALID = [
    # --- groups -------------------------------------------------------------------------------
    valid("K7 R7 B7", GROUP, 21, "K7, R7, B7", "N-10"),
    valid("K7 R7 O7", GROUP, 21, "K7, R7, O7", "N-10"),
    valid("K7 R7 B7 O7", GROUP, 28, "K7, R7, B7, O7", "N-10"),
    valid("O1 K1 R1", GROUP, 3, "O1, K1, R1", "N-10"),
    valid("B13 O13 K13 R13", GROUP, 52, "B13, O13, K13, R13", "N-10"),
    # --- runs ---------------------------------------------------------------------------------
    valid("B3 B4 B5", RUN, 12, "B3, B4, B5", "N-11"),
    valid("K1 K2 K3", RUN, 6, "K1, K2, K3", "N-11"),
    valid("O11 O12 O13", RUN, 36, "O11, O12, O13", "N-11"),
    valid("R4 R5 R6 R7", RUN, 22, "R4, R5, R6, R7", "N-11"),
    valid(
        "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13",
        RUN,
        91,
        "R1, R2, R3, R4, R5, R6, R7, R8, R9, R10, R11, R12, R13",
        "N-11",
    ),
    valid("B5 B4 B3", RUN, 12, "B5, B4, B3", "N-13"),
    valid("K3 K2 K1", RUN, 6, "K3, K2, K1", "N-13"),
    valid("K13 K12 K11", RUN, 36, "K13, K12, K11", "N-13"),
    # --- ordinary jokers ----------------------------------------------------------------------
    valid("B3 J B5", RUN, 12, "B3, B4, B5", "N-12"),
    valid("B3 B4 J B6", RUN, 18, "B3, B4, B5, B6", "N-12"),
    valid("B3 J J B6", RUN, 18, "B3, B4, B5, B6", "N-12"),
    valid("B6 J J B3", RUN, 18, "B6, B5, B4, B3", "N-12", "N-13"),
    valid("K3 R3 B3 J", GROUP, 12, "K3, R3, B3, O3", "N-12"),
    valid("K3 R3 J", GROUP, 9, "K3, R3, B3/O3", "N-12", "N-13"),
    valid("J B6 B7", RUN, 18, "B5, B6, B7", "N-12", "N-13"),
    valid("B6 B7 J", RUN, 21, "B6, B7, B8", "N-12", "N-13"),
    valid("J B2 B3", RUN, 6, "B1, B2, B3", "N-12"),
    valid("B11 B12 J", RUN, 36, "B11, B12, B13", "N-12"),
    valid("J J B5", RUN, 18, "B7, B6, B5", "N-13"),
    valid("B5 J J", RUN, 18, "B5, B6, B7", "N-13"),
    valid("J B5 J", RUN, 15, "B4, B5, B6", "N-13"),
    valid("J K2 J", RUN, 6, "K1, K2, K3", "N-13"),
    valid("J K12 J", RUN, 36, "K11, K12, K13", "N-13"),
    valid("J K1 J", GROUP, 3, "R1/B1/O1, K1, R1/B1/O1", "N-13"),
    valid("J K13 J", GROUP, 39, f"{NOT_BLACK_13}, K13, {NOT_BLACK_13}", "N-13"),
    valid("K1 J J", RUN, 6, "K1, K2, K3", "N-13"),
    valid("J J K1", RUN, 6, "K3, K2, K1", "N-13"),
    valid("K11 J J", RUN, 36, "K11, K12, K13", "N-13"),
    valid("K12 J J", GROUP, 36, "K12, R12/B12/O12, R12/B12/O12", "N-13"),
    valid("K13 J J", GROUP, 39, f"K13, {NOT_BLACK_13}, {NOT_BLACK_13}", "N-13"),
    valid("K7 J J J", RUN, 34, "K7, K8, K9, K10", "N-13"),
    valid("J K13 J J", GROUP, 52, ", ".join([NOT_BLACK_13, "K13"] + 2 * [NOT_BLACK_13]), "N-13"),
    valid("K13 J J J J", RUN, 55, "K13, K12, K11, K10, K9", "N-13"),
    valid("J J J", GROUP, 39, ", ".join(3 * [ANY_13]), "N-13", "T-4"),
    valid("J J J J", GROUP, 52, ", ".join(4 * [ANY_13]), "N-13", "T-4"),
    # --- double jokers ------------------------------------------------------------------------
    valid("B2 D B5", RUN, 14, "B2, B3 B4, B5", "T-10", "T-3"),
    valid("B5 D B2", RUN, 14, "B5, B4 B3, B2", "T-10"),
    valid("B3 B4 D", RUN, 18, "B3, B4, B5 B6", "T-10"),
    valid("K5 D D", RUN, 35, "K5, K6 K7, K8 K9", "T-10", "T-4"),
    valid("K5 D J K9", RUN, 35, "K5, K6 K7, K8, K9", "T-10", "T-4"),
    valid("B3 R3 D", GROUP, 12, "B3, R3, K3 O3", "T-11", "T-3"),
    valid("D O3 R3", GROUP, 12, "K3 B3, O3, R3", "T-11"),
    valid("D B3 J", RUN, 14, "B5 B4, B3, B2", "T-11", "N-13"),
    valid(
        "K13 D J",
        GROUP,
        52,
        f"K13, {NOT_BLACK_13} {NOT_BLACK_13}, {NOT_BLACK_13}",
        "T-11",
        "N-13",
    ),
    valid("D K1 J", GROUP, 4, "R1/B1/O1 R1/B1/O1, K1, R1/B1/O1", "T-11", "N-13"),
    valid("D B3 B4", RUN, 10, "B1 B2, B3, B4", "T-12"),
    valid("D B4 B3", RUN, 18, "B6 B5, B4, B3", "T-12"),
    valid("B10 B11 D", RUN, 46, "B10, B11, B12 B13", "T-12"),
    valid("D B11 B10", RUN, 46, "B13 B12, B11, B10", "T-12"),
    valid("B4 B3 D", RUN, 10, "B4, B3, B2 B1", "T-12"),
    valid("D D R4", RUN, 30, "R8 R7, R6 R5, R4", "T-12", "N-13"),
    valid("D D R5", RUN, 35, "R9 R8, R7 R6, R5", "T-12", "N-13"),
    valid("D D R9", RUN, 55, "R13 R12, R11 R10, R9", "T-12", "N-13"),
    valid("D D R10", RUN, 40, "R6 R7, R8 R9, R10", "T-12", "N-13"),
    valid("D R2 J", RUN, 10, "R4 R3, R2, R1", "T-12", "N-13"),
    valid(
        "J J D",
        GROUP,
        52,
        f"{ANY_13}, {ANY_13}, {ANY_13} {ANY_13}",
        "T-4",
    ),
    valid("D D J", RUN, 55, "9 10, 11 12, 13", "T-4"),
    valid("D J D J", RUN, 63, "8 9, 10, 11 12, 13", "T-4"),
    # --- colour-change jokers -----------------------------------------------------------------
    valid("R6 R7 C B9 B10", RUN, 40, "R6, R7, 8, B9, B10", "T-20", "T-3"),
    valid("B10 B9 C R7 R6", RUN, 40, "B10, B9, 8, R7, R6", "T-20", "N-13"),
    valid("R6 C B8", RUN, 21, "R6, 7, B8", "T-20", "T-21"),
    valid("R6 R7 C B9", RUN, 30, "R6, R7, 8, B9", "T-21"),
    valid("R6 R7 C", RUN, 21, "R6, R7, 8", "T-22"),
    valid("C R7 R8", RUN, 21, "6, R7, R8", "T-22"),
    valid("C R2 R3", RUN, 6, "1, R2, R3", "T-22"),
    valid("R11 R12 C", RUN, 36, "R11, R12, 13", "T-22"),
    valid("C R7 C", RUN, 21, "6, R7, 8", "T-22"),
    valid("R1 C C", RUN, 6, "R1, 2, 3", "T-22"),
    valid("C C R1", RUN, 6, "3, 2, R1", "T-22"),
    valid("C C R5", RUN, 18, "7, 6, R5", "T-22", "N-13"),
    valid("C C R13", RUN, 36, "11, 12, R13", "T-22"),
    valid("R6 R7 C C", RUN, 30, "R6, R7, 8, 9", "T-22"),
    valid("O6 C R8 C B10", RUN, 40, "O6, 7, R8, 9, B10", "T-23"),
    valid("O6 C R8 C O10", RUN, 40, "O6, 7, R8, 9, O10", "T-23"),
    valid("O6 C C B9", RUN, 30, "O6, 7, 8, B9", "T-23"),
    valid("O6 C C O9", RUN, 30, "O6, 7, 8, O9", "T-23"),
    valid("R6 J C B9", RUN, 30, "R6, R7, 8, B9", "T-24"),
    valid("R6 C J B9", RUN, 30, "R6, 7, B8, B9", "T-24"),
    valid("R6 C B8 J", RUN, 30, "R6, 7, B8, B9", "T-24"),
    valid("J R6 C B8", RUN, 26, "R5, R6, 7, B8", "T-24"),
    valid("R6 C J", RUN, 21, "R6, 7, 8", "T-24"),
    valid("R6 C D B10", RUN, 40, "R6, 7, B8 B9, B10", "T-24", "T-10"),
    valid("R6 D C B10", RUN, 40, "R6, R7 R8, 9, B10", "T-24", "T-10"),
    valid("C C J", RUN, 36, "11, 12, 13", "T-4", "T-22"),
    valid("C D C", RUN, 46, "10, 11 12, 13", "T-4", "T-22"),
    # --- mirror jokers ------------------------------------------------------------------------
    valid("R3 R4 M R4 R3", RUN, 19, "R3, R4, 5, R4, R3", "T-30", "T-31", "T-3"),
    valid("K7 R7 M R7 K7", GROUP, 35, "K7, R7, 7, R7, K7", "T-30", "T-32", "T-3"),
    valid("R7 R6 M R6 R7", RUN, 31, "R7, R6, 5, R6, R7", "T-31"),
    valid("R4 M R4", RUN, 13, "R4, 5, R4", "T-31", "T-30"),
    valid("R1 M R1", RUN, 4, "R1, 2, R1", "T-31"),
    valid("R12 M R12", RUN, 37, "R12, 13, R12", "T-31"),
    valid("R13 M R13", GROUP, 39, "R13, 13, R13", "T-31", "T-32"),
    valid("R1 R2 M R2 R1", RUN, 9, "R1, R2, 3, R2, R1", "T-31"),
    valid("R3 R2 M R2 R3", RUN, 11, "R3, R2, 1, R2, R3", "T-31"),
    valid("R11 R12 M R12 R11", RUN, 59, "R11, R12, 13, R12, R11", "T-31"),
    valid("R13 R12 M R12 R13", RUN, 61, "R13, R12, 11, R12, R13", "T-31"),
    valid("R3 R4 R5 M R5 R4 R3", RUN, 30, "R3, R4, R5, 6, R5, R4, R3", "T-30", "T-31"),
    valid("K7 R7 B7 M B7 R7 K7", GROUP, 49, "K7, R7, B7, 7, B7, R7, K7", "T-32"),
    valid("O1 K1 R1 M R1 K1 O1", GROUP, 7, "O1, K1, R1, 1, R1, K1, O1", "T-32"),
    valid("R4 M J", RUN, 13, "R4, 5, R4", "T-34"),
    valid("J M R4", RUN, 13, "R4, 5, R4", "T-34"),
    valid("R3 R4 M J J", RUN, 19, "R3, R4, 5, R4, R3", "T-34"),
    valid("R3 J M R4 J", RUN, 19, "R3, R4, 5, R4, R3", "T-34"),
    valid("R4 J M J R4", RUN, 24, "R4, R5, 6, R5, R4", "T-34"),
    valid("J R4 M R4 J", RUN, 21, "R5, R4, 3, R4, R5", "T-34"),
    valid("K7 R7 M J K7", GROUP, 35, "K7, R7, 7, R7, K7", "T-34"),
    valid("R6 R7 R8 R9 M D D", RUN, 70, "R6, R7, R8, R9, 10, R9 R8, R7 R6", "T-34", "T-10", "T-30"),
    valid("R6 D M D R6", RUN, 51, "R6, R7 R8, 9, R8 R7, R6", "T-34"),
    valid("R6 D M R8 R7 R6", RUN, 51, "R6, R7 R8, 9, R8, R7, R6", "T-34"),
    valid("R6 D M R8 D", RUN, 51, "R6, R7 R8, 9, R8, R7 R6", "T-34"),
    valid("D M R7 R6", RUN, 34, "R6 R7, 8, R7, R6", "T-34"),
    valid("B6 C R8 M R8 C B6", RUN, 51, "B6, 7, R8, 9, R8, 7, B6", "T-34", "T-21"),
    valid("B6 C M C B6", RUN, 34, "B6, 7, 8, 7, B6", "T-34"),
    valid("C R8 M R8 C", RUN, 41, "9, R8, 7, R8, 9", "T-34"),
    valid("J C M C R5", RUN, 29, "R5, 6, 7, 6, R5", "T-34"),
    valid("B6 C J M R8 C B6", RUN, 51, "B6, 7, R8, 9, R8, 7, B6", "T-34", "T-24"),
    valid("K7 R7 M D", GROUP, 35, "K7, R7, 7, R7 K7", "T-34", "T-11"),
    valid("D M R7 K7", GROUP, 35, "K7 R7, 7, R7, K7", "T-34", "T-11"),
    valid("D M K7 R7", GROUP, 35, "R7 K7, 7, K7, R7", "T-34", "T-11"),
    valid("K7 R7 J M D K7", GROUP, 49, "K7, R7, B7/O7, 7, B7/O7 R7, K7", "T-34", "T-32"),
    valid(
        "K13 D M D K13",
        GROUP,
        91,
        f"K13, {NOT_BLACK_13} {NOT_BLACK_13}, 13, {NOT_BLACK_13} {NOT_BLACK_13}, K13",
        "T-34",
        "T-32",
    ),
    valid("J M J", GROUP, 39, f"{ANY_13}, 13, {ANY_13}", "T-4", "T-32"),
    valid("J J M J J", GROUP, 65, f"{ANY_13}, {ANY_13}, 13, {ANY_13}, {ANY_13}", "T-4"),
    valid("D M D", GROUP, 65, f"{ANY_13} {ANY_13}, 13, {ANY_13} {ANY_13}", "T-4"),
    valid("C M C", RUN, 38, "13, 12, 13", "T-4", "T-34"),
    valid("D D M D D", RUN, 101, "13 12, 11 10, 9, 10 11, 12 13", "T-4"),
]


@pytest.mark.clause("N-10", "N-11", "N-12", "N-13", "T-3", "T-4")
@pytest.mark.clause("T-10", "T-11", "T-12", "T-20", "T-21", "T-22", "T-23", "T-24")
@pytest.mark.clause("T-30", "T-31", "T-32", "T-34")
@pytest.mark.parametrize(("text", "kind", "value", "reads"), VALID)
def test_a_set_has_its_kind_value_and_meaning(
    text: str, kind: MeldKind, value: int, reads: str
) -> None:
    meld = Meld(kind, "M" in text, value, tuple(reads.split(", ")))
    assert judge_meld(parse_set(text)) == meld
    assert to_json(judge_meld(parse_set(text))) == to_json(meld), "whole numbers, too"


@pytest.mark.parametrize(("text", "kind", "value", "reads"), VALID)
def test_a_set_means_the_same_from_the_other_side(
    text: str, kind: MeldKind, value: int, reads: str
) -> None:
    meld = judge_meld(parse_set(text)[::-1])
    assert isinstance(meld, Meld), reads
    assert (meld.kind, meld.value, meld.mirrored) == (kind, value, "M" in text)


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("B3 B4 B5", Reading(RUN, 12, 3, 1)),
        ("B5 B4 B3", Reading(RUN, 12, 5, -1)),
        ("J J B5", Reading(RUN, 18, 7, -1)),
        ("J B5 J", Reading(RUN, 15, 4, 1)),
        ("J J J", Reading(GROUP, 39, 13, 0)),
        ("J J J J J", Reading(RUN, 55, 9, 1)),
        ("K7 R7 B7", Reading(GROUP, 21, 7, 0)),
        ("D D R4", Reading(RUN, 30, 8, -1)),
        ("R3 R4 M R4 R3", Reading(RUN, 19, 3, 1)),
        ("R7 R6 M R6 R7", Reading(RUN, 31, 7, -1)),
        ("K7 R7 M R7 K7", Reading(GROUP, 35, 7, 0)),
        ("C M C", Reading(RUN, 38, 13, -1)),
    ],
)
@pytest.mark.clause("N-13")
def test_the_reading_tells_where_a_set_begins_and_how_it_goes_on(
    text: str, reading: Reading
) -> None:
    assert interpret_set(parse_set(text)) == reading


# --- what is not a set ------------------------------------------------------------------------


def no_set(text: str, *clauses: str) -> Any:
    return pytest.param(text, marks=pytest.mark.clause(*clauses), id=text)


@pytest.mark.clause("N-10", "N-11", "N-12", "N-13", "T-1", "T-2")
@pytest.mark.clause("T-10", "T-11", "T-12", "T-20", "T-21", "T-22", "T-23", "T-24")
@pytest.mark.clause("T-30", "T-31", "T-32", "T-34", "T-35")
@pytest.mark.parametrize(
    "text",
    [
        no_set("K7 R7", "N-10", "T-2"),
        no_set("K7 R7 K7", "N-10"),
        no_set("K7 R7 B8", "N-10"),
        no_set("K7 R7 B7 K7", "N-10"),
        no_set("K7 R7 B7 O7 J", "N-10", "N-12"),
        no_set("K7 R7 B7 O7 K7", "N-10"),
        no_set("K7 R7 J J J", "N-10", "N-12"),
        no_set("K7 J K7", "N-10", "N-12"),
        no_set("B3 B4", "N-11", "T-2"),
        no_set("B3 B4 B6", "N-11"),
        no_set("B3 B3 B4", "N-11"),
        no_set("B3 B5 B4", "N-11"),
        no_set("B3 B4 R5", "N-11"),
        no_set("B3 B4 B3", "N-11"),
        no_set("K12 K13 K1", "N-11"),
        no_set("K13 K1 K2", "N-11"),
        no_set("K12 J K1", "N-11", "N-12"),
        no_set("K13 J K2", "N-11", "N-12"),
        no_set("J B1 B2", "N-11", "N-12"),
        no_set("B12 B13 J", "N-11", "N-12"),
        no_set("J B13 B12", "N-11", "N-12"),
        no_set("B2 B1 J", "N-11", "N-12"),
        no_set("B3 J B4", "N-12", "N-13"),
        no_set("B3 J J B5", "N-12", "N-13"),
        no_set(" ".join(14 * ["J"]), "N-11", "N-12"),
        no_set("K1 " + " ".join(13 * ["J"]), "N-11", "N-12"),
        # A special joker acts in its own way only.
        no_set("B3 D B5", "T-1", "T-10"),
        no_set("B3 B4 D B6", "T-1", "T-10"),
        no_set("B3 C B5", "T-1", "T-21"),
        no_set("B3 C B6", "T-1", "T-20"),
        no_set("K3 R3 C", "T-1", "T-20"),
        no_set("B3 B4 M", "T-1", "T-30"),
        no_set("B3 M B5", "T-1", "T-34"),
        no_set("K3 R3 M", "T-1", "T-30"),
        no_set("K3 M R3", "T-1", "T-34"),
        no_set("B3 C R4", "T-1", "T-20"),
        no_set("B3 M R5", "T-1", "T-34"),
        no_set("K3 C R3 B3", "T-1", "T-20"),
        no_set("C C J J M", "T-1", "T-30"),
        no_set("B3 D", "T-2"),
        no_set("D D", "T-2"),
        no_set("J D", "T-2"),
        no_set("C C", "T-2"),
        no_set("J M", "T-2"),
        # Double jokers.
        no_set("B2 D B4", "T-10"),
        no_set("B2 D B6", "T-10"),
        no_set("K3 R3 B3 D", "T-11"),
        no_set("K3 R3 D J", "T-11"),
        no_set("K3 R3 D D", "T-11"),
        no_set("K3 K3 D", "T-11", "N-10"),
        no_set("D B2 B3", "T-12"),
        no_set("B3 B2 D", "T-12"),
        no_set("B11 B12 D", "T-12"),
        no_set("D B12 B11", "T-12"),
        no_set("D D R1 R2", "T-12"),
        # Colour-change jokers.
        no_set("R6 C R8", "T-21"),
        no_set("R6 R7 C R9 R10", "T-21"),
        no_set("R6 K7 C B9", "T-21"),
        no_set("R6 C B8 K9", "T-21"),
        no_set("R6 C J R9", "T-21", "T-24"),
        no_set("R6 J C R9", "T-21", "T-24"),
        no_set("R6 C B9", "T-20"),
        no_set("R6 C B7", "T-20"),
        no_set("K6 C R6 B6", "T-20"),
        no_set("C R1 R2", "T-22"),
        no_set("R12 R13 C", "T-22"),
        no_set("R6 R7 C R9", "T-22", "T-21"),
        no_set("R9 C R7 R6", "T-22", "T-21"),
        no_set("O6 C R8 C R10", "T-23", "T-21"),
        no_set("O6 C C B8", "T-23"),
        no_set("O6 C O8 C B10", "T-23", "T-21"),
        no_set("R6 C D R10", "T-24"),
        no_set("R6 D R8 C B10", "T-24", "T-10"),
        # Mirror jokers.
        no_set("M R4 R5", "T-30"),
        no_set("R4 R5 M", "T-30"),
        no_set("R3 R4 M R4", "T-30"),
        no_set("R4 M R4 R3", "T-30"),
        no_set("R3 R4 M R3 R4", "T-30"),
        no_set("R3 M R4", "T-30", "T-34"),
        no_set("K7 R7 M R7", "T-30"),
        no_set("R3 R5 M R5 R3", "T-31"),
        no_set("R3 R3 M R3 R3", "T-31", "T-32"),
        no_set("R12 R13 M R13 R12", "T-31"),
        no_set("R2 R1 M R1 R2", "T-31"),
        no_set("R3 B4 M B4 R3", "T-31"),
        no_set("K7 R7 B7 O7 M O7 B7 R7 K7", "T-32"),
        no_set("K7 R8 M R8 K7", "T-32"),
        no_set("K7 K7 M K7 K7", "T-32"),
        no_set("K7 R7 K7 M K7 R7 K7", "T-32"),
        no_set("K7 R7 B7 J M J B7 R7 K7", "T-32"),
        no_set("K7 R7 D M D R7 K7", "T-32", "T-34"),
        no_set("K7 R7 M K7 R7", "T-34"),
        no_set("R4 M B4", "T-34"),
        no_set("R7 M D", "T-34", "T-30"),
        no_set("R3 J M B4 R3", "T-34"),
        no_set("R6 R7 R8 R9 M D J J J", "T-34"),
        no_set("B6 C R8 M R8 J B6", "T-34"),
        no_set("B6 J R8 M R8 C B6", "T-34"),
        no_set("B6 C R8 M R8 C O6", "T-34"),
        no_set("B6 C B8 M B8 C B6", "T-34", "T-21"),
        no_set("B6 C J M B8 C J", "T-34", "T-21"),
        no_set("C R8 M R8 J", "T-34"),
        no_set("C M J", "T-34"),
        no_set("K7 C M C R7", "T-34"),
        no_set("K7 R7 C M C R7 K7", "T-34", "T-20"),
        no_set("K7 J M J R7", "T-34"),
        no_set("K7 J M K7 J", "T-34", "T-32"),
        no_set("R4 M M R4", "T-35"),
        no_set("R4 J M M R4", "T-35", "T-1"),
        no_set("R4 M R5 M R5 M R4", "T-35"),
        no_set("M R4 M", "T-35"),
        no_set("R4 M R4 M R4", "T-35"),
        no_set("J M J M J", "T-35"),
        no_set("R3 R4 M M R4 R3", "T-35"),
        no_set("M M M", "T-35"),
    ],
)
def test_these_tiles_are_no_set_from_either_side(text: str) -> None:
    faces = parse_set(text)
    assert interpret_set(faces) is None
    assert interpret_set(faces[::-1]) is None
    assert isinstance(judge_meld(faces), Violation)


@pytest.mark.clause("N-10")
@pytest.mark.parametrize("number", NUMBERS)
def test_exactly_the_sets_of_three_and_four_colours_are_groups(number: int) -> None:
    tiles = [make_number_tile(colour, number) for colour in Colour]
    for size in (1, 2):
        assert all(interpret_set(some) is None for some in permutations(tiles, size))
    for size in (3, 4):
        wanted = Reading(GROUP, size * number, number, 0)
        assert {interpret_set(some) for some in permutations(tiles, size)} == {wanted}


@pytest.mark.clause("N-11")
@pytest.mark.parametrize("first", NUMBERS)
def test_a_run_begins_anywhere_and_ends_at_13_at_the_latest(first: int) -> None:
    run = [make_number_tile(B, number) for number in range(first, HIGHEST + 1)]
    wanted = Reading(RUN, sum(range(first, HIGHEST + 1)), first, 1) if len(run) > 2 else None
    assert interpret_set(run) == wanted
    assert interpret_set([*run, make_number_tile(B, 1)]) is None
    assert interpret_set([*run, JOKER]) is None


@pytest.mark.clause("N-12")
def test_a_joker_may_stand_for_a_tile_whose_copies_are_all_elsewhere() -> None:
    """The reading knows nothing of other tiles: both `B4` may lie in other sets."""
    table = ["B3 B4 B5", "K4 B4 R4", "B3 J B5"]
    melds = [judge_meld(parse_set(text)) for text in table]
    assert [meld.value for meld in melds if isinstance(meld, Meld)] == [12, 12, 12]


@pytest.mark.clause("T-1")
@pytest.mark.parametrize("special", [Kind.DOUBLE, Kind.COLOUR_CHANGE, Kind.MIRROR])
@pytest.mark.parametrize("text", ["B3 ? B5", "K3 R3 B3 ?", "B3 B4 ? B6"])
def test_no_special_joker_does_what_an_ordinary_one_does(text: str, special: Kind) -> None:
    assert interpret_set(parse_set(text.replace("?", "J"))) is not None
    assert interpret_set(parse_set(text.replace("?", special))) is None


@pytest.mark.clause("T-1", "T-30")
def test_a_mirror_joker_at_the_end_of_a_set_is_no_ordinary_joker() -> None:
    for text in ("B3 B4 B5 M", "M B3 B4 B5", "K3 R3 B3 M"):
        assert interpret_set(parse_set(text.replace("M", "J"))) is not None
        assert interpret_set(parse_set(text)) is None


@pytest.mark.clause("T-20")
@pytest.mark.parametrize("text", ["K7 C R7 B7", "C K7 R7 B7 O7", "K7 R7 C M C R7 K7"])
def test_a_colour_change_joker_is_never_in_a_group(text: str) -> None:
    assert interpret_set(parse_set(text.replace("C", ""))) is not None
    assert interpret_set(parse_set(text)) is None


@pytest.mark.clause("T-22")
def test_what_is_placed_beyond_a_colour_change_joker_is_of_another_colour() -> None:
    beyond = {colour for colour in Colour if interpret_set(parse_set(f"R6 R7 C {colour}9"))}
    before = {colour for colour in Colour if interpret_set(parse_set(f"{colour}5 C R7 R8"))}
    assert beyond == before == {K, B, O}


@pytest.mark.clause("T-32", "T-30")
def test_a_side_of_a_mirrored_group_has_one_to_three_colours() -> None:
    sizes = set()
    for size in range(5):
        side = [make_number_tile(colour, 13) for colour in [*Colour][:size]]
        meld = judge_meld([*side, make_joker(Kind.MIRROR), *reversed(side)])
        if isinstance(meld, Meld):
            assert (meld.kind, meld.value) == (GROUP, 13 * (2 * size + 1))
            sizes.add(size)
    assert sizes == {1, 2, 3}


@pytest.mark.clause("T-36")
def test_a_mirror_joker_gets_rid_of_duplicates() -> None:
    duplicates = parse_set("K7 K7 R7 R7")
    assert not any(map(interpret_set, permutations(duplicates)))
    assert judge_meld(duplicates) == COLOUR_TWICE(meld="K7 K7 R7 R7", tile="K7")
    assert interpret_set(parse_set("K7 R7 M R7 K7")) is not None
    advice = get_clause("T-36")
    assert (advice.kind, advice.editions) == (ClauseKind.ADVICE, ("twist",))


# --- the parts of the reading -----------------------------------------------------------------


def test_a_set_is_split_at_its_mirror_joker_into_sides_read_from_outside() -> None:
    sides = split_at_mirror(parse_set("R3 R4 M R4 J"))
    assert sides is not None
    assert [format_set(side) for side in sides] == ["R3 R4", "J R4"]
    assert split_at_mirror(parse_set("M R4")) == ([], parse_set("R4"))
    assert split_at_mirror(parse_set("R4 M")) == (parse_set("R4"), [])
    assert split_at_mirror(parse_set("R3 R4 J")) is None


@pytest.mark.clause("T-21", "T-22", "T-23", "T-24")
@pytest.mark.parametrize(
    ("text", "colours"),
    [
        ("", [None]),
        ("J D", [None]),
        ("R3 J", [R]),
        ("R3 K4", None),
        ("R3 C", [R, None]),
        ("C R3", [None, R]),
        ("R3 C C", [R, None, None]),
        ("R3 C C R6", [R, None, R]),
        ("R3 C R5", None),
        ("R3 C B5 C R7", [R, B, R]),
        ("R3 C B5 C B7", None),
        ("J C B5", [None, B]),
    ],
)
def test_sections_have_colours_that_change(text: str, colours: list[Colour | None] | None) -> None:
    assert find_section_colours(parse_set(text)) == colours


@pytest.mark.clause("T-34")
def test_the_sections_of_both_sides_of_a_mirror_agree() -> None:
    left = find_section_colours(parse_set("R3 C J"))
    assert left == [R, None]
    assert find_section_colours(parse_set("J C B5"), left) == [R, B]
    assert left == [R, None], "the sections handed in are left alone"
    assert find_section_colours(parse_set("K3 C B5"), left) is None
    assert find_section_colours(parse_set("J C R5"), left) is None


def test_only_a_double_joker_is_two_wide() -> None:
    assert count_cells([]) == 0
    assert {
        format_set([face]): count_cells([face]) for face in FACES if count_cells([face]) != 1
    } == {"D": 2}
    assert count_cells(parse_set("B3 D J D C M")) == 8


# --- properties -------------------------------------------------------------------------------

anything = st.lists(st.sampled_from(FACES), max_size=20)


@st.composite
def ordinary_runs(draw: st.DrawFn) -> list[Face]:
    first = draw(st.integers(1, 11))
    last = draw(st.integers(first + 2, HIGHEST))
    colour = draw(st.sampled_from(Colour))
    return [make_number_tile(colour, number) for number in range(first, last + 1)]


@st.composite
def ordinary_groups(draw: st.DrawFn) -> list[Face]:
    colours = draw(st.permutations(list(Colour)))[: draw(st.integers(3, 4))]
    number = draw(st.sampled_from(NUMBERS))
    return [make_number_tile(colour, number) for colour in colours]


@st.composite
def disturbed(draw: st.DrawFn) -> list[Face]:
    """A valid set with one tile changed, added or left out: sometimes still a set."""
    faces = draw(draw_written_set())
    at = draw(st.integers(0, len(faces) - 1))
    new = draw(st.lists(st.sampled_from(FACES), max_size=2))
    return [*faces[:at], *new, *faces[at + 1 :]]


sets_and_others = st.one_of(anything, draw_written_set(), disturbed())


def numbers_in(reads: Sequence[str]) -> list[int]:
    """What each word of each reading counts; `B3/O3` is one tile with one number."""
    counted: list[int] = []
    for word in " ".join(reads).split():
        numbers = {int(number) for number in re.findall(r"\d+", word)}
        assert len(numbers) == 1, word
        counted += numbers
    return counted


@given(sets_and_others)
@settings(deadline=None)
def test_whatever_the_tiles_there_is_an_answer(faces: list[Face]) -> None:
    answer = judge_meld(faces)
    if isinstance(answer, Violation):
        assert interpret_set(faces) is None
        assert "\n" not in str(answer)
        assert get_clause(answer.clause).id == answer.clause
    else:
        assert len(answer.reads) == len(faces)
        counted = numbers_in(answer.reads)
        assert sum(counted) == answer.value
        assert len(counted) == count_cells(faces)
        assert set(counted) <= set(NUMBERS)


@given(sets_and_others)
@settings(deadline=None)
@pytest.mark.clause("N-13", "T-30")
def test_read_backwards_tiles_are_the_same(faces: list[Face]) -> None:
    forwards, backwards = judge_meld(faces), judge_meld(faces[::-1])
    if isinstance(forwards, Violation):
        assert isinstance(backwards, Violation)
    else:
        assert isinstance(backwards, Meld)
        assert forwards.kind is backwards.kind
        assert forwards.value == backwards.value
        assert forwards.mirrored == backwards.mirrored


@given(ordinary_groups(), st.data())
@settings(deadline=None)
@pytest.mark.clause("N-10", "T-11")
def test_a_group_without_a_mirror_lies_in_any_order(group: list[Face], data: st.DataObject) -> None:
    pair = [*group[:2], make_joker(Kind.DOUBLE)]
    for faces, value in ((group, len(group)), ([*group[:3], JOKER], 4), (pair, 4)):
        meld = judge_meld(data.draw(st.permutations(faces)))
        assert isinstance(meld, Meld)
        assert (meld.kind, meld.value) == (GROUP, value * group[0].number)


@given(st.one_of(ordinary_runs(), ordinary_groups()), st.data())
@settings(deadline=None)
@pytest.mark.clause("N-12")
def test_an_ordinary_joker_takes_the_place_of_any_tile(
    faces: list[Face], data: st.DataObject
) -> None:
    before = judge_meld(faces)
    at = data.draw(st.integers(0, len(faces) - 1))
    after = judge_meld([*faces[:at], JOKER, *faces[at + 1 :]])
    assert isinstance(before, Meld)
    assert isinstance(after, Meld)
    assert (after.kind, after.value) == (before.kind, before.value)
    assert str(faces[at]) in after.reads[at].split("/")


@given(draw_written_set())
@settings(deadline=None)
@pytest.mark.clause("N-10", "N-11", "T-36")
def test_equal_number_tiles_only_face_each_other_in_a_mirror(faces: list[Face]) -> None:
    meld = judge_meld(faces)
    assert isinstance(meld, Meld)
    numbers = [face for face in faces if face.number]
    most = 2 if meld.mirrored else 1
    assert all(numbers.count(face) <= most for face in numbers)


@given(draw_written_set().filter(lambda faces: make_joker(Kind.MIRROR) in faces))
@settings(deadline=None)
@pytest.mark.clause("T-30", "T-33", "T-34")
@example(parse_set("R4 M R4"))
def test_a_tile_more_or_less_on_one_side_of_a_mirror_is_too_much(faces: list[Face]) -> None:
    assert isinstance(judge_meld(faces), Meld)
    assert isinstance(judge_meld(faces[1:]), Violation)
    assert isinstance(judge_meld(faces[:-1]), Violation)
    assert isinstance(judge_meld([JOKER, *faces]), Violation)
    assert isinstance(judge_meld([*faces, faces[-1]]), Violation)


@given(draw_written_set())
@settings(deadline=None)
@pytest.mark.clause("T-4", "T-12", "T-24", "T-34")
def test_whatever_has_a_meaning_is_a_set(faces: list[Face]) -> None:
    meld = judge_meld(faces)
    assert isinstance(meld, Meld)
    assert meld.mirrored == (make_joker(Kind.MIRROR) in faces)


def test_a_hundred_tiles_are_answered_too() -> None:
    rng = random.Random(1)
    for _ in range(200):
        assert interpret_set(rng.choices(FACES, k=100)) is None
