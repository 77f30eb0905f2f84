"""An edition: every number and choice of a rule book, as one immutable value.

No code asks which edition it has before it, only what its fields say. House rules are an edition
with some fields changed (`house_rules`); a new rule book is a new literal beside the old ones.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec

from kostka.events.errors import BadInput, quote
from kostka.events.log import from_builtins, to_builtins
from kostka.tiles.box import BoxSpec, box_of


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
    """One stack stands in the middle, the odd one first; who finds it used up chooses (Z-10)."""


class TimeOut(StrEnum):
    """What becomes of a valid table when the time of a move runs out."""

    UNDONE = "undone"
    """The move is undone, with the penalty (N-26)."""
    STANDS = "stands"
    """The move stands (Z-12)."""


class InvalidMove(StrEnum):
    """What becomes of a finished move that breaks a rule (N-26)."""

    REFUSED = "refused"
    """It is refused and may be mended while time lasts."""
    PENALTY = "penalty"
    """It is undone and costs the penalty, as at a real table."""


class PoolEnd(StrEnum):
    """What happens when the pool runs out."""

    LAST_ROUND_DRAWER_FIRST = "last_round_drawer_first"
    """Everybody has one more turn, who drew the last tile begins (N-50)."""
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
    """Who has fewer tiles left; if that is a tie too, all of them."""


class Announced(StrEnum):
    """What a loser scores who had announced the opening in time (N-41)."""

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


MOST_PLAYERS = 6
HIGHEST_THRESHOLD = 200
LONGEST_TURN = 24 * 60 * 60
HIGHEST_PENALTY = 1000
MOST_PENALTY_TILES = 20


class Edition(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every number and choice of a rule book. Nonsense is refused when the value is made."""

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
    drawing: Drawing = Drawing.ANY_TILE
    three_doubles_redeal: bool
    """May a player with three pairs ask for a new deal (N-7)?"""
    opening_threshold: int
    """What an opening must be worth; 0 for no threshold (N-22)."""
    no_threshold_advised_for: tuple[Audience, ...] = ()
    turn_seconds: int | None
    """Time for a move; None for unlimited (N-26)."""
    turn_seconds_choices: tuple[int | None, ...] = ()
    """Other times that the rule book names."""
    failed_move_penalty: int
    """How many tiles a failed move costs (N-26)."""
    invalid_move: InvalidMove = InvalidMove.REFUSED
    time_out: TimeOut
    lost_tiles: LostTiles
    joker_penalty: int
    """What a joker left on the rack counts (N-40)."""
    not_opened: int | None
    """What a loser pays who never opened, instead of the rack; None to count the rack (N-41)."""
    could_have_opened: int | None
    """The same for a loser who could have opened (N-41)."""
    announced_opening: Announced = Announced.FLAT
    pool_end: PoolEnd
    tie: Tie = Tie.SHARED
    timed_rounds: bool = False
    """Can the time of a tournament round end the game (Z-17)?"""
    match_counts: MatchCounts

    def __post_init__(self) -> None:
        """Refuse what no table could play."""
        problems = [why for wrong, why in self._nonsense() if wrong]
        if problems:
            raise BadInput("; ".join(problems))

    def _nonsense(self) -> list[tuple[bool, str]]:
        box, threshold, most = self.box, self.opening_threshold, self.players_max
        flat = (self.not_opened, self.could_have_opened)
        turns = (self.turn_seconds, *self.turn_seconds_choices)
        return [
            (not self.key or len(self.key) > 40, "key needs 1 to 40 characters"),  # noqa: PLR2004
            (not _within(self.age, 0, 99), f"age {self.age} is not within 0 to 99"),
            *_box_nonsense(box),
            (
                not 2 <= self.players_min <= most <= MOST_PLAYERS,
                f"players {self.players_min} to {most} are not within 2 to {MOST_PLAYERS} (N-1)",
            ),
            (
                not 1 <= self.stack_height <= 20,  # noqa: PLR2004
                f"stack_height {self.stack_height} is not within 1 to 20 (N-5)",
            ),
            (
                not 1 <= self.stacks_each <= 10,  # noqa: PLR2004
                f"stacks_each {self.stacks_each} is not within 1 to 10 (N-6)",
            ),
            (
                self.deal is Deal.NEIGHBOURS and self.stacks_each != 2,  # noqa: PLR2004
                f"two neighbours give two stacks, not {self.stacks_each} (Z-10)",
            ),
            (
                most * self.rack_size >= self.tiles,
                f"{self.tiles} tiles do not give {most} players {self.rack_size} each"
                " and leave a pool (N-6)",
            ),
            (
                not 0 <= threshold <= HIGHEST_THRESHOLD,
                f"opening_threshold {threshold} is not within 0 to {HIGHEST_THRESHOLD} (N-22)",
            ),
            (
                not all(_within(seconds, 1, LONGEST_TURN) for seconds in turns),
                f"turn_seconds {self.turn_seconds} is not within 1 to {LONGEST_TURN} (N-26)",
            ),
            (
                not 0 <= self.failed_move_penalty <= MOST_PENALTY_TILES,
                f"failed_move_penalty {self.failed_move_penalty} is not within 0 to"
                f" {MOST_PENALTY_TILES} (N-26)",
            ),
            (
                not 0 <= self.joker_penalty <= HIGHEST_PENALTY,
                f"joker_penalty {self.joker_penalty} is not within 0 to {HIGHEST_PENALTY} (N-40)",
            ),
            (
                (self.not_opened is None) != (self.could_have_opened is None),
                "not_opened and could_have_opened are both numbers or both null (N-41)",
            ),
            (
                not all(_within(loss, 0, HIGHEST_PENALTY) for loss in flat),
                f"not_opened and could_have_opened are within 0 to {HIGHEST_PENALTY} (N-41)",
            ),
        ]

    @property
    def tiles(self) -> int:
        """How many tiles the box holds."""
        return len(box_of(self.box))

    @property
    def rack_size(self) -> int:
        """How many tiles a player begins with."""
        return self.stack_height * self.stacks_each

    @property
    def jokers(self) -> int:
        """How many jokers of all kinds the box holds."""
        return self.box.ordinary + self.box.double + self.box.colour_change + self.box.mirror


def _within(value: int | None, low: int, high: int) -> bool:
    return value is None or low <= value <= high


def _box_nonsense(box: BoxSpec) -> list[tuple[bool, str]]:
    limits = {"copies": (1, 3), "ordinary": (0, 4)} | dict.fromkeys(
        ("double", "colour_change", "mirror"), (0, 2)
    )
    return [
        (
            not low <= getattr(box, name) <= high,
            f"box.{name} {getattr(box, name)} is not within {low} to {high} (N-1)",
        )
        for name, (low, high) in limits.items()
    ]


def house_rules(edition: Edition, **changes: Any) -> Edition:  # noqa: ANN401
    """Change fields of an edition, by name and plain value: `opening_threshold=0`.

    A box is changed field by field too: `box={"ordinary": 4}`.
    """
    fields = to_builtins(edition)
    for name, value in changes.items():
        if name not in fields or name == "key":
            raise BadInput(f"{quote(name)} is no field that house rules can change")
        if name == "box" and isinstance(value, dict):
            fields[name] = fields[name] | value
        else:
            fields[name] = to_builtins(value)
    return from_builtins(fields, Edition)
