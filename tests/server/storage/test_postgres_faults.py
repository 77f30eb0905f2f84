"""A database that cannot be used, is away, or whose answers are lost."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from kostka.server.storage import postgres_connection, postgres_schema, postgres_writer
from kostka.server.storage.postgres_connection import Connection
from kostka.server.storage.postgres_logs import APPEND_MOVES
from kostka.server.storage.postgres_store import PostgresStore
from kostka.server.storage.store import Conflict, NewGame, Node, NotOwner, StoreFailed
from tests.postgres import PASSWORD, USER, find_free_port, get_server
from tests.server.storage.database_proxy import Matches, run_database_proxy
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
    GAME,
    ROOM,
    build_saved_file,
    load_open_rooms,
    make_game_lines,
    make_line,
    run_in_loop,
)

ONE = Node("one", "one:8000")


def matches_line(n: int) -> Matches:
    return lambda data: make_line(n) in data


def matches_commit(data: bytes) -> bool:
    return b"COMMIT\x00" in data


@pytest.fixture
def quick_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_writer, "RETRY_SECONDS", 0.5)


@pytest.fixture
def stopped_server(database_url: str) -> Iterator[None]:  # noqa: ARG001  (dropped afterwards)
    """Start the server again, whatever the test did to it."""
    yield
    server = get_server()
    server.stop()
    server.start()


# --- one statement for many moves -------------------------------------------------------------


@run_in_loop
async def test_moves_of_many_games_are_one_statement(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    statements: list[str] = []
    execute = Connection.execute

    async def note(self: Connection, sql: str, *values: object, seconds: float = 5) -> int:
        statements.append(sql)
        return await execute(self, sql, *values, seconds=seconds)

    games = [f"g{n}" for n in range(200)]
    async with open_postgres_store(database_url) as store:
        await store.write([ROOM, *(NewGame(game, "KQJX", GAME.header) for game in games)])
        monkeypatch.setattr(Connection, "execute", note)
        await store.write([make_game_lines(1, 1, game) for game in games])
        await store.write([make_game_lines(2, 4, game) for game in games])
        assert statements == [APPEND_MOVES, APPEND_MOVES]
        store._leases.forget(["r:KQJX"])  # then the positions are looked up again
        await store.write([make_game_lines(5, 5, game) for game in games])
        monkeypatch.undo()
        for game in games[::20]:
            assert await store.load_game_log(game) == build_saved_file(5, game)


@run_in_loop
async def test_moves_use_indexes_even_without_statistics(database_url: str) -> None:
    async with open_postgres_store(database_url) as store:
        await store.write([ROOM, GAME, make_game_lines(1, 1)])
        await store.write([make_game_lines(2, 2)])
        db = store._batches._db
        assert db
        values = ([1], [3], [3], [b"{}"], [1])
        plan = await db.fetch(f"EXPLAIN {APPEND_MOVES}", store._nodes.epoch, 9, *values)
        text = "\n".join(line for (line,) in plan)
        assert "Seq Scan" not in text
        assert "Hash Join" not in text


# --- answers that are lost --------------------------------------------------------------------


@run_in_loop
async def test_moves_whose_answer_is_lost_are_stored_once(database_url: str) -> None:
    rng = Random(1)
    async with run_database_proxy(database_url) as proxy, open_postgres_store(proxy.url) as store:
        await store.write([ROOM, GAME])
        last = 0
        for _ in range(20):
            more = rng.randint(1, 3)
            if rng.random() < 0.5:
                proxy.lose_answer_to = matches_line(last + 1)
            else:
                proxy.lose_request = matches_line(last + 1)
            await store.write([make_game_lines(last + 1, last + more)])
            last += more
            assert proxy.lose_answer_to is proxy.lose_request is None
            assert await store.load_game_log("game-1") == build_saved_file(last)
        assert proxy.connections > 20


@pytest.mark.parametrize("is_answer", [True, False])
@run_in_loop
async def test_a_transaction_whose_commit_is_lost_is_done_once(
    database_url: str, *, is_answer: bool
) -> None:
    async with run_database_proxy(database_url) as proxy, open_postgres_store(proxy.url) as store:

        def lose_commit() -> None:
            setattr(proxy, "lose_answer_to" if is_answer else "lose_request", matches_commit)

        lose_commit()
        await store.write([ANNA, replace(ROOM, guests=("anna-1",)), GAME, make_game_lines(1, 2)])
        lose_commit()
        await store.write([replace(ROOM, snapshot=b"later"), make_game_lines(3, 3)])
        lose_commit()
        await store.release_room("KQJX", 5, b"{}")
        assert await store.take_room("KQJX") is not None
        assert await store.load_game_log("game-1") == build_saved_file(3)
        assert await store.list_rooms_of_guest("anna-1") == ["KQJX"]
        assert proxy.lose_answer_to is proxy.lose_request is None


@pytest.mark.parametrize("is_answer", [True, False])
@run_in_loop
async def test_refusals_survive_a_lost_commit(database_url: str, *, is_answer: bool) -> None:
    async with run_database_proxy(database_url) as proxy, open_postgres_store(proxy.url) as store:
        await store.write([ROOM, GAME])
        setattr(proxy, "lose_answer_to" if is_answer else "lose_request", matches_commit)
        outcomes = await asyncio.gather(
            store.write([ANNA]),
            store.write([make_game_lines(5, 5)]),
            store.write([make_game_lines(1, 2)]),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in outcomes] == [type(None), Conflict, type(None)]
        assert await store.load_game_log("game-1") == build_saved_file(2)
        assert await store.find_guest("anna-1") == ANNA


@pytest.mark.usefixtures("short_leases")
@run_in_loop
async def test_what_was_stored_before_the_node_was_ended_counts(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer is lost, and when the node is back, another one owns the room."""
    async with (
        run_database_proxy(database_url) as proxy,
        open_postgres_store(proxy.url, "one") as one,
        open_postgres_store(database_url, "two") as two,
    ):
        await one.write([ROOM, GAME])
        await one.write([make_game_lines(1, 1)])
        losses = note_losses(one)
        connect = one._batches._connect

        async def connect_late() -> Connection:
            await retry_while_owned(lambda: two.take_room("KQJX"))
            await two.write([make_game_lines(3, 3)])
            return await connect()

        await pause_heartbeats(one)
        monkeypatch.setattr(one._batches, "_connect", connect_late)
        proxy.lose_answer_to = matches_line(2)
        await one.write([make_game_lines(2, 2)])
        monkeypatch.setattr(one._batches, "_connect", connect)
        with pytest.raises(NotOwner):
            await one.write([make_game_lines(4, 4)])
        await asyncio.sleep(0)
        assert len(losses) == 1
        assert await two.load_game_log("game-1") == build_saved_file(3)
        resume_heartbeats(one)


