"""The papers of a round in one PDF: seats, cards, score sheets, standings, certificates, slips."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import date
from enum import StrEnum
from typing import Any

from kostka.events.errors import Problem, make_refusal
from kostka.languages import load_texts
from kostka.printing import content
from kostka.printing.formats import format_long_date, format_roman
from kostka.printing.typesetting import render_pdf
from kostka.tournament import Phase, State
from kostka.tournament.state import Round

_NO_ROUND = Problem("print_no_round", "Z-1", "round {round} has no seats yet")
_UNLOCKED = Problem(
    "print_unlocked", "Z-1", "the seats of round {round} may still change: lock them first"
)
_NOTHING = Problem(
    "print_nothing",
    "Z-7",
    "nothing to print yet: standings need a result, slips a table that plays online, certificates "
    "the end of a tournament that is not a rehearsal",
)

SeatAddresses = Mapping[tuple[int, int], str]
"""Addresses by table and seat, both as the round numbers them: tables from 1, seats from 0."""


class KitPart(StrEnum):
    """A kind of paper, in the order in which a kit has them."""

    SEATS = "seats"
    """The list by name, for the wall."""
    CARDS = "cards"
    """A card for every table, to be folded."""
    SHEETS = "sheets"
    """The score sheet of every table, with names (Z-2)."""
    EMPTY = "empty"
    """A score sheet without names."""
    STANDINGS = "standings"
    """With the choices that were made."""
    CERTIFICATES = "certificates"
    """For the champion and the vice-champions (Z-7)."""
    SLIPS = "slips"
    """A slip for every player of an online table, with the link to the seat."""


_OF_SEATS = frozenset({KitPart.SEATS, KitPart.CARDS, KitPart.SHEETS, KitPart.SLIPS})


def render_kit(  # noqa: PLR0913  (each is a thing that a kit is of)
    state: State,
    round_number: int,
    parts: Collection[KitPart],
    language: str,
    links: Mapping[int, str],
    *,
    day: date,
    seat_links: SeatAddresses | None = None,
) -> bytes:
    """Print the papers of a round as a PDF.

    `links` gives the addresses for the tables' QR codes, `seat_links` those for the seats of online
    tables. Standings are left out before the first result, certificates before the end, slips
    without addresses. Refused if seats are not locked yet, or if nothing is left to print.
    """
    return render_pdf(
        build_kit_data(state, round_number, parts, language, links, day=day, seat_links=seat_links)
    )


def build_kit_data(  # noqa: PLR0913
    state: State,
    round_number: int,
    parts: Collection[KitPart],
    language: str,
    links: Mapping[int, str],
    *,
    day: date,
    seat_links: SeatAddresses | None = None,
) -> dict[str, Any]:
    """Return the data that the templates print."""
    words = load_texts(language)
    round_ = _require_locked_round(state, round_number) if _OF_SEATS & set(parts) else None
    filled = dict(_build_kit_parts(state, round_, set(parts), language, links))
    if round_ is not None and seat_links and KitPart.SLIPS in parts:
        filled[KitPart.SLIPS] = content.build_seat_slips(state, round_, seat_links, words)
    if not filled:
        raise make_refusal(_NOTHING())
    return {
        "language": language,
        "t": words,
        "title": state.header.title,
        "round": words["round"].format(number=format_roman(round_number)),
        "seed": state.public_seed or f"SHA-256 {state.public_commitment}",
        "day": format_long_date(day, language),
        "rehearsal": state.header.rehearsal,
        "parts": filled,
    }


def _require_locked_round(state: State, number: int) -> Round:
    if not 1 <= number <= len(state.rounds):
        raise make_refusal(_NO_ROUND(round=number))
    found = state.rounds[number - 1]
    if found.phase is Phase.PREVIEW:
        raise make_refusal(_UNLOCKED(round=number))
    return found


def _build_kit_parts(
    state: State, round_: Round | None, parts: set[KitPart], language: str, links: Mapping[int, str]
) -> Iterator[tuple[KitPart, content.Content]]:
    words = load_texts(language)
    if round_ is not None:
        if KitPart.SEATS in parts:
            yield KitPart.SEATS, content.build_seat_list(state, round_, language)
        if KitPart.CARDS in parts:
            yield KitPart.CARDS, content.build_place_cards(state, round_)
        if KitPart.SHEETS in parts:
            yield KitPart.SHEETS, content.build_score_sheets(state, round_, links, words)
    if KitPart.EMPTY in parts:
        yield KitPart.EMPTY, content.build_spare_sheet(state, words)
    if KitPart.STANDINGS in parts and content.has_results(state):
        yield KitPart.STANDINGS, content.build_standings(state, language)
    if KitPart.CERTIFICATES in parts and (found := content.build_certificates(state))["awards"]:
        yield KitPart.CERTIFICATES, found
