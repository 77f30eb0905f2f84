"""What the log tells, and that it tells nothing that is nobody's business."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kostka.client import Connection, Refused, connect
from kostka.protocol.requests import AskHint, Begin, Rename, Sit
from kostka.protocol.rooms import Settings
from kostka.server.ops import logs
from kostka.server.ops.refusal_alerts import MIN_REPORTED, RefusalAlerts
from tests.server.processes import LOG
from tests.server.running import plays_on, server
from tests.tools.soak_server import soak_server


@pytest.fixture
def log_stream() -> Iterator[io.StringIO]:
    """Write logs to memory, and leave the loggers as they were."""
    names = ("kostka.server", "uvicorn", "asyncio")
    before = [(logging.getLogger(name), logging.getLogger(name).level) for name in names]
    stream = io.StringIO()
    logs.start_logging(stream)
    yield stream
    for logger, level in before:
        logger.handlers, logger.propagate = [], True
        logger.setLevel(level)


def read_lines(stream: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_match_is_told_without_its_secrets(tmp_path: Path, log_stream: io.StringIO) -> None:
    async def play() -> tuple[list[Connection], str]:
        async with (
            server(tmp_path) as url,
            connect(url, name="Zenobia") as ala,
            connect(url, name="Bartholomew") as bob,
        ):
            room = await ala.create_room(Settings("travel", seats=2))
            await bob.enter_room(room.code)
            await bob.ask(Sit, seat=1)
            await bob.ask(Rename, name="Balthasar")
            await ala.ask(Begin)
            for kind, fields in ((AskHint, {"turn": 1, "grade": 1}), (Begin, {})):
                with pytest.raises(Refused):
                    await bob.ask(kind, **fields)
            await asyncio.gather(plays_on(ala), plays_on(bob))
            return [ala, bob], room.code

    players, code = asyncio.run(asyncio.wait_for(play(), 60))
    told = read_lines(log_stream)
    events = [line["event"] for line in told]
    for event in ("opened", "room_opened", "game_began", "game_over", "closing"):
        assert event in events
    game = players[0].game
    assert game is not None
    assert {line.get("game") for line in told if line["event"] == "game_over"} == {game.game}
    assert all(re.fullmatch(r"20\d\d-\d\d-\d\dT[\d:.]{12}Z", str(line["at"])) for line in told)
    secrets = [code, "Zenobia", "Bartholomew", "Balthasar", "127.0.0.1"]
    secrets += [one.token or "" for one in players] + [one.guest for one in players]
    assert all(secret and secret not in log_stream.getvalue() for secret in secrets)
    # No tiles either: nothing in a line is a list of numbers, and no field is for them.
    for line in told:
        assert set(line) <= logs.FIELDS | {"at", "weight", "event"}
        assert not any(isinstance(value, list) for value in line.values())


def test_an_error_is_told_by_its_kind_and_place_but_not_by_its_words(
    log_stream: io.StringIO,
) -> None:
    try:
        int("token 0123456789abcdef")
    except ValueError as error:
        logs.log_failure("request_failed", error, kind="Do")
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application\n")
    ours, theirs = read_lines(log_stream)
    assert (ours["event"], ours["weight"], ours["error"]) == (
        "request_failed",
        "error",
        "ValueError",
    )
    assert str(ours["where"]).startswith("['test_logs.py:")
    assert (theirs["event"], theirs["error"]) == ("uvicorn", "ValueError")
    assert "0123456789abcdef" not in log_stream.getvalue()


def test_what_has_no_place_in_the_log_cannot_be_written() -> None:
    with pytest.raises(AssertionError):
        logs.log_event("something", name="Ala")


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.77", "203.0.113.0/24"),
        ("2001:db8:1:2:3::4", "2001:db8:1::/48"),
        ("nonsense", "unknown"),
        ("", "unknown"),
    ],
)
def test_of_an_address_only_the_network_is_told(address: str, network: str) -> None:
    assert logs.mask_address(address) == network


def test_many_refusals_are_one_line(log_stream: io.StringIO) -> None:
    alerts = RefusalAlerts()
    for _ in range(MIN_REPORTED):
        alerts.count_refusal("203.0.113.0/24")
    alerts.count_refusal("198.51.100.0/24")
    alerts.log_frequent_refusals()
    alerts.log_frequent_refusals()
    (line,) = read_lines(log_stream)
    assert (line["event"], line["near"], line["count"]) == (
        "refused_storm",
        "203.0.113.0/24",
        MIN_REPORTED,
    )


def test_nothing_that_strangers_send_reaches_the_log(tmp_path: Path) -> None:
    soak_server(tmp_path, messages=400, kills=0, seed=9)
    text = (tmp_path / LOG).read_text(encoding="utf-8")
    assert "room_opened" in text
    assert "Eve" not in text
    assert len(text.splitlines()) < 250  # rooms and games, not messages
