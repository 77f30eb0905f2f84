"""An edition: every number and choice of a rule book, as one immutable value.

No code asks which edition it is given, only what its fields say. House rules are an edition with
some fields changed (`apply_house_rules`); a new rule book is a new literal in `books.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from operator import attrgetter
from typing import Any

import msgspec

from kostka.editions.set_rules import ALL_SETS, SetRules
from kostka.events.codec import from_builtins, to_builtins
from kostka.events.errors import BadInput, format_input, quote
from kostka.tiles.box import BoxSpec, get_box


class FirstStarter(StrEnum):
    """Who starts the first game of a match."""

    HIGHEST_TILE = "highest_tile"
    """Everybody draws a tile, the highest number starts (N-2)."""
    FIRST_SEAT = "first_seat"
    """The player in seat A (Z-3)."""


class Deal(StrEnum):
    """How the stacks reach the players."""

    TAKE_STACKS = "take_stacks"
    """Everybody takes stacks (N-6)."""
    NEIGHBOURS = "neighbours"
    """Everybody, the starter first, gives one stack to each neighbour (Z-10)."""


class Drawing(StrEnum):
    """Where the next tile is drawn from."""

    ANY_TILE = "any_tile"
    """The pool is one heap."""
    CHOSEN_STACK = "chosen_stack"
    """One stack stands in the middle, the odd one first; the player who finds it used up
    chooses the next (Z-10)."""


class RedealRight(StrEnum):
    """Until when a player with three doubles may ask for a new deal (N-7)."""

    FIRST_MOVE = "first_move"
    """Until the first move of the game, whoever makes it."""
    OWN_FIRST_TURN = "own_first_turn"
    """Until the player's own first turn ends, or a tile is placed on the table."""


class TimeOut(StrEnum):
    """What happens to a move whose time runs out, if the table is valid."""

    UNDONE = "undone"
    """The move is undone, with the penalty (N-26)."""
    STANDS = "stands"
    """The move stands. Older games and house rules have it."""
    VALID_PART_STANDS = "valid_part_stands"
    """Own tiles in invalid sets go back to the rack, and the rest of the move stands (Z-12)."""


class InvalidMove(StrEnum):
    """What happens to a finished move that breaks a rule (N-26)."""

    REFUSED = "refused"
    """It is refused and may be corrected while time lasts."""
    PENALTY = "penalty"
    """It is undone and costs the penalty, as at a real table."""


class IdleTimeOut(StrEnum):
    """What it costs when time runs out and the table is as it was (N-26)."""

    DRAW = "draw"
    """An ordinary draw of one tile."""
    PENALTY = "penalty"
    """The penalty for a failed move."""


class PoolEnd(StrEnum):
    """What happens when the pool runs out."""

    LAST_ROUND_DRAWER_FIRST = "last_round_drawer_first"
    """Everybody has one more turn, starting with the player who drew the last tile (N-50)."""
    LAST_ROUND_DRAWER_LAST = "last_round_drawer_last"
    """Everybody has one more turn in the order of play, so the drawer is last (N-50)."""
    LAST_ROUND_WITHOUT_DRAWER = "last_round_without_drawer"
    """Everybody but the drawer has one more turn (N-51)."""
    PLAY_ON = "play_on"
    """Play goes on until somebody does not place (N-52)."""


class Tie(StrEnum):
    """Who wins when several players share the lowest rack count (N-54)."""

    SHARED = "shared"
    """All of them; the winner's points are divided."""
    FEWER_TILES = "fewer_tiles"
    """The player with fewer tiles left; if that is a tie too, all of them."""


class AnnouncementJudging(StrEnum):
    """When an announced opening is judged (N-41)."""

    AT_ONCE = "at_once"
    """An announcement that does not help is refused. The turn stays open after a draw until the
    player ends it or runs out of time, and tiles drawn by a time-out do not count."""
    AT_END = "at_end"
    """Every announcement after a draw is accepted and judged when the game is over. A turn with a
    draw ends after a short time, the same for everybody (N-20)."""


class Announced(StrEnum):
    """How a loser scores after announcing the opening in time (N-41)."""

    FLAT = "flat"
    """The flat score for not having opened."""
    COUNT_RACK = "count_rack"
    """The rack is counted as for everybody who has opened."""


class LostTiles(StrEnum):
    """Where tiles go at a real table when nobody remembers their place (N-27)."""

    RACK = "rack"
    """On the rack of the player whose move it was."""
    POOL = "pool"
    """Into the pool; the player draws as many extra penalty tiles."""


