"""Every page of the application, and how somebody gets there. A new page is one line in `PAGES`."""

from __future__ import annotations

from collections.abc import Callable

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
    person.open(f"{url}/replay/{game}")
    expect(person.page.get_by_role("heading", level=1)).to_be_visible()


PAGES: dict[str, Way] = {
    "home": at("/"),
    "lobby": lobby,
    "table": table,
    "end": end,
    "replay": replay,
    "rules": at("/rules"),
    "learn": at("/learn"),
    "solver": at("/solver"),
    "settings": at("/settings"),
    "nowhere": at("/room/NONE"),
}
