"""The results of a simulation as text, as JSON and as lines of a table (CSV)."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TextIO

from kostka.bots.round_robin import PairResult, RatedBot, RoundRobin
from kostka.bots.tally import BotResult, Estimate, Tally, Totals

NAME = 10
CELL = 15

SLOW = 10
"""Games a second below which decimals matter."""

LEGEND = "±: 95 % interval; its unit is the deal, as the games of a deal are not independent."


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
    """A result in all its forms."""

    text: list[str]
    json: dict[str, Any]
    rows: list[dict[str, Any]]


def write_csv(rows: Sequence[dict[str, Any]], file: TextIO) -> None:
    """Write rows with the same fields, under a line with their names."""
    writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)


# --- a line-up --------------------------------------------------------------------------------


def build_lineup_report(frame: RunInfo, tally: Tally) -> Report:
    """Tell how the bots of one line-up did."""
    bots = tally.list_results()
    return Report(
        [*_format_lineup(frame, tally.totals, bots)],
        _encode_run(frame, tally.totals) | {"bots": bots},
        [
            _build_bot_row(frame, tally.totals, place, bot)
            for place, bot in enumerate(bots, start=1)
        ],
    )


def _format_lineup(frame: RunInfo, totals: Totals, bots: Sequence[BotResult]) -> Iterator[str]:
    yield _format_heading(frame, totals)
    yield (
        f"{'':{NAME + 4}} {'wins':>9} {'win rate, %':>{CELL}} {'even':>6} {'big points':>11}"
        f" {'small points a game':>20}"
    )
    for place, bot in enumerate(bots, start=1):
        wins = f"{bot.wins:,.2f}".rstrip("0").rstrip(".")
        yield (
            f"{place:3} {bot.bot:{NAME}} {wins:>9} {_format_percent(bot.win_rate):>{CELL}}"
            f" {100 * bot.even_share:6.1f} {bot.big_points:11,}"
            f" {_format_number(bot.points_per_game):>20}"
        )
    yield LEGEND
    yield from _format_closing(frame, totals)


def _build_bot_row(frame: RunInfo, totals: Totals, place: int, bot: BotResult) -> dict[str, Any]:
    return {
        "edition": frame.edition,
        "rules": " ".join(frame.rules),
        "players": frame.players,
        "seed": frame.seed,
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
        "seconds": round(frame.seconds, 3),
    }


# --- a round-robin ----------------------------------------------------------------------------


def build_round_robin_report(frame: RunInfo, table: RoundRobin) -> Report:
    """Tell who is ahead of whom."""
    matrix, ratings = table.list_pair_results(), table.list_ratings()
    return Report(
        [*_format_matrix(frame, table, matrix, ratings)],
        _encode_run(frame, table.totals) | {"matrix": matrix, "ratings": ratings},
        [*_build_cell_rows(frame, table.totals, matrix, ratings)],
    )


def _format_matrix(
    frame: RunInfo, table: RoundRobin, matrix: Sequence[PairResult], ratings: Sequence[RatedBot]
) -> Iterator[str]:
    yield _format_heading(frame, table.totals)
    counts = "wins against" if frame.players == 2 else "is ahead of"  # noqa: PLR2004  (a pair)
    yield f"How often the bot of the row {counts} the bot of the column, %; even is 50."
    ahead = {(cell.bot, cell.against): cell.ahead for cell in matrix}
    yield f"{'':{NAME}}" + "".join(f" {name:>{CELL}}" for name in table.bots)
    for one in table.bots:
        cells = ["" if one == other else _format_percent(ahead[one, other]) for other in table.bots]
        yield (f"{one:{NAME}}" + "".join(f" {cell:>{CELL}}" for cell in cells)).rstrip()
    yield LEGEND
    yield "Rating (openskill, Plackett-Luce), the best first:"
    yield f"{'':{NAME}} {'mu':>8} {'sigma':>8} {'ordinal':>8}"
    for bot in ratings:
        rating = bot.rating
        yield f"{bot.bot:{NAME}} {rating.mu:8.2f} {rating.sigma:8.2f} {rating.ordinal:8.2f}"
    yield from _format_closing(frame, table.totals)


def _build_cell_rows(
    frame: RunInfo, totals: Totals, matrix: Sequence[PairResult], ratings: Sequence[RatedBot]
) -> Iterator[dict[str, Any]]:
    rated = {bot.bot: bot.rating for bot in ratings}
    for cell in matrix:
        yield {
            "edition": frame.edition,
            "rules": " ".join(frame.rules),
            "players": frame.players,
            "seed": frame.seed,
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


def _format_heading(frame: RunInfo, totals: Totals) -> str:
    return (
        f"{' '.join((frame.edition, *frame.rules))}, {frame.players} players, seed {frame.seed}:"
        f" {_pluralise(totals.games, 'game')} on {_pluralise(totals.deals, 'mirrored deal')}"
    )


def _format_closing(frame: RunInfo, totals: Totals) -> Iterator[str]:
    endings = sorted(totals.endings.items(), key=lambda item: (-item[1], item[0]))
    ways = ", ".join(f"{ending.replace('_', ' ')} {many:,}" for ending, many in endings)
    yield f"How they ended: {ways}"
    yield f"{_pluralise(totals.turns, 'turn')}, {totals.turns / totals.games:.1f} a game"
    yield (
        f"{frame.seconds:.1f} s with {_pluralise(frame.jobs, 'job')}:"
        f" {_format_rate(totals.games / frame.seconds)} games,"
        f" {_format_rate(totals.turns / frame.seconds)} turns a second"
    )


def _encode_run(frame: RunInfo, totals: Totals) -> dict[str, Any]:
    return {
        "edition": frame.edition,
        "rules": list(frame.rules),
        "players": frame.players,
        "seed": frame.seed,
        "deals": totals.deals,
        "games": totals.games,
        "turns": totals.turns,
        "turns_per_game": totals.turns / totals.games,
        "endings": totals.endings,
        "jobs": frame.jobs,
        "seconds": frame.seconds,
        "games_per_second": totals.games / frame.seconds,
        "turns_per_second": totals.turns / frame.seconds,
    }


def _encode_interval(name: str, found: Estimate) -> dict[str, float | None]:
    return {name: found.mean, f"{name}_low": found.low, f"{name}_high": found.high}


def _format_percent(found: Estimate) -> str:
    margin = "" if found.margin is None else f" ± {100 * found.margin:.1f}"
    return f"{100 * found.mean:.1f}{margin}"


def _format_number(found: Estimate) -> str:
    margin = "" if found.margin is None else f" ± {found.margin:.1f}"
    return f"{found.mean:+.1f}{margin}"


def _format_rate(found: float) -> str:
    return f"{found:,.0f}" if found >= SLOW else f"{found:.2f}"


def _pluralise(count: int, what: str) -> str:
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"
