"""Two nodes share a database: who owns what, and whose writes the database refuses."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from kostka.server.storage import postgres_nodes
from kostka.server.storage.store import (
    Change,
    Conflict,
    NewGame,
    Node,
    NotOwner,
    OwnedElsewhere,
    RemovedRoom,
    RemovedTournament,
    SavedRoom,
    StoreFailed,
    TakenRoom,
)
from tests.postgres import get_server
from tests.server.storage.postgres_nodes import (
    note_losses,
    open_postgres_store,
    open_two_stores,
    pause_heartbeats,
    resume_heartbeats,
    retry_while_owned,
    wait_until,
)
from tests.server.storage.store_suite import (
    ANNA,
    BERT,
    CUP,
    GAME,
    ROOM,
    build_saved_file,
    make_game_lines,
    make_tournament_lines,
    run_in_loop,
)

ONE, TWO = Node("one", "one:8000"), Node("two", "two:8000")


def count_leases(url: str) -> int:
    return int(get_server().run_sql("SELECT count(*) FROM leases", url.rpartition("/")[2]))


# --- taking and releasing ---------------------------------------------------------------------


@run_in_loop
async def test_a_room_has_one_owner(database_url: str) -> None:
    async with open_two_stores(database_url) as (one, two):
        await one.write([replace(ROOM, due=5)])
        assert await two.find_owner_of_room("KQJX") == ONE
        assert await one.find_owner_of_room("KQJX") is None
        with pytest.raises(OwnedElsewhere) as refused:
            await two.take_room("KQJX")
        assert refused.value.node == ONE
        assert await one.list_due_rooms(5, 10) == ["KQJX"]
        assert await two.list_due_rooms(5, 10) == []

        await one.release_room("KQJX", 5, b"{}")
        assert await two.find_owner_of_room("KQJX") is None
        assert await two.list_due_rooms(5, 10) == ["KQJX"]
        assert await two.take_room("KQJX") == TakenRoom(ROOM, b"{}")
        assert await one.find_owner_of_room("KQJX") == TWO
        with pytest.raises(OwnedElsewhere, match="node two owns it"):
            await one.take_room("KQJX")


@run_in_loop
async def test_the_database_refuses_writes_of_others(database_url: str) -> None:
    stale = replace(ROOM, snapshot=b"stale")
    async with open_two_stores(database_url) as (one, two):
        await one.write([ANNA, ROOM, GAME, make_game_lines(1, 2), CUP])
        refused: list[list[Change]] = [
            [make_game_lines(3, 3)],
            [stale],
            [stale, make_game_lines(3, 3)],
            [replace(stale, closed=True)],
            [replace(stale, tournament="cup-2")],
            [NewGame("game-2", "KQJX", b"{}")],
            [RemovedRoom("KQJX")],
            [make_tournament_lines(1, 1)],
            [RemovedTournament("cup-1")],
            [SavedRoom("AAAA", b"{}", 0, tournament="cup-1")],
        ]
        for changes in refused:
            with pytest.raises(NotOwner):
                await two.write(changes)
        assert await two.load_game_log("game-1") == build_saved_file(2)
        assert await two.find_room("KQJX") == ROOM
        assert await two.find_room("AAAA") is None
        await one.write([make_game_lines(3, 3)])


@run_in_loop
async def test_a_refused_write_does_not_concern_others(database_url: str) -> None:
    async with open_two_stores(database_url) as (one, two):
        await one.write([ROOM, GAME])
        await two.write([SavedRoom("AAAA", b"{}", 0), NewGame("game-2", "AAAA", GAME.header)])
        outcomes = await asyncio.gather(
            two.write([make_game_lines(1, 1, "game-2")]),
            two.write([make_game_lines(1, 1)]),
            two.write([BERT]),
            two.write([make_game_lines(2, 2, "game-2")]),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in outcomes] == [
            type(None),
            NotOwner,
            type(None),
            type(None),
        ]
        assert await two.load_game_log("game-2") == build_saved_file(2, "game-2")
        assert await one.load_game_log("game-1") == build_saved_file(0)


@run_in_loop
async def test_a_write_takes_what_nobody_owns(database_url: str) -> None:
    async with open_two_stores(database_url) as (one, two):
        await one.write([ROOM, GAME, make_game_lines(1, 2)])
        await one.release_room("KQJX", None, None)
        await two.write([make_game_lines(3, 3)])
        assert await one.find_owner_of_room("KQJX") == TWO
        with pytest.raises(NotOwner):
            await one.write([make_game_lines(4, 4)])
        await two.release_room("KQJX", None, None)
        with pytest.raises(Conflict, match="goes on with line 4, not 3"):
            await one.write([make_game_lines(3, 3)])
        await one.write([make_game_lines(4, 4)])
        assert await one.load_game_log("game-1") == build_saved_file(4)


@run_in_loop
async def test_only_one_node_can_create_a_room(database_url: str) -> None:
    codes = [f"R{n}" for n in range(30)]
    async with open_two_stores(database_url) as (one, two):
        outcomes = await asyncio.gather(
            *(
                store.write([SavedRoom(code, name, 0)])
                for code in codes
                for store, name in ((one, b"one"), (two, b"two"))
            ),
            return_exceptions=True,
        )
        for code, first, second in zip(codes, outcomes[::2], outcomes[1::2], strict=True):
            room = await one.find_room(code)
            assert room
            assert room.snapshot == (b"two" if first else b"one")
            assert isinstance(first or second, NotOwner)
            assert first is None or second is None


@run_in_loop
async def test_of_two_nodes_one_takes_a_room(database_url: str) -> None:
    codes = [f"R{n}" for n in range(30)]
    async with open_two_stores(database_url) as (one, two):
        await one.write([SavedRoom(code, b"{}", 0) for code in codes])
        for code in codes:
            await one.release_room(code, None, None)
        outcomes = await asyncio.gather(
            *(store.take_room(code) for code in codes for store in (one, two)),
            return_exceptions=True,
        )
        for first, second in zip(outcomes[::2], outcomes[1::2], strict=True):
            assert {type(first), type(second)} == {TakenRoom, OwnedElsewhere}


@run_in_loop
async def test_a_closed_or_removed_room_has_no_lease(database_url: str) -> None:
    async with open_postgres_store(database_url) as store:
        await store.write([ROOM, GAME, SavedRoom("AAAA", b"{}", 0), CUP])
        assert count_leases(database_url) == 3
        await store.write([replace(ROOM, closed=True), make_game_lines(1, 1)])
        assert count_leases(database_url) == 2
        await store.write([RemovedRoom("AAAA"), RemovedTournament("cup-1")])
        assert count_leases(database_url) == 0
        await store.write([RemovedRoom("KQJX")])
        assert count_leases(database_url) == 0
        assert len(store._leases) == 0


@run_in_loop
async def test_rooms_of_a_tournament_belong_to_its_owner(database_url: str) -> None:
    booked = replace(ROOM, tournament="cup-1", due=5)
    async with open_two_stores(database_url) as (one, two):
        await one.write([CUP, booked, GAME])
        for room in (booked, ROOM):
            with pytest.raises(NotOwner):
                await two.write([room])
        assert await two.find_owner_of_room("KQJX") == ONE
        assert await two.find_owner_of_tournament("cup-1") == ONE
        await one.release_room("KQJX", 5, b"{}")
        assert await two.list_due_rooms(5, 10) == []
        with pytest.raises(OwnedElsewhere):
            await two.take_room("KQJX")
        await one.release_tournament("cup-1")
        assert await two.list_due_rooms(5, 10) == ["KQJX"]
        assert await two.take_room("KQJX") == TakenRoom(ROOM, b"{}")
        with pytest.raises(OwnedElsewhere):
            await one.take_tournament("cup-1")
        assert await two.take_tournament("cup-1") == build_saved_file(0, "cup-1")
        await two.write([make_game_lines(1, 1), make_tournament_lines(1, 1)])
        with pytest.raises(NotOwner):
            await one.write([make_game_lines(2, 2)])


@run_in_loop
async def test_a_room_can_become_one_of_a_tournament(database_url: str) -> None:
    async with open_two_stores(database_url) as (one, two):
        await one.write([CUP, ROOM, GAME, make_game_lines(1, 1)])
        await one.write([replace(ROOM, tournament="cup-1"), make_game_lines(2, 2)])
        await one.release_tournament("cup-1")
        await two.take_tournament("cup-1")
        await two.write([make_game_lines(3, 3)])
        with pytest.raises(NotOwner):
            await one.write([make_game_lines(4, 4)])


@run_in_loop
async def test_closing_a_store_frees_everything_at_once(database_url: str) -> None:
    async with open_postgres_store(database_url, "two") as two:
        async with open_postgres_store(database_url, "one") as one:
            await one.write([ROOM, CUP])
        assert await two.take_room("KQJX") == TakenRoom(ROOM)
        assert await two.take_tournament("cup-1") is not None


# --- nodes that die, pause and come back ------------------------------------------------------


@pytest.mark.usefixtures("short_leases")
@run_in_loop
async def test_the_rooms_of_a_dead_node_become_free(database_url: str) -> None:
    async with open_two_stores(database_url) as (one, two):
        await one.write([replace(ROOM, due=0), GAME, make_game_lines(1, 2)])
        await one.write([SavedRoom(f"R{n}", b"{}", 0) for n in range(200)])
        await pause_heartbeats(one)
        assert await retry_while_owned(lambda: two.take_room("KQJX")) == TakenRoom(ROOM)
        assert await two.find_owner_of_room("R1") is None
        await two.write([make_game_lines(3, 3)])
        await wait_until(lambda: [status.node for status in two.list_nodes()] == [TWO])


@pytest.mark.usefixtures("short_leases")
@run_in_loop
async def test_a_paused_node_can_store_nothing(database_url: str) -> None:
    """Its memory says that it owns the room; the database knows better."""
    for stale in ([make_game_lines(3, 3)], [replace(ROOM, snapshot=b"stale")]):
        async with open_two_stores(database_url) as (one, two):
            await one.write([ROOM, NewGame("game-1", "KQJX", GAME.header), make_game_lines(1, 2)])
            losses = note_losses(one)
            await pause_heartbeats(one)
            await retry_while_owned(lambda: two.take_room("KQJX"))
            assert one._leases.get_epoch("r:KQJX") is not None
            with pytest.raises(NotOwner):
                await one.write(stale)
            await asyncio.sleep(0)
            assert losses == [one._nodes.epoch]
            assert await two.load_game_log("game-1") == build_saved_file(2)
            assert await two.find_room("KQJX") == ROOM
            await two.write([make_game_lines(3, 4)])
            await two.write([RemovedRoom("KQJX")])
            resume_heartbeats(one)


@pytest.mark.usefixtures("short_leases")
@run_in_loop
async def test_stale_writes_are_refused_even_if_the_room_is_free_again(database_url: str) -> None:
    changed = replace(ROOM, snapshot=b"changed")
    async with open_two_stores(database_url) as (one, two):
        await one.write([ROOM])
        losses, before = note_losses(one), one._nodes.epoch
        await pause_heartbeats(one)
        await retry_while_owned(lambda: two.take_room("KQJX"))
        await two.write([changed])
        await two.release_room("KQJX", None, None)
        resume_heartbeats(one)
        await wait_until(lambda: one._nodes.epoch > before)
        assert losses == [before]
        with pytest.raises(NotOwner):
            await one.write([replace(ROOM, snapshot=b"stale")])
        await one.write([ANNA])
        assert await one.take_room("KQJX") == TakenRoom(changed)
        await one.write([replace(ROOM, snapshot=b"newer")])
        assert losses == [before]


@pytest.mark.usefixtures("short_leases")
@run_in_loop
async def test_a_silent_node_that_nobody_ended_still_owns_its_rooms(database_url: str) -> None:
    async with open_postgres_store(database_url) as store:
        await store.write([ROOM, GAME])
        losses = note_losses(store)
        await pause_heartbeats(store)
        await asyncio.sleep(1.5 * postgres_nodes.LEASE_SECONDS)
        await store.write([make_game_lines(1, 1)])
        resume_heartbeats(store)
        await asyncio.sleep(2 * postgres_nodes.HEARTBEAT_SECONDS)
        await store.write([make_game_lines(2, 2)])
        assert losses == []


@pytest.mark.usefixtures("short_leases")
@run_in_loop
async def test_nobody_is_ended_because_nobody_could_renew(database_url: str) -> None:
    async with open_two_stores(database_url) as (one, two):
        await asyncio.sleep(1.5 * postgres_nodes.LEASE_SECONDS)
        losses = note_losses(one), note_losses(two)
        for store in (one, two):
            await pause_heartbeats(store)
        await asyncio.sleep(1.5 * postgres_nodes.LEASE_SECONDS)
        resume_heartbeats(one)  # it finds the other one overdue, but was silent itself
        await asyncio.sleep(0.7 * postgres_nodes.LEASE_SECONDS)
        resume_heartbeats(two)
        await asyncio.sleep(1.5 * postgres_nodes.LEASE_SECONDS)
        assert losses == ([], [])


@run_in_loop
async def test_a_restarted_process_does_not_wait_for_its_own_lease(database_url: str) -> None:
    async with open_postgres_store(database_url) as killed:
        await killed.write([ROOM, GAME])
        losses = note_losses(killed)
        async with open_postgres_store(database_url) as restarted:
            assert await restarted.take_room("KQJX") == TakenRoom(ROOM)
            with pytest.raises(NotOwner):
                await killed.write([make_game_lines(1, 1)])
            await restarted.write([make_game_lines(1, 2)])
            # It is not dead after all: then it must not end the new one, which would end it again.
            await wait_until(lambda: bool(losses))
            await asyncio.sleep(2 * postgres_nodes.HEARTBEAT_SECONDS)
            with pytest.raises(StoreFailed, match="the node one is not registered"):
                await killed.take_room("KQJX")
            await restarted.write([make_game_lines(3, 3)])


@run_in_loop
async def test_a_suspect_has_a_second_to_show_that_it_lives(database_url: str) -> None:
    loop = asyncio.get_running_loop()
    async with open_two_stores(database_url) as (one, two):
        await one.write([ROOM])
        losses = note_losses(one)
        await asyncio.sleep(postgres_nodes.LEASE_SECONDS + postgres_nodes.HEARTBEAT_SECONDS)
        await two.mark_suspect(ONE)
        await asyncio.sleep(1.5 * postgres_nodes.SUSPECT_SECONDS)
        assert losses == []
        with pytest.raises(OwnedElsewhere):
            await two.take_room("KQJX")
        await one._nodes._beat(await one._nodes._get_connection())
        await pause_heartbeats(one)
        begun = loop.time()
        await two.mark_suspect(ONE)
        await retry_while_owned(lambda: two.take_room("KQJX"))
        assert loop.time() - begun < postgres_nodes.LEASE_SECONDS


# --- what nodes know of each other ------------------------------------------------------------


@pytest.mark.usefixtures("short_leases")
@run_in_loop
async def test_nodes_see_the_status_of_each_other(database_url: str) -> None:
    async with open_two_stores(database_url) as (one, two):
        assert one.relay_key == two.relay_key
        assert len(one.relay_key) >= 32
        await one.write([ROOM, CUP])
        one.publish_status(b'{"rooms":1}')
        await wait_until(
            lambda: any(
                status.node == ONE and status.status == b'{"rooms":1}' and status.lease_count == 2
                for status in two.list_nodes()
            )
        )
        one.publish_status(bytes(20_000))
        await wait_until(lambda: any(len(s.status) == 20_000 for s in two.list_nodes()))
        assert {status.node for status in two.list_nodes()} == {ONE, TWO}
        ages = [status.age_ms for status in two.list_nodes()]
        assert max(ages) < 1000 * postgres_nodes.LEASE_SECONDS
        times = await one.read_time_ms(), await two.read_time_ms()
        assert abs(times[0] - times[1]) < 10_000
