"""What server and worker write to each other's pipes: a head of fixed length, then bytes."""

from __future__ import annotations

from enum import IntEnum
from struct import Struct
from typing import NamedTuple

REQUEST_HEAD = Struct(">BI")
"""The lengths of the task's name and of its payload, which follow."""

REPLY_HEAD = Struct(">BdQI")
"""Outcome, processor time, peak memory and the length of the body, which follows."""

READY = b"\n"
"""What a worker writes once it can take tasks."""

MAX_REPLY_BYTES = 16_000_000


class Outcome(IntEnum):
    """How a task ended, and what the body of the reply is."""

    DONE = 0
    """The result."""
    BAD_INPUT = 1
    """The text of a `BadInput`."""
    REFUSED = 2
    """The violations of a `Refused`, as JSON."""
    TOO_BIG = 3
    """Nothing: there was not enough memory."""
    FAILED = 4
    """The name of an unexpected error and where it was raised, as JSON."""


class Reply(NamedTuple):
    """What a worker answers."""

    outcome: Outcome
    seconds: float
    """Processor time since the last reply, or since the process started."""
    peak_bytes: int
    """The most memory that the process has ever had; 0 where that is unknown."""
    body: bytes


def encode_request(task: str, payload: bytes) -> bytes:
    """Return the frame that asks for a task."""
    name = task.encode()
    return REQUEST_HEAD.pack(len(name), len(payload)) + name + payload


def encode_reply(reply: Reply) -> bytes:
    """Return the frame of a reply."""
    outcome, seconds, peak_bytes, body = reply
    return REPLY_HEAD.pack(outcome, seconds, peak_bytes, len(body)) + body
