"""What the browser tests share: a Chromium per worker, a server and people per test."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, ViewportSize, expect

from tests.browser import chromium
from tests.browser.hands import Hands, KeyHands, MouseHands, TouchHands
from tests.browser.person import Person
from tests.browser.serving import ForkedServer, ForkingProcess, Server

TIMEOUT_MS = 30_000
"""How long a test waits for a state, on a slow machine with other tests beside it."""

HANDS: dict[str, Callable[[Page], Hands]] = {
    "mouse": MouseHands,
    "touch": TouchHands,
    "keys": KeyHands,
}

ANIMATION_SPEED = 10
"""Times as fast as for people."""

LAPTOP: ViewportSize = {"width": 1024, "height": 700}
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 740}

REPEAT_RANDOMNESS = """{
  const real = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (array) => (array.length === 16 ? array.fill(7) : real(array));
}"""
"""Lets browsers add the same to every shuffle, so that a server's seed fixes the tiles."""

EXPECTED_ERRORS = (
    "net::ERR_CONNECTION",
    "WebSocket connection to",
    "Service Worker registration blocked by Playwright",
)

NewPerson = Callable[..., Person]

FAILED = pytest.StashKey[bool]()
"""Whether the test itself has failed."""


@pytest.fixture(
    scope="package"
)  # not longer: other tests of the worker need a thread without a loop
def browser() -> Iterator[Browser]:
    if chromium.find_chromium() is None:
        message = f"THE BROWSER IS NOT TESTED: {chromium.explain_missing()}"
        if chromium.is_required():
            pytest.fail(message)
        pytest.skip(message)
    expect.set_options(timeout=TIMEOUT_MS)
    with chromium.run_chromium() as running:
        yield running


@pytest.fixture(scope="package")
def forking_process() -> Iterator[ForkingProcess]:
    """The program, loaded once for all servers of this worker."""
    process = ForkingProcess()
    yield process
    process.stop()


@pytest.fixture
def data_folder(tmp_path: Path) -> Path:
    """The folder of the server; a test module may put something into it first."""
    return tmp_path / "data"


@pytest.fixture
def server(
    request: pytest.FixtureRequest, data_folder: Path, forking_process: ForkingProcess
) -> Iterator[Server]:
    """A server that deals as the number in the mark `seed` says."""
    mark = request.node.get_closest_marker("seed")
    seed = mark.args[0] if mark else 1
    with ForkedServer(data_folder, forking_process, seed) as running:
        yield running


@pytest.fixture
def faults() -> list[str]:
    """Errors and warnings of the pages; a test that expects some of them removes them."""
    return []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let fixtures know whether a test has failed."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest.fixture
def new_person(
    browser: Browser, faults: list[str], request: pytest.FixtureRequest
) -> Iterator[NewPerson]:
    """Make people, each with a browser of their own that remembers nothing."""
    contexts: list[BrowserContext] = []

    def make_person(hands: str = "mouse", who: type[Person] = Person, **more: Any) -> Person:
        touch = hands == "touch"
        usual: dict[str, Any] = {
            "viewport": PHONE if touch else LAPTOP,
            "has_touch": touch,
            "is_mobile": touch,
            "locale": "en-GB",
            "reduced_motion": "reduce",
            # It fetches every file of the client: tests that are about it say "allow".
            "service_workers": "block",
        }
        context = browser.new_context(**(usual | more))
        context.set_default_timeout(TIMEOUT_MS)
        context.add_init_script(REPEAT_RANDOMNESS)
        contexts.append(context)
        page = context.new_page()
        hurry_animations(page)
        page.on("pageerror", lambda error: faults.append(f"error: {error}"))
        page.on("console", lambda message: _note(message, faults))
        return who(page, HANDS[hands](page), str(more.get("locale", "en"))[:2])

    yield make_person
    for context in contexts:
        if request.node.stash.get(FAILED, False):
            _print_pages(context)
        context.close()
    assert faults == []


def hurry_animations(page: Page) -> None:
    """Let everything that moves by itself do so, but in less time."""
    inspector = page.context.new_cdp_session(page)
    inspector.send("Animation.enable")
    inspector.send("Animation.setPlaybackRate", {"playbackRate": ANIMATION_SPEED})


def _print_pages(context: BrowserContext) -> None:
    """Print what a person saw when a test failed, and the state of the connection."""
    for page in context.pages:
        status = page.evaluate("window.gameStore?.status?.value.state ?? 'unknown'")
        shown = page.locator("body").inner_text()[:1000]
        print(f"{page.url} (connection: {status})\n{shown}\n")  # noqa: T201


def _note(message: ConsoleMessage, faults: list[str]) -> None:
    # The browser itself reports a server that does not answer, whatever the page does.
    is_fault = message.type in {"error", "warning"}
    if is_fault and not any(words in message.text for words in EXPECTED_ERRORS):
        faults.append(f"console: {message.text}")
