"""Somebody at a browser who plays words: by hand, and with the solver's vocabulary."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from threading import Thread
from typing import Any, NamedTuple, cast

from playwright.sync_api import expect

from kostka.client import connect
from kostka.events.codec import from_json
from kostka.tiles.box import TileId
from kostka.word import WORD, Draw, Letters, Pass, Place, View, get_bag
from kostka.word.commands import AnyCommand
from kostka.wordsolver import Position, build_vocabulary, solve
from tests.browser.person import HAS_GAME, MAX_TURNS, READ_VIEW, Person

REBUILD_EVERY = 4
"""In so many turns once a word of the table is broken up: each of its tiles is moved by hand."""
EFFORT = 100_000_000

ON_TABLE = "() => document.activeElement?.closest('.felt') !== null"

READ = """() => [...document.querySelectorAll(".felt .set")].map((set) => set.textContent
  .slice(0, set.querySelectorAll("[data-tile]").length))"""
"""The words on the table as they can be read, without what stands below their letters."""


class SeenWords(NamedTuple):
    """The game as the page was told of it."""

    view: View
    seat: int | None


def choose(view: View, rebuilt: int = 1, held: int = 0) -> AnyCommand:
    """Make the most of a rack, or draw.

    At most `rebuilt` words of the table are broken up, and the first `held` tiles are kept.
    """
    assert view.viewer is not None
    own = view.seats[view.viewer]
    rack = (own.rack or ())[held:]
    edition = view.header.edition
    position = Position(edition, view.table, view.letters, rack, own.opened)
    best = solve(build_vocabulary(edition), position, rebuilt=rebuilt, effort=EFFORT)
    if best.placed:
        return Place(view.viewer, best.table, best.letters)
    return Draw(view.viewer) if view.pool else Pass(view.viewer)


class WordPerson(Person):
    """A page that shows the word game."""

    types_words = False
    """Whether words of own letters alone are typed; otherwise every tile is moved."""
    turn = 0

    # --- looking ------------------------------------------------------------------------------

    def game(self) -> SeenWords:
        self.page.wait_for_function(HAS_GAME)
        told = self.page.evaluate(READ_VIEW)
        return SeenWords(from_json(told["view"], cast("Any", View)), told["seat"])

    def read_words(self) -> list[str]:
        """The words on the table."""
        words: list[str] = self.page.evaluate(READ)
        return words

    def wait_for_words(self, words: Iterable[str]) -> None:
        """Wait until these words lie on the table, in any order."""
        same = f"(wanted) => JSON.stringify(({READ})().sort()) === JSON.stringify(wanted)"
        self.page.wait_for_function(same, arg=sorted(words))

    def on_turn(self) -> View:
        """The game, once it is this person's turn and the page shows all of it."""
        assert self.wait_for_turn()
        self.wait_until_drawn()
        return self.game().view

    # --- playing ------------------------------------------------------------------------------

    def start_word_game(self, url: str, level: int = 1) -> None:
        """From the home page to the table."""
        self.open(url)
        self.hands.choose(self.page.locator('input[name="game"]').nth(1))
        self.hands.choose(self.page.locator('input[name="level"]').nth(level - 1))
        self.hands.press(self.find_button("home.play"))
        expect(self.page.locator(".rack [data-tile]")).to_have_count(14)

    def take_turn(self) -> int:
        """Do one thing on turn; return the number of tiles that were laid."""
        self.wait_until_drawn()
        view = self.game().view
        self.turn += 1
        command = choose(view, rebuilt=int(self.turn % REBUILD_EVERY == 0))
        if isinstance(command, Place) and command.letters.items() >= view.letters.items():
            self.lay_words(command.table, command.letters)
            self.finish()
            return sum(map(len, command.table)) - sum(map(len, view.table))
        # Nothing to lay, or a joker would be taken (W-11), for which these hands have no way.
        self.press_and_wait("action.draw" if view.pool else "action.pass")
        return 0

    def finish(self) -> None:
        """Press the button for a move that may be made, and wait until it is."""
        expect(self.find_button("action.done")).to_have_attribute("aria-disabled", "false")
        self.press_and_wait("action.done")

    def press_and_wait(self, key: str) -> None:
        """Press a button, and wait until what it says is done."""
        button = self.find_button(key)
        expect(button).to_be_enabled()
        mark = self.read_mark()
        self.hands.press(button)
        self.wait_for_change(mark)

    def lay_words(self, table: Sequence[Sequence[TileId]], letters: Letters) -> None:
        """Move tiles, one after the other, until these words lie there."""
        faces = get_bag(WORD.bag).faces
        lying, rack = self.read_table(), set(self.read_rack())
        changed = [word for word in table if list(word) not in lying]
        # Typed words come last: of tiles that look the same a key may take another one.
        typed = [word for word in changed if self.types_words and rack.issuperset(word)]
        for word in changed:
            if word not in typed:
                self._move_together(word, letters)
        for word in typed:
            self.page.locator(".rack [data-tile]").first.focus()
            self.types("".join(letters.get(tile, faces[tile]) for tile in word))
            self.page.wait_for_function(ON_TABLE)  # the focus follows what is typed
        self.wait_for_words(
            "".join(letters.get(tile, faces[tile]) for tile in word) for word in table
        )

    def _move_together(self, word: Sequence[TileId], letters: Letters) -> None:
        """Lay a word tile by tile, wherever they are; jokers may ask for their letters."""
        for at, tile in enumerate(word):
            if at == 0:
                self.hands.move_to_new_set(tile)
            else:
                self.hands.move_to_set_of(tile, word[at - 1])
            self.wait_for_set(word[: at + 1])
            jokers = [one for one in word[: at + 1] if one in letters]
            if jokers and self.page.locator("dialog .word-letters").count():
                self.pick(letters[jokers[-1]])

    def pick(self, letter: str) -> None:
        """Choose the letter of a joker."""
        self.hands.press(self.page.locator("dialog .word-letter").filter(has_text=letter).first)
        expect(self.page.locator("dialog .word-letters")).to_have_count(0)

    def types(self, word: str) -> None:
        """Type letters, those with AltGr too, as the browser tells a page of them."""
        keyboard = self.page.context.new_cdp_session(self.page)
        for letter in word.lower():
            for kind in ("keyDown", "keyUp"):
                keyboard.send("Input.dispatchKeyEvent", {"type": kind, "key": letter})
        keyboard.detach()

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
        for _ in range(turns):
            await bot.wait_until(lambda one: one.is_game_over or one.is_my_turn)
            if bot.is_game_over:
                return
            assert bot.word is not None
            before = bot.word
            await bot.send_command(choose(before.view, rebuilt=0))
            await bot.wait_until(
                lambda one, seen=before: one.word is not seen  # type: ignore[misc]
            )
