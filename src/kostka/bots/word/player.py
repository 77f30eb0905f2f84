"""The bot of the word game. Its level says how well it plays."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import msgspec
from msgspec.structs import replace

from kostka.bots.word.moves import (
    build_polite_vocabulary,
    build_position,
    find_best_move,
    find_lengthening_move,
)
from kostka.lexicon import Tier
from kostka.word import (
    Accept,
    AnyCommand,
    Challenge,
    Draw,
    Pass,
    Place,
    View,
    WordEdition,
    get_word_judge,
)
from kostka.wordsolver import Answer, Position, Vocabulary


class WordLevel(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """How well a bot plays: which words it knows, and how much it considers in a turn."""

    tier: Tier
    """The words it knows. All bots know the words of a theme."""
    tiles: int | None
    """How many tiles of its rack it considers in a turn; None for all."""
    first_tiles: int | None
    """The same for the first word, which is longer (W-4)."""
    rebuilt: int | None
    """The maximum of words that it breaks up; None for no limit."""
    lengthens: int = 0
    """How many words of the table it tries to make longer in a turn."""
    misses: float = 0.0
    """How often it overlooks its moves."""
    notices: float = 1.0
    """How often it challenges an invalid word (W-13)."""
    effort: int
    """How many words it may examine in each search."""


class WordBot:
    """Plays one seat of one game. It knows the words of the theme, which views omit."""

    def __init__(self, edition: WordEdition, level: WordLevel, seed: int) -> None:
        """Make a bot; the same seed and views give the same commands."""
        self.edition = edition
        self.level = level
        self.seed = seed

    def choose_command(self, view: View) -> AnyCommand:
        """Return the command for a view in which the game waits for the seat."""
        seat = view.viewer
        assert seat is not None
        random = Random(f"{self.seed} {view.turns}")  # noqa: S311  (play, not secrets)
        doubtful = view.challengeable not in (None, seat) and self._has_invalid_word(view.new_words)
        if doubtful and random.random() < self.level.notices:
            return Challenge(seat)
        if seat in view.waiting:
            return Accept(seat)
        move = self._find_move(build_position(view, self.edition), random)
        if move is not None:
            return Place(seat, move.table, move.letters)
        return Draw(seat) if view.pool else Pass(seat)

    def _has_invalid_word(self, words: Iterable[str]) -> bool:
        judge = get_word_judge(self.edition)
        return any(judge(word) for word in words)

    def _find_move(self, position: Position, random: Random) -> Answer | None:
        """Find a move with the tiles that it considers at a time."""
        level = self.level
        if random.random() < level.misses:
            return None
        seen = level.tiles if position.opened else level.first_tiles
        if seen is not None and seen < len(position.rack):
            position = replace(position, rack=tuple(random.sample(position.rack, seen)))
        tier = level.tier if self.edition.theme is None else Tier.RARE
        vocabulary = build_polite_vocabulary(self.edition, tier)
        moves = [find_best_move(vocabulary, position, rebuilt=level.rebuilt, effort=level.effort)]
        if position.opened:
            moves += self._list_lengthening_moves(vocabulary, position, random)
        best = max(moves, key=lambda move: len(move.word))
        return best if best.placed else None

    def _list_lengthening_moves(
        self, vocabulary: Vocabulary, position: Position, random: Random
    ) -> Iterable[Answer]:
        many = min(self.level.lengthens, len(position.table))
        for word in random.sample(position.table, many):
            move = find_lengthening_move(vocabulary, position, word, effort=self.level.effort)
            if move is not None:
                yield move
