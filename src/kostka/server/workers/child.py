"""The worker process: reads tasks from its input, runs them, writes replies, until the input ends.

The input also ends when the server is killed, so no worker outlives its server.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from pathlib import Path
from time import process_time
from traceback import extract_tb
from typing import BinaryIO

from kostka.events.codec import to_json
from kostka.events.errors import BadInput, Refused
from kostka.server.workers.frames import (
    MAX_REPLY_BYTES,
    READY,
    REQUEST_HEAD,
    Outcome,
    Reply,
    encode_reply,
)
from kostka.server.workers.process_limits import (
    limit_process,
    limit_processor_time,
    measure_peak_bytes,
)
from kostka.server.workers.task import Task
from kostka.server.workers.tasks import TASKS


def run_worker() -> None:
    """Run tasks until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    limit_process()
    gc.freeze()  # what was imported stays
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as replies:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # nothing else gets between the replies
        replies.write(READY)
        replies.flush()
        _answer_requests(sys.stdin.buffer, replies)


def _answer_requests(requests: BinaryIO, replies: BinaryIO) -> None:
    spent = 0.0
    while head := requests.read(REQUEST_HEAD.size):
        name_length, length = REQUEST_HEAD.unpack(head)
        task = TASKS[requests.read(name_length).decode()]
        limit_processor_time(task.seconds)
        outcome, body = _run_task(task, requests.read(length))
        now = process_time()
        reply = Reply(outcome, now - spent, measure_peak_bytes(), body)
        spent = now
        replies.write(encode_reply(reply))
        replies.flush()


def _run_task(task: Task, payload: bytes) -> tuple[Outcome, bytes]:
    try:
        result = task.function(payload)
    except Refused as refused:
        return Outcome.REFUSED, to_json(refused.violations)
    except BadInput as error:
        return Outcome.BAD_INPUT, str(error).encode()
    except MemoryError:
        return Outcome.TOO_BIG, b""
    except BaseException as error:  # noqa: BLE001  (a panic of a library is not an Exception)
        return Outcome.FAILED, to_json(_describe_error(error))
    return (Outcome.DONE, result) if len(result) <= MAX_REPLY_BYTES else (Outcome.TOO_BIG, b"")


def _describe_error(error: BaseException) -> tuple[str, list[str]]:
    """Return which error happened and where, without its message, which may quote a secret."""
    frames = extract_tb(error.__traceback__)
    return type(error).__name__, [f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames]
