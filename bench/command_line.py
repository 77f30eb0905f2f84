"""The command line of the benchmarks: `python -m bench SUBJECT`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from bench import lexicon, mid_game_turn
from bench.server import cold_start, move_cost, nodes, soak
from bench.server import comparison as server_comparison
from bench.server import report as server_report
from bench.simulator import comparison as simulator_comparison
from bench.solver import comparison as solver_comparison
from bench.solver import report as solver_report
from bench.solver.positions import EDITIONS
from bench.storage import drivers
from bench.versus import comparison as versus_comparison
from bench.versus import figures as versus_figures
from bench.word import benchmark as word_benchmark
from kostka.cli.arguments import make_number_parser
from kostka.cli.main import Parser
from kostka.events.codec import to_json
from kostka.events.errors import BadInput, quote

MAX_GAMES = 10_000
"""That a soak run holds at the same time."""

DEFAULT_MINUTES = 10
MAX_MINUTES = 1440
MAX_ROUNDS = 1000
MAX_RUNS = 100

SUCCESS, FAILURE, INTERRUPTED = 0, 1, 130


class Outcome(NamedTuple):
    """What a benchmark returns."""

    result: object
    """Becomes JSON."""
    lines: Iterable[str]
    """The same as a table."""
    is_good: bool
    """Whether all limits were met; the exit status is 0 then."""


# --- the subjects -----------------------------------------------------------------------------


def run_turn_benchmark(arguments: argparse.Namespace) -> Outcome:
    """Time a mid-game turn."""
    result = mid_game_turn.run_turn_benchmark(quick=arguments.quick)
    return Outcome(result, mid_game_turn.format_report_lines(result), is_good=True)


def run_cold_start_benchmark(arguments: argparse.Namespace) -> Outcome:
    """Measure the start of the server."""
    result = cold_start.run_cold_start_benchmark(quick=arguments.quick)
    return Outcome(result, cold_start.format_report_lines(result), result.has_met_limits)


def run_lexicon_benchmark(arguments: argparse.Namespace) -> Outcome:
    """Measure the Polish lexicon."""
    result = lexicon.run_lexicon_benchmark(quick=arguments.quick)
    return Outcome(result, lexicon.format_report_lines(result), result.has_met_limits)


def run_simulator_benchmark(arguments: argparse.Namespace) -> Outcome:
    """Measure the simulator against RLCard."""
    result = simulator_comparison.run_simulator_benchmark(
        quick=arguments.quick, peer=not arguments.no_peer
    )
    return Outcome(result, simulator_comparison.format_report_lines(result), result.bars_met)


def run_solver_benchmark(arguments: argparse.Namespace) -> Outcome:
    """Measure the solver against its rivals."""
    editions = getattr(arguments, "editions", None) or EDITIONS
    for name in editions:
        if name not in EDITIONS:
            raise BadInput(f"there are no positions for {quote(name)}: {', '.join(EDITIONS)}")
    result = solver_comparison.run_solver_benchmark(
        editions, quick=arguments.quick, peer=not arguments.no_peer, progress=_print_progress
    )
    return Outcome(result, solver_report.format_report_lines(result), result.is_never_worse)


def run_word_benchmark(arguments: argparse.Namespace) -> Outcome:
    """Measure the solver of the word game."""
    result = word_benchmark.run_word_benchmark(quick=arguments.quick, progress=_print_progress)
    return Outcome(result, word_benchmark.format_report_lines(result), result.bars_met)


def run_server_benchmark(arguments: argparse.Namespace) -> Outcome:
    """Measure the server against boardgame.io, or hold games on it."""
    hold, minutes = getattr(arguments, "hold", None), getattr(arguments, "minutes", None)
    if minutes and not hold:
        raise BadInput("--minutes needs --hold N: the number of games to hold")
    if hold:
        soaked = soak.run_soak_test(hold, minutes or DEFAULT_MINUTES, _print_progress)
        return Outcome(soaked, soak.format_report_lines(soaked), soaked.has_no_errors)
    result = server_comparison.run_server_benchmark(
        quick=arguments.quick,
        peer=not arguments.no_peer,
        runs=getattr(arguments, "runs", server_comparison.DEFAULT_RUNS),
        database=getattr(arguments, "database", None),
        progress=_print_progress,
    )
    return Outcome(result, server_report.format_report_lines(result), result.bars_met)


def run_nodes_benchmark(arguments: argparse.Namespace) -> Outcome:
    """Measure several nodes on PostgreSQL."""
    result = nodes.run_nodes_benchmark(
        quick=arguments.quick,
        runs=arguments.runs,
        database=arguments.database,
        progress=_print_progress,
    )
    return Outcome(result, nodes.format_report_lines(result), result.bars_met)


def run_move_benchmark(arguments: argparse.Namespace) -> Outcome:
    """Measure a move inside the process of the server."""
    result = move_cost.measure_move_cost(quick=arguments.quick)
    return Outcome(result, move_cost.format_report_lines(result), is_good=True)


def run_versus_benchmark(arguments: argparse.Namespace) -> Outcome:
    """Compare this checkout with another one."""
    result = versus_comparison.compare_checkouts(
        Path(arguments.checkout),
        arguments.subjects.split(","),
        arguments.rounds,
        quick=arguments.quick,
        progress=_print_progress,
    )
    return Outcome(result, versus_figures.format_report_lines(result), is_good=True)


def run_driver_benchmark(arguments: argparse.Namespace) -> Outcome:
    """Measure two drivers for PostgreSQL."""
    result = drivers.run_driver_benchmark(arguments.url, quick=arguments.quick)
    return Outcome(result, drivers.format_report_lines(result), is_good=True)


ALL = {
    "turn": run_turn_benchmark,
    "start": run_cold_start_benchmark,
    "lexicon": run_lexicon_benchmark,
    "simulate": run_simulator_benchmark,
    "solver": run_solver_benchmark,
    "word": run_word_benchmark,
    "server": run_server_benchmark,
}
"""The subjects that `make bench` runs one after the other."""


def run_all_benchmarks(arguments: argparse.Namespace) -> Outcome:
    """Run all subjects; the tables are printed on the way, the JSON at the end."""
    outcomes: dict[str, Outcome] = {}
    for name, run in ALL.items():
        outcomes[name] = run(arguments)
        if not arguments.json:
            _print_lines([f"=== {name}", *outcomes[name].lines, ""])
    results = {name: outcome.result for name, outcome in outcomes.items()}
    is_good = all(outcome.is_good for outcome in outcomes.values())
    return Outcome(results, [to_json(results).decode()], is_good)


# --- the parser -------------------------------------------------------------------------------


def build_parser() -> Parser:
    """Return the parser with one sub-command for each subject."""
    parser = Parser(
        prog="bench",
        description="Measures kostka side by side with other programs, in one run.",
        epilog="example: python -m bench solver --json",
        allow_abbrev=False,
    )
    subjects = parser.add_subparsers(title="subjects", metavar="SUBJECT", required=True)
    for add_subject in (
        _add_all_parser,
        _add_turn_parser,
        _add_cold_start_parser,
        _add_lexicon_parser,
        _add_simulator_parser,
        _add_solver_parser,
        _add_word_parser,
        _add_server_parser,
        _add_nodes_parser,
        _add_move_parser,
        _add_versus_parser,
        _add_driver_parser,
    ):
        add_subject(subjects)
    return parser


Subparsers = argparse._SubParsersAction  # noqa: SLF001  (its only name)


def _add_all_parser(subjects: Subparsers[Parser]) -> None:
    parser = subjects.add_parser(
        "all",
        help="everything but versus and drivers (make bench)",
        description="Runs all subjects but versus and drivers, and prints a table for each and then"
        " one JSON object with all results. Exit status 0 if all limits are met.",
        epilog="example: python -m bench all --quick --no-peer",
        allow_abbrev=False,
    )
    _add_common_options(parser, quick="a small run of everything")
    parser.set_defaults(run=run_all_benchmarks)


def _add_turn_parser(subjects: Subparsers[Parser]) -> None:
    parser = subjects.add_parser(
        "turn",
        help="a mid-game turn in plain Python",
        description="Times the check of a table and a whole turn with 60 tiles on the table.",
        epilog="example: python -m bench turn",
        allow_abbrev=False,
    )
    _add_common_options(parser, quick="a few rounds", has_peer=False)
    parser.set_defaults(run=run_turn_benchmark)


def _add_cold_start_parser(subjects: Subparsers[Parser]) -> None:
    parser = subjects.add_parser(
        "start",
        help="the start of the server",
        description="Starts `kostka serve` again and again and measures the time to the first page."
        f" Exit status 0 if the median is at most {cold_start.MAX_SECONDS} seconds, and if"
        f" {cold_start.ROOMS:,} open rooms make it at most {cold_start.MAX_GROWTH} times as long.",
        epilog="example: python -m bench start",
        allow_abbrev=False,
    )
    _add_common_options(parser, quick="two starts", has_peer=False)
    parser.set_defaults(run=run_cold_start_benchmark)


def _add_lexicon_parser(subjects: Subparsers[Parser]) -> None:
    parser = subjects.add_parser(
        "lexicon",
        help="the Polish lexicon",
        description="Measures the size of the Polish lexicon, how fast it opens, and a look-up."
        " Exit status 0 if all of these meet their limits.",
        epilog="example: python -m bench lexicon",
        allow_abbrev=False,
    )
    _add_common_options(parser, quick="a few rounds", has_peer=False)
    parser.set_defaults(run=run_lexicon_benchmark)


def _add_simulator_parser(subjects: Subparsers[Parser]) -> None:
    parser = subjects.add_parser(
        "simulate",
        help="the simulator, against RLCard",
        description="Plays classic games of two players with an exact solve in every turn, and"
        " RLCard's gin rummy with random agents, alternately on one core, and prints how many games"
        " and steps a second each plays. Exit status 0 if kostka makes at least as many turns as"
        " RLCard makes steps, and 50 games a second.",
        epilog="example: python -m bench simulate --quick",
        allow_abbrev=False,
    )
    _add_common_options(parser, quick="a few games")
    parser.set_defaults(run=run_simulator_benchmark)


def _add_solver_parser(subjects: Subparsers[Parser]) -> None:
    parser = subjects.add_parser(
        "solver",
        help="the solver, against rummikub-solver and an integer program",
        description="Solves stored positions with kostka, with rummikub-solver and with an integer"
        " program (HiGHS), and prints how long each takes and where the answers differ."
        " Exit status 0 if no rival has a better answer than kostka.",
        epilog="example: python -m bench solver --quick",
        allow_abbrev=False,
    )
    parser.add_argument("editions", nargs="*", metavar="EDITION", help="only these editions")
    _add_common_options(parser, quick="a few positions, once")
    parser.set_defaults(run=run_solver_benchmark)


def _add_word_parser(subjects: Subparsers[Parser]) -> None:
    parser = subjects.add_parser(
        "word",
        help="the solver of the word game",
        description="Solves stored positions of the word game with 5 and with 15 words on the"
        " table, and prints how soon there is an answer, how good it is and when it is proven. Exit"
        " status 0 if all of these meet their limits.",
        epilog="example: python -m bench word --quick",
        allow_abbrev=False,
    )
    _add_common_options(parser, quick="a few positions", has_peer=False)
    parser.set_defaults(run=run_word_benchmark)


def _add_server_parser(subjects: Subparsers[Parser]) -> None:
    parser = subjects.add_parser(
        "server",
        help="the server, against boardgame.io",
        description="Plays games of four players on `kostka serve` and on a boardgame.io server, in"
        " turns, and prints the processor time and memory that each needs and how many moves a"
        " second each delivers in time. Samples during which the machine paused are repeated. Exit"
        " status 0 if the medians of all runs meet the limits that are printed. With --hold, holds"
        " many games on kostka alone for minutes; exit status 0 if there was no error.",
        epilog="examples: python -m bench server --runs 5; python -m bench server --hold 1000",
        allow_abbrev=False,
    )
    _add_common_options(parser, quick="a few games, for a second")
    _add_runs_option(parser)
    parser.add_argument(
        "--database",
        metavar="URL",
        nargs="?",
        const=server_comparison.OWN_DATABASE,
        help="also measure kostka on this PostgreSQL (without URL: on one of its own)",
    )
    parser.add_argument(
        "--hold",
        type=make_number_parser(MAX_GAMES),
        metavar="N",
        help="hold N games, 4 players each",
    )
    parser.add_argument(
        "--minutes",
        type=make_number_parser(MAX_MINUTES),
        metavar="M",
        help=f"how long to hold the games of --hold (default: {DEFAULT_MINUTES})",
    )
    parser.set_defaults(run=run_server_benchmark)


def _add_nodes_parser(subjects: Subparsers[Parser]) -> None:
    parser = subjects.add_parser(
        "nodes",
        help="one, two and three nodes on PostgreSQL, beside one on SQLite",
        description="Plays games on a node with SQLite and on one, two and three nodes with"
        " PostgreSQL, in turns, and prints the processor time of nodes and database. Exit status 0"
        " if a node on PostgreSQL costs hardly more than one on SQLite.",
        epilog="example: python -m bench nodes",
        allow_abbrev=False,
    )
    _add_common_options(parser, quick="a few games, for a second", has_peer=False)
    _add_runs_option(parser)
    parser.add_argument(
        "--database", metavar="URL", help="an empty PostgreSQL (default: one of its own)"
    )
    parser.set_defaults(run=run_nodes_benchmark)


def _add_runs_option(parser: Parser) -> None:
    parser.add_argument(
        "--runs",
        type=make_number_parser(MAX_RUNS),
        default=server_comparison.DEFAULT_RUNS,
        metavar="N",
        help="whole runs, each with new servers (default: %(default)s)",
    )


def _add_move_parser(subjects: Subparsers[Parser]) -> None:
    parser = subjects.add_parser(
        "move",
        help="a move inside the process of the server",
        description="Carries out the same recorded moves again and again, without sockets, and"
        " prints the processor time of a move.",
        epilog="example: python -m bench move",
        allow_abbrev=False,
    )
    _add_common_options(parser, quick="a few moves", has_peer=False)
    parser.set_defaults(run=run_move_benchmark)


def _add_versus_parser(subjects: Subparsers[Parser]) -> None:
    parser = subjects.add_parser(
        "versus",
        help="this checkout, against another checkout of kostka",
        description="Measures the solver and the server's work per move of this checkout and of"
        " another one alternately, in processes of their own, and prints medians and ratios with"
        " their spread. Both checkouts need a compiled solver.",
        epilog="example: python -m bench versus ../kostka-before --subjects server",
        allow_abbrev=False,
    )
    parser.add_argument("checkout", metavar="CHECKOUT", help="folder of the other checkout")
    parser.add_argument(
        "--subjects",
        default=",".join(versus_comparison.SUBJECTS),
        metavar="S,S",
        help="what to measure (default: %(default)s)",
    )
    parser.add_argument(
        "--rounds",
        type=make_number_parser(MAX_ROUNDS),
        default=versus_comparison.DEFAULT_ROUNDS,
        metavar="N",
        help="how often to measure both (default: %(default)s)",
    )
    _add_common_options(parser, quick="one edition, a few games", has_peer=False)
    parser.set_defaults(run=run_versus_benchmark)


def _add_driver_parser(subjects: Subparsers[Parser]) -> None:
    parser = subjects.add_parser(
        "drivers",
        help="asyncpg, against psycopg",
        description="Writes batches of moves into a PostgreSQL database with asyncpg and with"
        " psycopg, alternately, and prints the time that a batch takes of this process and of the"
        " database. The database must be empty.",
        epilog="example: python -m bench drivers postgresql://localhost/bench",
        allow_abbrev=False,
    )
    parser.add_argument("url", metavar="URL", help="an empty database")
    _add_common_options(parser, quick="a few batches", has_peer=False)
    parser.set_defaults(run=run_driver_benchmark)


def _add_common_options(
    parser: argparse.ArgumentParser, *, quick: str, has_peer: bool = True
) -> None:
    parser.add_argument("--quick", action="store_true", help=quick)
    if has_peer:
        parser.add_argument("--no-peer", action="store_true", help="measure kostka alone")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


# --- output -----------------------------------------------------------------------------------


def _list_output_lines(outcome: Outcome, *, as_json: bool) -> Iterator[str]:
    if as_json:
        yield to_json(outcome.result).decode()
    else:
        yield from outcome.lines


def _print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        print(line, flush=True)


def _print_progress(message: str) -> None:
    if sys.stderr.isatty():
        print(message, file=sys.stderr)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit status."""
    try:
        chosen = build_parser().parse_args(arguments)
        outcome: Outcome = chosen.run(chosen)
        _print_lines(_list_output_lines(outcome, as_json=chosen.json))
    except BadInput as error:
        print(f"bench: {error}", file=sys.stderr)
        return FAILURE
    except KeyboardInterrupt:
        return INTERRUPTED
    return SUCCESS if outcome.is_good else FAILURE
