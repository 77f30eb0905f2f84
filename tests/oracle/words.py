"""A turn of the word game judged by trying it out, written from the rule page alone.

Jokers are taken off the table in every way there is; then the words that lie there afterwards are
looked at one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, permutations


@dataclass(frozen=True)
class Position:
    """A turn to be judged: words are lists of tile ids."""

    face: dict[int, str]
    before: list[list[int]]
    stands: dict[int, str]
    """What jokers on the table stood for."""
    rack: list[int]
    after: list[list[int]]
    stand: dict[int, str]
    """What jokers on the table stand for now."""
    opened: bool
    first_word: int
    shortest: int
    valid: Callable[[str], bool]

    def read(self, word: list[int], stands: dict[int, str]) -> str:
        return "".join(stands[tile] if self.face[tile] == "?" else self.face[tile] for tile in word)


def judge_points(turn: Position) -> int | None:
    """What a turn is worth; None if it is against the rules."""
    before = [turn.read(word, turn.stands) for word in turn.before]
    after = [turn.read(word, turn.stand) for word in turn.after]
    lay = [tile for word in turn.before for tile in word]
    lie = [tile for word in turn.after for tile in word]
    own = [tile for tile in turn.rack if tile in lie]
    fair = (
        sorted(lie) == sorted(lay + own)  # W-5: all that lay there, and own tiles, each once
        and own
        and all(len(word) >= turn.shortest for word in after)  # W-5
        and all(turn.valid(word) for word in after if word not in before)  # W-12
        and all(after.count(word) == 1 for word in after)  # W-6
        and (are_jokers_allowed(turn, before) if turn.opened else is_first_word_allowed(turn))
    )
    if not fair:
        return None
    longest = 0
    for word, text in zip(turn.after, after, strict=True):
        if text not in before and any(tile in own for tile in word):  # W-7
            longest = max(longest, len(text))
    return longest * 2 if len(own) == len(turn.rack) else longest  # W-8


def is_first_word_allowed(turn: Position) -> bool:
    """W-4: the table stays as it is, and one of the own words is long; no joker changes (W-11)."""
    rest = [list(word) for word in turn.after]
    for word in turn.before:
        if word not in rest:
            return False
        rest.remove(word)
    if any(turn.stand[tile] != letter for tile, letter in turn.stands.items()):
        return False
    if any(tile not in turn.rack for word in rest for tile in word):
        return False
    return any(len(word) >= turn.first_word for word in rest)


def are_jokers_allowed(turn: Position, before: list[str]) -> bool:
    """W-10, W-11: is there a way to take jokers off the table after which all is as it lies?"""
    must_be_taken = list_replaced_jokers(turn)
    for table, hand, used in replacements(turn):
        if not must_be_taken <= set(hand):
            continue
        rack = [tile for tile in turn.rack if tile not in used]
        stays = all(turn.stand[tile] == turn.stands[tile] for tile in table if tile in turn.stands)
        if stays and all(in_new_word(turn, joker, rack, before) for joker in hand):
            return True
    return False


def list_replaced_jokers(turn: Position) -> set[int]:
    """W-11: the jokers in whose place, in a word that is still there, an own tile lies now."""
    replaced = set()
    for word in turn.before:
        for other in turn.after:
            if turn.read(word, turn.stands) == turn.read(other, turn.stand):
                replaced |= {
                    tile
                    for tile, now in zip(word, other, strict=True)
                    if turn.face[tile] == "?" and now in turn.rack and tile not in other
                }
    return replaced


def replacements(turn: Position) -> Iterator[tuple[list[int], tuple[int, ...], tuple[int, ...]]]:
    """Every way to put own letters in the place of jokers: the table, the jokers, the letters."""
    lay = [tile for word in turn.before for tile in word]
    jokers = [tile for tile in lay if turn.face[tile] == "?"]
    placed = [tile for word in turn.after for tile in word if tile in turn.rack]
    for many in range(len(jokers) + 1):
        for hand in combinations(jokers, many):
            for used in permutations(placed, many):
                if all(
                    turn.face[tile] == turn.stands[joker]
                    for tile, joker in zip(used, hand, strict=True)
                ):
                    yield [tile for tile in lay if tile not in hand] + [*used], hand, used


def in_new_word(turn: Position, joker: int, rack: list[int], before: list[str]) -> bool:
    """Is the joker in a new word of it and tiles that came from the rack to this word?"""
    (word,) = (word for word in turn.after if joker in word)
    others = [tile for tile in word if tile != joker]
    return turn.read(word, turn.stand) not in before and all(tile in rack for tile in others)
