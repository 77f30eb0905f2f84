"""Games from the home page to the score sheet, with all kinds of hands and several browsers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import HANDS, Come
from tests.browser.person import Person
from tests.browser.serving import Server

MINUS = "\N{MINUS SIGN}"


def sees_the_sheet(person: Person) -> None:
    """The page shows the points of everybody, as the game counted them."""
    sheet = person.page.locator(".end")
    expect(sheet.get_by_role("heading", level=1)).to_be_focused()
    result = person.seen().view.result
    assert result is not None
    counted = sorted(int(line.points) for line in result.sheet.lines)
    shown = sheet.locator(".sheet-points").all_inner_texts()
    assert sorted(int(text.replace(MINUS, "-").replace(",", "")) for text in shown) == counted
    assert sum(counted) == 0
    assert re.search(r"[0-9a-f]{16}", sheet.locator("code").inner_text())


@pytest.mark.seed(31)  # a short game: 30 turns
@pytest.mark.parametrize("hands", HANDS)
def test_a_game_against_a_bot(hands: str, come: Come, server: Server) -> None:
    # Whoever uses a mouse sees the tiles fly here; elsewhere nothing moves by itself.
    motion = "no-preference" if hands == "mouse" else "reduce"
    person = come(hands, reduced_motion=motion)
    person.play_now(server.url)
    assert person.play_to_end() > 10
    sees_the_sheet(person)
