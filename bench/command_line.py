"""The command line of the benchmarks: `python -m bench SUBJECT`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence

from bench.server import comparison as server_comparison
from bench.server import soak
from bench.simulator import comparison as simulator_comparison
from bench.solver import comparison as solver_comparison
from bench.solver import report as solver_report
from bench.solver.positions import EDITIONS
from bench.word import benchmark as word_benchmark
from kostka.cli.arguments import number_up_to
from kostka.cli.main import Parser
from kostka.cli.terminal import print_json
from kostka.events.errors import BadInput, quote

MAX_GAMES = 10_000
"""That a soak run holds at the same time."""

DEFAULT_MINUTES = 10
MAX_MINUTES = 1440

SUCCESS, FAILURE, INTERRUPTED = 0, 1, 130


def build_parser() -> Parser:
    """Return the parser with one sub-command for each subject."""
    parser = Parser(
        prog="bench",
        description="Measures kostka side by side with other programs.",
        epilog="example: python -m bench solver --json",
        allow_abbrev=False,
    )
    subjects = parser.add_subparsers(title="subjects", metavar="SUBJECT", required=True)
    solver = subjects.add_parser(
        "solver",
        help="the solver, against rummikub-solver and an integer program",
        description="Solves stored positions with kostka, with rummikub-solver and with an integer"
        " program (HiGHS), and prints how long each takes and where the answers differ."
        " Exit status 0 if no rival has a better answer than kostka.",
        epilog="example: python -m bench solver --quick",
        allow_abbrev=False,
    )
    solver.add_argument("editions", nargs="*", metavar="EDITION", help="only these editions")
    _add_common_options(solver, quick="a few positions, once")
    solver.set_defaults(run=run_solver)
    simulator = subjects.add_parser(
        "simulate",
        help="the simulator, against RLCard",
        description="Plays classic games of two players with an exact solve in every turn, and"
        " RLCard's gin rummy with random agents, alternately on one core, and prints how many games"
        " and steps a second each plays. Exit status 0 if kostka makes at least as many turns as"
        " RLCard makes steps, and 50 games a second.",
        epilog="example: python -m bench simulate --quick",
        allow_abbrev=False,
    )
    _add_common_options(simulator, quick="a few games")
    simulator.set_defaults(run=run_simulator)
    word = subjects.add_parser(
        "word",
        help="the solver of the word game",
        description="Solves stored positions of the word game with 5 and with 15 words on the"
        " table, and prints how soon there is an answer, how good it is and when it is proven. Exit"
        " status 0 if all of these meet their limits.",
        epilog="example: python -m bench word --quick",
        allow_abbrev=False,
    )
    _add_common_options(word, quick="a few positions", has_peer=False)
    word.set_defaults(run=run_word)
    server = subjects.add_parser(
        "server",
        help="the server, against boardgame.io",
        description="Plays games of four players on `kostka serve` and on a boardgame.io server,"
        " alternately, at rising rates of moves, and prints how many moves each delivers to all"
        " players in time, with the processor time and memory used. Exit status 0 if kostka"
        " makes at least twice as many moves with at most half the processor time for each and no"
        " more memory for an idle game. With --hold, holds many games on kostka alone for minutes;"
        " exit status 0 if there was no error.",
        epilog="examples: python -m bench server --quick; python -m bench server --hold 1000",
        allow_abbrev=False,
    )
    _add_common_options(server, quick="a few games, for a second")
    server.add_argument(
        "--hold", type=number_up_to(MAX_GAMES), metavar="N", help="hold N games, 4 players each"
    )
    server.add_argument(
        "--minutes",
        type=number_up_to(MAX_MINUTES),
        metavar="M",
        help=f"how long to hold the games of --hold (default: {DEFAULT_MINUTES})",
    )
    server.set_defaults(run=run_server)
    return parser


def _add_common_options(
    parser: argparse.ArgumentParser, *, quick: str, has_peer: bool = True
) -> None:
    parser.add_argument("--quick", action="store_true", help=quick)
    if has_peer:
        parser.add_argument("--no-peer", action="store_true", help="measure kostka alone")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run_solver(arguments: argparse.Namespace) -> bool:
    """Benchmark the solver; true if no rival has a better answer than kostka."""
    for name in arguments.editions:
        if name not in EDITIONS:
            raise BadInput(f"there are no positions for {quote(name)}: {', '.join(EDITIONS)}")
    result = solver_comparison.run_solver_benchmark(
        arguments.editions or EDITIONS,
        quick=arguments.quick,
        peer=not arguments.no_peer,
        progress=_print_progress,
    )
    _print_result(result, solver_report.format_report(result), as_json=arguments.json)
    return result.is_never_worse


def run_simulator(arguments: argparse.Namespace) -> bool:
    """Benchmark the simulator; true if it is fast enough."""
    result = simulator_comparison.run_simulator_benchmark(
        quick=arguments.quick, peer=not arguments.no_peer
    )
    _print_result(result, simulator_comparison.format_report(result), as_json=arguments.json)
    return result.bars_met


def run_word(arguments: argparse.Namespace) -> bool:
    """Benchmark the solver of the word game; true if it is fast enough."""
    result = word_benchmark.run_word_benchmark(quick=arguments.quick, progress=_print_progress)
    _print_result(result, word_benchmark.format_report(result), as_json=arguments.json)
    return result.bars_met


def run_server(arguments: argparse.Namespace) -> bool:
    """Benchmark the server, or hold games on it; true if it met all limits without errors."""
    if arguments.minutes and not arguments.hold:
        raise BadInput("--minutes needs --hold N: the number of games to hold")
    if arguments.hold:
        minutes = arguments.minutes or DEFAULT_MINUTES
        soaked = soak.run_soak(arguments.hold, minutes, _print_progress)
        _print_result(soaked, soak.format_report(soaked), as_json=arguments.json)
        return soaked.without_error
    result = server_comparison.run_server_benchmark(
        quick=arguments.quick, peer=not arguments.no_peer, progress=_print_progress
    )
    _print_result(result, server_comparison.format_report(result), as_json=arguments.json)
    return result.bars_met


def _print_result(result: object, lines: Iterable[str], *, as_json: bool) -> None:
    if as_json:
        print_json(result)
    else:
        for line in lines:
            print(line)


def _print_progress(message: str) -> None:
    if sys.stderr.isatty():
        print(message, file=sys.stderr)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit status."""
    try:
        chosen = build_parser().parse_args(arguments)
        return SUCCESS if chosen.run(chosen) else FAILURE
    except BadInput as error:
        print(f"bench: {error}", file=sys.stderr)
        return FAILURE
    except KeyboardInterrupt:
        return INTERRUPTED
