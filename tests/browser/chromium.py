"""The Chromium that the tests drive: found, started, or missing with a reason."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

NAMES = (
    "chromium-headless-shell",  # the same engine; takes a fifth less time to open a page
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)

ARGUMENTS = (
    "--no-sandbox",  # root has none
    "--disable-dev-shm-usage",  # containers have little of it
)


def find_chromium() -> str | None:
    """Return the path of a Chromium: the one named in the environment, or one on the PATH."""
    named = os.environ.get("KOSTKA_CHROMIUM")
    found = (shutil.which(name) for name in ((named,) if named else NAMES))
    return next((path for path in found if path is not None), None)


def explain_missing() -> str:
    """Return why there is no browser."""
    named = os.environ.get("KOSTKA_CHROMIUM")
    if named:
        return f"KOSTKA_CHROMIUM is {named}, which is not a program"
    return f"none of {', '.join(NAMES)} is installed, and KOSTKA_CHROMIUM names no other"


def is_required() -> bool:
    """Return whether tests fail without a browser."""
    return bool(os.environ.get("CI") or os.environ.get("KOSTKA_REQUIRE_BROWSER"))


@contextmanager
def run_chromium() -> Iterator[Browser]:
    """Run the browser."""
    path = find_chromium()
    assert path is not None, explain_missing()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        try:
            yield browser
        finally:
            browser.close()