class MatchCounts(StrEnum):
    """What ranks the players of a match (N-61)."""

    WINS_THEN_POINTS = "wins_then_points"
    """Big points, then small points."""
    POINTS = "points"
    """Points alone; there are no big points."""


class Audience(StrEnum):
    """For whom the box recommends to play without an opening threshold (N-1)."""

    CHILDREN = "children"
    SCHOOL = "school"
    FIRST_GAMES = "first_games"
    FIVE_OR_SIX = "five_or_six_players"


MAX_PENALTY_TILES = 20
_MAX_TURN_SECONDS = 24 * 60 * 60
_MAX_MAIN_SECONDS = 6 * 60 * 60
_MAX_DELAY_SECONDS = 10 * 60

RANGES = (
    ("age", 0, 99, "N-1"),
    ("players_min", 2, 6, "N-1"),
    ("players_max", 2, 6, "N-1"),
    ("box.copies", 1, 3, "N-1"),
    ("box.ordinary", 0, 4, "N-1"),
    ("box.double", 0, 2, "N-1"),
    ("box.colour_change", 0, 2, "N-1"),
    ("box.mirror", 0, 2, "N-1"),
    ("stack_height", 1, 20, "N-5"),
    ("stacks_each", 1, 10, "N-6"),
    ("jokers_each", 0, 4, "M-2"),
    ("opening_threshold", 0, 100, "N-22"),
    ("turn_seconds", 1, _MAX_TURN_SECONDS, "N-26"),
    ("main_seconds", 1, _MAX_MAIN_SECONDS, "M-3"),
    ("delay_seconds", 0, _MAX_DELAY_SECONDS, "M-3"),
    ("failed_move_penalty", 0, MAX_PENALTY_TILES, "N-26"),
    ("joker_penalty", 0, 1000, "N-40"),
    ("not_opened", 0, 1000, "N-41"),
    ("could_have_opened", 0, 1000, "N-41"),
    ("announcement_seconds", 1, 60, "N-20"),
)
"""What numbers make sense, and the clause they belong to."""

_MAX_KEY_LENGTH = 40

LATER_FIELDS: dict[str, Any] = {
    "redeal_right": "first_move",
    "announcement_judging": "at_once",
    "announcement_seconds": 5,
    "joker_only_sets": True,
    "single_tile_mirrors": True,
    "adjacent_colour_changes": True,
    "idle_time_out": "draw",
    "jokers_each": 0,
    "main_seconds": None,
    "delay_seconds": 0,
}
"""Fields that an edition got after games had been saved without them, with the plain value that
says what those games were played by. It is the default of the field, too."""


