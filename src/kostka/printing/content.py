"""What stands on each paper, as plain values for the templates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import groupby
from typing import Any

from kostka.languages import Texts, load_texts
from kostka.numbers.events import Ending
from kostka.printing.alphabet import make_name_sort_key, sort_players_by_name
from kostka.printing.formats import format_roman
from kostka.printing.qr import make_qr_code
from kostka.tournament import (
    Phase,
    StandingsRow,
    State,
    Status,
    compute_standings,
    list_regulation_notes,
)
from kostka.tournament.exports import list_certificates
from kostka.tournament.score_sheet import ENDINGS, LETTERS, choose_box
from kostka.tournament.seating import find_starting_seat
from kostka.tournament.state import Round, TournamentTable

Content = dict[str, Any]

MOST_IN_ONE_COLUMN = 22
"""Up to this many names are printed large in one column; more go into two columns."""

ROWS = 28
"""The names in one of two columns, at the most."""

MINUS = "\N{MINUS SIGN}"


def build_seat_list(state: State, round_: Round, language: str) -> Content:
    """Build the list for the wall: pages of columns of names, each with a seat."""
    no_opponent = load_texts(language)["bye"]
    entrants = (state.players[one] for one in round_.entrants)
    rows = [
        {
            "name": player.name,
            "group": player.group,
            "seat": "{}{}".format(*place) if place else no_opponent,
        }
        for player in sort_players_by_name(entrants, language)
        for place in (round_.find_seat(player.id),)
    ]
    across = 1 if len(rows) <= MOST_IN_ONE_COLUMN else 2
    columns = 1 if across == 1 else across * -(-len(rows) // (across * ROWS))
    height = -(-len(rows) // columns)
    filled = [rows[at : at + height] for at in range(0, len(rows), height)]
    return {"pages": [filled[at : at + across] for at in range(0, len(filled), across)]}


def build_place_cards(state: State, round_: Round) -> Content:
    """Build the cards that stand on the tables."""
    return {"tables": [_build_table_seats(state, table) for table in round_.tables]}


def build_score_sheets(
    state: State, round_: Round, links: Mapping[int, str], words: Texts
) -> Content:
    """Build the score sheets of the tables, with a QR code if there is a link."""
    return {
        "sheets": [
            {
                **_build_table_seats(state, table),
                "label": words["table_number"].format(number=table.number),
                "games": _build_game_headings(round_.games, len(table.seats), words),
                "jokers": choose_box(state.header.edition, len(table.seats)).ordinary,
                "code": _render_qr_svg(links[table.number]) if table.number in links else None,
            }
            for table in round_.tables
        ],
        **_build_sheet_endings_and_rules(state, words),
    }


def build_seat_slips(
    state: State, round_: Round, links: Mapping[tuple[int, int], str], words: Texts
) -> Content:
    """Build a slip for each player with an address: the code that opens the seat."""
    slips = []
    for table in round_.tables:
        for at, seat in enumerate(_build_table_seats(state, table)["seats"]):
            if (address := links.get((table.number, at))) is not None:
                label = words["table_number"].format(number=table.number)
                code = _render_qr_svg(address)
                slips.append({**seat, "label": label, "address": address, "code": code})
    return {"slips": slips}


def build_spare_sheet(state: State, words: Texts) -> Content:
    """Build a spare sheet without names."""
    seats = state.format.table_size
    empty = [{"letter": letter, "name": "", "group": ""} for letter in LETTERS[:seats]]
    sheet = {
        "number": None,
        "seats": empty,
        "games": _build_game_headings(state.settings.games, seats, words),
        "jokers": choose_box(state.header.edition, seats).ordinary,
        "code": None,
    }
    return {"sheets": [sheet], **_build_sheet_endings_and_rules(state, words)}


def build_standings(state: State, language: str) -> Content:
    """Build the current standings, with the regulation notes (Z-7)."""
    words = load_texts(language)
    rows = [
        row
        for _, level in groupby(compute_standings(state), key=lambda row: row.place)
        for row in sorted(level, key=lambda row: make_name_sort_key(row.name, language))
    ]
    return {
        "heading": words["standings_final" if state.finished else "standings"],
        "when": "" if state.finished else _describe_progress(state, words),
        "groups": any(row.group for row in rows),
        "opponents": state.format.counts_opponents,
        "rows": [_build_standings_row(row, words) for row in rows],
        "choices": build_regulation_notes(state, words),
    }


def build_regulation_notes(state: State, words: Texts) -> list[Content]:
    """Build the notes on choices that the regulation allows."""
    return [
        {"text": words[one.code].format(**one.values), "clause": one.clause}
        for one in list_regulation_notes(state)
    ]


def build_certificates(state: State) -> Content:
    """Build the certificates; none before the end or for a rehearsal."""
    return {
        "awards": [
            {
                "title": one.title.value,
                "shared": one.shared,
                "name": one.name,
                "group": one.group,
                "big": one.big,
                "points": format_points(one.points),
            }
            for one in list_certificates(state)
        ]
    }


def format_points(points: Fraction | int) -> str:
    """Write points as on a score sheet: with a sign, and halves as fractions."""
    whole, part = divmod(abs(Fraction(points)), 1)
    sign = "+" if points > 0 else MINUS if points < 0 else ""
    written = f"{part.numerator}/{part.denominator}" if part else ""
    return sign + (f"{whole} {written}".strip() if whole or not part else written)


def has_results(state: State) -> bool:
    """Whether there is anything to rank yet."""
    return any(table.results for round_ in state.rounds for table in round_.tables)


def _build_table_seats(state: State, table: TournamentTable) -> Content:
    players = [state.players[one] for one in table.seats]
    return {
        "number": table.number,
        "seats": [
            {"letter": letter, "name": player.name, "group": player.group}
            for letter, player in zip(LETTERS, players, strict=False)
        ],
    }


def _build_game_headings(games: int, players: int, words: Texts) -> list[Content]:
    return [
        {
            "title": words["game_number"].format(number=game),
            "starter": find_starting_seat(game, players),
            "starts": words["starts"].format(letter=find_starting_seat(game, players)),
        }
        for game in range(1, games + 1)
    ]


def _build_sheet_endings_and_rules(state: State, words: Texts) -> Content:
    return {
        "endings": list(_list_ending_labels(state, words)),
        "rules": " ".join(_list_scoring_rules(state, words)),
    }


def _list_ending_labels(state: State, words: Texts) -> Iterator[str]:
    for ending in ENDINGS:
        if ending is not Ending.ROUND_TIME or state.settings.minutes is not None:
            yield words[f"ending_{ending}"]
    yield words["tie"]


def _list_scoring_rules(state: State, words: Texts) -> Iterator[str]:
    book = state.header.edition
    yield words["rule_joker"].format(joker=book.joker_penalty)
    if book.not_opened is not None:
        yield words["rule_opening"].format(
            not_opened=book.not_opened, could_have_opened=book.could_have_opened
        )
    yield words["rule_zero"]


def _describe_progress(state: State, words: Texts) -> str:
    """Describe after which round the standings are, or how many results are missing."""
    played = [round_ for round_ in state.rounds if any(table.results for table in round_.tables)]
    if not played:
        return ""
    last = played[-1]
    missing = len(list(last.list_missing_results()))
    key = "standings_during" if missing and last.phase is not Phase.CLOSED else "standings_after"
    return str(words[key].format(round=format_roman(last.number), missing=missing))


def _build_standings_row(row: StandingsRow, words: Texts) -> Content:
    return {
        "place": "" if row.place is None else str(row.place),
        "name": row.name,
        "group": row.group,
        "big": str(row.big).replace("-", MINUS),
        "points": format_points(row.points),
        "buchholz": str(row.buchholz),
        "games": row.games,
        "remarks": ", ".join(_list_standings_remarks(row, words)),
    }


def _list_standings_remarks(row: StandingsRow, words: Texts) -> Iterator[str]:
    if row.status in (Status.WITHDRAWN, Status.EXCLUDED):
        yield words[f"status_{row.status}"]
    if row.penalty_big:
        yield words["penalty_big_of"].format(count=row.penalty_big)
    if row.penalty_points:
        yield words["penalty_small_of"].format(count=row.penalty_points)


def _render_qr_svg(link: str) -> str:
    code = make_qr_code(link)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {code.size} {code.size}">'
        f'<path d="{code.path}"/></svg>'
    )
