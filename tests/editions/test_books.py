"""The table of the boxes (N-1), cell by cell, and the choices of the other clauses."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from kostka.editions import (
    CLASSIC,
    EDITIONS,
    MSO,
    SIX,
    TOURNAMENT,
    TRAVEL,
    TWIST,
    Edition,
    apply_house_rules,
    get_edition,
)
from kostka.editions.model import (
    LATER_FIELDS,
    Announced,
    AnnouncementJudging,
    Audience,
    Deal,
    Drawing,
    FirstStarter,
    IdleTimeOut,
    InvalidMove,
    LostTiles,
    MatchCounts,
    PoolEnd,
    RedealRight,
    Tie,
    TimeOut,
)
from kostka.events.codec import from_json, to_json
from kostka.events.errors import BadInput

KEYS = ("classic", "six", "travel", "twist", "tournament", "mso")
HOME = (Audience.CHILDREN, Audience.SCHOOL, Audience.FIRST_GAMES)
WINS, POINTS = MatchCounts.WINS_THEN_POINTS, MatchCounts.POINTS

Row = tuple[str, Callable[[Edition], Any], tuple[Any, ...]]

# The columns are those of the table: classic, six, travel, twist, tournament; mso is the last.
N_1: list[Row] = [
    ("age", lambda book: book.age, (7, 7, 8, 7, None, None)),
    (
        "players",
        lambda book: (book.players_min, book.players_max),
        ((2, 4), (5, 6), (2, 4), (2, 4), (2, 4), (2, 2)),
    ),
    (
        "number tiles",
        lambda book: book.tile_count - book.joker_count,
        (104, 156, 104, 104, 104, 104),
    ),
    ("copies", lambda book: book.box.copies, (2, 3, 2, 2, 2, 2)),
    ("jokers", lambda book: book.joker_count, (2, 4, 2, 8, 2, 2)),
    ("ordinary jokers", lambda book: book.box.ordinary, (2, 4, 2, 2, 2, 2)),
    ("double jokers", lambda book: book.box.double, (0, 0, 0, 2, 0, 0)),
    ("colour-change jokers", lambda book: book.box.colour_change, (0, 0, 0, 2, 0, 0)),
    ("mirror jokers", lambda book: book.box.mirror, (0, 0, 0, 2, 0, 0)),
    ("total", lambda book: book.tile_count, (106, 160, 106, 112, 106, 106)),
    ("opening threshold", lambda book: book.opening_threshold, (30, 30, 30, 30, 30, 30)),
    (
        "no threshold is recommended",
        lambda book: book.no_threshold_advised_for,
        (HOME, (Audience.FIVE_OR_SIX,), (), (), (), ()),
    ),
    ("time for a move", lambda book: book.turn_seconds, (60, 60, 60, 60, 40, None)),
    (
        "other times",
        lambda book: book.turn_seconds_choices,
        ((30, 40, None), (30, 40, None), (), (), (), ()),
    ),
    ("penalty for a failed move", lambda book: book.failed_move_penalty, (1, 1, 3, 3, 1, 1)),
    (
        "at time-out",
        lambda book: book.time_out,
        (*4 * (TimeOut.UNDONE,), TimeOut.VALID_PART_STANDS, TimeOut.UNDONE),
    ),
    ("joker left", lambda book: book.joker_penalty, (50, 50, 30, 30, 50, 50)),
    ("never opened", lambda book: book.not_opened, (100, 100, None, None, 100, 100)),
    ("could have opened", lambda book: book.could_have_opened, (200, 200, None, None, 200, 200)),
    (
        "three doubles",
        lambda book: book.three_doubles_redeal,
        (True, True, False, False, True, True),
    ),
    (
        "pool runs out",
        lambda book: book.pool_end,
        (
            PoolEnd.LAST_ROUND_DRAWER_FIRST,
            PoolEnd.LAST_ROUND_DRAWER_FIRST,
            PoolEnd.LAST_ROUND_WITHOUT_DRAWER,
            PoolEnd.PLAY_ON,
            PoolEnd.LAST_ROUND_DRAWER_LAST,
            PoolEnd.LAST_ROUND_DRAWER_FIRST,
        ),
    ),
    ("a match counts", lambda book: book.match_counts, (WINS, WINS, POINTS, WINS, WINS, WINS)),
]
OTHERS: list[Row] = [
    ("key", lambda book: book.key, KEYS),
    ("stacks of (N-5)", lambda book: book.stack_height, 6 * (7,)),
    ("stacks each (N-6)", lambda book: book.stacks_each, 6 * (2,)),
    ("first tiles (N-6)", lambda book: book.rack_size, 6 * (14,)),
    (
        "first starter (N-2, Z-3)",
        lambda book: book.first_starter,
        (*4 * (FirstStarter.HIGHEST_TILE,), FirstStarter.FIRST_SEAT, FirstStarter.HIGHEST_TILE),
    ),
    (
        "deal (N-6, Z-10)",
        lambda book: book.deal,
        (*4 * (Deal.TAKE_STACKS,), Deal.NEIGHBOURS, Deal.TAKE_STACKS),
    ),
    (
        "drawing (Z-10)",
        lambda book: book.drawing,
        (*4 * (Drawing.ANY_TILE,), Drawing.CHOSEN_STACK, Drawing.ANY_TILE),
    ),
    ("invalid moves (N-26)", lambda book: book.invalid_move, 6 * (InvalidMove.REFUSED,)),
    (
        "lost tiles (N-27)",
        lambda book: book.lost_tiles,
        (*3 * (LostTiles.RACK,), LostTiles.POOL, LostTiles.RACK, LostTiles.RACK),
    ),
    ("joker-only sets (N-12)", lambda book: book.joker_only_sets, 6 * (True,)),
    ("single-tile mirrors (T-31)", lambda book: book.single_tile_mirrors, 6 * (True,)),
    ("adjacent changes (T-23)", lambda book: book.adjacent_colour_changes, 6 * (True,)),
    ("idle time-outs (N-26)", lambda book: book.idle_time_out, 6 * (IdleTimeOut.DRAW,)),
    ("announced (N-41)", lambda book: book.announced_opening, 6 * (Announced.FLAT,)),
    (
        "new deal until (N-7)",
        lambda book: book.redeal_right,
        6 * (RedealRight.OWN_FIRST_TURN,),
    ),
    (
        "announcements judged (N-41)",
        lambda book: book.announcement_judging,
        6 * (AnnouncementJudging.AT_END,),
    ),
    ("time to announce (N-20)", lambda book: book.announcement_seconds, 6 * (5,)),
    (
        "ties (N-54)",
        lambda book: book.tie,
        (*3 * (Tie.SHARED,), Tie.FEWER_TILES, Tie.SHARED, Tie.SHARED),
    ),
    ("jokers each (M-2)", lambda book: book.jokers_each, (0, 0, 0, 0, 0, 1)),
    ("main time (M-3)", lambda book: book.main_seconds, (*5 * (None,), 600)),
    ("delay (M-3)", lambda book: book.delay_seconds, (0, 0, 0, 0, 0, 10)),
    (
        "timed rounds (Z-17)",
        lambda book: book.timed_rounds,
        (False, False, False, False, True, False),
    ),
]


def cells(rows: list[Row]) -> list[Any]:
    return [
        pytest.param(key, get, wanted, id=f"{name}-{key}")
        for name, get, column in rows
        for key, wanted in zip(KEYS, column, strict=True)
    ]


@pytest.mark.clause("N-1")
@pytest.mark.parametrize(("key", "get", "wanted"), cells(N_1))
def test_every_cell_of_the_table(key: str, get: Callable[[Edition], Any], wanted: object) -> None:
    assert get(EDITIONS[key]) == wanted


@pytest.mark.clause("N-5", "N-6", "N-27", "N-54")
@pytest.mark.parametrize(("key", "get", "wanted"), cells(OTHERS))
def test_every_choice_of_the_other_clauses(
    key: str, get: Callable[[Edition], Any], wanted: object
) -> None:
    assert get(EDITIONS[key]) == wanted


def test_the_rows_above_hold_every_field_of_an_edition() -> None:
    """A new field needs a row above."""
    rows = [get for _, get, _ in (*N_1, *OTHERS)]
    for field in msgspec.structs.fields(Edition):
        spy = _Spy(CLASSIC, field.name)
        for get in rows:
            get(spy)  # type: ignore[arg-type]
        assert spy.asked, field.name


class _Spy:
    """An edition that notices whether a field is asked for."""

    def __init__(self, book: Edition, field: str) -> None:
        self._book, self._field = book, field
        self.asked = False

    def __getattr__(self, name: str) -> Any:
        if name == self._field:
            self.asked = True
        return getattr(self._book, name)


@pytest.mark.clause("N-5")
@pytest.mark.parametrize(
    ("book", "heights"),
    [
        (CLASSIC, (*14 * (7,), 8)),
        (SIX, (*22 * (7,), 6)),
        (TRAVEL, (*14 * (7,), 8)),
        (TWIST, 16 * (7,)),
        (TOURNAMENT, (*14 * (7,), 8)),
        (MSO, (*14 * (7,), 8)),
    ],
    ids=KEYS,
)
def test_the_tiles_are_stacked_by_seven(book: Edition, heights: tuple[int, ...]) -> None:
    assert book.stack_heights == heights
    assert sum(heights) == book.tile_count


def test_the_editions_are_found_by_their_names() -> None:
    assert tuple(EDITIONS) == KEYS
    assert [get_edition(key) for key in KEYS] == [CLASSIC, SIX, TRAVEL, TWIST, TOURNAMENT, MSO]
    assert get_edition(" Classic\n") is CLASSIC


@pytest.mark.parametrize(
    ("key", "quoted"),
    [("chess", "'chess'"), ("", "''"), ("a\nb", "'a?b'"), ("x" * 10_000, f"'{'x' * 40}…'")],
)
def test_an_unknown_edition_is_refused(key: str, quoted: str) -> None:
    with pytest.raises(BadInput) as refused:
        get_edition(key)
    assert str(refused.value) == f"{quoted} is not an edition: choose {', '.join(KEYS)}"


@pytest.mark.parametrize("book", EDITIONS.values(), ids=KEYS)
def test_an_edition_is_the_same_after_saving(book: Edition) -> None:
    assert from_json(to_json(book), Edition) == book


SAVED_CLASSIC = (  # as games were saved before any field was added
    b'{"key":"classic","age":7,"players_min":2,"players_max":4,'
    b'"box":{"copies":2,"ordinary":2,"double":0,"colour_change":0,"mirror":0},'
    b'"stack_height":7,"stacks_each":2,"first_starter":"highest_tile","deal":"take_stacks",'
    b'"drawing":"any_tile","three_doubles_redeal":true,"opening_threshold":30,'
    b'"no_threshold_advised_for":["children","school","first_games"],"turn_seconds":60,'
    b'"turn_seconds_choices":[30,40,null],"failed_move_penalty":1,"invalid_move":"refused",'
    b'"time_out":"undone","lost_tiles":"rack","joker_penalty":50,"not_opened":100,'
    b'"could_have_opened":200,"announced_opening":"flat","pool_end":"last_round_drawer_first",'
    b'"tie":"shared","timed_rounds":false,"match_counts":"wins_then_points"}'
)


def test_saved_games_can_rely_on_the_form_of_an_edition() -> None:
    fields = json.loads(SAVED_CLASSIC)
    now = json.loads(to_json(CLASSIC))
    added = {name: value for name, value in now.items() if name not in fields}
    assert now == fields | added
    assert set(added) <= set(LATER_FIELDS)
    saved = from_json(SAVED_CLASSIC, Edition)
    assert saved == apply_house_rules(CLASSIC, **LATER_FIELDS)


@pytest.mark.parametrize("field", ["key", "opening_threshold", "box", "stack_heights", "new"])
def test_an_edition_cannot_be_changed(field: str) -> None:
    with pytest.raises(AttributeError):
        setattr(CLASSIC, field, 1)
    with pytest.raises(AttributeError):
        setattr(CLASSIC.box, "copies", 3)  # noqa: B010  (mypy knows that it cannot be)