@run_in_loop
async def test_a_request_that_arrives_too_late_does_nothing(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_writer, "COMMIT_SECONDS", 0.3)
    async with run_database_proxy(database_url) as proxy, open_postgres_store(proxy.url) as store:
        await store.write([ROOM, GAME])
        await store.write([make_game_lines(1, 1)])
        proxy.hold_request = matches_line(2)
        await store.write([make_game_lines(2, 2)])
        await proxy.pass_on_held_request()
        assert await store.load_game_log("game-1") == build_saved_file(2)
        await store.write([make_game_lines(3, 3)])
        assert await store.load_game_log("game-1") == build_saved_file(3)


@pytest.mark.usefixtures("quick_failures")
@run_in_loop
async def test_a_write_that_is_given_up_is_stored_once_or_never(database_url: str) -> None:
    async with run_database_proxy(database_url) as proxy, open_postgres_store(proxy.url) as store:
        await store.write([ROOM, GAME, make_game_lines(1, 1)])
        store._batches._connector = postgres_connection.Connector(
            f"postgresql://127.0.0.1:{find_free_port()}/nowhere"
        )
        proxy.lose_answer_to = matches_line(2)
        with pytest.raises(StoreFailed):
            await store.write([make_game_lines(2, 2)])
        store._batches._connector = store._connector
        with pytest.raises(Conflict, match="goes on with line 3, not 2"):
            await store.write([make_game_lines(2, 2)])
        await store.write([make_game_lines(3, 3)])
        assert await store.load_game_log("game-1") == build_saved_file(3)


@run_in_loop
async def test_broken_connections_are_replaced(database_url: str) -> None:
    async with run_database_proxy(database_url) as proxy, open_postgres_store(proxy.url) as store:
        losses = note_losses(store)
        await store.write([ROOM, GAME])
        for n in range(1, 11):
            reads = [asyncio.create_task(load_open_rooms(store)) for _ in range(6)]
            await store.write([make_game_lines(n, n)])
            await asyncio.gather(*reads)
            proxy.cut_connections()
        assert await store.load_game_log("game-1") == build_saved_file(10)
        assert losses == []


