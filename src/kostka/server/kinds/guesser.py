"""A player of the word game that shuffles its letters until they make a word."""

from __future__ import annotations

from random import Random

from kostka.tiles.box import TileId
from kostka.word.bag import bag_of
from kostka.word.commands import Accept, AnyCommand, Challenge, Draw, Pass, Place
from kostka.word.edition import WordEdition
from kostka.word.table import Turn, check_turn, texts
from kostka.word.validity import judge_of
from kostka.word.views import View

TRIES = 10_000
LONGER = 2
"""By how many letters a word may be longer than it has to."""


class Guesser:
    """Plays one seat by guessing. It knows the words of the theme, which views leave out."""

    def __init__(self, edition: WordEdition, seed: int) -> None:
        """Make a player; with the same seed and the same views it answers the same."""
        self.edition = edition
        self.judge = judge_of(edition)
        self.bag = bag_of(edition.bag)
        self.rng = Random(seed)  # noqa: S311  (play, not secrets)

    def choose(self, view: View) -> AnyCommand:
        """Answer to a view in which the game waits for the seat."""
        seat = view.viewer
        assert seat is not None
        if view.challengeable not in (None, seat) and self._doubts(view):
            return Challenge(seat)
        if seat in view.waiting:
            return Accept(seat)
        return self._placing(view, seat) or (Draw(seat) if view.pool else Pass(seat))

    def _doubts(self, view: View) -> bool:
        return any(map(self.judge, texts(self.bag, view.table, view.letters)))

    def _placing(self, view: View, seat: int) -> Place | None:
        own = view.seats[seat]
        rack = [tile for tile in own.rack or () if not self.bag.is_joker(tile)]
        shortest = self.edition.shortest_word if own.opened else self.edition.first_word
        lengths = [n for n in range(shortest, shortest + LONGER + 1) if n <= len(rack)]
        for _ in range(TRIES if lengths else 0):
            word = tuple(self.rng.sample(rack, self.rng.choice(lengths)))
            if self.judge(self.bag.show(word)) is None and self._fits(view, seat, word):
                return Place(seat, (*view.table, word))
        return None

    def _fits(self, view: View, seat: int, word: tuple[TileId, ...]) -> bool:
        own = view.seats[seat]
        turn = Turn(
            edition=self.edition,
            before=view.table,
            letters_before=view.letters,
            rack=own.rack or (),
            after=(*view.table, word),
            letters={},
            opened=own.opened,
        )
        return not check_turn(turn, self.judge).violations
