"""`/readyz` says whether a server can save, and asks its store only as often as it must."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from kostka.server.api import readiness
from kostka.server.storage.sqlite_store import SqliteStore
from kostka.server.storage.store import StoreFailed
from tests.server.running import fetched, server
from tests.server.world import run


class ProbedStore(SqliteStore):
    """A store that counts probes and lets them fail or wait."""

    probes = 0
    why: str | None = None
    answers: asyncio.Event | None = None

    async def probe_write(self) -> None:
        self.probes += 1
        if self.answers is not None:
            await self.answers.wait()
        if self.why is not None:
            raise StoreFailed(self.why, where="/secret/place")
        await super().probe_write()


async def open_probed_store(folder: Path) -> ProbedStore:
    return await asyncio.to_thread(ProbedStore, folder)


def test_a_server_that_can_save_is_ready(tmp_path: Path) -> None:
    async def check() -> None:
        store = await open_probed_store(tmp_path)
        async with server(tmp_path, store=store) as url:
            page = await fetched(url, "/readyz")
            assert (page.status, page.body) == (200, b"ok\n")
            assert page.headers["cache-control"] == "no-store"
            assert store.probes == 1

    run(check())


def test_a_server_that_cannot_save_says_why_but_not_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "MIN_INTERVAL", 0.0)

    async def check() -> None:
        store = await open_probed_store(tmp_path)
        async with server(tmp_path, store=store) as url:
            store.why = "the disk is full"
            page = await fetched(url, "/readyz")
            assert page.status == 503
            failure = json.loads(page.body)
            assert failure["error"] == "the server cannot save at the moment: the disk is full"
            assert failure["problems"][0]["code"] == "not_ready"
            assert b"secret" not in page.body
            assert (await fetched(url, "/healthz")).status == 200
            store.why = None
            assert (await fetched(url, "/readyz")).status == 200

    run(check())


def test_many_requests_share_one_probe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "MIN_INTERVAL", 3600.0)

    async def check() -> None:
        store = await open_probed_store(tmp_path)
        async with server(tmp_path, store=store) as url:
            pages = await asyncio.gather(*(fetched(url, "/readyz") for _ in range(20)))
            assert {page.status for page in pages} == {200}
            assert store.probes == 1

    run(check())


def test_a_store_that_does_not_answer_is_probed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "PROBE_TIMEOUT", 0.05)
    monkeypatch.setattr(readiness, "MIN_INTERVAL", 0.0)

    async def check() -> None:
        store = await open_probed_store(tmp_path)
        store.answers = asyncio.Event()
        async with server(tmp_path, store=store) as url:
            for _ in range(3):
                page = await fetched(url, "/readyz")
                assert page.status == 503
                assert b"the store does not answer" in page.body
            assert store.probes == 1
            store.answers.set()
            await asyncio.sleep(0)
            assert (await fetched(url, "/readyz")).status == 200

    run(check())
