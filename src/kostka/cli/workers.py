"""Work spread over processes: results in order, one line for an error, nobody left behind.

Every worker has a line of its own to us and shares nothing with the others, so that it can be ended
at any moment. (A pool of the standard library shares queues and locks: whoever ends its workers
while they write may wait for ever.)
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
"""How many numbers a worker gets at a time where there are many: handing out takes time too."""
LOOK_AHEAD = 4
"""How many of these each worker may be ahead of the slowest."""


def map_in_order(work: Callable[[int], T], numbers: Sequence[int], jobs: int) -> Iterator[T]:
    """Do the work for every number, in so many processes, and give the results in order."""
    jobs = min(jobs, len(numbers))
    if jobs <= 1:
        yield from map(work, numbers)
        return
    at_once = max(1, min(MAX_TASK_SIZE, len(numbers) // (jobs * MAX_TASK_SIZE)))
    tasks = [numbers[start : start + at_once] for start in range(0, len(numbers), at_once)]
    workers = _start_workers(work, jobs)
    try:
        yield from _collect_results([line for _, line in workers], tasks)
    finally:  # also after Ctrl-C, or when the reader has seen enough
        for process, line in workers:
            process.terminate()
            process.join()
            line.close()


def _start_workers(work: Callable[[int], T], jobs: int) -> list[tuple[BaseProcess, Connection]]:
    """Start the workers. Ctrl-C is for us, who stop them; it is not lost if it comes meanwhile."""
    # A fresh process knows nothing of our threads and open files, and it is so on every system.
    context = multiprocessing.get_context("spawn")
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    workers: list[tuple[BaseProcess, Connection]] = []
    try:
        for _ in range(jobs):
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve_tasks, args=(work, theirs), daemon=True)
            process.start()
            theirs.close()  # now the line ends when the worker does
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
    """Hand the tasks out and give the results of each as soon as its turn has come."""
    idle, busy = list(lines), dict[Connection, int]()
    done: dict[int, list[Any]] = {}
    given = told = 0
    while told < len(tasks):
        while idle and given < min(len(tasks), told + len(lines) * LOOK_AHEAD):
            line = idle.pop()
            _send_task(line, tasks[given])
            busy[line] = given
            given += 1
        ready = wait(list(busy))
        for line in [line for line in lines if line in ready]:
            done[busy.pop(line)] = _receive_results(line)
            idle.append(line)
        while told in done:
            yield from done.pop(told)
            told += 1


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
    return BadInput("a worker process died: was there enough memory?")


def _serve_tasks(work: Callable[[int], T], line: Connection) -> None:
    """Do what comes over the line, until it ends: with it we do."""
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
    except Exception as error:  # noqa: BLE001  (a worker has nobody else to tell)
        return BadInput(f"{type(error).__name__}: {error}")
