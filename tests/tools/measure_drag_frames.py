"""Measures how smoothly a tile is dragged over a full table.

`python -m tests.tools.measure_drag_frames` (`make frames`). Prints a line of the table in
docs/benchmarks.md.
"""
# ruff: noqa: T201 (it is a command)

from __future__ import annotations

import sys
from datetime import date
from itertools import pairwise
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, expect

from tests.browser import chromium
from tests.browser.crowd import TILES, fill_table
from tests.browser.hands import SCROLL_INTO_VIEW, MouseHands
from tests.browser.person import Person
from tests.browser.serving import Server

MOVES = 300

WATCH = """() => {
  window.frames_ = [];
  const step = (now) => { window.frames_.push(now); requestAnimationFrame(step); };
  requestAnimationFrame(step);
}"""


def measure_drag(browser: Browser) -> list[float]:
    """Return the milliseconds between frames while a tile is dragged over a crowded table."""
    with TemporaryDirectory() as folder, Server(Path(folder)) as server:
        page = browser.new_page(viewport={"width": 1440, "height": 900}, locale="en-GB")
        person = Person(page, MouseHands(page))
        person.start_game(server.url)
        person.wait_for_turn()
        fill_table(page)
        x, y, _ = page.locator(".rack [data-tile]").first.evaluate(SCROLL_INTO_VIEW)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y - 60)
        expect(page.locator(".ghost")).to_have_count(1)
        page.evaluate(WATCH)
        for step in range(MOVES):  # to and fro over all rows
            page.mouse.move(100 + step * 1200 / MOVES, 150 + abs(step % 60 - 30) * 15)
        times: list[float] = page.evaluate("window.frames_")
        page.keyboard.press("Escape")
        page.close()
    return [after - before for before, after in pairwise(times)]


def main() -> int:
    """Measure a drag and print the result."""
    if chromium.find_chromium() is None:
        print(chromium.explain_missing(), file=sys.stderr)
        return 1
    with chromium.run_chromium() as browser:
        frames = sorted(measure_drag(browser))
    late = frames[int(len(frames) * 0.95)]
    rate = 1000 * len(frames) / sum(frames)
    print(f"frames a second while dragging over {TILES} tiles; time of one, ms, median / 95 %:")
    print(f"| {date.today()} | {rate:.0f} | {median(frames):.1f} / {late:.1f} |")  # noqa: DTZ011
    return 0


if __name__ == "__main__":
    sys.exit(main())
