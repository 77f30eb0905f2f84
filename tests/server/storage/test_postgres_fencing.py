"""What the database itself refuses, whatever a node believes."""

from __future__ import annotations

from collections.abc import Sequence

import asyncpg
import pytest

from kostka.server.storage import postgres_connection, postgres_writer
from kostka.server.storage.postgres_connection import Connection
from kostka.server.storage.postgres_logs import APPEND_MOVES
from kostka.server.storage.postgres_nodes import _END_DEAD
from kostka.server.storage.postgres_store import PostgresStore
from kostka.server.storage.store import NewGame, RewrittenGame, SavedRoom, StoreFailed
from tests.server.storage.database_proxy import run_database_proxy
from tests.server.storage.postgres_nodes import (
    open_postgres_store,
    open_two_stores,
    pause_heartbeats,
    resume_heartbeats,
)
from tests.server.storage.store_suite import (
    GAME,
    ROOM,
    make_game_lines,
    make_line,
    run_in_loop,
)


async def append_row(db: Connection, node: int, games: Sequence[int], leases: Sequence[int]) -> int:
    """Send the statement for moves with any values; return how many rows it has inserted."""
    numbers = [7 for _ in games]
    columns = ([*games], numbers, numbers, [b"{}" for _ in games], [*leases])
    return await db.execute(APPEND_MOVES, node, 99, *columns)


async def connect(store: PostgresStore) -> Connection:
    return await store._connector.connect("test")


@run_in_loop
async def test_moves_need_the_right_lease_for_every_game(database_url: str) -> None:
    async with open_two_stores(database_url) as (one, two):
        await one.write([ROOM, GAME])  # game 1
        await one.release_room("KQJX", None, None)
        await one.take_room("KQJX")
        await one.write([SavedRoom("AAAA", b"{}", 0), NewGame("game-2", "AAAA", GAME.header)])
        await two.write([SavedRoom("BBBB", b"{}", 0), NewGame("game-3", "BBBB", GAME.header)])
        db = await connect(one)
        node, other = one._nodes.epoch, two._nodes.epoch
        assert one._leases.get_epoch("r:KQJX") == 2
        assert await append_row(db, node, [1], [1]) == 0  # an earlier ownership
        assert await append_row(db, node, [1], [3]) == 0
        assert await append_row(db, other, [1], [2]) == 0
        assert await append_row(db, node, [3], [1]) == 0
        assert await append_row(db, node, [77], [1]) == 0
        assert await append_row(db, node + 10, [1], [2]) == 0
        assert await append_row(db, node, [1, 2, 3], [2, 1, 1]) == 0  # all or none
        assert await db.fetch("SELECT * FROM lines") == []
        assert await append_row(db, node, [1, 2], [2, 1]) == 2
        assert await db.fetch("SELECT batch FROM commits WHERE epoch = $1", node) == [(99,)]
        assert await db.fetch("SELECT batch FROM commits WHERE epoch = $1", other) != [(99,)]
        await db.close()


@pytest.mark.parametrize("is_move", [True, False])
@run_in_loop
async def test_a_node_is_not_ended_while_it_commits(database_url: str, *, is_move: bool) -> None:
    async with open_two_stores(database_url) as (one, two):
        await one.write([ROOM, GAME])
        db, ending = await connect(one), await connect(two)
        node = one._nodes.epoch
        await pause_heartbeats(one)
        await ending.execute("UPDATE nodes SET until = '2020-01-01' WHERE epoch = $1", node)
        if is_move:
            await db.execute("BEGIN")
            assert await append_row(db, node, [1], [1]) == 1
        else:
            assert (await one._batches._begin(db, node)).is_registered
        assert await ending.execute(_END_DEAD, two._nodes.epoch) == 0
        await ending.execute("SET lock_timeout = '50ms'")
        with pytest.raises(asyncpg.LockNotAvailableError):
            await ending.execute("DELETE FROM nodes WHERE epoch = $1", node)
        await db.commit(1)
        assert await ending.execute(_END_DEAD, two._nodes.epoch) == 1
        assert await append_row(db, node, [1], [1]) == 0
        assert not (await one._batches._begin(db, node)).is_registered
        await db.close()
        await ending.close()
        resume_heartbeats(one)


@run_in_loop
async def test_a_move_that_waits_for_the_end_of_its_node_is_refused(database_url: str) -> None:
    async with open_two_stores(database_url) as (one, two):
        await one.write([ROOM, GAME])
        await pause_heartbeats(one)
        ending = await connect(two)
        await ending.execute("BEGIN")
        await ending.execute("DELETE FROM nodes WHERE epoch = $1", one._nodes.epoch)
        db = await connect(one)
        await db.execute("SET lock_timeout = '50ms'")
        with pytest.raises(asyncpg.LockNotAvailableError):
            await append_row(db, one._nodes.epoch, [1], [1])
        await ending.commit(1)
        assert await append_row(db, one._nodes.epoch, [1], [1]) == 0
        await db.close()
        await ending.close()
        resume_heartbeats(one)


@run_in_loop
async def test_a_move_that_was_given_up_does_not_arrive_later(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even after the log was written again, when nothing else would refuse it."""
    monkeypatch.setattr(postgres_writer, "COMMIT_SECONDS", 0.3)
    monkeypatch.setattr(postgres_writer, "RETRY_SECONDS", 0.1)
    nowhere = postgres_connection.Connector("postgresql://127.0.0.1:1/nowhere")
    async with run_database_proxy(database_url) as proxy, open_postgres_store(proxy.url) as store:
        await store.write([ROOM, GAME, make_game_lines(1, 1)])
        await store.write([make_game_lines(2, 2)])
        proxy.hold_request = lambda data: make_line(3) in data
        monkeypatch.setattr(store._batches, "_connector", nowhere)
        with pytest.raises(StoreFailed):
            await store.write([make_game_lines(3, 3)])
        monkeypatch.setattr(store._batches, "_connector", store._connector)
        await store.write([RewrittenGame("game-1", (b"a", b"b", b"c"))])
        await proxy.pass_on_held_request()
        assert await store.load_game_log("game-1") == b"a\nb\nc\n"