# --- a database that is away ------------------------------------------------------------------


@pytest.mark.usefixtures("stopped_server", "quick_failures")
@run_in_loop
async def test_database_that_stops_and_comes_back(database_url: str) -> None:
    loop = asyncio.get_running_loop()
    server = get_server()
    async with open_postgres_store(database_url) as store:
        losses = note_losses(store)
        await store.write([ROOM, GAME, make_game_lines(1, 1)])
        await asyncio.to_thread(server.stop)
        begun = loop.time()
        with pytest.raises(StoreFailed, match="the database does not answer") as failed:
            await store.write([make_game_lines(2, 2)])
        assert loop.time() - begun < 3
        assert "\n" not in str(failed.value)
        assert PASSWORD not in str(failed.value)
        assert f"127.0.0.1:{server.port}/" in str(failed.value)
        begun = loop.time()
        for _ in range(20):
            with pytest.raises(StoreFailed, match="the database does not answer"):
                await store.find_room("KQJX")
            with pytest.raises(StoreFailed):
                await store.take_room("KQJX")
        for _ in range(3):  # by now it is known to be away
            with pytest.raises(StoreFailed):
                await store.write([make_game_lines(2, 2)])
        assert loop.time() - begun < 2
        await asyncio.to_thread(server.start)
        await asyncio.sleep(0.3)
        await store.write([make_game_lines(2, 2)])
        assert await store.load_game_log("game-1") == build_saved_file(2)
        await store.probe_write()
        assert losses == []


@pytest.mark.usefixtures("stopped_server")
@run_in_loop
async def test_a_crash_of_the_database_is_survived_by_waiting_writes(database_url: str) -> None:
    server = get_server()
    async with open_postgres_store(database_url) as store:
        await store.write([ROOM, GAME])
        writing = True

        async def append() -> int:
            last = 0
            while writing:
                await store.write([make_game_lines(last + 1, last + 1)])
                last += 1
            return last

        appending = asyncio.create_task(append())
        for _ in range(3):
            await asyncio.sleep(0.3)
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
        await asyncio.sleep(0.5)
        writing = False
        last = await appending
        assert last > 20
        assert await store.load_game_log("game-1") == build_saved_file(last)


@pytest.mark.usefixtures("stopped_server")
@run_in_loop
async def test_closing_without_the_database(database_url: str) -> None:
    loop = asyncio.get_running_loop()
    async with open_postgres_store(database_url):
        await asyncio.to_thread(get_server().stop)
        begun = loop.time()
    assert loop.time() - begun < 5


