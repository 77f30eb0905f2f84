"""Somebody at a browser: what they see, and how they play."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from threading import Thread
from typing import Any, NamedTuple, cast

from playwright.sync_api import Error, Locator, Page, expect

from kostka.bots.face_view import FaceView, Sets
from kostka.bots.strategy_bot import StrategyBot
from kostka.client import connect
from kostka.events.codec import from_json
from kostka.numbers.commands import Announce, AnyCommand, Draw, EndTurn, Pass, Place
from kostka.numbers.views import View
from kostka.solver import solve
from tests.browser.hands import Hands
from tests.browser.words import said
from tests.server.running import plays_on

MAX_TURNS = 400

KEEP_SESSION = """addEventListener("DOMContentLoaded", async () => {
  const { src } = document.querySelector('script[src$="main.js"]');
  window.gameStore = await import(src.replace("main.js", "game_store.js"));
});"""
"""Keeps the page's own module that knows the game where scripts of the tests find it."""

HAS_GAME = "() => Boolean(window.gameStore?.game.value)"

READ_VIEW = """() => {
  const { game, seat } = window.gameStore;
  return { view: JSON.stringify(game.value.view), seat: seat.value };
}"""

MARK = """(before) => {
  const { game } = window.gameStore;
  const { turns, turn_open, result, seats } = game.value.view;
  const announced = seats.map((one) => one.announced);
  const mark = JSON.stringify([game.value.game, turns, turn_open, Boolean(result), announced]);
  return mark === before ? null : mark;
}"""
"""A mark that is another one after every command that was carried out."""

READ_TABLE = """() => [...document.querySelectorAll(".felt .set")].map((set) =>
  [...set.querySelectorAll("[data-tile]")].map((tile) => Number(tile.dataset.tile)))"""

READ_RACK = """() => [...document.querySelectorAll(".rack [data-tile]")]
  .map((tile) => Number(tile.dataset.tile))"""

IS_DRAWN = f"""() => {{
  const {{ game, seat }} = window.gameStore ?? {{}};
  if (!game?.value) return false;
  const {{ seats, table }} = game.value.view;
  const sorted = (sets) => JSON.stringify(sets.map((set) => [...set].sort()).sort());
  const own = seat.value === null ? [] : seats[seat.value].rack;
  return sorted([({READ_RACK})(), ...({READ_TABLE})()]) === sorted([own, ...table]);
}}"""
"""Whether the page shows the rack and the table as it was told of them."""

IS_THERE = "(wanted) => document.querySelectorAll(wanted).length === 1"
"""Asked at every frame: other ways to wait look again after a tenth of a second at best."""

READY = ".table-main-buttons .primary:enabled, .table-end"

COMMANDS: dict[type, str] = {
    Place: "action.done",
    Draw: "action.draw",
    Pass: "action.pass",
    Announce: "action.announce",
    EndTurn: "action.end_turn",
}


class TidyStrategy:
    """Lays the most tiles and moves as little on the table as it can: that is the least to drag."""

    def choose_play(self, face_view: FaceView) -> Sets | None:
        answer = solve(face_view.edition, face_view.table, face_view.rack, opened=face_view.opened)
        return answer.table if answer.placed else None


class Seen(NamedTuple):
    """The game as the page was told of it."""

    view: View
    seat: int | None


