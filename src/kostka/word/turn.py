"""Judges a turn of the word game: the table after it, by W-4 to W-13.

A table is a tuple of words, a word a tuple of tiles. What its jokers stand for is kept beside it
(`Letters`), because a joker keeps its letter as long as it lies there (W-10).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain

import msgspec

from kostka.events.errors import Violation, format_input
from kostka.tiles.box import TileId
from kostka.word import problems
from kostka.word.bag import JOKER, Bag, get_bag
from kostka.word.edition import Judging, ReplacedJoker, WordEdition

Word = tuple[TileId, ...]
Words = tuple[Word, ...]
Letters = Mapping[TileId, str]
"""What jokers stand for, in capital letters."""

Judge = Callable[[str], Violation | None]
"""Returns what is wrong with a word in capital letters; None for a valid one (W-12, W-15)."""


class Turn(msgspec.Struct, frozen=True, gc=False):
    """A turn as it is proposed, with all that is needed to judge it."""

    edition: WordEdition
    before: Words
    letters_before: Letters
    """Of every joker on the table."""
    rack: tuple[TileId, ...]
    after: Words
    letters: Letters
    """Of the jokers that the player lays or takes; the others keep theirs (W-10)."""
    opened: bool
    """Whether the player laid a first word in an earlier turn (W-4)."""


class TurnCheck(msgspec.Struct, frozen=True, gc=False):
    """What a proposed turn would mean."""

    violations: tuple[Violation, ...]
    possible: bool
    """Whether the tiles could be laid like this at all, whatever the rules say."""
    letters: dict[TileId, str] = {}
    """What every joker on the table stands for."""
    placed: tuple[TileId, ...] = ()
    """The tiles from the own rack."""
    words: tuple[str, ...] = ()
    """The words made: not on the table before, with an own tile in them; the longest first."""
    relaid: tuple[str, ...] = ()
    """Words with an own tile that lay on the table before the turn: they do not count (W-6)."""
    wrong: dict[str, Violation] = {}
    """New words that are not valid. They are violations only if words are checked for free: else
    they cost a penalty, at once or after a challenge (W-13)."""
    doubled: bool = False
    """Whether the whole rack was placed (W-8)."""

    @property
    def scoring_word(self) -> str:
        """The one word that counts (W-7)."""
        return self.words[0] if self.words else ""

    @property
    def points(self) -> int:
        """What the turn is worth (W-7, W-8)."""
        return len(self.scoring_word) * (2 if self.doubled else 1)


def spell_words(bag: Bag, words: Iterable[Word], letters: Letters) -> list[str]:
    """Return the words of a table as text."""
    faces = bag.faces
    return [
        "".join([letters[tile] if faces[tile] == JOKER else faces[tile] for tile in word])
        for word in words
    ]


def check_turn(turn: Turn, judge: Judge) -> TurnCheck:
    """Judge a turn, and report everything that is wrong with it."""
    bag = get_bag(turn.edition.bag)
    impossible = _find_impossible_tile_violation(turn, bag)
    if impossible is not None:
        return TurnCheck((impossible,), possible=False)
    letters = _collect_joker_letters(turn, bag)
    mine = frozenset(turn.rack)
    placed = tuple([tile for word in turn.after for tile in word if tile in mine])
    names = spell_words(bag, turn.after, letters)
    old = set(spell_words(bag, turn.before, turn.letters_before))
    new = dict.fromkeys(name for name in names if name not in old)
    wrong = {name: violation for name in new if (violation := judge(name))}
    own_words = [
        name for name, word in zip(names, turn.after, strict=True) if not mine.isdisjoint(word)
    ]
    checks: list[Iterable[Violation]] = [_find_table_problems(turn, bag, placed, names)]
    if turn.opened:
        taken = _find_taken_jokers(turn, names, letters, mine)
        checks.append(_find_joker_problems(turn, names, old, taken, mine))
    else:
        checks.append(_find_first_word_problems(turn, letters, mine))
    if turn.edition.judging is Judging.CHECKED:
        checks.append(wrong.values())
    return TurnCheck(
        violations=tuple(chain.from_iterable(checks)),
        possible=True,
        letters=letters,
        placed=placed,
        words=tuple(sorted([n for n in own_words if n not in old], key=len, reverse=True)),
        relaid=tuple([name for name in own_words if name in old]),
        wrong=wrong,
        doubled=len(placed) == len(turn.rack),
    )


def _find_impossible_tile_violation(turn: Turn, bag: Bag) -> Violation | None:
    """Tiles that are not there, or there twice; jokers without a letter, letters without joker."""
    tiles = Counter(chain.from_iterable(turn.after))
    known = {*turn.rack, *chain.from_iterable(turn.before)}
    if tiles.keys() - known or any(many > 1 for many in tiles.values()):
        return problems.FOREIGN_TILE()
    jokers = {tile for tile in tiles if bag.is_joker(tile)}
    given = turn.letters.keys()
    if given - jokers or jokers - given - turn.letters_before.keys():
        return problems.JOKER_WITHOUT_LETTER()
    wrong = [letter for letter in turn.letters.values() if letter not in bag.alphabet]
    return problems.NO_LETTER(letter=format_input(wrong[0])) if wrong else None


def _collect_joker_letters(turn: Turn, bag: Bag) -> dict[TileId, str]:
    """Return what every joker on the table stands for after the turn."""
    known = {**turn.letters_before, **turn.letters}
    return {tile: known[tile] for word in turn.after for tile in word if bag.is_joker(tile)}


def _find_table_problems(
    turn: Turn, bag: Bag, placed: tuple[TileId, ...], names: list[str]
) -> Iterator[Violation]:
    missing = set(chain.from_iterable(turn.before)).difference(*turn.after)
    if any(bag.is_joker(tile) for tile in missing):
        yield problems.JOKER_KEPT()
    if any(not bag.is_joker(tile) for tile in missing):
        yield problems.TILE_MISSING()
    if not placed:
        yield problems.NOTHING_PLACED()
    shortest = turn.edition.shortest_word
    for name, many in Counter(names).items():
        if len(name) < shortest:
            yield problems.SHORT_WORD(
                word=format_input(name) or "a word without tiles", least=shortest
            )
        elif many > 1:
            yield problems.WORD_TWICE(word=format_input(name))


def _find_first_word_problems(
    turn: Turn, letters: Letters, mine: frozenset[TileId]
) -> Iterator[Violation]:
    """A first word is long and all from the own rack; nothing on the table is touched (W-4)."""
    own = [word for word in turn.after if mine.issuperset(word)]
    if max(map(len, own), default=0) < turn.edition.first_word:
        yield problems.FIRST_WORD(least=turn.edition.first_word)
    if Counter(turn.before) != Counter(word for word in turn.after if not mine.issuperset(word)):
        yield problems.WORDS_TOUCHED()
    elif any(letters[tile] != letter for tile, letter in turn.letters_before.items()):
        yield problems.JOKER_BEFORE_FIRST_WORD()


def _find_taken_jokers(
    turn: Turn, names: list[str], letters: Letters, mine: frozenset[TileId]
) -> set[TileId]:
    """Find the jokers of the table that changed their letter, or were replaced in their word."""
    before = turn.letters_before
    taken = {tile for tile, letter in letters.items() if before.get(tile, letter) != letter}
    if turn.edition.replaced_joker is ReplacedJoker.NEW_WORD:
        bag, after = get_bag(turn.edition.bag), dict(zip(names, turn.after, strict=True))
        for old in turn.before:
            (name,) = spell_words(bag, [old], before)
            for joker, now in zip(old, after.get(name, old), strict=True):
                if joker in before and now in mine and joker not in after[name]:
                    taken.add(joker)
    return taken


def _find_joker_problems(
    turn: Turn, names: list[str], old: set[str], taken: set[TileId], mine: frozenset[TileId]
) -> Iterator[Violation]:
    """A joker is taken only for its letter from the own rack, and makes a new word (W-11).

    The letter may lie in any word that no such joker went into: once it is in the joker's place,
    the table may be rebuilt with it.
    """
    bag, before = get_bag(turn.edition.bag), turn.letters_before
    if not taken:
        return
    instead: Counter[str] = Counter()
    for word in turn.after:
        if taken.isdisjoint(word):
            instead.update(bag.faces[tile] for tile in word if tile in mine)
    for letter, many in Counter(before[tile] for tile in taken).items():
        if instead[letter] < many:
            yield problems.JOKER_NOT_REPLACED(letter=letter)
    for word, name in zip(turn.after, names, strict=True):
        jokers = taken.intersection(word)
        alone = len(jokers) == 1 and mine.issuperset(set(word) - jokers)
        if jokers and (not alone or name in old):
            yield problems.JOKER_NOT_IN_OWN_WORD(word=format_input(name))
