"""docs/operating.md knows every alert, metric and log event that an operator may meet."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from kostka.server.app import build_application
from kostka.server.storage.sqlite_store import SqliteStore
from kostka.server.storage.store import Node

ROOT = Path(__file__).parent.parent.parent
DOCUMENT = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
NAMED = set(re.findall(r"`(\w+)`", DOCUMENT))


def list_log_events() -> set[str]:
    """Return the names of all events that the server logs."""
    sources = "\n".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "src/kostka").rglob("*.py")
    )
    return set(re.findall(r"log_(?:event|failure)\(\s*\"(\w+)\"", sources))


def list_metrics(folder: Path) -> set[str]:
    """Return the names of all metrics of a server, as Prometheus shows them."""

    async def render() -> str:
        store = await SqliteStore.open(folder)
        store.node = Node("one", "127.0.0.1:1")  # with the metrics of a node among others
        try:
            return str(build_application(store).state.lobby.metrics.render().decode())
        finally:
            await store.close()

    return set(re.findall(r"^# TYPE (kostka_\w+) ", asyncio.run(render()), re.MULTILINE))


def test_every_log_event_is_explained() -> None:
    events = list_log_events()
    assert {"opened", "not_saved", "refused_storm"} <= events
    assert sorted(events - NAMED) == []


def test_every_alert_is_explained() -> None:
    alerts = re.findall(
        r"- alert: (\w+)", (ROOT / "deploy" / "alerts.yml").read_text(encoding="utf-8")
    )
    assert len(alerts) >= 8
    assert sorted(set(alerts) - NAMED) == []


def test_every_metric_is_explained_and_none_is_invented(tmp_path: Path) -> None:
    shown = {name for name in list_metrics(tmp_path) if name != "kostka_info"}
    explained = {name for name in NAMED if name.startswith("kostka_")}
    assert explained == shown


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(#([\w-]+)\)", DOCUMENT))), ids=str)
def test_links_lead_to_headings(link: str) -> None:
    headings = re.findall(r"^#+ (.*)$", DOCUMENT, re.MULTILINE)
    assert link in {re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in headings}


def test_files_that_are_named_exist() -> None:
    paths = set(re.findall(r"\bdeploy/[\w.-]+\w", DOCUMENT))
    assert len(paths) >= 5
    assert [path for path in sorted(paths) if not (ROOT / path).exists()] == []