class Edition(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """Every number and choice of a rule book. Values that make no sense are refused."""

    key: str
    """The rule book's name: `classic`. Editions with house rules keep it."""
    age: int | None
    """From which age, if the box says so (N-1)."""
    players_min: int
    players_max: int
    box: BoxSpec
    """The tiles (N-1)."""
    stack_height: int = 7
    """How high the tiles are stacked (N-5)."""
    stacks_each: int = 2
    """How many stacks a player begins with (N-6)."""
    first_starter: FirstStarter = FirstStarter.HIGHEST_TILE
    deal: Deal = Deal.TAKE_STACKS
    jokers_each: int = 0
    """How many jokers every player begins with, the rest of the rack being number tiles; 0 to deal
    jokers as they come (M-2)."""
    drawing: Drawing = Drawing.ANY_TILE
    three_doubles_redeal: bool
    """May a player with three pairs ask for a new deal (N-7)?"""
    redeal_right: RedealRight = RedealRight.FIRST_MOVE
    joker_only_sets: bool = True
    """May a set consist of jokers alone (N-12, T-4)?"""
    single_tile_mirrors: bool = True
    """May a mirror joker have the worth of one tile on each side, `R4 M R4` (T-31)?"""
    adjacent_colour_changes: bool = True
    """May two colour-change jokers lie side by side, `O6 C C B9` (T-23)?"""
    opening_threshold: int
    """What an opening must be worth; 0 for no threshold (N-22)."""
    no_threshold_advised_for: tuple[Audience, ...] = ()
    turn_seconds: int | None
    """Time for a move; None for unlimited (N-26)."""
    turn_seconds_choices: tuple[int | None, ...] = ()
    """Other times that the rule book names."""
    main_seconds: int | None = None
    """Time of a player for all moves of a game, instead of a time for each; None without (M-3)."""
    delay_seconds: int = 0
    """With a main time: how much of each move costs nothing of it (M-3)."""
    failed_move_penalty: int
    """How many tiles a failed move costs (N-26)."""
    invalid_move: InvalidMove = InvalidMove.REFUSED
    time_out: TimeOut
    idle_time_out: IdleTimeOut = IdleTimeOut.DRAW
    lost_tiles: LostTiles
    joker_penalty: int
    """What a joker left on the rack counts (N-40)."""
    not_opened: int | None
    """What a loser pays who never opened, instead of the rack; None to count the rack (N-41)."""
    could_have_opened: int | None
    """The same for a loser who could have opened (N-41)."""
    announced_opening: Announced = Announced.FLAT
    announcement_judging: AnnouncementJudging = AnnouncementJudging.AT_ONCE
    announcement_seconds: int = 5
    """How long players who have not opened may announce after a draw, where that is judged at the
    end (N-20)."""
    pool_end: PoolEnd
    tie: Tie = Tie.SHARED
    timed_rounds: bool = False
    """Can the time of a tournament round end the game (Z-17)?"""
    match_counts: MatchCounts

    def __post_init__(self) -> None:
        """Refuse what no table could play."""
        problems = [
            f"{field} {format_input(value)} is not within {low} to {high} ({clause})"
            for field, low, high, clause in RANGES
            if (value := attrgetter(field)(self)) is not None and not low <= value <= high
        ] or [*self._list_contradictions()]
        if problems:
            raise BadInput("; ".join(problems))

    def _list_contradictions(self) -> Iterator[str]:
        """List numbers that make sense alone, but not together."""
        most, each, height = self.players_max, self.stacks_each, self.stack_height
        if not 0 < len(self.key) <= _MAX_KEY_LENGTH or not self.key.isprintable():
            yield f"key {quote(self.key)} needs 1 to {_MAX_KEY_LENGTH} characters"
        if self.players_min > most:
            yield f"players_min {self.players_min} is more than players_max {most} (N-1)"
        if self.deal is Deal.NEIGHBOURS and each != 2:  # noqa: PLR2004
            yield f"two neighbours give two stacks, not {each} (Z-10)"
        enough = most * each <= self.stack_heights.count(height)
        if not enough or most * self.rack_size >= self.tile_count:
            stacks = f"{each} stacks of {height} and leave a pool"
            yield f"{self.tile_count} tiles do not give {most} players {stacks} (N-6)"
        yield from self._list_deal_contradictions()
        yield from self._list_time_contradictions()
        if (self.not_opened is None) != (self.could_have_opened is None):
            yield "not_opened and could_have_opened are both numbers or both null (N-41)"
        elif (self.not_opened or 0) > (self.could_have_opened or 0):
            yield "could_have_opened is less than not_opened (N-41)"

    def _list_deal_contradictions(self) -> Iterator[str]:
        """List why not everybody can begin with as many jokers as they should."""
        most, each = self.players_max, self.jokers_each
        if most * each > self.joker_count:
            yield f"{self.joker_count} jokers do not give {most} players {each} each (M-2)"
        elif each > self.stack_height:
            yield f"{each} jokers do not fit on a stack of {self.stack_height} (M-2)"
        elif each and most * (self.rack_size - each) > self.tile_count - self.joker_count:
            yield f"{self.tile_count - self.joker_count} number tiles do not fill the racks (M-2)"

    def _list_time_contradictions(self) -> Iterator[str]:
        choices = [seconds for seconds in self.turn_seconds_choices if seconds is not None]
        if not all(1 <= seconds <= _MAX_TURN_SECONDS for seconds in choices):
            yield f"turn_seconds_choices are not within 1 to {_MAX_TURN_SECONDS} (N-26)"
        if self.main_seconds is not None and self.turn_seconds is not None:
            yield "turn_seconds and main_seconds are not both limited: one of them is null (M-3)"
        if self.main_seconds is None and self.delay_seconds:
            yield "delay_seconds needs main_seconds (M-3)"

    @property
    def set_rules(self) -> SetRules:
        """Which sets are allowed."""
        if self.joker_only_sets and self.single_tile_mirrors and self.adjacent_colour_changes:
            return ALL_SETS
        return SetRules(
            self.joker_only_sets, self.single_tile_mirrors, self.adjacent_colour_changes
        )

    @property
    def idle_fields(self) -> frozenset[str]:
        """Fields about jokers that the box does not have, so that they say nothing."""
        says_something = {
            "joker_only_sets": self.joker_count >= 3,  # noqa: PLR2004  (a set has three tiles)
            "single_tile_mirrors": self.box.mirror > 0,
            "adjacent_colour_changes": self.box.colour_change > 1,
        }
        return frozenset(field for field, does in says_something.items() if not does)

    @property
    def tile_count(self) -> int:
        """How many tiles the box holds."""
        return len(get_box(self.box))

    @property
    def stack_heights(self) -> tuple[int, ...]:
        """How high each stack is; an odd one is the last: 14 of 7 and one of 8 (N-5)."""
        stacks, rest = divmod(self.tile_count, self.stack_height)
        even = (self.stack_height,) * stacks
        if not rest:
            return even
        if rest <= self.stack_height // 2:  # too few for a stack of their own
            return (*even[1:], self.stack_height + rest)
        return (*even, rest)

    @property
    def rack_size(self) -> int:
        """How many tiles a player begins with."""
        return self.stack_height * self.stacks_each

    @property
    def has_announcement_window(self) -> bool:
        """Whether a turn of a player who has not opened stays open for a moment after a draw."""
        return self.not_opened is not None and (
            self.announcement_judging is AnnouncementJudging.AT_END
        )

    @property
    def joker_count(self) -> int:
        """How many jokers of all kinds the box holds."""
        return self.box.ordinary + self.special_joker_count

    @property
    def special_joker_count(self) -> int:
        """How many jokers of the box are not ordinary."""
        return self.box.double + self.box.colour_change + self.box.mirror


_FIELD_CLAUSES = {
    "three_doubles_redeal": "N-7",
    "redeal_right": "N-7",
    "joker_only_sets": "N-12",
    "single_tile_mirrors": "T-31",
    "adjacent_colour_changes": "T-23",
    "opening_threshold": "N-22",
    "turn_seconds": "N-26",
    "main_seconds": "M-3",
    "delay_seconds": "M-3",
    "jokers_each": "M-2",
    "failed_move_penalty": "N-26",
    "invalid_move": "N-26",
    "idle_time_out": "N-26",
    "lost_tiles": "N-27",
    "joker_penalty": "N-40",
    "not_opened": "N-41",
    "could_have_opened": "N-41",
    "announced_opening": "N-41",
    "announcement_judging": "N-41",
    "announcement_seconds": "N-20",
    "stack_height": "N-5",
    "stacks_each": "N-6",
    "tie": "N-54",
    "timed_rounds": "Z-17",
    "match_counts": "N-61",
}

_CHOICE_CLAUSES: dict[StrEnum, str] = {
    FirstStarter.HIGHEST_TILE: "N-2",
    FirstStarter.FIRST_SEAT: "Z-3",
    Deal.TAKE_STACKS: "N-6",
    Deal.NEIGHBOURS: "Z-10",
    Drawing.ANY_TILE: "N-6",
    Drawing.CHOSEN_STACK: "Z-10",
    TimeOut.UNDONE: "N-26",
    TimeOut.STANDS: "Z-12",
    TimeOut.VALID_PART_STANDS: "Z-12",
    PoolEnd.LAST_ROUND_DRAWER_FIRST: "N-50",
    PoolEnd.LAST_ROUND_DRAWER_LAST: "N-50",
    PoolEnd.LAST_ROUND_WITHOUT_DRAWER: "N-51",
    PoolEnd.PLAY_ON: "N-52",
}


def find_field_clause(edition: Edition, field: str) -> str:
    """Return the clause about a field of an edition; by default N-1, the table of all."""
    value = getattr(edition, field)
    if isinstance(value, StrEnum) and value in _CHOICE_CLAUSES:
        return _CHOICE_CLAUSES[value]
    return _FIELD_CLAUSES.get(field, "N-1")


def apply_house_rules(edition: Edition, /, **changes: Any) -> Edition:  # noqa: ANN401
    """Change fields of an edition, by name and plain value: `opening_threshold=0`.

    A box is changed field by field too: `box={"ordinary": 4}`.
    """
    fields = to_builtins(edition)
    for name, value in changes.items():
        if name not in fields or name == "key":
            raise BadInput(f"{quote(name)} is not a field that house rules can change")
        if name == "box" and isinstance(value, dict):
            fields[name] = fields[name] | value
        else:
            try:
                fields[name] = to_builtins(value)
            except NotImplementedError:
                raise BadInput(f"{name} cannot be {quote(type(value).__name__)}") from None
    return from_builtins(fields, Edition)
