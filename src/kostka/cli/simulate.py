"""`kostka simulate`: play bots against each other on mirrored deals and compare them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from time import perf_counter

from kostka.bots.levels import LEVELS, STRATEGIES
from kostka.bots.round_robin import RoundRobin, build_lineups
from kostka.bots.simulation import AnyEdition, Lineup, PlayedGame, compute_deals_needed, play_deal
from kostka.bots.tally import Tally
from kostka.bots.word import WORD_LEVELS
from kostka.cli import simulation_report
from kostka.cli.arguments import (
    Commands,
    add_edition_options,
    make_error_with_suggestion,
    make_number_parser,
    parse_edition,
    parse_house_rules,
)
from kostka.cli.simulation_report import RunInfo
from kostka.cli.terminal import print_json
from kostka.cli.workers import map_in_order
from kostka.events.errors import BadInput
from kostka.word import WORD, WordEdition, apply_word_house_rules

WORD_BOOKS = {book.key: book for book in (WORD,)}

MAX_GAMES = 10_000_000
MAX_JOBS = 64
MAX_PLAYERS = 6
MAX_SEED = 10**18

_LEVEL_HELP = "\n  ".join(
    f"{number} {level} ({strategy})"
    for number, (level, strategy) in enumerate(LEVELS.items(), start=1)
)
_VARIANTS = [name for name in STRATEGIES if name not in LEVELS.values()]
_VARIANT_HELP = ",\n  ".join(
    ", ".join(_VARIANTS[start : start + 6]) for start in range(0, len(_VARIANTS), 6)
)

HELP = f"""\
bots, by level (number or name) or by strategy (in brackets):
  {_LEVEL_HELP}
other strategies, compared in docs/strategy.md:
  {_VARIANT_HELP}
in the word game:
  {"   ".join(f"{level} {name}" for level, name in enumerate(WORD_LEVELS, start=1))}

Each deal is played once for every rotation of the bots over the seats, so that each bot gets
every rack once. The number of games is rounded up to whole deals. The games of a deal are not
independent, so the 95 % intervals count deals. The same seed gives the same games, whatever the
number of --jobs.

With --round-robin, every line-up of --players different bots plays --games games on the same
deals. The output is how often each bot is ahead of each other bot (with two players: wins), and
a rating.

example: kostka simulate --edition classic --bots 4,5 --games 100 --seed 1
example: kostka simulate --edition word --bots 1,2 --games 100
example: kostka simulate --edition classic --bots 1,2,3,4,5 --round-robin --players 3 --games 300
"""


def add_command(commands: Commands) -> None:
    """Add `kostka simulate` and its options."""
    command = commands.add_parser(
        "simulate",
        help="play bots against each other",
        description="Play bots against each other on mirrored deals and compare them.",
        epilog=HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add_edition_options(command, also=[WORD.key])
    command.add_argument(
        "--bots", required=True, metavar="A,B", help="levels or strategies, see below"
    )
    command.add_argument(
        "--games",
        type=make_number_parser(MAX_GAMES),
        default=1000,
        metavar="N",
        help="number of games (default: 1000)",
    )
    command.add_argument(
        "--seed",
        type=make_number_parser(MAX_SEED, minimum=0),
        default=1,
        metavar="SEED",
        help="seed of the deals (default: 1)",
    )
    command.add_argument(
        "--jobs",
        type=make_number_parser(MAX_JOBS),
        default=1,
        metavar="N",
        help="number of processes (default: 1)",
    )
    command.add_argument(
        "--round-robin", action="store_true", help="play all line-ups of these bots"
    )
    command.add_argument(
        "--players",
        type=make_number_parser(MAX_PLAYERS, minimum=2),
        metavar="N",
        help="players in each line-up of a round-robin (default: 2)",
    )
    form = command.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON object")
    form.add_argument("--csv", action="store_true", help="print CSV, one line per bot or pair")
    command.set_defaults(run=partial(run, command))


def run(command: argparse.ArgumentParser, arguments: argparse.Namespace) -> bool:
    """Play the games and print the report."""
    edition, names = _parse_number_or_word_edition(arguments), arguments.bots.split(",")
    if arguments.round_robin:
        meeting = _build_lineups(edition, names, arguments.players or 2)
        table = RoundRobin(meeting)
        frame = _play_and_time_deals(arguments, meeting, table.add_deal)
        _print_report(arguments, simulation_report.build_round_robin_report(frame, table))
        return True
    if arguments.players:
        command.error("argument --players: only allowed with argument --round-robin")
    (lineup,) = _build_lineups(edition, names, None)
    tally = Tally(lineup)
    frame = _play_and_time_deals(arguments, [lineup], lambda games: tally.add_deal(*games))
    _print_report(arguments, simulation_report.build_lineup_report(frame, tally))
    return True


def _build_lineups(
    edition: AnyEdition, names: Sequence[str], players: int | None
) -> Sequence[Lineup]:
    """Build one line-up of all the bots, or all line-ups of that many players."""
    try:
        if players is None:
            return [Lineup.from_names(edition, names)]
        return build_lineups(edition, names, players)
    except BadInput as error:
        known = WORD_LEVELS if isinstance(edition, WordEdition) else (*LEVELS, *STRATEGIES)
        unknown = [name for name in names if name.isalpha() and name.lower() not in known]
        raise (make_error_with_suggestion(error, unknown[0], known) if unknown else error) from None


def _parse_number_or_word_edition(arguments: argparse.Namespace) -> AnyEdition:
    book = WORD_BOOKS.get(arguments.edition)
    return (
        apply_word_house_rules(book, **parse_house_rules(arguments))
        if book
        else parse_edition(arguments, also=list(WORD_BOOKS))
    )


def _print_report(arguments: argparse.Namespace, told: simulation_report.Report) -> None:
    if arguments.json:
        print_json(told.json)
    elif arguments.csv:
        simulation_report.write_csv(told.rows, sys.stdout)
    else:
        print("\n".join(told.text))


def _play_and_time_deals(
    arguments: argparse.Namespace,
    meeting: Sequence[Lineup],
    count: Callable[[list[list[PlayedGame]]], None],
) -> RunInfo:
    """Play every deal with every line-up, and pass the games of each deal to `count`."""
    players = len(meeting[0].bots)
    deals = range(1, compute_deals_needed(arguments.games, players) + 1)
    start = perf_counter()
    with _show_progress(len(deals) * len(meeting) * players) as done:
        work = partial(_play_deal_with_each_lineup, meeting, arguments.seed)
        for games in map_in_order(work, deals, arguments.jobs):
            count(games)
            done(len(meeting) * players)
    seconds = perf_counter() - start
    key, rules = meeting[0].edition.key, tuple(arguments.rule)
    return RunInfo(key, rules, players, arguments.seed, arguments.jobs, seconds)


def _play_deal_with_each_lineup(
    meeting: Sequence[Lineup], seed: int, deal: int
) -> list[list[PlayedGame]]:
    return [play_deal(lineup, seed, deal) for lineup in meeting]


@contextmanager
def _show_progress(games: int) -> Iterator[Callable[[int], object]]:
    """Show a progress bar if standard error is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda _: None
        return
    from tqdm import tqdm  # noqa: PLC0415  (rarely needed)

    tqdm.monitor_interval = 0  # no monitor thread
    with tqdm(total=games, unit=" games", leave=False) as bar:
        yield bar.update
