"""Results: entered once, corrected with a reason, or filled in by a rehearsal."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from kostka.events.errors import make_refusal
from kostka.numbers.events import Ending
from kostka.tournament import commands as cmd
from kostka.tournament import events as ev
from kostka.tournament import problems
from kostka.tournament.rehearsal import make_rehearsal_sheet
from kostka.tournament.roles import Grant, Role
from kostka.tournament.rounds import require_running_round
from kostka.tournament.score_sheet import Lines, ScoreSheet, Where, check_and_score_game
from kostka.tournament.state import Phase, ResultVersion, State, Status, TournamentTable

MAX_STAMP_LENGTH = 64

GONE = (Status.WITHDRAWN, Status.EXCLUDED)

REHEARSAL_STAMP = "rehearsal "
"""Prefix of the stamps of results that a rehearsal fills in."""


def _require_table(
    state: State, grant: Grant, command: cmd.EnterResult | cmd.CorrectResult
) -> TournamentTable:
    """Return the table of a result; refuse one that this link may not touch."""
    fits = 0 < len(command.stamp) <= MAX_STAMP_LENGTH and command.stamp.isprintable()
    if not fits or command.stamp.startswith(
        REHEARSAL_STAMP
    ):  # the proof of a log tells these apart
        raise make_refusal(problems.BAD_STAMP(most=MAX_STAMP_LENGTH))
    if not 1 <= command.round <= len(state.rounds):
        raise make_refusal(problems.NO_ROUND(round=command.round))
    round_ = state.rounds[command.round - 1]
    if command.draw not in (None, round_.draw):
        raise make_refusal(problems.SHEET_REPLACED(round=round_.number))
    if not 1 <= command.table <= len(round_.tables):
        raise make_refusal(problems.NO_TABLE(round=round_.number, table=command.table))
    own = grant.link.table
    if own is not None and own != command.table:
        raise make_refusal(problems.WRONG_TABLE(own=own, table=command.table))
    if grant.link.role is Role.TABLE:
        if round_.number != grant.round or round_.phase is Phase.CLOSED:
            raise make_refusal(problems.SHEET_OF_ROUND(round=grant.round or 0))
        if round_.phase is not Phase.RUNNING:
            raise make_refusal(problems.ROUND_NOT_RUNNING(round=round_.number))
    if not 1 <= command.game <= round_.games:
        raise make_refusal(problems.NO_GAME(games=round_.games, game=command.game))
    return round_.tables[command.table - 1]


def _check_and_score_result(
    state: State, table: TournamentTable, game: int, paper: ScoreSheet | None
) -> Lines:
    """Score a sheet; None means that the game was not played.

    A player who was away during a game may be back by now; the current result shows who played.
    """
    if paper is None:
        return (None,) * len(table.seats)
    where: Where = {"table": table.number, "game": game}
    players = [state.players[player] for player in table.seats]
    held = _find_current_result(table, game)
    ended = held.paper.ending if held and held.paper else None  # the settings may have changed
    if len(paper.racks) == len(players):
        before = held.lines if held and held.paper else None
        playing = [
            player.name
            for seat, (player, rack) in enumerate(zip(players, paper.racks, strict=True))
            if rack is None and player.status not in GONE and (before is None or before[seat])
        ]
        if playing:
            raise make_refusal(*(problems.STILL_PLAYING(**where, name=name) for name in playing))
    return check_and_score_game(
        state.header.edition,
        [player.name for player in players],
        paper,
        where,
        timed=state.settings.minutes is not None or ended is Ending.ROUND_TIME,
    )


def _find_walkover(
    state: State, table: TournamentTable, paper: ScoreSheet | None
) -> int | UnsetType:
    """Return who wins a game that was not played, because only the opponent is gone (M-12)."""
    there = [player for player in table.seats if state.players[player].status not in GONE]
    if paper is None and state.format.has_byes and len(there) == 1:
        return there[0]
    return UNSET


def _is_repeated_entry(state: State, command: cmd.EnterResult | cmd.CorrectResult) -> bool:
    """Return whether this entry has arrived before; refuse a different one with the same stamp."""
    if command.stamp not in state.stamps:
        return False
    if state.stamps[command.stamp] != (command.round, command.table, command.game, command.paper):
        raise make_refusal(problems.STAMP_USED())
    return True


def handle_enter_result_command(
    state: State, grant: Grant, command: cmd.EnterResult
) -> list[ev.AnyEvent]:
    """Enter a result; entering the same result again changes nothing."""
    table = _require_table(state, grant, command)
    if _is_repeated_entry(state, command):
        return []
    last = require_running_round(state)
    if command.round != last.number:
        raise make_refusal(problems.ROUND_NOT_RUNNING(round=command.round))
    if command.paper is None and not command.reason:
        raise make_refusal(problems.NOT_PLAYED_WHY(table=command.table, game=command.game))
    there = _find_current_result(table, command.game)
    if there is not None:
        if there.paper == command.paper:
            return []
        raise make_refusal(
            problems.RESULT_THERE(table=table.number, game=command.game, name=there.by.name)
        )
    return [
        ev.ResultEntered(
            command.round,
            command.table,
            command.game,
            command.paper,
            _check_and_score_result(state, table, command.game, command.paper),
            command.stamp,
            _find_walkover(state, table, command.paper),
            by=grant.author,
            reason=command.reason,
        )
    ]


def _find_current_result(table: TournamentTable, game: int) -> ResultVersion | None:
    versions = table.results.get(game)
    return versions[-1] if versions else None


def handle_correct_result_command(
    state: State, grant: Grant, command: cmd.CorrectResult
) -> list[ev.AnyEvent]:
    """Replace a result, in any round and at any time; nothing is deleted (Z-32)."""
    table = _require_table(state, grant, command)
    if _is_repeated_entry(state, command):
        return []
    there = _find_current_result(table, command.game)
    if there is None:
        raise make_refusal(problems.RESULT_MISSING(table=table.number, game=command.game))
    if there.paper == command.paper:
        raise make_refusal(problems.SAME_RESULT(table=table.number, game=command.game))
    return [
        ev.ResultCorrected(
            command.round,
            command.table,
            command.game,
            command.paper,
            _check_and_score_result(state, table, command.game, command.paper),
            command.stamp,
            _find_walkover(state, table, command.paper),
            by=grant.author,
            reason=command.reason,
        )
    ]


def handle_rehearse_command(state: State, grant: Grant, command: cmd.Rehearse) -> list[ev.AnyEvent]:
    """Fill in the missing results of a rehearsal."""
    if not state.header.rehearsal:
        raise make_refusal(problems.NO_REHEARSAL())
    last = require_running_round(state)
    missing = list(last.list_missing_results())
    if not missing:
        raise make_refusal(problems.NOTHING_MISSING(round=last.number))
    events: list[ev.AnyEvent] = []
    for table, game in missing:
        paper = make_rehearsal_sheet(state, last, table, game)
        events.append(
            ev.ResultEntered(
                last.number,
                table.number,
                game,
                paper,
                _check_and_score_result(state, table, game, paper),
                f"{REHEARSAL_STAMP}{last.number}.{last.draw}.{table.number}.{game}",
                _find_walkover(state, table, paper),
                by=grant.author,
                reason=command.reason or "rehearsal",
            )
        )
    return events
