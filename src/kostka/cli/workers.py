"""Spread work over processes: results in order, errors as `BadInput`, no worker left running.

Every worker has its own pipe and shares nothing with the others, so it can be terminated at any
moment. (The pools of the standard library share queues and locks; terminating a worker that holds
one can block for ever.)
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from kostka.events.errors import BadInput

T = TypeVar("T")

MAX_TASK_SIZE = 16
"""Maximum number of items in a task: larger tasks need fewer messages."""
LOOK_AHEAD = 4
"""How many tasks per worker may run ahead of the oldest unfinished one."""


def map_in_order(work: Callable[[int], T], numbers: Sequence[int], jobs: int) -> Iterator[T]:
    """Call `work` for every number in `jobs` processes; yield the results in order."""
    jobs = min(jobs, len(numbers))
    if jobs <= 1:
        yield from map(work, numbers)
        return
    at_once = max(1, min(MAX_TASK_SIZE, len(numbers) // (jobs * MAX_TASK_SIZE)))
    tasks = [numbers[start : start + at_once] for start in range(0, len(numbers), at_once)]
    workers = _start_workers(work, jobs)
    try:
        yield from _collect_results([line for _, line in workers], tasks)
    finally:  # also after Ctrl-C, or if the caller stops early
        for process, line in workers:
            process.terminate()
            process.join()
            line.close()


def _start_workers(work: Callable[[int], T], jobs: int) -> list[tuple[BaseProcess, Connection]]:
    """Start the workers. A Ctrl-C during the start is raised afterwards, in this process only."""
    # "spawn" inherits no threads or open files, and works the same on every system.
    context = multiprocessing.get_context("spawn")
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    workers: list[tuple[BaseProcess, Connection]] = []
    try:
        for _ in range(jobs):
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve_tasks, args=(work, theirs), daemon=True)
            process.start()
            theirs.close()  # so that the pipe closes when the worker ends
            workers.append((process, ours))
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        for worker, line in workers:
            worker.terminate()
            line.close()
        raise KeyboardInterrupt
    return workers


def _collect_results(lines: Sequence[Connection], tasks: Sequence[Sequence[int]]) -> Iterator[Any]:
    """Hand out the tasks and yield their results in order."""
    idle, busy = list(lines), dict[Connection, int]()
    done: dict[int, list[Any]] = {}
    handed_out = collected = 0
    while collected < len(tasks):
        while idle and handed_out < min(len(tasks), collected + len(lines) * LOOK_AHEAD):
            line = idle.pop()
            _send_task(line, tasks[handed_out])
            busy[line] = handed_out
            handed_out += 1
        ready = wait(list(busy))
        for line in [line for line in lines if line in ready]:
            done[busy.pop(line)] = _receive_results(line)
            idle.append(line)
        while collected in done:
            yield from done.pop(collected)
            collected += 1


def _send_task(line: Connection, task: Sequence[int]) -> None:
    try:
        line.send(task)
    except OSError:
        raise _make_death_error() from None


def _receive_results(line: Connection) -> list[Any]:
    try:
        answer: list[Any] | BadInput = line.recv()
    except (EOFError, OSError):
        raise _make_death_error() from None
    if isinstance(answer, BadInput):
        raise answer
    return answer


def _make_death_error() -> BadInput:
    return BadInput("a worker process died (out of memory?)")


def _serve_tasks(work: Callable[[int], T], line: Connection) -> None:
    """Serve tasks from the pipe until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        while True:
            line.send(_run_task(work, line.recv()))
    except (EOFError, OSError):
        return


def _run_task(work: Callable[[int], T], numbers: Sequence[int]) -> list[T] | BadInput:
    try:
        return list(map(work, numbers))
    except BadInput as error:
        return BadInput(str(error))
    except Exception as error:  # noqa: BLE001  (reported to the parent process)
        return BadInput(f"{type(error).__name__}: {error}")
