"""Finds what is wrong with a page: by axe, by its texts, by its width."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page

from kostka.languages import LANGUAGES
from tests.browser.hands import WAIT_FOR_ANIMATIONS
from tests.browser.words import said, texts

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text()

STANDARDS = [
    *("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"),
    "best-practice",
]

RUN_AXE = """async (runOnly) => {
  const stuck = [...document.querySelectorAll("*")]
    .filter((one) => getComputedStyle(one).position === "sticky");
  for (const one of stuck) one.style.position = "static";
  const { violations } = await axe.run(document, { runOnly });
  for (const one of stuck) one.style.removeProperty("position");
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) =>
    `${id}: ${html.slice(0, 200)}: ${failureSummary}`));
}"""
"""Sticky elements may cover half a button until somebody scrolls; axe would call it too small."""

WORDS = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const words = [];
  while (texts.nextNode()) words.push(texts.currentNode.textContent);
  for (const name of ["aria-label", "title", "placeholder", "alt"])
    for (const one of document.querySelectorAll(`[${name}]`)) words.push(one.getAttribute(name));
  return [document.title, ...words].map((word) => word.trim()).filter(Boolean);
}"""

FIND_WIDE = """() => {
  const edge = document.documentElement.clientWidth;
  const isInside = (one) => {
    for (let at = one; at !== document.body && at; at = at.parentElement) {
      const { overflowX, position, clipPath } = getComputedStyle(at);
      if (["auto", "scroll", "hidden", "clip"].includes(overflowX) && at !== one) return true;
      if (at.matches(".unseen") || clipPath !== "none") return true;
    }
    return false;
  };
  const wide = document.documentElement.scrollWidth > edge ? ["the page scrolls sideways"] : [];
  for (const one of document.body.querySelectorAll("*")) {
    const { left, right, width } = one.getBoundingClientRect();
    if (width && (left < -1 || right > edge + 1) && !isInside(one))
      wide.push(`${one.outerHTML.slice(0, 120)}: from ${left} to ${right} of ${edge}`);
  }
  return wide;
}"""


def find_axe_faults(page: Page) -> list[str]:
    """Return what breaks WCAG 2.2 AA or good practice, as far as a program can tell."""
    page.evaluate(WAIT_FOR_ANIMATIONS)
    page.evaluate(AXE)
    found: list[str] = page.evaluate(RUN_AXE, STANDARDS)
    return found


def find_text_faults(page: Page, language: str) -> list[str]:
    """Return texts that are missing, not filled in, or still English."""
    own, english = _list_plain_texts(language), _list_plain_texts("en")
    names = {said("language.name", each) for each in LANGUAGES}
    return [
        words
        for words in page.evaluate(WORDS)
        if words in texts("en")
        or re.search(r"\{\w+\}|undefined|NaN|\[object", words)
        or (words in english and words not in own | names)
    ]


def wait_for_texts(page: Page, language: str) -> None:
    """Wait until no text has a fault: some are fetched only when they are needed."""
    for _ in range(100):
        if not find_text_faults(page, language):
            return
        page.wait_for_timeout(100)
    assert find_text_faults(page, language) == []


def find_width_faults(page: Page) -> list[str]:
    """Return what sticks out sideways."""
    page.evaluate(WAIT_FOR_ANIMATIONS)
    found: list[str] = page.evaluate(FIND_WIDE)
    return found


def _list_plain_texts(language: str) -> set[str]:
    """Return every text of a language that has no gaps."""
    entries = [
        text if isinstance(text, str) else text["other"] for text in texts(language).values()
    ]
    return {entry for entry in entries if "{" not in entry}
