"""Make up results for a rehearsal, always the same for the same seed."""

from __future__ import annotations

from kostka.numbers.events import Ending
from kostka.tiles import shuffle
from kostka.tournament.score_sheet import ScoreSheet, SheetRack
from kostka.tournament.state import Round, State, Status, TournamentTable

MAX_RACK_VALUE = 90
"""Made-up racks count from 1 to this."""

NOT_OPENED_ONE_IN = 12
POOL_EMPTY_ONE_IN = 6


def make_rehearsal_sheet(
    state: State, round_: Round, table: TournamentTable, game: int
) -> ScoreSheet | None:
    """Make up a result; None (not played) if too few players are left."""
    there = [
        player
        for player in table.seats
        if state.players[player].status not in (Status.WITHDRAWN, Status.EXCLUDED)
    ]
    if len(there) < state.header.edition.players_min:
        return None
    dice = _shuffle_rack_values(
        state.header.seed, f"rehearsal {round_.number}.{table.number}.{game}"
    )
    # Different racks, so that nobody is level by accident.
    racks = {player: SheetRack(tiles=dice[at] + 1) for at, player in enumerate(there)}
    if dice[-1] % POOL_EMPTY_ONE_IN:
        winner = there[dice[-2] % len(there)]
        if not dice[-3] % NOT_OPENED_ONE_IN:
            other = next(player for player in there if player != winner)
            racks[other] = SheetRack(
                tiles=racks[other].tiles, opened=False, could_have_opened=bool(dice[-4] % 2)
            )
        racks[winner] = SheetRack()
        ending = Ending.WENT_OUT
    else:
        ending = Ending.POOL_EMPTY
    return ScoreSheet(ending, tuple(racks.get(player) for player in table.seats))


def _shuffle_rack_values(seed: str, purpose: str) -> list[int]:
    return shuffle.shuffle_numbers(seed.encode(), (), purpose, MAX_RACK_VALUE)
