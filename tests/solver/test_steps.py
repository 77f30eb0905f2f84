"""A move as steps: carried out they give the table after the move, and they are few."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain, permutations

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from kostka.events.errors import BadInput, Refused
from kostka.melds import Meld, judge_meld
from kostka.solver.steps import (
    Step,
    Tiles,
    apply_steps,
    count_kept_sets_and_moved_tiles,
    list_steps,
    mark_rack_tiles,
)
from kostka.solver.task import Sets
from kostka.tiles import Face, format_set, parse_set, parse_table
from tests.melds import draw_written_set
from tests.melds.test_turn import EXAMPLES


def parse_sets(text: str) -> Sets:
    return tuple(map(tuple, parse_table(text)))


def describe_steps(before: str, after: str) -> str:
    """Describe how to get from one table to the other; that the steps lead there is asserted."""
    return "; ".join(map(str, check_steps(parse_sets(before), parse_sets(after))))


def check_steps(before: Sets, after: Sets) -> tuple[Step, ...]:
    """Return the steps, once everything that holds for all moves is asserted."""
    found = list_steps(before, after)
    rack = Counter(chain(*after)) - Counter(chain(*before))
    lying, free = apply_steps(found, before, rack.elements())
    assert count_sets(lying) == count_sets(after)
    assert not free
    for step in found:
        used, made = Counter(chain(*step.sets, step.tiles)), Counter(chain(*step.becomes))
        assert used == made + Counter(step.free), step
        assert Counter(step.rack) <= Counter(step.tiles)
    assert sum((Counter(step.rack) for step in found), Counter()) == rack
    kept = count_sets(before) & count_sets(after)
    assert len(found) <= len(before) + len(after) - 2 * kept.total()
    made_on_the_way = count_sets(chain.from_iterable(step.becomes for step in found))
    for meld in count_sets(chain.from_iterable(step.sets for step in found)) - made_on_the_way:
        assert count_sets(before)[meld] > count_sets(after)[meld], "an untouched set is mentioned"
    return found


def count_sets(sets: Iterable[Tiles]) -> Counter[Tiles]:
    return Counter(tuple(sorted(meld)) for meld in sets)


# --- the worked examples ----------------------------------------------------------------------

SENTENCES = {
    "E-1": "add B3 to B4 B5 B6; add B8 to K8 R8 O8",
    "E-2": "take B4 from K4 R4 B4 O4; lay B3 B4 B5 B6",
    "E-3": "take B8 from B8 B9 B10; add B11 to B9 B10; lay R8 B8 O8",
    "E-4": "split R4 R5 R6 R7 R8 into R4 R5 R6 and R7 R8; add R6 to R7 R8",
    "E-5": "take R1 from K1 R1 B1 O1; take O1 from O1 O2 O3 O4; lay R1 B1 O1",
    "E-6": "take K5 K6 K7 from K5 K6 K7 K8 K9; add K10 to K8 K9; break up R5 R6 R7;"
    " break up O5 O6 O7; lay K5 R5 B5 O5; lay K6 R6 O6; lay K7 R7 O7",
}


@pytest.mark.parametrize("name", SENTENCES)
@pytest.mark.clause("N-23")
def test_a_worked_example_in_words(name: str) -> None:
    _, before, after = EXAMPLES[name]
    assert describe_steps(before, after) == SENTENCES[name]


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        # E-7: in a group, by one of the missing colours, or both
        ("K3 R3 J", "K3 R3 B3 | K7 K8 J", "put B3 for the joker in K3 R3 J; lay K7 K8 J"),
        (
            "K3 R3 J",
            "K3 R3 B3 O3 | K7 K8 J",
            "put B3 for the joker in K3 R3 J; add O3 to K3 R3 B3; lay K7 K8 J",
        ),
        # E-8: in a run that becomes two
        (
            "K2 K3 J K5 K6",
            "K1 K2 K3 | K5 K6 K7 | R9 R10 J",
            (
                "split K2 K3 J K5 K6 into K2 K3 and K5 K6, with J free; add K1 to K2 K3;"
                " add K7 to K5 K6; lay R9 R10 J"
            ),
        ),
        # E-9: at an end, where the tile is not what the joker stands for
        (
            "B6 B7 J",
            "B5 B6 B7 | R9 R10 J",
            "take J from B6 B7 J; add B5 to B6 B7; lay R9 R10 J",
        ),
        ("B6 B7 J", "B6 B7 B8 | R9 R10 J", "put B8 for the joker in B6 B7 J; lay R9 R10 J"),
        # E-10: by splitting
        (
            "K1 K2 J | R1 B1 O1 | R2 B2 O2",
            "K1 R1 B1 O1 | K2 R2 B2 O2 | R9 R10 J",
            "break up K1 K2 J; add K1 to R1 B1 O1; add K2 to R2 B2 O2; lay R9 R10 J",
        ),
    ],
)
@pytest.mark.clause("N-24")
def test_a_freed_joker_in_words(before: str, after: str, words: str) -> None:
    assert describe_steps(before, after) == words


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("", "", ""),
        ("B3 B4 B5", "B5 B4 B3", ""),
        ("K1 R1 B1", "K1 R1 B1 | K7 K8 K9", "lay K7 K8 K9 from the rack"),
        ("K1 R1 B1", "K1 R1 B1 | B1 R1 K1", "lay B1 R1 K1 from the rack"),
        (
            "R1 R2 R3 | R4 R5 R6 | K1 R1 B1",
            "K1 R1 B1 O1 | R1 R2 R3 R4 R5 R6",
            "add O1 to K1 R1 B1; join R1 R2 R3 and R4 R5 R6",
        ),
        ("R1 R2 R3 | R5 R6 R7", "R1 R2 R3 R4 R5 R6 R7", "join R1 R2 R3 and R5 R6 R7 with R4"),
        (
            "R4 R5 R6 R7 R8 R9",
            "R3 R4 R5 | R7 R8 R9 | K6 R6 O6",
            (
                "split R4 R5 R6 R7 R8 R9 into R4 R5 and R7 R8 R9, with R6 free; add R3 to R4 R5;"
                " lay K6 R6 O6"
            ),
        ),
        # a tile of the table takes the place of a double joker
        (
            "B3 D B6 | K4 R4 B4 O4",
            "B3 B4 B5 B6 | K4 R4 O4 | R7 R8 D",
            "take B4 from K4 R4 B4 O4; put B4 B5 for the joker in B3 D B6; lay R7 R8 D",
        ),
        (
            "R1 R2 R3 R4 J R6 | R7 R8 R9",
            "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 | K1 K2 J",
            (
                "put R5 for the joker in R1 R2 R3 R4 J R6;"
                " join R1 R2 R3 R4 R5 R6 and R7 R8 R9 with R10; lay K1 K2 J"
            ),
        ),
        ("R6 R7 C", "R6 R7 R8 | K4 K5 C", "put R8 for the joker in R6 R7 C; lay K4 K5 C"),
        # with two jokers in the set it is said which
        ("J R6 C B8", "R5 R6 C B8 | K2 K3 J", "put R5 for J in J R6 C B8; lay K2 K3 J"),
        (
            "R6 R7 C B9 B10 | R8 R9 R10 R11",
            "R9 R10 R11 | R6 R7 R8 | C B9 B10 B11",
            (
                "split R6 R7 C B9 B10 into R6 R7 and C B9 B10; add B11 to C B9 B10;"
                " take R8 from R8 R9 R10 R11; add R8 to R6 R7"
            ),
        ),
    ],
)
def test_other_moves_in_words(before: str, after: str, words: str) -> None:
    assert describe_steps(before, after) == words


def test_a_step_names_what_a_translation_needs() -> None:
    (take, lay) = list_steps(parse_sets("K4 R4 B4 O4"), parse_sets("B3 B4 B5 B6 | K4 R4 O4"))
    assert (take.code, lay.code) == ("take", "lay")
    assert take.sentence_values["sets"] == "K4 R4 B4 O4"
    assert take.sentence_values["free"] == "B4"
    assert take.sentence_values["becomes"] == "K4 R4 O4"
    assert lay.sentence_values["tiles"] == lay.sentence_values["becomes"] == "B3 B4 B5 B6"
    assert format_set(lay.rack) == "B3 B5 B6"


def test_which_tiles_of_the_table_come_from_the_rack() -> None:
    marks = mark_rack_tiles(
        parse_sets("K1 K2 K3 | R4 R5 R6 R7 R8"), parse_sets("R4 R5 R6 | K1 K2 K3 | R6 R7 R8")
    )
    assert marks == [[False] * 3, [False] * 3, [True, False, False]]


@pytest.mark.clause("N-23", "N-24")
def test_a_table_that_lacks_a_tile_is_no_move() -> None:
    with pytest.raises(Refused, match=r"the freed joker J must be placed .* \(N-24\)"):
        list_steps(parse_sets("R1 R2 J"), parse_sets("R1 R2 R3"))
    with pytest.raises(Refused, match=r"R4 was on the table and must stay there \(N-23\)"):
        list_steps(parse_sets("R1 R2 R3 R4"), parse_sets("R1 R2 R3"))


def test_steps_that_cannot_be_carried_out_say_why() -> None:
    move = list_steps(parse_sets("K4 R4 B4 O4"), parse_sets("B3 B4 B5 B6 | K4 R4 O4"))
    with pytest.raises(BadInput, match="there is no K4 R4 B4 O4 on the table"):
        apply_steps(move, parse_sets("K4 R4 B4"), parse_set("B3 B5 B6"))
    with pytest.raises(BadInput, match="B5 is not free"):
        apply_steps(move, parse_sets("K4 R4 B4 O4"), parse_set("B3 B6"))


# --- every move -------------------------------------------------------------------------------

_FEW = parse_set("R1 R2 R3 R4 R5 B3 K3 J D C M")


@st.composite
def make_any_moves(draw: st.DrawFn) -> tuple[Sets, Sets]:
    """Two tables of whatever sets, valid or not, the second with more tiles than the first."""
    faces = draw(st.lists(st.sampled_from(_FEW), min_size=1, max_size=26))
    sets = draw(st.integers(1, 8))
    before: list[list[Face]] = [[] for _ in range(sets + 1)]
    after: list[list[Face]] = [[] for _ in range(sets + 1)]
    for face in faces:
        before[draw(st.integers(0, sets))].append(face)
        after[draw(st.integers(0, sets))].append(face)
    return _laid(before[:-1]), _laid(after)


@st.composite
def make_valid_moves(draw: st.DrawFn) -> tuple[Sets, Sets]:
    """Valid sets, of which some tiles change places and some are new."""
    before = draw(st.lists(draw_written_set(), max_size=8))
    after = [*map(list, before), []]
    for _ in range(draw(st.integers(0, 8))):
        source, goal = (draw(st.integers(0, len(after) - 1)) for _ in range(2))
        cut = draw(st.integers(0, len(after[source])))
        tail = after[source][cut:]
        del after[source][cut:]
        after[goal] += tail
    for meld in after:
        meld.extend(draw(st.lists(st.sampled_from(_FEW), max_size=2)))
    return _laid(before), _laid([*after, *draw(st.lists(draw_written_set(), max_size=2))])


@st.composite
def make_moves_that_free_jokers(draw: st.DrawFn) -> tuple[Sets, Sets]:
    """Valid sets in which tiles take the place of jokers, which lie elsewhere then."""
    before, after = draw(make_valid_moves())
    freed: list[Face] = []
    replaced = []
    for meld in draw(st.lists(draw_written_set(), min_size=1, max_size=3)):
        judged = judge_meld(meld)
        assert isinstance(judged, Meld)
        before += (tuple(meld),)
        without: list[Face] = []
        for face, reads in zip(meld, judged.reads, strict=True):
            if face.number or draw(st.booleans()):
                without.append(face)
            else:
                freed.append(face)
                words = [cell.split("/")[-1] for cell in reads.split()]
                without += parse_set(" ".join(w if w[0].isalpha() else f"R{w}" for w in words))
        replaced.append([*without, *draw(st.lists(st.sampled_from(_FEW), max_size=1))])
    return before, after + _laid([*replaced, freed])


def _laid(sets: list[list[Face]]) -> Sets:
    return tuple(tuple(meld) for meld in sets if meld)


@given(st.one_of(make_any_moves(), make_valid_moves(), make_moves_that_free_jokers()))
@example((parse_sets("R1 R2 R3 | R1 R2 R3"), parse_sets("R1 R2 | R3 R3 | R1 R2")))
@example(
    (parse_sets("R1 R2 R3 R4 | R1 R2 R3 R4"), parse_sets("R1 R2 R3 K1 | R1 R2 R3 K1 | R4 R4 J"))
)
@example((parse_sets("R1 R2 J | R1 R2 J"), parse_sets("R1 R2 R3 | R1 R2 R3 | J J M")))
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_the_steps_of_every_move_lead_to_the_table_after_it(move: tuple[Sets, Sets]) -> None:
    before, after = move
    check_steps(before, after)
    marks = mark_rack_tiles(before, after)
    assert [len(marked) for marked in marks] == [len(meld) for meld in after]
    new = Counter(
        face
        for meld, marked in zip(after, marks, strict=True)
        for face, is_new in zip(meld, marked, strict=True)
        if is_new
    )
    assert new == Counter(chain(*after)) - Counter(chain(*before))


def count_moved_by_brute_force(before: Sets, after: Sets) -> tuple[int, int]:
    """Count by trying every way to match the sets that are not kept."""
    kept = count_sets(before) & count_sets(after)
    old = [*(count_sets(before) - kept).elements()]
    new = [*(count_sets(after) - kept).elements()]
    spare: list[Tiles] = [()] * len(old)
    stay = max(
        sum((Counter(one) & Counter(other)).total() for one, other in zip(old, chosen, strict=True))
        for chosen in permutations([*new, *spare], len(old))
    )
    return kept.total(), sum(map(len, old)) - stay


@st.composite
def make_small_moves(draw: st.DrawFn) -> tuple[Sets, Sets]:
    faces = draw(st.lists(st.sampled_from(_FEW), min_size=1, max_size=12))
    before: list[list[Face]] = [[] for _ in range(4)]
    after: list[list[Face]] = [[] for _ in range(3)]
    for face in faces:
        draw(st.sampled_from(before)).append(face)
        draw(st.sampled_from(after)).append(face)
    return _laid(before), _laid(after)


@given(make_small_moves(), st.booleans())
@settings(max_examples=200, deadline=None)
def test_moved_matches_the_sets_in_the_best_way(move: tuple[Sets, Sets], back: bool) -> None:
    before, after = reversed(move) if back else move
    assert count_kept_sets_and_moved_tiles(before, after) == count_moved_by_brute_force(
        before, after
    )


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("E-1", (0, 0)),
        ("E-2", (0, 1)),
        ("E-3", (0, 1)),
        ("E-4", (0, 2)),
        ("E-5", (0, 2)),
        ("E-6", (0, 7)),
    ],
)
def test_how_much_a_worked_example_moves(name: str, counts: tuple[int, int]) -> None:
    _, before, after = EXAMPLES[name]
    assert count_kept_sets_and_moved_tiles(parse_sets(before), parse_sets(after)) == counts


def test_sets_that_lie_there_in_another_order_are_kept() -> None:
    assert count_kept_sets_and_moved_tiles(
        parse_sets("B3 B4 B5 | K1 R1 B1"), parse_sets("R1 K1 B1 | B5 B4 B3 | B3 B4 B5")
    ) == (2, 0)


def test_many_sets_that_all_change_are_matched_exactly() -> None:
    before = parse_sets(" | ".join(f"K{n} R{n} B{n} O{n}" for n in range(1, 14)))
    after = parse_sets(" | ".join(" ".join(f"{c}{n}" for n in range(1, 14)) for c in "KRBO"))
    assert count_kept_sets_and_moved_tiles(before, after) == (0, 52 - 4)
    assert count_kept_sets_and_moved_tiles(after, before) == (0, 52 - 4)
    assert len(check_steps(before, after)) <= 13 + 4
