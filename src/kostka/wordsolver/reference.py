"""The same search in plain Python, for where no C compiler was at hand: the place to begin reading.

It answers as the kernel does, but slowly: words are found by walking over the packed ones, and on
all but small tables the effort is used up before an answer is proven. What is left out here is what
makes the kernel quick: words sorted by letters, lists that grow shorter with the pool, a memory of
what failed, and all words of the table open at once.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

STEP_COST = 400
"""What a step costs of the effort, which is told in words that the kernel looks at."""

Letters = Counter[int]
"""Tiles by the place of their letter in the alphabet."""


class OutOfEffortError(Exception):
    """The search has tried as much as it may."""


class Index:
    """All words that may be laid, as they are packed."""

    def __init__(self, packed: bytes, alphabet: tuple[str, ...], shortest: int, /) -> None:
        """Open packed words."""
        self._units = array("I", packed[4:])
        self._letters = [letter.encode() for letter in alphabet]
        self._shortest = shortest
        self.letters = len(alphabet)

    def _find_child_offset(self, at: int) -> int:
        unit = self._units[at]
        return at ^ ((unit >> 10) << ((unit & 0x200) >> 6))

    def follow_letter(self, at: int, letter: int) -> int:
        """Follow a letter; -1 if no word goes on so."""
        for byte in self._letters[letter]:
            at = self._find_child_offset(at) ^ byte
            if at >= len(self._units) or self._units[at] & 0x800000FF != byte:
                return -1
        return at

    def is_word_end(self, at: int, length: int, accepted: int) -> bool:
        """Say whether a word with an accepted value ends here."""
        if length < self._shortest or not self._units[at] & 0x100:
            return False
        return bool(accepted >> (self._units[self._find_child_offset(at)] & 0x7FFFFFFF) & 1)

    def has(self, word: bytes, accepted: int, /) -> bool:
        """Say whether a word may be laid."""
        at = 0
        for letter in word:
            at = self.follow_letter(at, letter)
            if at < 0:
                return False
        return self.is_word_end(at, len(word), accepted)

    def search(  # noqa: PLR0913, PLR0917  (a question with that many parts)
        self,
        table: tuple[bytes, ...],
        table_jokers: bytes,
        rack: bytes,
        own_jokers: int,
        first_word: int,
        shortest: int,
        accepted: int,
        rebuilt: int,
        effort: int,
        /,
    ) -> tuple[int, list[tuple[bytes, bytes, int]], int, bytes, bytes, bool, bool]:
        """Find the best turn; see the kernel's `search`."""
        search = _Search(self, table, len(rack) + own_jokers, shortest, accepted, effort)
        opened = not first_word
        search.min_length = shortest if opened else first_word
        most = min(rebuilt, len(table)) if opened else 0
        proven = True
        try:
            for many in range(most + 1):
                for broken in combinations(range(len(table)), many):
                    for taken in _list_joker_choices(table_jokers, rack) if opened else [()]:
                        search.improve_best(broken, Counter(rack), own_jokers, taken)
        except OutOfEffortError:
            proven = False
        best = search.best
        kept = sum(1 << at for at in range(len(table)) if at not in best.broken)
        jokers = [letter for laid in best.laid if laid.taken < 0 for letter in laid.own_jokers]
        made = [(laid.word, bytes(laid.own_jokers), laid.taken) for laid in best.laid]
        return best.points, made, kept, bytes(jokers), bytes(best.taken), proven, proven


def _list_joker_choices(table_jokers: bytes, rack: bytes) -> list[tuple[int, ...]]:
    """Say which jokers can be taken together for letters of the rack (W-11), none first."""
    letters = sorted(table_jokers)
    ways = {way for many in range(len(letters) + 1) for way in combinations(letters, many)}
    return sorted((way for way in ways if Counter(way) <= Counter(rack)), key=len)


class LaidWord(NamedTuple):
    """A word that is made."""

    word: bytes
    own_jokers: tuple[int, ...] = ()
    """The letters for which jokers of the rack stand in it."""
    taken: int = -1
    """The letter for which a joker of the table stands in it, or -1."""


class BestTurn(NamedTuple):
    """The best turn so far."""

    points: int = 0
    laid: tuple[LaidWord, ...] = ()
    broken: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()


class TilePool(NamedTuple):
    """What is left to lay: tiles of the table, of the rack, and jokers of the rack."""

    table: Letters
    own: Letters
    jokers: int

    @property
    def all_letters(self) -> Letters:
        """Every tile but the jokers."""
        return self.table + self.own

    def remove_word(self, word: Letters) -> tuple[TilePool, tuple[int, ...]] | None:
        """Take tiles of the table first; jokers stand for what is missing."""
        missing = word - self.table
        lacking = missing - self.own
        if lacking.total() > self.jokers:
            return None
        rest = TilePool(self.table - word, self.own - missing, self.jokers - lacking.total())
        return rest, tuple(lacking.elements())


