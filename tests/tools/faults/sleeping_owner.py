"""A node sleeps while others take its room, and wakes up with a move in its hands.

With fencing the database refuses that move. Without it two players hear that the same turn was
theirs, and the checker has to notice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress

from kostka.bots import make_bot
from kostka.client import Connection, Refused, connect
from kostka.protocol.requests import Begin, Sit
from kostka.server.rooms.guests import create_room_code
from tests.tools.faults.check_logs import Findings, check_game
from tests.tools.faults.laboratory import Laboratory, open_reads
from tests.tools.faults.ledger import GameLedger, Ledger
from tests.tools.faults.table import make_settings

GAME = make_settings("classic", 2)
TAKE_OVER_SECONDS = 30.0
WAKING_SECONDS = 5.0


class Device:
    """One device of a player, with a ledger of its own."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.ledger = Ledger(connection.name)
        connection.on_message = self.ledger.note_message

    async def move(self) -> None:
        """Make a move; raise `Refused` or `ConnectionError`."""
        news = self.connection.game
        assert news is not None
        command = make_bot("placer", 1).choose_command(news.view)
        sent = self.ledger.note_sending(news.game, news.view, command)
        await self.connection.send_command(command)
        self.ledger.note_acknowledgement(sent)


class SleepingOwner:
    """One try in a laboratory."""

    def __init__(self, laboratory: Laboratory) -> None:
        self._laboratory = laboratory
        self._url = f"ws://{laboratory.url}/ws"
        self._code = create_room_code(is_open=False)

    async def run(self) -> Findings:
        """Play, let the owner sleep, play on elsewhere, wake it; return what the checker finds."""
        async with AsyncExitStack() as stack:
            devices = [await self._connect(stack, None, name) for name in ("Ala", "Bob")]
            await self._begin(devices)
            game = devices[0].connection.room.game if devices[0].connection.room else None
            assert game is not None
            for _ in range(4):
                await self._find_on_turn(devices).move()
                await asyncio.sleep(0.1)
            early = self._find_on_turn(devices)
            tokens = [device.connection.token for device in devices]
            owner = self._laboratory.nodes[await self._find_owner()]
            owner.pause()
            move = asyncio.create_task(early.move())
            await asyncio.sleep(0.1)
            late = await self._take_over(stack, owner.name, tokens)
            for _ in range(3):
                await self._find_on_turn(late).move()
                await asyncio.sleep(0.1)
            owner.resume()
            with suppress(Refused, ConnectionError, TimeoutError):
                await asyncio.wait_for(move, WAKING_SECONDS)
            return await self._check(game, [*devices, *late])

    async def _connect(self, stack: AsyncExitStack, token: str | None, name: str) -> Device:
        opened = connect(self._url, token=token, name=name, room=self._code)
        return Device(await stack.enter_async_context(opened))

    async def _begin(self, devices: Sequence[Device]) -> None:
        room = await devices[0].connection.create_room(GAME)
        self._code = room.code
        await devices[1].connection.enter_room(self._code)
        await devices[1].connection.ask(Sit, seat=1)
        await devices[0].connection.ask(Begin)
        for device in devices:
            await device.connection.wait_until(lambda one: one.last_news is not None)

    def _find_on_turn(self, devices: Sequence[Device]) -> Device:
        (found,) = [device for device in devices if device.connection.is_my_turn]
        return found

    async def _find_owner(self) -> str:
        query = (
            "SELECT name FROM leases JOIN nodes ON node = nodes.epoch"
            f" WHERE thing = 'r:{self._code}'"
        )
        return await asyncio.to_thread(self._laboratory.pair.primary.run_sql, query)

    async def _take_over(
        self, stack: AsyncExitStack, owner: str, tokens: Sequence[str | None]
    ) -> list[Device]:
        """Let the players come to another node, on other devices."""
        async with asyncio.timeout(TAKE_OVER_SECONDS):
            while await self._find_owner() == owner:  # noqa: ASYNC110  (nothing tells us)
                await asyncio.sleep(0.2)
            while True:
                with suppress(OSError, Refused, TimeoutError):
                    return [await self._enter(stack, token) for token in tokens]
                await asyncio.sleep(0.2)

    async def _enter(self, stack: AsyncExitStack, token: str | None) -> Device:
        async with asyncio.timeout(3):
            device = await self._connect(stack, token, "again")
            await device.connection.enter_room(self._code)
            await device.connection.wait_until(lambda one: one.last_news is not None)
        return device

    async def _check(self, game: str, devices: Sequence[Device]) -> Findings:
        ledgers: list[GameLedger] = [device.ledger.games[game] for device in devices]
        async with open_reads(self._laboratory.pair.make_url()) as reads:
            return check_game(game, await reads.load_game_log(game) or b"", ledgers)
