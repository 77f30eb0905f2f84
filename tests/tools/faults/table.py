"""A table of the laboratory: a room with its players, and when their moves were acknowledged."""

from __future__ import annotations

import asyncio
from random import Random
from time import monotonic

from kostka.client import Refused
from kostka.protocol.requests import Begin, Sit
from kostka.protocol.rooms import Settings
from kostka.server.rooms.guests import create_room_code
from tests.tools.faults.player import Drafts, Player


def make_settings(edition: str, humans: int, bots: int = 0, **rules: str) -> Settings:
    return Settings(
        edition,
        rules=dict(rules),
        seats=humans + bots,
        bots=(1,) * bots,
        games=1000,
        stand_in_seconds=None,
    )


FAST = (
    make_settings("classic", 2),
    make_settings("six", 5),
    make_settings("travel", 2),
    make_settings("twist", 2),
    make_settings("word", 2, judging="challenge"),
)
"""Tables of people alone who move at once: they show how long nobody can move."""

SLOW = (
    make_settings("classic", 2, 1),
    make_settings("travel", 1, 1),
    make_settings("twist", 2),
    make_settings("word", 1, 1),
)
"""Tables with bots, and with players who lay drafts."""


class Table:
    """A room with its players."""

    def __init__(
        self, number: int, settings: Settings, *, url: str, drafts: Drafts, is_fast: bool
    ) -> None:
        self.settings = settings
        self.is_fast = is_fast
        self.code = create_room_code(is_open=False)
        humans = settings.seats - len(settings.bots)
        self.name = f"{settings.edition} {number}"
        self.players = [
            Player(
                f"P{number}-{seat}",
                url,
                Random(f"{number} {seat}"),
                drafts,
                is_slow=not self.is_fast,
            )
            for seat in range(humans)
        ]
        self.acknowledgements: list[float] = []
        """When moves were acknowledged."""
        self.reconnects: list[float] = []
        """When players came back."""
        for player in self.players:
            player.on_acknowledgement = self.acknowledgements.append
            player.on_return = self.reconnects.append
        self.tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Open the room, take the seats and begin to play."""
        host = self.players[0].client
        room = await host.create_room(self.settings, self.code)
        self.code = room.code
        for seat, player in enumerate(self.players):
            if seat > 0:
                await player.client.enter_room(self.code)
            try:
                await player.client.ask(Sit, seat=seat)
            except Refused as refused:
                assert refused.problem_code != "no_room", refused  # noqa: PT017
        await host.ask(Begin)
        self.acknowledgements.append(monotonic())
        self.tasks = [asyncio.create_task(player.play()) for player in self.players]

    async def stop(self) -> None:
        """Let everybody go; raise what has gone wrong."""
        for task in self.tasks:
            task.cancel()
        ended = await asyncio.gather(*self.tasks, return_exceptions=True)
        for player in self.players:
            await player.client.__aexit__()
        for problem in ended:
            if not isinstance(problem, asyncio.CancelledError) and problem is not None:
                raise problem

    def find_failures(self) -> list[str]:
        """Return what has gone wrong so far."""
        failures = [problem for player in self.players for problem in player.problems]
        ended = [task for task in self.tasks if task.done() and not task.cancelled()]
        return failures + [f"{self.name}: a player stopped: {one.exception()!r}" for one in ended]
