"""The best turn of the word game by trying everything: which words, and which tile where.

It knows nothing of the solver. Whether a turn is legal and what it is worth is said by the rules
(`check_turn`), for real tiles. Only for tiny lexicons, tables and racks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import NamedTuple

from kostka.tiles.box import TileId
from kostka.word import Judge, Turn, TurnCheck, Words, check_turn, get_bag, spell_words
from kostka.wordsolver import Position


class Best(NamedTuple):
    """The most points, and the most words of the table that stay with so many points."""

    points: int
    kept: int


Kind = tuple[str, str, bool]
"""What tells tiles apart: the face, what a joker on the table stands for, whose it is."""


def best_turn(position: Position, lexicon: Collection[str], judge: Judge) -> Best:
    """Try every legal turn, but none that cannot be better than the best so far."""
    old = spell_words(get_bag(position.edition.bag), position.table, position.letters)
    best = Best(0, len(old))
    hopes = [(hope(position, words, old), words) for words in tables(position, {*lexicon, *old})]
    for hoped, words in sorted(hopes, reverse=True):
        if hoped <= best:
            break
        for check in checks(position, words, judge):
            if not check.violations and check.points:
                best = max(best, Best(check.points, hoped.kept))
                if best == hoped:
                    break
    return best


def hope(position: Position, words: tuple[str, ...], old: list[str]) -> Best:
    """What these words would give if every new one had an own tile."""
    placed = sum(map(len, words)) - len(touchable(position))
    longest = max((len(word) for word in words if word not in old), default=0)
    kept = len({*old}.intersection(words)) if position.opened else len(old)
    return Best(longest * (2 if placed == len(position.rack) else 1), kept)


def tables(position: Position, lexicon: Collection[str]) -> Iterator[tuple[str, ...]]:
    """Every choice of different words that has as many tiles as there can be."""
    bag = get_bag(position.edition.bag)
    laid = touchable(position)
    yield from _choices(
        sorted(lexicon), (), Counter(bag.get_letters([*position.rack, *laid])), len(laid)
    )


def touchable(position: Position) -> list[TileId]:
    """The tiles of the table that may be rearranged: none before the first word (W-4)."""
    return [tile for word in position.table for tile in word] if position.opened else []


def _choices(
    words: list[str], chosen: tuple[str, ...], left: Counter[str], table: int
) -> Iterator[tuple[str, ...]]:
    if sum(map(len, chosen)) > table:
        yield chosen
    for at, word in enumerate(words):
        missing = Counter(word) - left
        if missing.total() > left["?"]:
            continue
        # A joker may also stand where the letter is there, so letters are only counted roughly.
        used = Counter(word) - missing
        rest = left - used
        rest["?"] = left["?"] - missing.total()
        yield from _choices(words[at + 1 :], (*chosen, word), rest, table)


def checks(position: Position, words: tuple[str, ...], judge: Judge) -> Iterator[TurnCheck]:
    """Judge every way to lay the words with tiles, alike ones only once."""
    bag = get_bag(position.edition.bag)
    supply: dict[Kind, list[TileId]] = {}
    laid = touchable(position)
    for tile in laid:
        supply.setdefault((bag.faces[tile], position.letters.get(tile, ""), False), []).append(tile)
    for tile in position.rack:
        supply.setdefault((bag.faces[tile], "", True), []).append(tile)
    own = sum(map(len, words)) - len(laid)
    for tiles, letters in _layings("".join(words), supply, own, ()):
        at, after = 0, [*position.table] if not position.opened else []
        for word in words:
            after.append(tuple(tiles[at : at + len(word)]))
            at += len(word)
        yield check_turn(_turn(position, tuple(after), letters), judge)


def _layings(
    letters: str, supply: dict[Kind, list[TileId]], own: int, done: tuple[TileId, ...]
) -> Iterator[tuple[tuple[TileId, ...], dict[TileId, str]]]:
    """Every way to lay tiles for these letters, with so many of the rack."""
    if not letters:
        yield done, {}
        return
    letter = letters[0]
    for kind, tiles in supply.items():
        face, _, is_own = kind
        if not tiles or face not in {letter, "?"} or (is_own and not own):
            continue
        tile = tiles.pop()
        for rest, jokers in _layings(letters[1:], supply, own - is_own, (*done, tile)):
            yield rest, {**jokers, tile: letter} if face == "?" else jokers
        tiles.append(tile)


def _turn(position: Position, after: Words, letters: dict[TileId, str]) -> Turn:
    return Turn(
        edition=position.edition,
        before=position.table,
        letters_before=position.letters,
        rack=position.rack,
        after=after,
        letters=letters,
        opened=position.opened,
    )
