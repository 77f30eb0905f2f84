"""A recount of N-7 from the clause alone: who may ask for a new deal after some events.

It reads the events of a game one after the other, as somebody who writes down what happens at the
table. It shares no code with the game.
"""

from __future__ import annotations

from collections.abc import Sequence

STACK = 7


class Bystander:
    """Writes down what matters for a new deal."""

    def __init__(self, racks: Sequence[Sequence[str]], faces: Sequence[str]) -> None:
        """Begin with the racks as they were dealt; `faces` says what each tile shows."""
        self.faces = faces
        self.dealt = [list(rack) for rack in racks]
        self.began: list[int] = []
        """Whose turns began since the deal."""
        self.is_tile_placed = False
        self.gone: set[int] = set()
        self._order: Sequence[int] = ()

    def note_mixed(self, order: Sequence[int]) -> None:
        """The tiles were mixed: they lie in this order, in stacks of seven."""
        self._order = order

    def note_dealt(self, gifts: Sequence[tuple[int, int, int]]) -> None:
        """Everybody got new stacks, and everything begins again."""
        self.dealt = [[] for _ in self.dealt]
        for _, receiver, stack in gifts:
            tiles = self._order[STACK * stack : STACK * stack + STACK]
            self.dealt[receiver] += [self.faces[tile] for tile in tiles]
        self.began, self.is_tile_placed = [], False

    def can_ask(self, seat: int) -> bool:
        """Whether a player may ask for a new deal now."""
        if self.is_tile_placed or seat in self.gone:
            return False
        has_turn_ended = seat in self.began and self.began.index(seat) < len(self.began) - 1
        return not has_turn_ended and count_pairs(self.dealt[seat]) > 2


def count_pairs(rack: Sequence[str]) -> int:
    """Put equal number tiles aside two by two; a third equal tile finds no partner."""
    single: set[str] = set()
    pairs = 0
    for face in rack:
        if not face[1:]:
            continue  # a joker
        if face in single:
            single.remove(face)
            pairs += 1
        else:
            single.add(face)
    return pairs
