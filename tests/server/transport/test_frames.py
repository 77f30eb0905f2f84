"""Every frame of whole games, in every edition, searched for tiles that its receiver may not know.

The frames are read as a stranger would read them: as text, from the socket, with no code of ours.
"""

from __future__ import annotations

import asyncio
import json
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from kostka.client import Connection, connect
from kostka.editions import EDITIONS
from kostka.protocol.requests import Begin, Draft, Sit
from kostka.protocol.rooms import Settings
from kostka.word import Judging
from tests.server.running import plays_on, server
from tests.server.words import Lively, plays_words, waited_for
from tests.word.players import Habits


class Tapped:
    """All frames that a connection gets, as they come over the wire."""

    def __init__(self, connection: Connection) -> None:
        self.frames: list[str] = []
        receive = connection.socket.process_event

        def listening(event: Any) -> None:
            data = getattr(event, "data", b"")
            if isinstance(data, bytes | bytearray) and data[:1] == b"{":
                self.frames.append(bytes(data).decode())
            receive(event)

        connection.socket.process_event = listening  # type: ignore[method-assign]


def tiles_in(value: object) -> set[int]:
    """All tile numbers in a part of a frame that holds nothing but tiles."""
    if isinstance(value, int):
        return {value}
    if isinstance(value, list):
        return set(chain.from_iterable(map(tiles_in, value)))
    return set()


def check(frames: list[str], seat: int | None) -> int:
    """Check that a game's frames show no tile before it lay on the table or on the own rack."""
    looked_at = 0
    for frame in map(json.loads, frames):
        if frame["type"] not in ("GameNews", "WordNews") or frame["view"]["result"] is not None:
            continue
        looked_at += 1
        seen, on_table = frame["view"], tiles_in(frame["view"]["table"])
        allowed = set(on_table) | {-1}
        for number, one in enumerate(seen["seats"]):
            assert (one["rack"] is not None) == (number == seat), "a rack is shown"
            allowed |= tiles_in(one["rack"] or [])
        draft = frame["draft"] or []
        allowed |= tiles_in(draft["table"] if isinstance(draft, dict) else draft)
        start = set(
            chain.from_iterable(tiles_in([draw[1]]) for d in seen["start_draws"] for draw in d)
        )
        assert seen["seed"] is None
        assert seen.get("drawn") is None or seen["drawn"] in allowed
        for event in frame["events"]:
            shown = tiles_in(event.get("tiles", [])) | tiles_in(event.get("order", []))
            shown |= tiles_in(event.get("draft") or []) | tiles_in(event.get("table") or [])
            assert shown <= allowed | start, event
            assert not event.get("seed")
    return looked_at


@pytest.mark.parametrize("key", EDITIONS)
def test_no_frame_shows_hidden_tiles(key: str, tmp_path: Path) -> None:
    book = EDITIONS[key]
    bots = (3,) * (book.players_min - 2) + (5,) if book.players_min > 2 else ()

    async def play() -> None:
        async with (
            server(tmp_path) as url,
            connect(url, name="Ala") as ala,
            connect(url, name="Bob") as bob,
            connect(url, name="Cyd") as cyd,
        ):
            taps = {one: Tapped(one) for one in (ala, bob, cyd)}
            seats = 2 + len(bots)
            room = await ala.create_room(Settings(key, seats=seats, bots=bots))
            await bob.enter_room(room.code)
            await bob.ask(Sit, seat=1)
            await cyd.enter_room(room.code)
            await ala.ask(Begin)
            await asyncio.gather(drafting(ala), plays_on(bob, "holder"))
            await cyd.wait_until(lambda one: one.is_game_over)
            for one in (ala, bob, cyd):
                assert check(taps[one].frames, one.seat) > 10

    asyncio.run(asyncio.wait_for(play(), 60))


@pytest.mark.parametrize("judging", Judging)
def test_no_frame_shows_hidden_letters(judging: Judging, tmp_path: Path) -> None:
    async def play() -> None:
        async with (
            server(tmp_path) as url,
            connect(url, name="Ala") as ala,
            connect(url, name="Bob") as bob,
            connect(url, name="Cyd") as cyd,
        ):
            taps = {one: Tapped(one) for one in (ala, bob, cyd)}
            room = await ala.create_room(
                Settings("word", seats=3, bots=(2,), rules={"judging": judging.value})
            )
            await bob.enter_room(room.code)
            await bob.ask(Sit, seat=1)
            await cyd.enter_room(room.code)
            await ala.ask(Begin)
            bluffing = Lively(2, Habits(bluffs=0.3, challenges=0.4))
            await asyncio.gather(drafting_words(ala), plays_words(bob, bluffing))
            await cyd.wait_until(lambda one: one.is_game_over)
            for one in (ala, bob, cyd):
                assert check(taps[one].frames, one.seat) > 10

    asyncio.run(asyncio.wait_for(play(), 60))


async def drafting_words(connection: Connection) -> None:
    """Play on, and lay some letters about in every turn before it."""
    player = Lively(1)
    while True:
        await connection.wait_until(lambda one: waited_for(one) or one.is_game_over)
        if connection.is_game_over:
            return
        assert connection.word is not None
        assert connection.seat is not None
        seen = connection.word.view
        rack = seen.seats[connection.seat].rack or ()
        letters = [tile for tile in rack if connection.faces[tile] != "?"]
        if connection.is_my_turn:
            await connection.send_word_draft((*seen.table, tuple(letters[:2])))
        await plays_words(connection, player, turns=1)


async def drafting(connection: Connection) -> None:
    """Play on, and lay some tiles about in every turn before it."""
    while True:
        await connection.wait_until(lambda one: one.is_my_turn or one.is_game_over)
        if connection.is_game_over:
            return
        assert connection.game is not None
        assert connection.seat is not None
        seen = connection.game.view
        rack = seen.seats[connection.seat].rack or ()
        if not seen.turn_open:
            await connection.ask(Draft, turn=seen.turns, table=(*seen.table, rack[:2]))
        await plays_on(connection, "placer", turns=1)
