"""Every page of the application, and how somebody gets there. A new page is one line in `PAGES`."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

from playwright.sync_api import expect

from tests.browser.person import Person

Way = Callable[[Person, str], None]
"""Brings a person to a page of the server at an address."""


def at(path: str) -> Way:
    """A page that is there at once."""

    def way(person: Person, url: str) -> None:
        person.open(url + path)
        expect(person.page.get_by_role("heading", level=1)).to_be_visible()

    return way


def lobby(person: Person, url: str) -> None:
    person.found_room(url, edition="twist", seats=4, bots=[3], games=3)
    expect(person.button("lobby.begin")).to_be_visible()


def table(person: Person, url: str) -> None:
    """In the middle of a game and of a turn: a play is laid, and two tiles that are no set."""
    person.found_room(url, begin=True, edition="classic", seats=3, bots=[4, 2])
    person.let_bot_play(turns=12)
    play = person.wait_for_play()
    person.lay(play.table)
    first = person.rack()[0]
    person.hands.to_new_set(first)
    person.sees_on_table([first])
    expect(person.page.locator(".set.is-invalid")).to_have_count(1)


def end(person: Person, url: str) -> None:
    person.found_room(url, begin=True, edition="classic", seats=3, bots=[4, 2])
    person.let_bot_play()
    expect(person.page.locator(".end")).to_be_visible()


def replay(person: Person, url: str) -> None:
    end(person, url)
    game = person.page.evaluate("window.session.game.value.game")
    person.open(f"{url}/replay/{game}#24")
    expect(person.page.get_by_role("heading", level=1)).to_be_visible()


def solver(person: Person, url: str) -> None:
    """With a position, and the best move for it."""
    table = "K1 K2 K3 / R4 B4 O4 K4 / B7 B8 B9 B10 / K11 R11 O11 / R5 R6 R7"
    position = urlencode({"t": table, "r": "K5 K6 B11 R8 O2", "e": "classic"})
    person.open(f"{url}/solver#{position}")
    expect(person.page.get_by_role("heading", level=1)).to_be_visible()
    expect(person.page.locator(".plays li").first).to_be_visible()


def exercise(person: Person, url: str) -> None:
    """With a double joker on the table, which shows the two numbers that it stands for."""
    person.open(f"{url}/learn/double_free")
    expect(person.page.locator(".felt .tile-stands")).to_have_text(["7", "8"])


PAGES: dict[str, Way] = {
    "home": at("/"),
    "lobby": lobby,
    "table": table,
    "end": end,
    "replay": replay,
    "rules": at("/rules"),
    "learn": at("/learn"),
    "exercise": exercise,
    "solver": solver,
    "settings": at("/settings"),
    "nowhere": at("/room/NONE"),
}