class Person:
    """A page, and hands that use it."""

    def __init__(self, page: Page, hands: Hands, language: str = "en") -> None:
        self.page = page
        self.hands = hands
        self.language = language
        self.mind = StrategyBot(TidyStrategy())
        page.add_init_script(KEEP_SESSION)

    # --- looking ------------------------------------------------------------------------------

    def read_game(self) -> Seen:
        self.page.wait_for_function(HAS_GAME)
        told = self.page.evaluate(READ_VIEW)
        return Seen(from_json(told["view"], cast("Any", View)), told["seat"])

    def read_table(self) -> list[list[int]]:
        """The sets on the table, as the page shows them."""
        sets: list[list[int]] = self.page.evaluate(READ_TABLE)
        return sets

    def read_rack(self) -> list[int]:
        tiles: list[int] = self.page.evaluate(READ_RACK)
        return tiles

    def find_button(self, key: str) -> Locator:
        name = said(key, self.language)
        return self.page.get_by_role("button", name=name, exact=True)

    def wait_for_set(self, tiles: Sequence[int]) -> None:
        """Wait until all of these lie in one set on the table."""
        together = "".join(f':has([data-tile="{number}"])' for number in tiles)
        self.page.wait_for_function(IS_THERE, arg=f".felt .set{together}")

    def wait_until_off_table(self, tiles: Sequence[int]) -> None:
        """Wait until none of these lies on the table."""
        for number in tiles:
            expect(self.page.locator(f'.felt [data-tile="{number}"]')).to_have_count(0)

    @property
    def code(self) -> str:
        return self.page.url.rsplit("/", 1)[1]

    # --- coming and going ---------------------------------------------------------------------

    def open(self, url: str) -> None:
        self.page.goto(url)
        expect(self.page.locator("main")).to_be_visible()

    def start_game(self, url: str, bots: int = 1, level: int = 1) -> None:
        """From the home page to the table."""
        self.open(url)
        self.hands.choose(self.page.locator('input[name="bots"]').nth(bots - 1))
        self.hands.choose(self.page.locator('input[name="level"]').nth(level - 1))
        self.hands.press(self.find_button("home.play"))
        expect(self.page.locator(".rack [data-tile]")).to_have_count(14)

    def create_room(self, url: str, *, begin: bool = False, **settings: object) -> str:
        """Open a room with settings that the home page does not offer; return its code."""
        self.open(url)
        expect(self.find_button("home.play")).to_be_enabled()
        self.page.wait_for_function("() => Boolean(window.gameStore)")
        self.page.evaluate(
            "([settings, begin]) => window.gameStore.createRoom(settings, { begin })",
            [settings, begin],
        )
        self.page.wait_for_url("**/room/*")
        return self.code

    def use_token_of(self, other: Person) -> None:
        """Be the same guest as somebody else: another device with their seat."""
        token = other.page.evaluate("localStorage.getItem('kostka.token')")
        self.page.add_init_script(f"localStorage.setItem('kostka.token', '{token}')")

    def join_room(self, url: str, code: str) -> None:
        """Type the code of a room, go there and sit down."""
        self.open(url)
        self.page.locator('input[name="code"]').fill(code)
        self.hands.press(self.find_button("join.enter"))
        self.hands.press(self.find_button("lobby.sit").first)
        expect(self.page.get_by_text(said("seats.you", self.language), exact=True)).to_be_visible()

    # --- playing ------------------------------------------------------------------------------

    def wait_for_turn(self) -> bool:
        """Wait until it is this person's turn; false if the game is over."""
        self.page.locator(READY).first.wait_for()
        return self.page.locator(".table-end").count() == 0

    def play_to_end(self) -> int:
        """Play until the score sheet is there; return the number of tiles laid by hand."""
        laid = 0
        for _ in range(MAX_TURNS):
            if not self.wait_for_turn():
                return laid
            laid += self.take_turn()
        raise AssertionError(f"no end after {MAX_TURNS} turns")

    def take_turn(self) -> int:
        """Do one thing on turn; return the number of tiles that were laid."""
        self.wait_until_drawn()
        view = self.read_game().view
        command = self.mind.choose_command(view)
        if isinstance(command, Place):
            self.lay_table(command.table)
        self.press_command(command)
        return len(self.get_rack(view)) - len(self.read_rack()) if isinstance(command, Place) else 0

    @staticmethod
    def get_rack(view: View) -> tuple[int, ...]:
        assert view.viewer is not None
        return view.seats[view.viewer].rack or ()

    def read_mark(self) -> str:
        """Another word after every command that was carried out, whoever gave it."""
        self.page.wait_for_function(HAS_GAME)
        word: str = self.page.evaluate(MARK, "")
        return word

    def wait_for_change(self, mark: str) -> None:
        """Wait until something has happened since then."""
        self.page.wait_for_function(MARK, arg=mark)

    def wait_until_drawn(self) -> None:
        """Wait until the page shows the rack and the table as it was told of them."""
        self.page.wait_for_function(IS_DRAWN)

    def press_command(self, command: AnyCommand) -> None:
        """Press the button of a command, and wait until it is carried out."""
        button = self.find_button(COMMANDS[type(command)])
        if isinstance(command, Announce | EndTurn):
            self._press_while_turn_is_open(button)
            return
        expect(button).to_be_enabled()
        if isinstance(command, Place):
            expect(button).to_have_attribute("aria-disabled", "false")
        mark = self.read_mark()
        stacks = self.read_game().view.stacks if isinstance(command, Draw) else ()
        self.hands.press(button)
        if isinstance(command, Draw) and command.stack is not None:
            self._choose_stack(command.stack, stacks)
        self.wait_for_change(mark)

    def _choose_stack(self, stack: int, stacks: Sequence[int]) -> None:
        """Choose the next stack; the last one left is taken without a question (Z-10)."""
        left = [number for number, tiles in enumerate(stacks) if tiles]
        if len(left) > 1:
            self.hands.press(self.page.locator(".table-stack").nth(left.index(stack)))

    def _press_while_turn_is_open(self, button: Locator) -> None:
        """Press a button that is gone once the turn has ended by itself (N-20)."""
        mark = self.read_mark()
        try:
            self.hands.press(button)
        except (AssertionError, Error):
            if button.count():
                raise
        else:
            self.wait_for_change(mark)

    def draw_until_play(self) -> Place:
        """Draw until there is something to lay; return it without doing it."""
        while self.wait_for_turn():
            self.wait_until_drawn()
            command = self.mind.choose_command(self.read_game().view)
            if isinstance(command, Place):
                return command
            self.press_command(command)
        raise AssertionError("the game is over")

    def lay_invalid_set(self) -> list[int]:
        """Put the first two tiles of the rack on the table as if they were a set; return them."""
        self.wait_for_turn()
        self.wait_until_drawn()
        first, second, *_ = self.read_rack()
        self.hands.move_to_new_set(first)
        self._wait_for_set_with(first, {first})
        self.hands.move_to_set_of(second, first)
        return self._wait_for_set_with(second, {first, second})

    def lay_table(self, table: Sequence[Sequence[int]]) -> None:
        """Move tiles, one after the other, until the table is so."""
        for wanted in table:
            whole = frozenset(wanted)
            parts = [part for part in self.read_table() if whole.issuperset(part)]
            begun = max(parts, key=len, default=[])
            for number in wanted:
                if number in begun:
                    continue
                if begun:
                    self.hands.move_to_set_of(number, begun[-1])
                else:
                    self.hands.move_to_new_set(number)
                begun = self._wait_for_set_with(number, {*begun, number})
        assert to_sets(self.read_table()) == to_sets(table)

    def _wait_for_set_with(self, number: int, tiles: set[int]) -> list[int]:
        """Wait until a tile lies in a set of just these; return them in their order."""
        self.wait_for_set(sorted(tiles))
        found = next(one for one in self.read_table() if number in one)
        assert set(found) == tiles, f"{number} lies in {found}, not in {tiles}: {self.read_table()}"
        return found

    def let_bot_play(self, turns: int = MAX_TURNS) -> None:
        """Let a bot play on for this guest, as on a second device; the page looks on."""
        token = self.page.evaluate("localStorage.getItem('kostka.token')")
        socket = f"ws{self.page.url.removeprefix('http').partition('/room')[0]}/ws"
        thread = Thread(target=asyncio.run, args=(_play(socket, token, self.code, turns),))
        thread.start()
        thread.join()


async def _play(socket: str, token: str, code: str, turns: int) -> None:
    async with connect(socket, token=token) as bot:
        await bot.enter_room(code)
        await bot.wait_until(lambda one: one.game is not None)
        await plays_on(bot, turns=turns)


def to_sets(table: Sequence[Sequence[int]]) -> set[frozenset[int]]:
    return {frozenset(tiles) for tiles in table}
