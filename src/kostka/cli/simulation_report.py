"""Reports of simulations as text, JSON and CSV rows."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TextIO

from kostka.bots.round_robin import PairResult, RatedBot, RoundRobin
from kostka.bots.tally import BotResult, Estimate, Tally, Totals

NAME = 10
CELL = 15

SLOW = 10
"""Rates per second below this are printed with decimals."""

LEGEND = "±: 95 % interval over deals, as the games of a deal are not independent."


class RunInfo(NamedTuple):
    """What was played, and how long it took."""

    edition: str
    rules: tuple[str, ...]
    """House rules, as they were given."""
    players: int
    seed: int
    jobs: int
    seconds: float


class Report(NamedTuple):
    """A result in all output formats."""

    text: list[str]
    json: dict[str, Any]
    rows: list[dict[str, Any]]


def write_csv(rows: Sequence[dict[str, Any]], file: TextIO) -> None:
    """Write rows that have the same fields, with a header line."""
    writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)


# --- a line-up --------------------------------------------------------------------------------


def build_lineup_report(info: RunInfo, tally: Tally) -> Report:
    """Build the report of one line-up."""
    bots = tally.list_results()
    return Report(
        [*_format_lineup_report(info, tally.totals, bots)],
        _encode_run(info, tally.totals) | {"bots": bots},
        [_build_bot_row(info, tally.totals, place, bot) for place, bot in enumerate(bots, start=1)],
    )


def _format_lineup_report(
    info: RunInfo, totals: Totals, bots: Sequence[BotResult]
) -> Iterator[str]:
    yield _format_heading(info, totals)
    yield (
        f"{'':{NAME + 4}} {'wins':>9} {'win rate, %':>{CELL}} {'even':>6} {'big points':>11}"
        f" {'small points a game':>20}"
    )
    for place, bot in enumerate(bots, start=1):
        wins = f"{bot.wins:,.2f}".rstrip("0").rstrip(".")
        yield (
            f"{place:3} {bot.bot:{NAME}} {wins:>9} {_format_percent_estimate(bot.win_rate):>{CELL}}"
            f" {100 * bot.even_share:6.1f} {bot.big_points:11,}"
            f" {_format_estimate(bot.points_per_game):>20}"
        )
    yield LEGEND
    yield from _format_endings_and_speed(info, totals)


def _build_bot_row(info: RunInfo, totals: Totals, place: int, bot: BotResult) -> dict[str, Any]:
    return {
        "edition": info.edition,
        "rules": " ".join(info.rules),
        "players": info.players,
        "seed": info.seed,
        "deals": totals.deals,
        "place": place,
        "bot": bot.bot,
        "games": bot.games,
        "wins": bot.wins,
        **_encode_interval("win_rate", bot.win_rate),
        "even_share": bot.even_share,
        "big_points": bot.big_points,
        **_encode_interval("points_per_game", bot.points_per_game),
        "turns": totals.turns,
        "seconds": round(info.seconds, 3),
    }


# --- a round-robin ----------------------------------------------------------------------------


def build_round_robin_report(info: RunInfo, table: RoundRobin) -> Report:
    """Build the report of a round-robin: who is ahead of whom, and ratings."""
    matrix, ratings = table.list_pair_results(), table.list_ratings()
    return Report(
        [*_format_round_robin_report(info, table, matrix, ratings)],
        _encode_run(info, table.totals) | {"matrix": matrix, "ratings": ratings},
        [*_build_pair_rows(info, table.totals, matrix, ratings)],
    )


def _format_round_robin_report(
    info: RunInfo, table: RoundRobin, matrix: Sequence[PairResult], ratings: Sequence[RatedBot]
) -> Iterator[str]:
    yield _format_heading(info, table.totals)
    counts = "wins against" if info.players == 2 else "is ahead of"  # noqa: PLR2004  (a pair)
    yield f"How often the bot of the row {counts} the bot of the column, %; even is 50."
    ahead = {(cell.bot, cell.against): cell.ahead for cell in matrix}
    yield f"{'':{NAME}}" + "".join(f" {name:>{CELL}}" for name in table.bots)
    for one in table.bots:
        cells = [
            "" if one == other else _format_percent_estimate(ahead[one, other])
            for other in table.bots
        ]
        yield (f"{one:{NAME}}" + "".join(f" {cell:>{CELL}}" for cell in cells)).rstrip()
    yield LEGEND
    yield "Rating (openskill, Plackett-Luce), the best first:"
    yield f"{'':{NAME}} {'mu':>8} {'sigma':>8} {'ordinal':>8}"
    for bot in ratings:
        rating = bot.rating
        yield f"{bot.bot:{NAME}} {rating.mu:8.2f} {rating.sigma:8.2f} {rating.ordinal:8.2f}"
    yield from _format_endings_and_speed(info, table.totals)


def _build_pair_rows(
    info: RunInfo, totals: Totals, matrix: Sequence[PairResult], ratings: Sequence[RatedBot]
) -> Iterator[dict[str, Any]]:
    rated = {bot.bot: bot.rating for bot in ratings}
    for cell in matrix:
        yield {
            "edition": info.edition,
            "rules": " ".join(info.rules),
            "players": info.players,
            "seed": info.seed,
            "deals": totals.deals,
            "bot": cell.bot,
            "mu": rated[cell.bot].mu,
            "sigma": rated[cell.bot].sigma,
            "ordinal": rated[cell.bot].ordinal,
            "against": cell.against,
            "games": cell.games,
            **_encode_interval("ahead", cell.ahead),
        }


# --- both -------------------------------------------------------------------------------------


def _format_heading(info: RunInfo, totals: Totals) -> str:
    return (
        f"{' '.join((info.edition, *info.rules))}, {info.players} players, seed {info.seed}:"
        f" {_format_count(totals.games, 'game')} on {_format_count(totals.deals, 'mirrored deal')}"
    )


def _format_endings_and_speed(info: RunInfo, totals: Totals) -> Iterator[str]:
    endings = sorted(totals.endings.items(), key=lambda item: (-item[1], item[0]))
    ways = ", ".join(f"{ending.replace('_', ' ')} {many:,}" for ending, many in endings)
    yield f"How they ended: {ways}"
    yield f"{_format_count(totals.turns, 'turn')}, {totals.turns / totals.games:.1f} a game"
    yield (
        f"{info.seconds:.1f} s with {_format_count(info.jobs, 'job')}:"
        f" {_format_rate(totals.games / info.seconds)} games,"
        f" {_format_rate(totals.turns / info.seconds)} turns a second"
    )


def _encode_run(info: RunInfo, totals: Totals) -> dict[str, Any]:
    return {
        "edition": info.edition,
        "rules": list(info.rules),
        "players": info.players,
        "seed": info.seed,
        "deals": totals.deals,
        "games": totals.games,
        "turns": totals.turns,
        "turns_per_game": totals.turns / totals.games,
        "endings": totals.endings,
        "jobs": info.jobs,
        "seconds": info.seconds,
        "games_per_second": totals.games / info.seconds,
        "turns_per_second": totals.turns / info.seconds,
    }


def _encode_interval(name: str, estimate: Estimate) -> dict[str, float | None]:
    return {name: estimate.mean, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def _format_percent_estimate(estimate: Estimate) -> str:
    margin = "" if estimate.margin is None else f" ± {100 * estimate.margin:.1f}"
    return f"{100 * estimate.mean:.1f}{margin}"


def _format_estimate(estimate: Estimate) -> str:
    margin = "" if estimate.margin is None else f" ± {estimate.margin:.1f}"
    return f"{estimate.mean:+.1f}{margin}"


def _format_rate(estimate: float) -> str:
    return f"{estimate:,.0f}" if estimate >= SLOW else f"{estimate:.2f}"


def _format_count(count: int, what: str) -> str:
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"
