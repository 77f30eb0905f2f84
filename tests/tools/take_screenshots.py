"""Takes a picture of every page in three sizes, for docs/ and the README.

`python -m tests.tools.take_screenshots` (`make pictures`). The deals are always the same.
"""
# ruff: noqa: T201 (it is a command)

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, ViewportSize

from tests.browser import chromium
from tests.browser.hands import WAIT_FOR_ANIMATIONS, MouseHands, TouchHands
from tests.browser.pages import PAGES
from tests.browser.person import Person
from tests.browser.serving import Server

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"

SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 360, "height": 740},
    "tablet": {"width": 820, "height": 1180},
    "desktop": {"width": 1440, "height": 900},
}

DARK = (("table", "desktop"), ("table", "phone"))
"""Pages that are also shown in the dark theme."""

QUALITY = 85
"""The felt and the wood would make PNGs five times as large."""

SEED = 7
NAME = "Ada"
TIMEOUT_MS = 60_000


def take_screenshot(browser: Browser, page: str, size: str, scheme: str) -> Path:
    """Take one picture, with a server of its own so that the deal is always the same."""
    touch = size != "desktop"
    with TemporaryDirectory() as folder, Server(Path(folder), seed=SEED) as server:
        context = browser.new_context(
            viewport=SIZES[size],
            has_touch=touch,
            is_mobile=touch,
            locale="en-GB",
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="reduce",
        )
        context.set_default_timeout(TIMEOUT_MS)
        context.add_init_script(f"localStorage.setItem('kostka.name', '{NAME}')")
        shown = context.new_page()
        person = Person(shown, TouchHands(shown) if touch else MouseHands(shown))
        PAGES[page](person, server.url)
        shown.evaluate(WAIT_FOR_ANIMATIONS)
        shown.evaluate("document.activeElement?.blur()")
        path = FOLDER / f"{page}-{size}{'-dark' if scheme == 'dark' else ''}.jpg"
        shown.mouse.move(0, 0)
        shown.screenshot(path=path, type="jpeg", quality=QUALITY, animations="disabled")
        context.close()
    return path


def main() -> int:
    """Take the pictures named on the command line, or all."""
    if chromium.find_chromium() is None:
        print(chromium.explain_missing(), file=sys.stderr)
        return 1
    FOLDER.mkdir(exist_ok=True)
    wanted = sys.argv[1:] or list(PAGES)
    views = [(page, size, "light") for page in wanted for size in SIZES]
    views += [(page, size, "dark") for page, size in DARK if page in wanted]
    with chromium.run_chromium() as browser:
        for page, size, scheme in views:
            path = take_screenshot(browser, page, size, scheme)
            print(f"{path.name}: {path.stat().st_size // 1000} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
