"""People who play words on a server, with the few words that everybody can check."""

from __future__ import annotations

from random import Random

from kostka.client import Connection
from kostka.client.connection import Refused
from kostka.word import View
from kostka.word.commands import AnyCommand
from tests.word.players import Habits, Player

OVERTAKEN = ("late", "nothing_to_challenge", "challenged_already", "not_running")
"""What somebody hears whom another player's challenge overtook, which may have ended the game."""


class Lively:
    """Answers whenever the game waits for the seat, and may challenge a move at any time."""

    def __init__(self, seed: int, habits: Habits | None = None) -> None:
        self.player = Player(Random(seed), habits)

    def choose_command(self, view: View) -> AnyCommand:
        return self.player.answer(view) or self.player.command(view)


def waited_for(connection: Connection) -> bool:
    """Whether the word game waits for somebody."""
    seen = connection.word
    if seen is None or connection.seat is None:
        return False
    return seen.view.turn == connection.seat or connection.seat in seen.view.waiting


async def plays_words(connection: Connection, player: Lively, turns: int = 10_000) -> None:
    """Play a guest's seat until the game is over, or for some turns."""
    for _ in range(turns):
        await connection.wait_until(lambda one: waited_for(one) or one.is_game_over)
        if connection.is_game_over:
            return
        before = connection.word
        assert before is not None
        try:
            await connection.send_command(player.choose_command(before.view))
        except Refused as refused:  # somebody has challenged the last move meanwhile
            assert refused.problem_code in OVERTAKEN, refused  # noqa: PT017
        await connection.wait_until(
            lambda one, seen=before: one.word is not seen  # type: ignore[misc]
        )
