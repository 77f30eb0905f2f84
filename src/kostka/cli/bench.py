"""`kostka bench`: how fast we are beside others, measured in one run."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable

from kostka.cli.arguments import Commands, number_up_to
from kostka.cli.terminal import print_json
from kostka.events.errors import BadInput, quote

MOST_GAMES = 10_000
"""That are held at the same time."""

USUAL_MINUTES = 10
MOST_MINUTES = 1440


def add_to(commands: Commands) -> None:
    """Describe the sub-command."""
    command = commands.add_parser(
        "bench",
        help="measure kostka beside other programs",
        description="Measures kostka beside other programs.",
        epilog="example: kostka bench solver --json",
        allow_abbrev=False,
    )
    subjects = command.add_subparsers(title="benchmarks", metavar="BENCHMARK", required=True)
    solver = subjects.add_parser(
        "solver",
        help="the solver beside rummikub-solver and an integer program",
        description="Solves stored positions with kostka, with rummikub-solver and with an integer"
        " program (HiGHS), and tells how long each takes and where answers differ."
        " Exit status 0 if no other answer is better than ours.",
        epilog="example: kostka bench solver --quick",
        allow_abbrev=False,
    )
    solver.add_argument("editions", nargs="*", metavar="EDITION", help="only these editions")
    solver.add_argument("--quick", action="store_true", help="a few positions, once")
    solver.add_argument("--no-peer", action="store_true", help="kostka alone")
    solver.add_argument("--json", action="store_true", help="one JSON object")
    solver.set_defaults(run=run)
    simulator = subjects.add_parser(
        "simulate",
        help="the simulator beside RLCard",
        description="Plays classic games of two players with an exact solve in every turn, and"
        " gin rummy of RLCard with random agents, in turns on one core, and tells how many games"
        " and steps a second each plays. Exit status 0 if kostka makes at least as many turns as"
        " RLCard makes steps, and 50 games a second.",
        epilog="example: kostka bench simulate --quick",
        allow_abbrev=False,
    )
    simulator.add_argument("--quick", action="store_true", help="a few games")
    simulator.add_argument("--no-peer", action="store_true", help="kostka alone")
    simulator.add_argument("--json", action="store_true", help="one JSON object")
    simulator.set_defaults(run=run_simulate)
    word = subjects.add_parser(
        "word",
        help="the solver of the word game",
        description="Solves stored positions of the word game with 5 and with 15 words on the"
        " table, and tells how soon there is an answer, how good it is and when it is proven. Exit"
        " status 0 if all of that is as soon as it should be.",
        epilog="example: kostka bench word --quick",
        allow_abbrev=False,
    )
    word.add_argument("--quick", action="store_true", help="a few positions")
    word.add_argument("--json", action="store_true", help="one JSON object")
    word.set_defaults(run=run_word)
    server = subjects.add_parser(
        "server",
        help="the server beside boardgame.io",
        description="Plays games of four players on `kostka serve` and on a server of boardgame.io,"
        " in turns, at more and more moves a second, and tells how many each gets through to all"
        " players in time, and what processor time and memory that takes. Exit status 0 if kostka"
        " makes at least twice as many moves with at most half the processor time for each and no"
        " more memory for an idle game. With --hold, holds many games on kostka alone for minutes;"
        " exit status 0 if there was no error.",
        epilog="examples: kostka bench server --quick; kostka bench server --hold 1000",
        allow_abbrev=False,
    )
    server.add_argument("--quick", action="store_true", help="a few games, a second")
    server.add_argument("--no-peer", action="store_true", help="kostka alone")
    server.add_argument(
        "--hold", type=number_up_to(MOST_GAMES), metavar="N", help="hold N games, 4 players each"
    )
    server.add_argument(
        "--minutes",
        type=number_up_to(MOST_MINUTES),
        metavar="M",
        help=f"with --hold; usually {USUAL_MINUTES}",
    )
    server.add_argument("--json", action="store_true", help="one JSON object")
    server.set_defaults(run=run_server)


def run(arguments: argparse.Namespace) -> bool:
    """Run the benchmark; true if nobody has better answers than we."""
    # Only here: whoever asks for anything else should not wait for it to load.
    from kostka.bench import comparison, report  # noqa: PLC0415
    from kostka.bench.position import EDITIONS  # noqa: PLC0415

    for name in arguments.editions:
        if name not in EDITIONS:
            raise BadInput(f"there are no positions for {quote(name)}: {', '.join(EDITIONS)}")
    result = comparison.run(
        arguments.editions or EDITIONS,
        quick=arguments.quick,
        peer=not arguments.no_peer,
        progress=_say_on_a_terminal,
    )
    _show(result, report.text(result), as_json=arguments.json)
    return result.never_worse


def run_simulate(arguments: argparse.Namespace) -> bool:
    """Run the benchmark of the simulator; true if we are as fast as we want to be."""
    from kostka.bench import simulate  # noqa: PLC0415  (as above)

    result = simulate.run(quick=arguments.quick, peer=not arguments.no_peer)
    _show(result, simulate.text(result), as_json=arguments.json)
    return result.bars_met


def run_word(arguments: argparse.Namespace) -> bool:
    """Run the benchmark of the word game's solver; true if it is as fast as we want it."""
    from kostka.bench import word  # noqa: PLC0415  (as above)

    result = word.run(quick=arguments.quick, progress=_say_on_a_terminal)
    _show(result, word.text(result), as_json=arguments.json)
    return result.bars_met


def run_server(arguments: argparse.Namespace) -> bool:
    """Run the benchmark of the server, or hold games on it; true if all is as we want it."""
    from kostka.bench import hold, server  # noqa: PLC0415  (as above)

    if arguments.minutes and not arguments.hold:
        raise BadInput("--minutes is for games that are held: --hold N says how many")
    if arguments.hold:
        held = hold.run(arguments.hold, arguments.minutes or USUAL_MINUTES, _say_on_a_terminal)
        _show(held, hold.text(held), as_json=arguments.json)
        return held.without_error
    peer = not arguments.no_peer
    result = server.run(quick=arguments.quick, peer=peer, progress=_say_on_a_terminal)
    _show(result, server.text(result), as_json=arguments.json)
    return result.bars_met


def _show(result: object, lines: Iterable[str], *, as_json: bool) -> None:
    if as_json:
        print_json(result)
    else:
        for line in lines:
            print(line)


def _say_on_a_terminal(what: str) -> None:
    if sys.stderr.isatty():
        print(what, file=sys.stderr)
