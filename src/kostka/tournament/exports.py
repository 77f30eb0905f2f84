"""Export tables: standings, seats, results, log and certificates, as rows and as CSV."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

import msgspec

from kostka.events.log import Log
from kostka.tournament.changes import format_player_seat
from kostka.tournament.events import AnyEvent
from kostka.tournament.history import list_history
from kostka.tournament.score_sheet import LETTERS
from kostka.tournament.sentences import Sentence
from kostka.tournament.standings import compute_standings
from kostka.tournament.state import Header, State
from kostka.tournament.titles import Title, list_title_holders

Cell = str | int | Fraction | None
ExportRow = dict[str, Cell]
"""Cells by column name; all rows of a table have the same columns."""


def build_standings_rows(state: State) -> list[ExportRow]:
    """Return the standings."""
    return [
        {
            "place": row.place,
            "name": row.name,
            "group": row.group,
            "big_points": row.big,
            "small_points": row.points,
            **({"buchholz": row.buchholz} if state.format.counts_opponents else {}),
            "games": row.games,
            "penalty_big": row.penalty_big,
            "penalty_small": row.penalty_points,
            "status": row.status.value,
        }
        for row in compute_standings(state)
    ]


def build_seat_rows(state: State) -> list[ExportRow]:
    """Return the seats of the last round, sorted by name."""
    seated = state.round.players if state.round else ()
    players = sorted((state.players[player] for player in seated), key=lambda p: p.name.casefold())
    return [
        {"name": player.name, "group": player.group, "seat": format_player_seat(state, player.id)}
        for player in players
    ]


def build_result_rows(state: State) -> list[ExportRow]:
    """Return every game of every player as on the score sheet."""
    rows: list[ExportRow] = []
    for round_ in state.rounds:
        for table in round_.tables:
            for game, versions in sorted(table.results.items()):
                held = versions[-1]
                racks = held.paper.racks if held.paper else (None,) * len(table.seats)
                for letter, player, rack, line in zip(
                    LETTERS[: len(table.seats)], table.seats, racks, held.lines, strict=True
                ):
                    rows.append(
                        {
                            "round": round_.number,
                            "table": table.number,
                            "game": game,
                            "seat": letter,
                            "name": state.get_player_name(player),
                            "ending": held.paper.ending.value if held.paper else "not_played",
                            "rack": rack.tiles if rack else None,
                            "jokers": rack.jokers if rack else None,
                            "why": line.why.value if line else None,
                            "small_points": line.points if line else None,
                            "big_points": line.big if line else None,
                            "corrections": len(versions) - 1,
                        }
                    )
    return rows


def _get_english_text(sentence: Sentence) -> str:
    return sentence.text


def build_log_rows(
    log: Log[Header, AnyEvent], say: Callable[[Sentence], str] = _get_english_text
) -> list[ExportRow]:
    """Return every entry: who, when, what (worded by `say`) and why (Z-32)."""
    return [
        {
            "entry": line.entry,
            "at": line.at,
            "role": line.by.role.value,
            "who": line.by.name,
            "what": "; ".join(map(say, line.words)),
            "why": line.reason,
            "taken_back": "yes" if line.undone else "",
        }
        for line in list_history(log)
    ]


class Certificate(msgspec.Struct, frozen=True, gc=False):
    """What a certificate says (Z-7)."""

    tournament: str
    title: Title
    shared: bool
    name: str
    group: str
    big: int
    points: Fraction


def list_certificates(state: State) -> list[Certificate]:
    """Return the certificates of a finished tournament; none for a rehearsal."""
    if not state.finished or state.header.rehearsal:
        return []
    return [
        Certificate(
            state.header.title,
            one.title,
            one.shared,
            one.row.name,
            one.row.group,
            one.row.big,
            one.row.points,
        )
        for one in list_title_holders(state)
    ]


def format_csv(rows: Iterable[Mapping[str, object]], separator: str = ";") -> str:
    """Format rows as Excel expects them in Europe: UTF-8 with a byte order mark, semicolons."""
    found = list(rows)
    lines = [list(found[0])] if found else []
    lines += [[_format_cell(cell) for cell in row.values()] for row in found]
    return "\ufeff" + "".join(
        separator.join(_quote_cell(cell, separator) for cell in line) + "\r\n" for line in lines
    )


def _format_cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, str) and value[:1] in "=+-@" and value:
        return f"'{value}"  # a name that a spreadsheet would take for a formula
    return str(value)


def _quote_cell(cell: str, separator: str) -> str:
    if any(c in cell for c in (separator, '"', "\n", "\r")):
        return '"' + cell.replace('"', '""') + '"'
    return cell
