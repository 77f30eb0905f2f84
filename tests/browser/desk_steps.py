"""What an organiser does at the desk, step by step, with hands and eyes."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any
from urllib.request import Request, urlopen

from playwright.sync_api import Locator, expect

from tests.browser.looking import find_axe_faults
from tests.browser.person import Person
from tests.browser.words import said, texts


class Organiser(Person):
    """Somebody at the desk of a tournament."""

    # --- looking ------------------------------------------------------------------------------

    @property
    def next_step(self) -> Locator:
        """The button of the one next step."""
        return self.page.locator(".desk-next .primary")

    @property
    def address(self) -> str:
        """The address of the tournament, without the place at the desk."""
        return self.page.url.split("?")[0]

    def text(self, key: str, **values: object) -> str:
        text = texts(self.language)[key]
        assert isinstance(text, str)
        return text.format(**values)

    def match_beginning(self, key: str) -> re.Pattern[str]:
        """How a text with gaps begins."""
        text = texts(self.language)[key]
        assert isinstance(text, str)
        return re.compile(f"^{re.escape(text.split('{')[0])}")

    def fetch(self, path: str = "") -> Any:
        """What the server tells the organiser, for comparison."""
        name = self.address.rsplit("/", 1)[1]
        known = json.loads(self.page.evaluate("localStorage.getItem('kostka.tournaments')"))
        token = next(one["token"] for one in known if one["id"] == name)
        server = self.address.split("/tournament/")[0]
        asked = Request(
            f"{server}/api/tournaments/{name}{path}", headers={"authorization": f"Bearer {token}"}
        )
        with urlopen(asked) as answer:
            return json.loads(answer.read())

    # --- going and doing ----------------------------------------------------------------------

    def create_tournament(
        self,
        url: str,
        title: str,
        *,
        rehearsal: bool = False,
        format_: str = "school",
        **numbers: int,
    ) -> None:
        """Open a tournament; numbers: rounds, games, minutes."""
        self.open(f"{url}/tournament")
        form = self.page.locator("form").first
        form.get_by_label(self.text("new.name"), exact=True).fill(title)
        form.get_by_label(self.text("new.format")).select_option(format_)
        for name, number in numbers.items():
            form.get_by_label(self.text(f"new.{name}"), exact=True).fill(str(number))
        if rehearsal:
            form.locator('input[type="checkbox"]').last.check()
        self.hands.press(self.find_button("new.create"))
        expect(self.page.locator(".desk-players")).to_be_visible()

    def open_section(self, section: str) -> None:
        """Go to a part of the desk."""
        name = re.compile(rf"^\s*{re.escape(said(f'section.{section}', self.language))}( \d+)?\s*$")
        self.hands.press(self.page.locator(".desk-tabs").get_by_role("button", name=name))
        expect(self.page.locator(".desk-tabs .is-on")).to_have_text(name)

    def press_next_step(self) -> None:
        self.hands.press(self.next_step)

    def wait_for_step(self, key: str, **values: object) -> None:
        """Wait until the one next step is this one."""
        expect(self.next_step).to_have_text(self.text(key, **values))

    def paste_players(self, lines: Sequence[str]) -> None:
        """Paste a list of players, and have it read."""
        self.page.locator("textarea").fill("\n".join(lines))
        self.hands.press(self.find_button("list.read"))

    def accept_list(self) -> None:
        self.hands.press(self.page.locator(".fold .primary"))

    def mark_everybody_present(self) -> None:
        expect(self.page.locator(".desk-check-row").first).to_be_visible()
        name = self.match_beginning("players.all_here")
        self.hands.press(self.page.get_by_role("button", name=name))
        expect(self.page.locator(".desk-check-row.is-registered")).to_have_count(0)

    def start_round(self) -> None:
        """Seat the next round, lock the seats and start."""
        self.press_next_step()
        expect(self.page.locator(".desk-seat-table").first).to_be_visible()
        self.wait_for_step("next.lock_do")
        self.press_next_step()
        expect(self.next_step).to_have_text(self.match_beginning("next.start_do"))
        self.press_next_step()
        expect(self.page.locator(".desk-result-table").first).to_be_visible()

    def type_game(self, out: int, sums: Sequence[int]) -> None:
        """Type a game in which somebody went out: the sums of the others, seat by seat."""
        self.hands.choose(self.page.locator(".score-ends input").nth(out))
        fields = self.page.locator(".score-number input")
        expect(fields).to_have_count(len(sums))
        fields.first.fill("")
        for number in sums:  # Enter goes to the next line, as on a keypad
            self.page.keyboard.type(str(number))
            if number is not sums[-1]:
                self.page.keyboard.press("Enter")

    def save_game(self) -> None:
        """Save it, and be where the desk goes on."""
        before = self.page.url
        self.hands.press(self.page.locator(".desk-paper button[type=submit]"))
        self.page.wait_for_function("(before) => location.href !== before", arg=before)

    def enter_missing_games(self, out: int = 1) -> None:
        """Enter all games that are missing; the same seat goes out in all of them."""
        self.open_section("results")
        missing = self.page.locator(".desk-result-game.is-missing")
        for left in range(missing.count(), 0, -1):
            self.open_section("results")
            expect(missing).to_have_count(left)
            self.hands.press(missing.first)
            sums = [
                10 + left + seat
                for seat in range(self.page.locator(".desk-result-sheet tbody tr").count() - 1)
            ]
            self.type_game(out, sums)
            expect(self.page.locator(".score-points").nth(out)).to_have_text(f"+{sum(sums)}")
            self.save_game()
        self.open_section("results")

    def give_reason(self, reason: str) -> None:
        """Type a reason into the card that asks for it, and confirm."""
        card = self.page.locator("dialog[open]")
        card.locator("input").fill(reason)
        assert find_axe_faults(self.page) == []
        self.hands.press(card.locator("button[type=submit]"))
        expect(card).to_have_count(0)