@pytest.mark.usefixtures("quick_failures")
@run_in_loop
async def test_database_that_does_not_answer(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Packets are lost without any sign, as when a cable is pulled."""
    monkeypatch.setattr(postgres_connection, "READ_SECONDS", 0.5)
    monkeypatch.setattr(postgres_connection, "CONNECT_SECONDS", 0.5)
    monkeypatch.setattr(postgres_writer, "COMMIT_SECONDS", 0.5)
    loop = asyncio.get_running_loop()
    async with run_database_proxy(database_url) as proxy, open_postgres_store(proxy.url) as store:
        await store.write([ROOM, GAME, make_game_lines(1, 1)])
        proxy.is_silent = True
        begun = loop.time()
        outcomes = await asyncio.gather(
            store.write([make_game_lines(2, 2)]),
            *(store.find_room("KQJX") for _ in range(10)),
            return_exceptions=True,
        )
        assert {type(outcome) for outcome in outcomes} == {StoreFailed}
        assert loop.time() - begun < 6
        proxy.is_silent = False
        await wait_until(lambda: store._nodes._renewing_since is not None)
        await store.write([make_game_lines(2, 2)])
        assert await store.load_game_log("game-1") == build_saved_file(2)


@run_in_loop
async def test_of_several_hosts_the_one_that_answers_is_used(database_url: str) -> None:
    server, name = get_server(), database_url.rpartition("/")[2]
    hosts = f"127.0.0.1:{find_free_port()},127.0.0.1:{server.port},[::1]:{find_free_port()}"
    url = f"postgresql://{USER}:{PASSWORD}@{hosts}/{name}?target_session_attrs=read-write"
    async with open_postgres_store(url) as store:
        await store.write([ROOM])
        assert await load_open_rooms(store) == [ROOM]


# --- a database that cannot be used -----------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("nonsense", "write the database as postgresql://"),
        ("mysql://kostka:not-to-be-shown@host/db", "write the database as postgresql://"),
        ("postgresql://kostka:not-to-be-shown@[::1/db", "write the database as postgresql://"),
        ("postgresql://kostka:not-to-be-shown@host:port/db", "write the database as postgresql://"),
        ("postgresql://kostka:not-to-be/shown@host/db", "write the database as postgresql://"),
        ("postgresql://kostka:77/not-to-be-shown@host/db", "write the database as postgresql://"),
        ("postgresql://u:not-to-be-shown@host/db?sslmode=x", "the database URL is not valid"),
        ("postgresql://u:not-to-be-shown@nowhere.invalid/db", "the database does not answer"),
    ],
)
@run_in_loop
async def test_urls_that_lead_nowhere(url: str, why: str) -> None:
    with pytest.raises(StoreFailed, match=why) as failed:
        await PostgresStore.open(url, ONE)
    assert "not-to-be" not in str(failed.value)
    assert "\n" not in str(failed.value)


@run_in_loop
async def test_missing_database() -> None:
    with pytest.raises(StoreFailed, match=r"there is no such database \(3D000\)") as failed:
        await PostgresStore.open(get_server().make_url("nowhere"), ONE)
    assert PASSWORD not in str(failed.value)


@run_in_loop
async def test_database_of_another_program(empty_database_url: str) -> None:
    name = empty_database_url.rpartition("/")[2]
    get_server().run_sql("CREATE TABLE recipes (name text)", name)
    with pytest.raises(StoreFailed, match="this database belongs to another program"):
        await PostgresStore.open(empty_database_url, ONE)


@run_in_loop
async def test_newer_database(database_url: str) -> None:
    get_server().run_sql("UPDATE kostka SET version = 77", database_url.rpartition("/")[2])
    with pytest.raises(StoreFailed, match=r"a newer kostka .*version 77; this one knows"):
        await PostgresStore.open(database_url, ONE)


@run_in_loop
async def test_database_that_does_not_wait_for_its_disk(database_url: str) -> None:
    name = database_url.rpartition("/")[2]
    get_server().run_sql(f"ALTER DATABASE {name} SET synchronous_commit = off")
    with pytest.raises(StoreFailed, match="synchronous_commit is off"):
        await PostgresStore.open(database_url, ONE)


@run_in_loop
async def test_database_that_may_only_be_read(database_url: str) -> None:
    name = database_url.rpartition("/")[2]
    get_server().run_sql(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    with pytest.raises(StoreFailed, match="no server of the database can be written"):
        await PostgresStore.open(database_url, ONE)


@run_in_loop
async def test_many_nodes_start_on_an_empty_database(empty_database_url: str) -> None:
    nodes = [Node(f"n{n}", "") for n in range(5)]
    stores = await asyncio.gather(*(PostgresStore.open(empty_database_url, node) for node in nodes))
    try:
        assert len({store.relay_key for store in stores}) == 1
        await stores[0].write([ROOM])
        assert await load_open_rooms(stores[4]) == [ROOM]
    finally:
        await asyncio.gather(*(store.close() for store in stores))


@run_in_loop
async def test_an_older_database_gets_what_is_missing(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_postgres_store(database_url) as store:
        await store.write([ROOM])
    more = (*postgres_schema.UPGRADE_STEPS, "ALTER TABLE rooms ADD COLUMN colour text;")
    monkeypatch.setattr(postgres_schema, "UPGRADE_STEPS", more)
    monkeypatch.setattr(postgres_schema, "VERSION", len(more))
    async with open_two_stores(database_url) as (one, _):
        assert await load_open_rooms(one) == [ROOM]
        assert await one._pool.fetch("SELECT colour FROM rooms") == [(None,)]


@run_in_loop
async def test_text_that_the_database_cannot_hold(database_url: str) -> None:
    async with open_postgres_store(database_url) as store:
        with pytest.raises(ValueError, match="0x00"):
            await store.write([replace(ANNA, name="An\0na")])
        await store.write([ANNA])
