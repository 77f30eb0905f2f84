"""What operators see of nodes: the page, labels of metrics, and lines of the log."""

from __future__ import annotations

import io
import json
import logging

from kostka.server.cluster.node_metrics import add_node_metrics
from kostka.server.cluster.node_page import NodePage
from kostka.server.cluster.status import UNKNOWN, PublishedStatus, decode_status
from kostka.server.ops.logs import JsonFormatter
from kostka.server.ops.metrics import Metrics
from kostka.server.storage.store import Node, NodeStatus


class Board:
    """Two nodes, one of which calls itself strangely."""

    def __init__(self, address: str = "10.0.0.1:80") -> None:
        self.node = Node("one", address)

    def publish_status(self, status: bytes) -> None:
        raise AssertionError(status)

    def list_nodes(self) -> list[NodeStatus]:
        draining = b'{"version":"9.9","draining":true,"rooms":7,"sessions":41,"games":5}'
        return [
            NodeStatus(Node("<two>", "10.0.0.2:80"), 5, draining, 250, 12),
            NodeStatus(self.node, 4, b"not JSON", 100, 3),
        ]


def test_the_page_shows_every_node_and_runs_nothing() -> None:
    page = NodePage(Board()).render_page()
    assert "<script" not in page
    assert "&lt;two&gt;" in page
    for text in ("10.0.0.2:80", "9.9", "draining", "serving", "250 ms", "41", ">12<", ">7<"):
        assert text in page, text


def test_every_metric_has_the_node_as_a_label() -> None:
    metrics = Metrics()
    add_node_metrics(metrics, Board())
    metrics.refusals.labels("late").inc()
    lines = [line for line in metrics.render().decode().splitlines() if line[0] != "#"]
    assert all('node="one"' in line for line in lines)
    assert 'kostka_leases{node="one"} 3.0' in lines
    assert 'kostka_nodes{node="one"} 2.0' in lines
    assert 'kostka_heartbeat_age_seconds{node="one"} 0.1' in lines
    assert 'kostka_refused_total{code="late",node="one"} 1.0' in lines


def test_without_other_nodes_metrics_stay_as_they_are() -> None:
    metrics = Metrics()
    add_node_metrics(metrics, Board(address=""))
    assert "node=" not in metrics.render().decode()


def test_every_line_of_the_log_names_the_node() -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter("one"))
    for name in ("kostka.server", "uvicorn.error"):
        handler.handle(logging.makeLogRecord({"name": name, "msg": "opened"}))
    assert [json.loads(line)["node"] for line in stream.getvalue().splitlines()] == ["one", "one"]


def test_a_status_of_another_version_is_read_as_far_as_possible() -> None:
    assert decode_status(b'{"rooms":3,"future":true}') == PublishedStatus(rooms=3)
    assert decode_status(b'{"rooms":"many"}') == UNKNOWN
