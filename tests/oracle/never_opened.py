"""A recount of N-41 from the clause alone: what a player who never opened loses.

It reads the events of a game as a bystander with a view of all racks would, and finds openings by
trying every way to lay sets. It shares no code with the game, the solver or the judging of sets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations

COLOURS = "KRBO"
JOKER = "J"

TileSet = tuple[tuple[str, int], ...]
"""The tiles of a set with their numbers."""


@dataclass
class Turn:
    """One turn of the player."""

    held: list[str]
    """The rack when it began."""
    drawn: list[str] = field(default_factory=list)
    announced: bool = False

    def has_opening(self, threshold: int) -> bool:
        """Whether what was held and drawn in it could open."""
        return could_open([*self.held, *self.drawn], threshold)


def recount_loss(
    turns: Sequence[Turn], rack: Sequence[str], threshold: int, *, counts_rack: bool
) -> int:
    """Return what a player loses who never opened, with these turns and this rack at the end."""
    if not could_open(rack, threshold):
        return 100
    in_time = [turn for turn in turns if turn.has_opening(threshold)]
    if not in_time:
        return 100  # the tile never was theirs in a turn
    last = turns[-1]
    came_last = in_time == [last] and not could_open(last.held, threshold)
    if came_last and last.announced:
        return sum(50 if face == JOKER else int(face[1:]) for face in rack) if counts_rack else 100
    return 200


def could_open(rack: Iterable[str], threshold: int) -> bool:
    """Whether tiles can be laid as sets worth the threshold; without one, as any set at all."""
    counts = Counter(rack)
    jokers = counts.pop(JOKER, 0)
    usable = [one for one in list_sets() if sum(face not in counts for face, _ in one) <= jokers]
    return _can_reach(max(threshold, 1), counts, jokers, usable)


def _can_reach(wanted: int, counts: Counter[str], jokers: int, usable: list[TileSet]) -> bool:
    if wanted <= 0:
        return True
    for at, one in enumerate(usable):
        missing = [face for face, _ in one if not counts[face]]
        if len(missing) > jokers:
            continue
        for spared in _iterate_spared(one, missing, jokers):
            used = [face for face, _ in one if face not in missing and face not in spared]
            counts.subtract(used)
            value = sum(number for _, number in one)
            left = jokers - len(missing) - len(spared)
            found = _can_reach(wanted - value, counts, left, usable[at:])
            counts.update(used)
            if found:
                return True
    return False


def _iterate_spared(one: TileSet, missing: list[str], jokers: int) -> Iterator[tuple[str, ...]]:
    """Yield which tiles of a set stay on the rack because a joker is laid for them."""
    there = [face for face, _ in one if face not in missing]
    for many in range(jokers - len(missing) + 1):
        yield from combinations(there, min(many, len(there)))


@cache
def list_sets() -> list[TileSet]:
    """List every set; longer runs are several of these, worth the same."""
    groups = [
        tuple((f"{colour}{number}", number) for colour in colours)
        for number in range(1, 14)
        for size in (3, 4)
        for colours in combinations(COLOURS, size)
    ]
    runs = [
        tuple((f"{colour}{number}", number) for number in range(low, low + size))
        for colour in COLOURS
        for size in (3, 4, 5)
        for low in range(1, 15 - size)
    ]
    return [*groups, *runs]
