"""The search in plain Python, for installations without a C compiler. Start reading here.

It gives the kernel's answers, but slowly: it finds words by walking over the packed word list, and
except on small tables it runs out of effort before an answer is proven. It lacks what makes the
kernel fast: words sorted by letters, lists that shrink with the pool, a memory of failed searches,
and all words of the table open at once.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

STEP_COST = 400
"""The effort of one step. The unit of effort is one word examined by the kernel."""

Letters = Counter[int]
"""Tiles, by the index of their letter in the alphabet."""


class OutOfEffortError(Exception):
    """The search has spent its effort."""


class Index:
    """All words that may be laid, in their packed form."""

    def __init__(self, packed: bytes, alphabet: tuple[str, ...], shortest: int, /) -> None:
        """Open packed words."""
        self._units = array("I", packed[4:])
        self._letters = [letter.encode() for letter in alphabet]
        self._shortest = shortest
        self.letters = len(alphabet)

    def _compute_children_base(self, at: int) -> int:
        unit = self._units[at]
        return at ^ ((unit >> 10) << ((unit & 0x200) >> 6))

    def follow_letter(self, at: int, letter: int) -> int:
        """Return the position after a letter; -1 if no word continues like that."""
        for byte in self._letters[letter]:
            at = self._compute_children_base(at) ^ byte
            if at >= len(self._units) or self._units[at] & 0x800000FF != byte:
                return -1
        return at

    def is_word_end(self, at: int, length: int, accepted: int) -> bool:
        """Return whether a word with an accepted value ends here."""
        if length < self._shortest or not self._units[at] & 0x100:
            return False
        return bool(accepted >> (self._units[self._compute_children_base(at)] & 0x7FFFFFFF) & 1)

    def has(self, word: bytes, accepted: int, /) -> bool:
        """Return whether a word may be laid."""
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
        """Find the best turn; same arguments and result as the kernel's `search`."""
        search = _Search(self, table, len(rack) + own_jokers, shortest, accepted, effort)
        opened = not first_word
        search.min_length = shortest if opened else first_word
        most = min(rebuilt, len(table)) if opened else 0
        proven = True
        try:
            for many in range(most + 1):
                for broken in combinations(range(len(table)), many):
                    for taken in _list_joker_choices(table_jokers, rack) if opened else [()]:
                        search.improve_best_turn(broken, Counter(rack), own_jokers, taken)
        except OutOfEffortError:
            proven = False
        best = search.best
        kept = sum(1 << at for at in range(len(table)) if at not in best.broken)
        jokers = [letter for laid in best.laid if laid.taken < 0 for letter in laid.own_jokers]
        made = [(laid.word, bytes(laid.own_jokers), laid.taken) for laid in best.laid]
        return best.points, made, kept, bytes(jokers), bytes(best.taken), proven, proven


def _list_joker_choices(table_jokers: bytes, rack: bytes) -> list[tuple[int, ...]]:
    """Return the jokers that can be taken together for letters of the rack (W-11), none first."""
    letters = sorted(table_jokers)
    ways = {way for many in range(len(letters) + 1) for way in combinations(letters, many)}
    return sorted((way for way in ways if Counter(way) <= Counter(rack)), key=len)


class LaidWord(NamedTuple):
    """A word that the turn makes."""

    word: bytes
    own_jokers: tuple[int, ...] = ()
    """The letters of the rack's jokers in it."""
    taken: int = -1
    """The letter of a joker in it that was taken from the table, or -1."""


class BestTurn(NamedTuple):
    """The best turn so far."""

    points: int = 0
    laid: tuple[LaidWord, ...] = ()
    broken: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()


