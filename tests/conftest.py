"""What all tests share: the mark `slow`, and the order in which they run."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent

SLOW = (
    "bench/",
    "bots/test_hidden.py",
    "bots/test_simulation.py::test_a_lost_letter",
    "bots/test_soak.py",
    "bots/test_whole_games.py",
    "bots/test_word_bots.py",
    "browser/",
    "cli/test_backup.py",
    "cli/test_bad_input.py",
    "cli/test_database_commands.py",
    "cli/test_forget_guest.py",
    "cli/test_serve.py",
    "cli/test_simulate.py",
    "cli/test_solve.py",
    "cli/test_workers.py",
    "deploy/test_cluster_proxies.py",
    "deploy/test_proxies.py",
    "deploy/test_scaling_page.py",
    "oracle/test_program.py",
    "printing/test_kit.py",
    "server/api/test_cost_limits.py",
    "server/cluster/test_faults.py",
    "server/cluster/test_processes.py",
    "server/openapi/test_http.py",
    "server/ops/test_write_failures.py",
    "server/permissions/",
    "server/rooms/test_clock_watch.py",
    "server/rooms/test_forgetting.py",
    "server/rooms/test_lobby.py",
    "server/rooms/test_removals.py",
    "server/rooms/test_shares.py",
    "server/rooms/test_shuffle_round.py",
    "server/rooms/test_word_games.py",
    "server/rooms/test_word_lobby.py",
    "server/storage/test_postgres_faults.py",
    "server/storage/test_postgres_fencing.py",
    "server/storage/test_postgres_ownership.py",
    "server/storage/test_postgres_store.py",
    "server/storage/test_sqlite_store.py",
    "server/test_app.py",
    "server/test_attack_tool.py",
    "server/test_changed_wall_clock.py",
    "server/test_power_loss.py",
    "server/test_soak.py",
    "server/tournaments/test_entries.py",
    "server/tournaments/test_exports.py",
    "server/tournaments/test_kills.py",
    "server/tournaments/test_online.py",
    "server/tournaments/test_online_pause.py",
    "server/tournaments/test_online_time.py",
    "server/tournaments/test_routes.py",
    "server/tournaments/test_seat_links.py",
    "server/transport/test_frames.py",
    "server/transport/test_session.py",
    "server/transport/test_timed_http.py",
    "server/workers/test_attacks.py",
    "server/workers/test_fuzz_inputs.py",
    "server/workers/test_server_process.py",
    "server/workers/test_worker_pool.py",
    "solver/test_against_program.py",
    "solver/test_steps.py",
    "test_perft.py",
    "test_recorded_games.py",
    "test_state_machine.py",
    "web/test_javascript.py",
    "word/test_state_machine.py",
)
"""How the ids of tests begin that take many seconds; `make test-fast` leaves them out."""


AGAIN_ON_POSTGRES = "[postgres"
"""In the ids of tests that run over SQLite too; `make test-fast` leaves them out as well."""

LONGEST = (
    "server/cluster/test_faults.py",
    "test_perft.py",
    "deploy/test_scaling_page.py",
    "server/openapi/test_http.py",
    "browser/test_whole_games.py",
    "browser/test_words.py",
    "browser/test_whole_tournament.py",
    "browser/test_learn.py",
    "browser/test_desk.py",
    "browser/",
    "test_state_machine.py",
)
"""How the ids of tests begin that run first: no worker shall be left alone with one in the end."""


@pytest.fixture(autouse=True, scope="session")
def repeat_client_randomness() -> Iterator[None]:
    """Let clients add the same to every shuffle, so that servers in tests deal the same tiles."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kostka.client.randomness.token_hex", lambda count: "07" * count)
        yield


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the slow tests, and begin with those that take longest."""
    for item in items:
        name = _get_path_and_name(item)
        if name.startswith(SLOW) or AGAIN_ON_POSTGRES in name:
            item.add_marker(pytest.mark.slow)
    items.sort(key=_find_rank)


def pytest_collection_finish() -> None:
    """Exclude what was loaded from garbage collection: servers in tests collect again and again."""
    gc.collect()
    gc.freeze()


def _find_rank(item: pytest.Item) -> int:
    name = _get_path_and_name(item)
    ranks = (rank for rank, beginning in enumerate(LONGEST) if name.startswith(beginning))
    return next(ranks, len(LONGEST))


def _get_path_and_name(item: pytest.Item) -> str:
    return item.nodeid.removeprefix("tests/")
