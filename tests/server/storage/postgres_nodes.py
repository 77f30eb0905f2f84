"""Several nodes on one database, for tests: pausing them, and waiting for what they do."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from kostka.server.storage.postgres_store import PostgresStore
from kostka.server.storage.store import Node, OwnedElsewhere

T = TypeVar("T")

WAIT_SECONDS = 20.0


@asynccontextmanager
async def open_postgres_store(url: str, name: str = "one") -> AsyncIterator[PostgresStore]:
    store = await PostgresStore.open(url, Node(name, f"{name}:8000"))
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def open_two_stores(url: str) -> AsyncIterator[tuple[PostgresStore, PostgresStore]]:
    async with open_postgres_store(url, "one") as one, open_postgres_store(url, "two") as two:
        yield one, two


async def pause_heartbeats(store: PostgresStore) -> None:
    """Let a node be silent, as if it were stopped; it may still try to write."""
    assert store._nodes._task
    store._nodes._task.cancel()
    await asyncio.wait([store._nodes._task])


def resume_heartbeats(store: PostgresStore) -> None:
    store._nodes._task = asyncio.create_task(store._nodes._run_heartbeats())


def note_losses(store: PostgresStore) -> list[int]:
    """Return a list that grows when a node learns that it owns nothing any more."""
    losses: list[int] = []
    store.watch_ownership(lambda: losses.append(store._nodes.epoch))
    return losses


async def wait_until(is_true: Callable[[], bool]) -> None:
    async with asyncio.timeout(WAIT_SECONDS):
        while not is_true():  # noqa: ASYNC110  (it depends on another node)
            await asyncio.sleep(0.02)


async def retry_while_owned(take: Callable[[], Awaitable[T]]) -> T:
    """Repeat taking something until its owner has ended."""
    async with asyncio.timeout(WAIT_SECONDS):
        while True:
            try:
                return await take()
            except OwnedElsewhere:
                await asyncio.sleep(0.02)
