"""The client below a base path, as behind a reverse proxy that serves other things too."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.person import Person
from tests.browser.serving import REAL_SERVER, Server

PATH = "/games"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server below a base path."""
    server = Server(tmp_path_factory.mktemp("data"), REAL_SERVER)
    server.arguments += ["--base-path", PATH]
    with server:
        yield server.url + PATH


@pytest.fixture
def person(new_person: NewPerson) -> Iterator[Person]:
    """Somebody whose browser asks for nothing outside the base path."""
    made = new_person(service_workers="allow")
    outside: list[str] = []
    made.page.on(
        "request",
        lambda request: None if f"{PATH}/" in request.url else outside.append(request.url),
    )
    yield made
    assert outside == []


def test_a_room_is_opened_shared_and_played(
    person: Person, new_person: NewPerson, site: str
) -> None:
    page = person.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    person.start_game(f"{site}/")
    assert page.url.startswith(f"{site}/room/")
    page.reload()
    expect(page.locator(".rack [data-tile]")).not_to_have_count(0)
    code = person.create_room(f"{site}/", edition="classic", seats=2)
    expect(page.locator(".lobby-code")).to_have_text(f"{code[:4]}\u00a0{code[4:]}")
    person.hands.press(person.find_button("lobby.copy"))
    assert page.evaluate("navigator.clipboard.readText()") == f"{site}/room/{code}"
    other = new_person()
    other.open(f"{site}/")
    other.page.locator('input[name="code"]').fill(f"{code[:4].lower()} {code[4:].lower()}")
    other.hands.press(other.find_button("join.enter"))
    expect(other.page.locator(".lobby-code")).to_be_visible()
    assert other.page.url == f"{site}/room/{code}"
    other.page.go_back()
    expect(other.find_button("home.play")).to_be_visible()
    assert other.page.url == f"{site}/"


def test_pages_are_reached_by_links_and_by_address(person: Person, site: str) -> None:
    page = person.page
    person.open(f"{site}/")
    for name in ("learn", "rules", "replay", "solver", "tournament", "timer"):
        link = page.locator(f'main a[href="{PATH}/{name}"]')
        person.hands.press(link)
        page.wait_for_url(f"{site}/{name}**")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.reload()
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        person.hands.press(page.locator("a.logo"))
        page.wait_for_url(f"{site}/")


def test_a_tournament_is_opened(person: Person, site: str) -> None:
    page = person.page
    person.open(f"{site}/tournament")
    form = page.locator("form").first
    form.locator("input").first.fill("Cup")
    person.hands.press(form.locator("button[type=submit]"))
    page.wait_for_url(f"{site}/tournament/*")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_the_client_opens_without_a_network(person: Person, site: str) -> None:
    page = person.page
    person.open(f"{site}/timer")
    assert page.evaluate("navigator.serviceWorker.ready.then((one) => one.scope)") == f"{site}/"
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
