"""Several nodes forget guests and remove old data at the same time, over one PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress

import pytest

from kostka.protocol import requests
from kostka.protocol.responses import Farewell, GoodBye, decode_message
from kostka.protocol.rooms import Settings
from kostka.server.ops import logs
from kostka.server.settings import ServerSettings
from kostka.server.storage.postgres_snapshot import open_database_snapshot
from kostka.server.storage.store import (
    Conflict,
    GuestToForget,
    NewTournament,
    NotOwner,
    OwnedElsewhere,
    RemovedRoom,
    SavedRoom,
)
from kostka.server.tournaments.registry import TournamentRegistry
from kostka.server.upkeep import forget_watch, retention
from kostka.server.upkeep.forget_watch import ForgetWatch
from kostka.server.upkeep.retention import DAY_MS, Retention
from kostka.server.upkeep.verification import iterate_faults
from tests.postgres import get_server
from tests.server.storage.postgres_nodes import open_postgres_store, wait_until
from tests.server.world import Person, World, run

NAME = "Xaverine"


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "PAUSE_SECONDS", 0)
    monkeypatch.setattr(forget_watch, "SEEN_SECONDS", 0.2)


@pytest.fixture
def failures(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect what would be written to the log as a failure."""
    found: list[str] = []
    monkeypatch.setattr(logs, "log_failure", lambda event, *_, **__: found.append(event))
    return found


@pytest.fixture
def url() -> Iterator[str]:
    with get_server().lend_database() as url:
        yield url


@asynccontextmanager
async def two_nodes(url: str) -> AsyncIterator[tuple[World, World]]:
    async with open_postgres_store(url, "one") as one, open_postgres_store(url, "two") as two:
        worlds = World(one, 60), World(two, 60)
        try:
            await wait_until(lambda: all(len(made.store.list_nodes()) == 2 for made in worlds))
            yield worlds
        finally:
            for made in worlds:
                await made.stop()