class TilePool(NamedTuple):
    """The tiles left to lay: of the table, of the rack, and the rack's jokers."""

    table: Letters
    own: Letters
    jokers: int

    @property
    def all_letters(self) -> Letters:
        """Every tile except the jokers."""
        return self.table + self.own

    def remove_word(self, word: Letters) -> tuple[TilePool, tuple[int, ...]] | None:
        """Return the pool without a word and the letters laid with jokers; None if impossible.

        Tiles of the table are used first, and jokers for what is missing.
        """
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

    def list_possible_words(self, tiles: Letters, jokers: int) -> Iterator[bytes]:
        """Yield every word that tiles and jokers can make and that is not on the table (W-6)."""
        yield from self._iterate_word_extensions(0, b"", +tiles, jokers)

    def _iterate_word_extensions(
        self, at: int, begun: bytes, tiles: Letters, jokers: int
    ) -> Iterator[bytes]:
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
            yield from self._iterate_word_extensions(
                to, begun + bytes([letter]), tiles, jokers - (not has)
            )
            tiles[letter] += has > 0

    def improve_best_turn(
        self, broken: tuple[int, ...], own: Letters, jokers: int, taken: tuple[int, ...]
    ) -> None:
        """Try to get more points with these words broken up and these jokers taken."""
        table = Counter(letter for at in broken for letter in self.old[at])
        pool = TilePool(table, own - Counter(taken), jokers)
        for claims, rest in self._list_ways_to_lay_taken_jokers(pool, len(taken)):
            self._try_scoring_words(broken, taken, claims, rest)

    def _list_ways_to_lay_taken_jokers(
        self, pool: TilePool, many: int
    ) -> Iterator[tuple[tuple[LaidWord, ...], TilePool]]:
        """Yield every way to lay `many` taken jokers, each in a word of tiles of the rack."""
        if not many:
            yield (), pool
            return
        for word in [*self.list_possible_words(pool.own, pool.jokers + 1)]:
            for letter in sorted(set(word)):
                left = TilePool(Counter(), pool.own, pool.jokers).remove_word(
                    Counter(word) - Counter([letter])
                )
                if left is None:
                    continue
                rest, own_jokers = left
                claim = LaidWord(word, own_jokers, letter)
                for more, last in self._list_ways_to_lay_taken_jokers(
                    rest._replace(table=pool.table), many - 1
                ):
                    if word not in [other.word for other in more]:
                        yield (claim, *more), last

    def _try_scoring_words(
        self,
        broken: tuple[int, ...],
        taken: tuple[int, ...],
        claims: tuple[LaidWord, ...],
        pool: TilePool,
    ) -> None:
        """Try words that could count, longest first; a word with a taken joker may count too."""
        names = {claim.word for claim in claims}
        longest = max(map(len, names), default=0)
        for all_own in (True, False):
            self._complete_turn(broken, taken, claims, pool, longest, all_own=all_own)
        targets = [
            word
            for word in self.list_possible_words(pool.all_letters, pool.jokers)
            if word not in names
        ]
        for word in sorted(targets, key=len, reverse=True):
            if 2 * len(word) <= self.best.points:
                break
            for all_own in (True, False):
                for laid, rest in self._list_ways_to_lay_with_own_tile(word, pool, taken):
                    self._complete_turn(
                        broken,
                        taken,
                        (laid, *claims),
                        rest,
                        max(longest, len(word)),
                        all_own=all_own,
                    )

    def _list_ways_to_lay_with_own_tile(
        self, word: bytes, pool: TilePool, taken: tuple[int, ...]
    ) -> Iterator[tuple[LaidWord, TilePool]]:
        """Yield every way to lay a word with a tile of the rack in it (W-7)."""
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
        """Lay the remaining tiles, if that gives more points than the best turn."""
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
        """Lay all tiles of the table in words, and with `all_own` all jokers; None if it fails."""
        must = +pool.table
        if not must and not (all_own and pool.jokers):
            return ()
        rarest = min(must, key=lambda letter: (must[letter], letter), default=None)
        for word in self.list_possible_words(pool.all_letters, pool.jokers):
            if word in names or (rarest is not None and rarest not in word):
                continue
            left = pool.remove_word(Counter(word))
            if left is None:
                continue
            rest = self._cover_table_tiles(left[0], names | {word}, all_own=all_own)
            if rest is not None:
                return (LaidWord(word, left[1]), *rest)
        return None
