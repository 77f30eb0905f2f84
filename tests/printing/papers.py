"""Tournaments to print, and what stands on the pages that come out."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from io import BytesIO

from pypdf import PageObject, PdfReader

from kostka.printing import KitPart, render_kit
from kostka.tournament import commands as cmd
from kostka.tournament.state import State
from tests.tournament.hall import ORGANISER, Hall, went_out

DAY = date(2026, 3, 7)


def finished(players: int = 7) -> Hall:
    """A tournament of two rounds in which nobody is level for a title."""
    hall = Hall(players)
    for _ in range(2):
        hall.begin()
        play_by_number(hall)
        hall.close()
    hall.do(cmd.Finish(token=ORGANISER))
    return hall


def play_by_number(hall: Hall) -> None:
    """Play the round: of each table the player who came to the list first wins."""
    for table, game in list(hall.round.list_missing_results()):
        best = min(table.seats)
        racks = (0 if player == best else 7 * player for player in table.seats)
        hall.enter(table.number, game, went_out(*racks))


def links(state: State) -> dict[int, str]:
    assert state.round is not None
    return {
        table.number: f"http://10.0.0.7:8000/tournament/3fa9#{table.number}"
        for table in state.round.tables
    }


def seat_links(state: State) -> dict[tuple[int, int], str]:
    """Addresses as if every table played online."""
    assert state.round is not None
    return {
        (table.number, seat): f"http://10.0.0.7:8000/room/ABCDE#{table.number}-{seat}-x3Jq9fLw0"
        for table in state.round.tables
        for seat in range(len(table.seats))
    }


def printed(state: State, parts: Collection[KitPart], language: str = "en") -> list[PageObject]:
    """Print papers of the last round."""
    assert state.round is not None
    made = render_kit(
        state,
        state.round.number,
        parts,
        language,
        links(state),
        day=DAY,
        seat_links=seat_links(state),
    )
    return list(PdfReader(BytesIO(made)).pages)


def pages(state: State, parts: Collection[KitPart], language: str = "en") -> list[str]:
    """Print papers of the last round and read them: the text of every page, without spaces."""
    return [tight(page.extract_text()) for page in printed(state, parts, language)]


def tight(text: str) -> str:
    """A text without spaces: where lines break is the printer's business."""
    return "".join(text.split())