async def repeat_until(is_done: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(20):
        while not await is_done():  # noqa: ASYNC110  (it depends on another node)
            await asyncio.sleep(0.02)


async def play_with_bob(made: World, token: str | None = None) -> tuple[Person, Person]:
    """Let Ala and somebody with a rare name play."""
    ala = await made.comes("Ala")
    assert not await ala.ask(requests.Create, settings=Settings("travel"))
    bob = await made.comes(NAME, ala.here.code, token)
    assert not await bob.ask(requests.Sit, seat=1)
    assert not await ala.ask(requests.Begin)
    bob.listen()
    return ala, bob


async def close_and_go(ala: Person, *others: Person) -> None:
    assert not await ala.ask(requests.CloseRoom)
    for person in (ala, *others):
        await person.go()


def find_leftovers(url: str, *texts: str) -> list[str]:
    """Return the tables in which a text stands anywhere."""
    server, name = get_server(), url.rpartition("/")[2]
    tables = server.run_sql(
        "SELECT tablename FROM pg_tables WHERE schemaname = 'public'", name
    ).split()
    found = []
    for table in tables:
        content = server.run_sql(f"SELECT encode(t::text::bytea, 'escape') FROM {table} t", name)
        hex_texts = [text.encode().hex() for text in texts]
        if any(text in content for text in (*texts, *hex_texts)):
            found.append(table)
    return found


def find_faults(url: str) -> list[str]:
    with open_database_snapshot(url) as data:
        return [str(fault) for fault in iterate_faults(data, lambda _: None)]


def count_rows(url: str, table: str) -> int:
    return int(get_server().run_sql(f"SELECT count(*) FROM {table}", url.rpartition("/")[2]))


def test_each_node_forgets_in_its_own_rooms(url: str, failures: list[str]) -> None:
    """A guest sits in rooms of both nodes, has a closed one, and is connected to both."""

    async def check() -> None:
        async with two_nodes(url) as (one, two):
            ala, bob = await play_with_bob(one)
            await close_and_go(ala, bob)
            guest, token = bob.session.guest, bob.token
            ala, bob = await play_with_bob(one, token)
            cid = await two.comes("Cid")
            assert not await cid.ask(requests.Create, settings=Settings("travel"))
            again = await two.comes("", cid.here.code, token)
            assert not await again.ask(requests.Sit, seat=1)
            assert not await cid.ask(requests.Begin)
            idle = await two.comes("", token=token)
            assert find_leftovers(url, NAME) == ["guests", "rooms", "games"]

            await two.store.write([GuestToForget(guest)])
            watches = ForgetWatch(one.lobby), ForgetWatch(two.lobby)

            async def is_forgotten() -> bool:
                await asyncio.gather(*(watch.forget_marked_guests() for watch in watches))
                return not await one.store.list_guests_to_forget()

            await repeat_until(is_forgotten)
            for person in (ala, cid):
                person.listen()
                assert [chair.name for chair in person.here.chairs][1] == "Player 2"
            for session_of in (bob, again, idle):
                last = decode_message(session_of.wire.sent[-1])
                assert isinstance(last, GoodBye)
                assert last.code is Farewell.FORGOTTEN
        assert find_leftovers(url, NAME, guest) == []

    run(check())
    assert failures == []
    assert find_faults(url) == []


def test_two_guests_of_one_game_are_forgotten_by_two_nodes(url: str, failures: list[str]) -> None:
    """Neither brings the name back that the other has removed."""
    names = [f"Qqwertyuiop{letter}" for letter in "abc"]

    async def check() -> None:
        async with two_nodes(url) as (one, two):
            tables: list[list[str]] = []
            for _ in range(6):
                host = await one.comes(names[0])
                assert not await host.ask(requests.Create, settings=Settings("travel", seats=3))
                others = [await one.comes(name, host.here.code) for name in names[1:]]
                for seat, other in enumerate(others, 1):
                    assert not await other.ask(requests.Sit, seat=seat)
                assert not await host.ask(requests.Begin)
                await close_and_go(host, *others)
                tables.append([person.session.guest for person in (host, *others)])
            guests = [guest for table in tables for guest in table]
            other_way = [guest for table in tables for guest in reversed(table)]
            await one.store.write([GuestToForget(guest) for guest in guests])

            async def forget(made: World, order: list[str]) -> None:
                for guest in order:
                    with suppress(Conflict):  # the other node was faster
                        await made.lobby.forget_marked_guest(guest, keep_marked=False)

            async def is_forgotten() -> bool:
                await asyncio.gather(forget(one, guests), forget(two, other_way))
                return not await one.store.list_guests_to_forget()

            await repeat_until(is_forgotten)
        assert find_leftovers(url, *names) == []
        assert count_rows(url, "leases") == 0

    run(check())
    assert failures == []
    assert find_faults(url) == []


def test_a_request_leaves_the_mark_to_other_nodes(url: str, failures: list[str]) -> None:
    """The token is of no use from then on, and the watch removes the guest a little later."""

    async def check() -> None:
        async with two_nodes(url) as (one, two):
            bob = await one.comes(NAME)
            await one.lobby.forget_guest(bob.session.guest)
            assert await two.store.find_guest(bob.session.guest) is None
            assert await two.store.list_guests_to_forget() == [bob.session.guest]
            watch = ForgetWatch(two.lobby)
            await watch.forget_marked_guests()
            assert await two.store.list_guests_to_forget() == [bob.session.guest]
            await asyncio.sleep(0.3)
            await watch.forget_marked_guests()
            assert await two.store.list_guests_to_forget() == []
        assert find_leftovers(url, NAME) == []

    run(check())
    assert failures == []


# --- holding rooms ----------------------------------------------------------------------------


def test_a_held_room_belongs_to_nobody_else(url: str) -> None:
    async def check() -> None:
        async with open_postgres_store(url, "one") as one, open_postgres_store(url, "two") as two:
            await one.write([SavedRoom("AAAA", b"{}", 0, closed=True), SavedRoom("OPEN", b"{}", 0)])
            await one.release_room("OPEN", 7, b"drafts")
            for code in ("AAAA", "OPEN"):
                async with one.hold_room(code) as room:
                    assert room is not None
                    assert room.code == code
                    with pytest.raises(OwnedElsewhere):
                        async with two.hold_room(code):
                            pass
                    with pytest.raises(NotOwner):
                        await two.write([RemovedRoom(code)])
                async with two.hold_room(code) as room:
                    assert room is not None
            async with one.hold_room("nowhere") as room:
                assert room is None
            taken = await two.take_room("OPEN")
            assert taken is not None
            assert taken.hand_over == b"drafts"
            with pytest.raises(OwnedElsewhere):
                async with one.hold_room("OPEN"):
                    pass
            await one.write([RemovedRoom("AAAA")])
        assert count_rows(url, "leases") == 1  # of the open room

    run(check())


# --- old data ---------------------------------------------------------------------------------


def make_retention(made: World, **days: int) -> Retention:
    registry = TournamentRegistry(made.store, lambda: made.time, made.lobby.name_filter)
    return Retention(made.lobby, registry, ServerSettings(**days))  # type: ignore[arg-type]


def test_nodes_remove_old_data_together(url: str, failures: list[str]) -> None:
    async def check() -> None:
        async with two_nodes(url) as (one, two):
            for number in range(12):
                ala, bob = await play_with_bob(one if number % 2 else two)
                await close_and_go(ala, bob)
                cup = NewTournament(f"{number:016x}", b"{}", one.time)
                await one.store.write([cup])
            for made in (one, two):
                made.time += 10 * DAY_MS
            sweeps = [
                make_retention(made, keep_rooms=1, keep_guests=1, keep_tournaments=1)
                for made in (one, two)
            ]
            await asyncio.gather(*(sweep.remove_old_data() for sweep in sweeps))
            left = await one.store.list_old_tournaments(one.time, 100)
            assert left == await one.store.list_closed_rooms(one.time, 100) == []
            await asyncio.sleep(0.3)

            watches = ForgetWatch(one.lobby), ForgetWatch(two.lobby)

            async def is_forgotten() -> bool:
                await asyncio.gather(*(watch.forget_marked_guests() for watch in watches))
                return not await one.store.list_guests_to_forget()

            await repeat_until(is_forgotten)
        assert [count_rows(url, table) for table in ("guests", "rooms", "games", "lines")] == [
            0
        ] * 4
        assert [count_rows(url, table) for table in ("tournaments", "leases")] == [0] * 2

    run(check())
    assert failures == []


def test_what_another_node_uses_stays(url: str, failures: list[str]) -> None:
    """An old tournament that is open elsewhere, with an open room, is left to its owner."""

    async def check() -> None:
        async with two_nodes(url) as (one, two):
            name = "0123456789abcdef"
            await one.store.write([NewTournament(name, b"{}", one.time)])
            await one.store.write([SavedRoom("CUPS", b"{}", one.time, tournament=name)])
            for made in (one, two):
                made.time += 10 * DAY_MS
            for _ in range(2):
                await make_retention(two, keep_tournaments=1, keep_rooms=1).remove_old_data()
            assert await one.store.list_old_tournaments(one.time, 10) == [name]
            assert await one.store.find_room("CUPS") is not None

    run(check())
    assert failures == []


def test_guests_who_are_connected_elsewhere_stay(url: str, failures: list[str]) -> None:
    """The node that they are connected to notes every day that they are here."""

    async def check() -> None:
        async with two_nodes(url) as (one, two):
            bob = await one.comes(NAME)
            gone = await one.comes("Gone")
            await gone.go()
            sweeps = [make_retention(made, keep_guests=2) for made in (two, one)]
            for _ in range(6):
                for made in (one, two):
                    made.time += DAY_MS
                for sweep in sweeps:
                    await sweep.remove_old_data()
            assert await one.store.find_guest(bob.session.guest) is not None
            assert await one.store.find_guest(gone.session.guest) is None

    run(check())
    assert failures == []
