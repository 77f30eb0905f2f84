"""Somebody at a table who types its sheet into a phone."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.person import Person
from tests.browser.words import said


class Phone(Person):
    """A phone at a table."""

    def find_game_line(self, number: int) -> Locator:
        """The line of a game on the sheet."""
        return self.page.locator(".sheet-table tbody tr").nth(number - 1)

    def choose_winner(self, seat: int) -> None:
        """Choose the player who went out."""
        self.hands.choose(self.page.locator(".score-ends input").nth(seat))

    def type_rack(self, tiles: int, jokers: int = 0, opening: str = "") -> None:
        """Type the rack that is open by its big keys, and go on."""
        rack = self.page.locator("section.score-line")
        for digit in str(tiles):
            self.hands.press(rack.get_by_role("button", name=digit, exact=True))
        if jokers:
            self.hands.choose(rack.locator('input[name^="jokers"]').nth(jokers))
        if opening:
            ticked = said(f"opened.{opening}", self.language)
            self.hands.choose(rack.get_by_role("radio", name=ticked, exact=True))
        self.hands.press(rack.locator(".score-key-next"))

    def send_result(self) -> None:
        """Send what was typed."""
        self.hands.press(self.find_button("sheet.send"))

    def enter_game(self, out: int, *tiles: int) -> None:
        """Type and send a game: who went out, and what the others have left, seat by seat."""
        self.choose_winner(out)
        for number in tiles:
            self.type_rack(number)
        self.send_result()

    def wait_for_game(self, game: int, stage: str, points: list[str]) -> None:
        """Wait until the sheet says so of a game."""
        line = self.find_game_line(game)
        expect(line.locator("td")).to_have_text(points)
        expect(line).to_contain_class(f"is-{stage}")

    def wait_for_winner(self, game: int, points: int) -> None:
        """Wait until a game is entered, and its winner has these points."""
        expect(self.find_game_line(game)).to_contain_class("is-entered")
        expect(self.find_game_line(game).locator("td.is-won")).to_have_text(f"+{points}")