class _Search:
    """A search with its best turn so far."""

    def __init__(  # noqa: PLR0913, PLR0917  (a question with that many parts)
        self,
        index: Index,
        old: tuple[bytes, ...],
        rack: int,
        shortest: int,
        accepted: int,
        effort: int,
    ) -> None:
        self.index, self.old, self.rack = index, old, rack
        self.shortest, self.accepted, self.effort = shortest, accepted, effort
        self.min_length = shortest
        self.best = BestTurn()

    def _spend_effort(self) -> None:
        self.effort -= STEP_COST
        if self.effort <= 0:
            raise OutOfEffortError

    def list_words(self, tiles: Letters, jokers: int) -> Iterator[bytes]:
        """Give every word that tiles and jokers make and that does not lie on the table (W-6)."""
        yield from self._extend_words(0, b"", +tiles, jokers)

    def _extend_words(self, at: int, begun: bytes, tiles: Letters, jokers: int) -> Iterator[bytes]:
        self._spend_effort()
        ends = len(begun) >= self.shortest and self.index.is_word_end(at, len(begun), self.accepted)
        if ends and begun not in self.old:
            yield begun
        for letter in range(self.index.letters):
            has = tiles[letter]
            if not has and not jokers:
                continue
            to = self.index.follow_letter(at, letter)
            if to < 0:
                continue
            tiles[letter] -= has > 0
            yield from self._extend_words(to, begun + bytes([letter]), tiles, jokers - (not has))
            tiles[letter] += has > 0

    def improve_best(
        self, broken: tuple[int, ...], own: Letters, jokers: int, taken: tuple[int, ...]
    ) -> None:
        """Look for more points with these words broken up and these jokers taken."""
        table = Counter(letter for at in broken for letter in self.old[at])
        pool = TilePool(table, own - Counter(taken), jokers)
        for claims, rest in self._list_claims(pool, len(taken)):
            self._try_targets(broken, taken, claims, rest)

    def _list_claims(
        self, pool: TilePool, many: int
    ) -> Iterator[tuple[tuple[LaidWord, ...], TilePool]]:
        """Give every way to lay so many jokers that were taken, each with tiles of the rack."""
        if not many:
            yield (), pool
            return
        for word in [*self.list_words(pool.own, pool.jokers + 1)]:
            for letter in sorted(set(word)):
                left = TilePool(Counter(), pool.own, pool.jokers).remove_word(
                    Counter(word) - Counter([letter])
                )
                if left is None:
                    continue
                rest, own_jokers = left
                claim = LaidWord(word, own_jokers, letter)
                for more, last in self._list_claims(rest._replace(table=pool.table), many - 1):
                    if word not in [other.word for other in more]:
                        yield (claim, *more), last

    def _try_targets(
        self,
        broken: tuple[int, ...],
        taken: tuple[int, ...],
        claims: tuple[LaidWord, ...],
        pool: TilePool,
    ) -> None:
        """Look for a target, the longest first; a claim may be the one that counts, too."""
        names = {claim.word for claim in claims}
        longest = max(map(len, names), default=0)
        for all_own in (True, False):
            self._complete_turn(broken, taken, claims, pool, longest, all_own=all_own)
        targets = [
            word for word in self.list_words(pool.all_letters, pool.jokers) if word not in names
        ]
        for word in sorted(targets, key=len, reverse=True):
            if 2 * len(word) <= self.best.points:
                break
            for all_own in (True, False):
                for laid, rest in self._list_ways_with_own_tile(word, pool, taken):
                    self._complete_turn(
                        broken,
                        taken,
                        (laid, *claims),
                        rest,
                        max(longest, len(word)),
                        all_own=all_own,
                    )

    def _list_ways_with_own_tile(
        self, word: bytes, pool: TilePool, taken: tuple[int, ...]
    ) -> Iterator[tuple[LaidWord, TilePool]]:
        """Give every way to lay a word with a tile of the rack in it (W-7)."""
        letters = Counter(word)
        for letter in letters:
            others = letters - Counter([letter])
            one = Counter([letter])
            if letter in taken and (left := pool.remove_word(letters)):
                yield LaidWord(word, left[1]), left[0]
            if pool.own[letter] and (left := pool._replace(own=pool.own - one).remove_word(others)):
                yield LaidWord(word, left[1]), left[0]
            if pool.jokers and (left := pool._replace(jokers=pool.jokers - 1).remove_word(others)):
                yield LaidWord(word, (letter, *left[1])), left[0]

    def _complete_turn(  # noqa: PLR0913  (what a turn is made of)
        self,
        broken: tuple[int, ...],
        taken: tuple[int, ...],
        laid: tuple[LaidWord, ...],
        pool: TilePool,
        longest: int,
        *,
        all_own: bool,
    ) -> None:
        """Lay the rest, if that gives more points than the best turn."""
        points = 2 * longest if all_own else longest
        if points <= self.best.points or longest < self.min_length:
            return
        if all_own:
            pool = TilePool(pool.all_letters, Counter(), pool.jokers)
        names = frozenset(one.word for one in laid)
        rest = self._cover_table_tiles(pool, names, all_own=all_own)
        if rest is not None:
            self.best = BestTurn(points, (*laid, *rest), broken, taken)

    def _cover_table_tiles(
        self, pool: TilePool, names: frozenset[bytes], *, all_own: bool
    ) -> tuple[LaidWord, ...] | None:
        """Lay all tiles of the table in words; with `all_own` jokers too, which count as such."""
        must = +pool.table
        if not must:
            return None if all_own and pool.jokers else ()
        rarest = min(must, key=lambda letter: (must[letter], letter))
        for word in self.list_words(pool.all_letters, pool.jokers):
            left = pool.remove_word(Counter(word)) if rarest in word and word not in names else None
            if left is None:
                continue
            rest = self._cover_table_tiles(left[0], names | {word}, all_own=all_own)
            if rest is not None:
                return (LaidWord(word, left[1]), *rest)
        return None
