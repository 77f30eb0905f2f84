"""Metrics: cheap histograms, and what the process and its store measure."""

from __future__ import annotations

import asyncio
import gc
import re
import time
from pathlib import Path

import pytest

from kostka.server.api.monitoring import add_store_metrics
from kostka.server.ops.metrics import Metrics
from kostka.server.ops.process_metrics import ProcessMetrics
from kostka.server.storage.store import Guest
from tests.server.stores import open_store


def read_number(metrics: Metrics, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} (\S+)$", metrics.render().decode(), re.MULTILINE)
    assert found, f"{name} is missing"
    return float(found[1])


def test_a_histogram_counts_up_to_each_bound() -> None:
    metrics = Metrics()
    sizes = metrics.add_histogram("kostka_sizes", "Sizes", (1, 2.5))
    for value in (0, 1, 1.5, 2.5, 2.6, 100):
        sizes.record(value)
    counts = {"1.0": 2, "2.5": 4, "+Inf": 6}
    for bound, count in counts.items():
        assert read_number(metrics, f'kostka_sizes_bucket{{le="{bound}"}}') == count
    assert read_number(metrics, "kostka_sizes_count") == 6
    assert read_number(metrics, "kostka_sizes_sum") == pytest.approx(107.6)


def test_a_busy_event_loop_and_garbage_collection_are_measured() -> None:
    metrics = Metrics()
    callbacks = list(gc.callbacks)

    async def block() -> None:
        measuring = asyncio.create_task(ProcessMetrics(metrics, lambda _: None).measure())
        await asyncio.sleep(0)
        gc.collect()
        while not read_number(metrics, "kostka_loop_delay_seconds_count"):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        before = read_number(metrics, "kostka_loop_delay_seconds_count")
        time.sleep(0.7)  # noqa: ASYNC251  (this is the fault that is measured)
        while read_number(metrics, "kostka_loop_delay_seconds_count") == before:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        measuring.cancel()
        await asyncio.wait([measuring])

    asyncio.run(block())
    assert read_number(metrics, "kostka_loop_delay_seconds_sum") >= 0.6
    assert read_number(metrics, "kostka_gc_seconds_count") >= 1
    assert gc.callbacks == callbacks


@pytest.mark.sqlite_only("PostgreSQL has its own journal")
def test_commits_of_the_store_are_measured(tmp_path: Path) -> None:
    metrics = Metrics()

    async def write() -> None:
        store = await open_store(tmp_path)
        add_store_metrics(metrics, store)
        assert read_number(metrics, "kostka_queued_writes") == 0
        guests = [Guest(str(n), str(n).encode(), "Ala", 0) for n in range(10)]
        writes = [asyncio.create_task(store.write([guest])) for guest in guests]
        await asyncio.sleep(0)
        assert read_number(metrics, "kostka_queued_writes") == 10
        await asyncio.gather(*writes)
        assert read_number(metrics, "kostka_queued_writes") == 0
        assert read_number(metrics, "kostka_journal_bytes") > 0
        await store.close()

    asyncio.run(write())
    assert read_number(metrics, "kostka_commit_writes_sum") == 11  # the last one ends the queue
    commits = read_number(metrics, "kostka_commit_writes_count")
    assert 2 <= commits <= 11
    assert read_number(metrics, "kostka_commit_seconds_count") == commits
    assert read_number(metrics, "kostka_journal_bytes") == 0


def test_the_process_and_the_version_are_shown() -> None:
    shown = Metrics().render().decode()
    assert 'kostka_info{version="' in shown
    if Path("/proc/self/status").exists():
        for name in ("resident_memory_bytes", "open_fds", "max_fds", "cpu_seconds_total"):
            assert f"\nprocess_{name} " in shown
