"""Whether a turn is legal, judged without a game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, islice
from typing import Any

import msgspec

from kostka.editions import apply_house_rules, get_edition
from kostka.events.codec import from_json, to_json
from kostka.events.errors import BadInput
from kostka.melds.reading import interpret_set
from kostka.melds.tile_assignment import assign_tiles
from kostka.melds.turn import Table, check_turn
from kostka.protocol.responses import Problem, SetJudged
from kostka.server.games.set_verdict import judge_set
from kostka.server.workers.task import Task
from kostka.tiles.box import TileId, get_box
from kostka.tiles.notation import format_set, parse_set, parse_table
from kostka.tiles.tile import Face


class TurnToCheck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn in the notation of tiles: `B3 B4 B5 | K7 R7 O7`."""

    edition: str
    before: str
    """The table when the turn begins."""
    rack: str
    after: str
    """The table when it ends."""
    opened: bool = True
    """Whether the player has opened in an earlier turn."""
    rules: dict[str, Any] = msgspec.field(default_factory=dict)
    """House rules: fields of the edition with other values."""


class TurnVerdict(msgspec.Struct, frozen=True):
    """What the rules say about a turn. It is legal if there are no problems."""

    sets: tuple[SetJudged, ...]
    """Every set of the table after the turn, in its order."""
    placed: tuple[str, ...]
    """The tiles that came from the rack."""
    value: int
    """What the new sets are worth, for a player who has not opened."""
    problems: tuple[Problem, ...]


def judge_turn(turn: TurnToCheck) -> TurnVerdict:
    """Judge a turn; raise `BadInput` for one that the tiles of the box do not allow."""
    edition = apply_house_rules(get_edition(turn.edition), **turn.rules)
    box, rules = get_box(edition.box), edition.set_rules
    lying, after = parse_table(turn.before), parse_table(turn.after)
    for meld in lying:
        if interpret_set(meld, rules) is None:
            raise BadInput(f"{format_set(meld)} lies on the table and is not a valid set")
    shortages = box.describe_shortages(chain.from_iterable(after))
    if shortages:
        raise BadInput(f"{'; '.join(shortages)} (N-1)")
    old = box.pick_tiles(chain.from_iterable(lying))
    rack = box.pick_tiles(parse_set(turn.rack), old)
    before = _split_tiles_into_sets(old, lying)
    # Tiles of neither table nor rack come first, so that a turn with them is judged illegal.
    elsewhere = [tile for tile in box.tiles if tile not in {*old, *rack}]
    result = check_turn(
        edition,
        before,
        rack,
        assign_tiles(box, before, [*elsewhere, *rack], after),
        opened=turn.opened,
    )
    return TurnVerdict(
        tuple([judge_set(meld, rules) for meld in after]),
        tuple(map(str, box.get_faces(result.placed))),
        result.value,
        tuple(map(Problem.from_violation, result.violations)),
    )


def _split_tiles_into_sets(tiles: Sequence[TileId], sets: Sequence[Sequence[Face]]) -> Table:
    """Split tiles into sets that are as long as these."""
    rest = iter(tiles)
    return tuple([tuple(islice(rest, len(meld))) for meld in sets])


def _answer(payload: bytes) -> bytes:
    """Return the verdict on a turn; both are JSON."""
    return to_json(judge_turn(from_json(payload, TurnToCheck)))


CHECK_TURN = Task("check_turn", _answer, seconds=5)
