"""`kostka solve`: find the best play for a rack and a table, or for a batch of positions."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from kostka import solver
from kostka.cli.arguments import Commands, add_edition_options, make_number_parser, parse_edition
from kostka.cli.terminal import (
    Painter,
    add_colour_option,
    is_colour_wanted,
    print_json,
    warn_if_kernel_missing,
)
from kostka.events.codec import from_json, to_builtins
from kostka.events.errors import BadInput, Refused, quote
from kostka.solver.answer import Answer, Objective
from kostka.solver.steps import mark_rack_tiles
from kostka.solver.wire import MAX_MOVES, Play, Position, Question
from kostka.tiles import format_set

MAX_JOBS = 64
LOOK_AHEAD = 4
"""Maximum number of lines of a batch that wait for each thread."""
MAX_LINE_LENGTH = 1024 * 1024
"""In bytes; far more than a question with a complete edition needs."""
WIDTH = 76

HELP = """\
objectives:
  tiles    place the most tiles, then the most points (default)
  points   leave the lowest rack count, jokers at the edition's penalty
  out      place the whole rack, or nothing
  fewest   the smallest legal play

A batch is a file (- for standard input) with one question per line, as a JSON object:

  {"edition": "classic", "rack": "B3 B5 B6", "table": "K4 R4 B4 O4 | K1 K2 K3",
   "opened": true, "objective": "tiles", "moves": 3}

Only edition and rack are required. edition is a name, or a complete edition as printed by
`kostka editions --json`; "rules": {"joker_penalty": 25} changes fields of it. rack and table may
also be lists of tiles and of sets. Answers are printed one per line, in the order of the
questions, as soon as they are known. With "moves" an answer is {"plays": [...]}. A question that
cannot be answered gets {"error": "...", "line": 7}, and the batch continues. Blank lines are
skipped.

exit status: 0; 1 if there is no play or the input is rejected. A complete batch always gives 0.

