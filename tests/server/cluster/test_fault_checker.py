"""The checker of the fault laboratory notices what is lost, doubled or different."""

from __future__ import annotations

from msgspec.structs import replace

from kostka.numbers.commands import Draw
from tests.server.recorded import GAMES
from tests.tools.faults.check_logs import MOVES, PlayedGame, check_game
from tests.tools.faults.ledger import GameLedger, Sent

NAME, DATA = next(
    (name, game.saved)
    for name, game in GAMES.items()
    if "classic" in name and isinstance(PlayedGame(game.saved).steps[-1].command, MOVES)
)


def write_ledgers(data: bytes = DATA) -> list[GameLedger]:
    """Return the ledgers of players who saw and acknowledged everything in a log."""
    played = PlayedGame(data)
    ledgers = []
    for seat in range(len(played.last_state.seats)):
        views = played.hash_views(seat)
        sent = [
            Sent(NAME, seat, views[number], step.state.turns, step.command, is_acknowledged=True)
            for number, step in enumerate(played.steps)
            if isinstance(step.command, MOVES) and step.command.seat == seat
        ]
        ledgers.append(GameLedger(seat, views, sent))
    return ledgers


def cut_last_command(data: bytes) -> bytes:
    """Return a log without its last command."""
    lines = data.splitlines(keepends=True)[:-1]
    while b'"more":true' in lines[-1]:
        lines.pop()
    return b"".join(lines)


def test_nothing_is_wrong_with_a_whole_log() -> None:
    found = check_game(NAME, DATA, write_ledgers())
    assert found.is_clean, found
    assert found.moves > 10


def test_a_shorter_log_has_lost_moves() -> None:
    ledgers = write_ledgers()
    for ledger in ledgers:
        ledger.seen.clear()
    assert len(check_game(NAME, cut_last_command(DATA), ledgers).lost) == 1


def test_a_move_that_nobody_sent_is_noticed() -> None:
    ledgers = write_ledgers()
    ledgers[0].sent.pop()
    found = check_game(NAME, DATA, ledgers)
    assert (len(found.lost), len(found.doubled), len(found.forked)) == (0, 1, 0)


def test_a_move_that_is_acknowledged_twice_is_noticed() -> None:
    ledgers = write_ledgers()
    ledgers[0].sent.append(ledgers[0].sent[-1])
    assert len(check_game(NAME, DATA, ledgers).lost) == 1


def test_another_move_than_the_acknowledged_one_is_noticed() -> None:
    ledgers = write_ledgers()
    sent = next(one for one in ledgers[0].sent if isinstance(one.command, Draw))
    sent.command = replace(sent.command, seat=1)
    found = check_game(NAME, DATA, ledgers)
    assert len(found.lost) == len(found.doubled) == 1


def test_a_view_that_is_not_in_the_log_is_noticed() -> None:
    ledgers = write_ledgers()
    ledgers[1].seen.insert(5, b"something else")
    assert len(check_game(NAME, DATA, ledgers).forked) == 1


def test_views_out_of_order_are_noticed() -> None:
    ledgers = write_ledgers()
    ledgers[1].seen.reverse()
    assert "out of order" in check_game(NAME, DATA, ledgers).forked[0]


def test_a_changed_line_is_noticed() -> None:
    changed = DATA.replace(b'"seat":0', b'"seat":1', 1)
    assert "damaged" in check_game(NAME, changed, write_ledgers()).forked[0]