example: kostka solve --edition classic --rack 'B3 B5 B6' --table 'K4 R4 B4 O4 | K1 K2 K3'
"""


def add_command(commands: Commands) -> None:
    """Add `kostka solve` and its options."""
    command = commands.add_parser(
        "solve",
        help="find the best play",
        description="Find the best play for a rack and a table. Of equally good plays,\n"
        "the one that changes the table least is chosen.",
        epilog=HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add_edition_options(command, required=False)  # a batch names its own editions
    which = command.add_mutually_exclusive_group(required=True)
    which.add_argument("--rack", metavar="TILES", help="the player's tiles, for example 'B3 B5 J'")
    which.add_argument(
        "--batch", metavar="FILE", help="answer the questions in a file (- for standard input)"
    )
    command.add_argument(
        "--table", metavar="SETS", help="sets on the table, for example 'K4 R4 B4 | B3 B4 B5'"
    )
    command.add_argument(
        "--unopened", action="store_true", help="the player has not opened yet (N-22)"
    )
    command.add_argument(
        "--objective",
        type=_parse_objective,
        metavar="OBJECTIVE",
        help=f"what to optimise: {', '.join(Objective)} (default: tiles)",
    )
    command.add_argument(
        "--moves",
        type=make_number_parser(MAX_MOVES),
        metavar="K",
        help="print the K best different plays",
    )
    command.add_argument(
        "--jobs",
        type=make_number_parser(MAX_JOBS),
        metavar="N",
        help="threads for a batch (default: 1)",
    )
    command.add_argument("--json", action="store_true", help="print one JSON object per play")
    add_colour_option(command)
    command.set_defaults(run=partial(run, command))


def run(command: argparse.ArgumentParser, arguments: argparse.Namespace) -> bool:
    """Answer one question or a batch; return False if there is no play."""
    _check_option_conflicts(command, arguments)
    if arguments.batch is not None:
        return _print_batch_answers(arguments.batch, arguments.jobs or 1)
    question = Question(
        edition=parse_edition(arguments),
        rack=arguments.rack,
        table=arguments.table or "",
        opened=not arguments.unopened,
        objective=arguments.objective or Objective.TILES,
        moves=arguments.moves,
    )
    paint = Painter(colour=is_colour_wanted(arguments.colour))
    possible = True
    position = question.parse_position()
    for number, answer in enumerate(position.find_answers(question.moves), start=1):
        if number == 1:
            warn_if_kernel_missing(has_kernel=solver.KERNEL)
        if arguments.json:
            print_json(_encode_answer(answer))
        else:
            told = _format_play(position, answer, paint, number if arguments.moves else None)
            print("\n".join(["", *told] if number > 1 else told))
        possible = bool(answer.placed)
    return possible


def _check_option_conflicts(
    command: argparse.ArgumentParser, arguments: argparse.Namespace
) -> None:
    if arguments.batch is None:
        if arguments.edition is None:
            command.error("the following arguments are required: --edition")
        if arguments.jobs:
            command.error("argument --jobs: only allowed with argument --batch")
        return
    for name in ("edition", "rule", "table", "unopened", "objective", "moves"):
        if getattr(arguments, name) not in (None, False, []):
            command.error(f"argument --{name}: not allowed with argument --batch")


def _parse_objective(text: str) -> Objective:
    try:
        return Objective(text)
    except ValueError:
        names = ", ".join(Objective)
        raise argparse.ArgumentTypeError(
            f"{quote(text)} is not an objective: choose from {names}"
        ) from None


# --- as JSON ----------------------------------------------------------------------------------


def _encode_answer(answer: Answer) -> dict[str, Any]:
    steps = [step.text for step in answer.steps]
    return {**to_builtins(Play.from_answer(answer)), "steps": steps, "kernel": solver.KERNEL}


# --- as text ----------------------------------------------------------------------------------


def _format_play(
    position: Position, answer: Answer, paint: Painter, number: int | None
) -> Iterator[str]:
    """Format a play: what to place, the steps, and the table afterwards.

    `number` is its rank if several plays are printed.
    """
    if not answer.placed:
        yield _explain_no_play(position, answer)
        return
    does = "place" if position.opened else "open with"
    does = paint.format_bold(f"Play {number}: {does}" if number else does.capitalize())
    out = " and go out" if answer.tile_count == len(position.rack) else ""
    tiles = _format_count(answer.tile_count, "tile")
    gain = f"{tiles}, {_format_count(answer.points, 'point')} off the rack"
    worth = "" if position.opened else f"; the opening is worth {answer.value}"
    yield f"{does} {paint.format_tiles(answer.placed)}{out}: {gain}{worth}"
    for at, step in enumerate(answer.steps, start=1):
        yield f"  {at}. {step}"
    yield paint.format_bold("The table afterwards")
    marks = mark_rack_tiles(position.table, answer.table)
    for meld, marked in list(zip(answer.table, marks, strict=True))[answer.kept :]:
        yield f"  {paint.format_tiles(meld, marked)}"
    yield from map(paint.format_dim, _format_kept_sets(answer))
    yield paint.format_dim(
        _describe_optimality(answer, "further play" if (number or 1) > 1 else "play")
    )


def _format_count(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _explain_no_play(position: Position, answer: Answer) -> str:
    if not answer.optimal:
        return "No play found, but the search was cut short: there may be one."
    if position.objective is Objective.OUT:
        return "No play places the whole rack."
    if position.objective is Objective.POINTS and position.opened:
        return "No play lowers the rack count: draw (N-20)."
    if not position.opened:
        return "No opening is possible: draw (N-22)."
    return "No tile can be placed: draw (N-20)."


def _format_kept_sets(answer: Answer) -> list[str]:
    """Wrap the unchanged sets into lines that break only between sets."""
    import textwrap  # noqa: PLC0415  (faster start)

    sets = [format_set(meld).replace(" ", "\xa0") for meld in answer.table[: answer.kept]]
    lines = textwrap.wrap(
        " | ".join(sets), WIDTH, initial_indent="  kept: ", subsequent_indent=" " * 8
    )
    return [line.replace("\xa0", " ") for line in lines]


def _describe_optimality(answer: Answer, play: str) -> str:
    if not answer.optimal:
        return "The search was cut short: there may be a better play."
    if not answer.kept_most:
        return f"No {play} is better; an equal one might change the table less."
    if not answer.changes_least:
        return f"No {play} is better, and no equal one keeps more sets as they are."
    return f"No {play} is better, and no equal one changes the table less."


# --- a batch ----------------------------------------------------------------------------------

Line = tuple[int, bytes | None]
"""Number and text of a line; None if the line is too long."""


def _print_batch_answers(name: str, jobs: int) -> bool:
    warn_if_kernel_missing(has_kernel=solver.KERNEL)
    lines = _read_numbered_lines(name)
    for answer in map(_answer_line, lines) if jobs == 1 else _answer_lines_in_threads(lines, jobs):
        print_json(answer)
        sys.stdout.flush()
    return True


def _read_numbered_lines(name: str) -> Iterator[Line]:
    """Read non-blank lines as they arrive, skipping the rest of a line that is too long."""
    if name == "-" and sys.stdin is None:
        raise BadInput("there is no standard input")
    # Not sys.stdin itself: a thread that waits for its next line would block the exit.
    source = sys.stdin.fileno() if name == "-" else Path(name)
    with open(source, "rb", closefd=name != "-") as file:
        number = 0
        while line := file.readline(MAX_LINE_LENGTH):
            number += 1
            whole = line
            while len(line) == MAX_LINE_LENGTH and not line.endswith(b"\n"):
                whole, line = b"", file.readline(MAX_LINE_LENGTH)
            if not whole:
                yield number, None
            elif not whole.isspace():
                yield number, whole


def _answer_line(line: Line) -> dict[str, Any]:
    number, text = line
    try:
        if text is None:
            limit = MAX_LINE_LENGTH // 1024**2
            raise BadInput(f"the line is longer than {limit} MB")  # noqa: TRY301
        question = from_json(text, Question)
        position = question.parse_position()
        answers = [_encode_answer(answer) for answer in position.find_answers(question.moves)]
    except (BadInput, Refused) as error:
        return {"error": " ".join(str(error).split()), "line": number}
    return {"plays": answers} if question.moves else answers[0]


def _answer_lines_in_threads(lines: Iterator[Line], jobs: int) -> Iterator[dict[str, Any]]:
    """Answer lines in several threads; yield the answers in order while another thread reads."""
    from concurrent.futures import Future, ThreadPoolExecutor  # noqa: PLC0415  (rarely needed)
    from queue import Queue  # noqa: PLC0415
    from threading import Thread  # noqa: PLC0415

    waiting: Queue[Future[dict[str, Any]] | BaseException | None] = Queue(jobs * LOOK_AHEAD)
    pool = ThreadPoolExecutor(jobs)

    def submit_lines() -> None:
        try:
            for line in lines:
                waiting.put(pool.submit(_answer_line, line))
            waiting.put(None)
        except BaseException as error:  # noqa: BLE001  (raised again by the consumer)
            waiting.put(error)

    Thread(target=submit_lines, daemon=True).start()
    try:
        while (answer := waiting.get()) is not None:
            if isinstance(answer, BaseException):
                raise answer
            yield answer.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
