"""The rules of the word game as data: the box, which words count, and what a table agreed on."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Any

import msgspec

from kostka.events.codec import from_builtins, to_builtins
from kostka.events.errors import BadInput, format_input, quote
from kostka.word.bag import POLISH, LetterBag
from kostka.word.theme import Theme

KIND = "word"
"""This kind of game, in records and as the name of its edition."""

MAX_TURN_SECONDS = 3600

LATER_FIELDS: dict[str, Any] = {}
"""Fields that an edition got after games had been saved without them, with the plain value that
says what those games were played by. It is the default of the field, too."""


class Judging(StrEnum):
    """How invalid words are found (W-13)."""

    CHECKED = "checked"
    """Before the move stands: it is refused without a penalty."""
    CHALLENGE = "challenge"
    """If another player challenges the move before the next one."""


class WordEdition(
    msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, cache_hash=True
):
    """Every number and choice of the rule book. Values that make no sense are refused."""

    key: str = KIND
    players_min: int = 2
    players_max: int = 4
    bag: LetterBag = POLISH
    """The tiles (W-1)."""
    rack_size: int = 14
    """How many tiles a player begins with (W-2)."""
    first_word: int = 6
    """How long a first word is at least (W-4)."""
    shortest_word: int = 3
    """How long every word is at least (W-5)."""
    refill_to: int = 7
    """Up to how many tiles a rack is filled at the end of a turn (W-9)."""
    lexicon: str = "pl"
    """Whose words are valid (W-12)."""
    vulgar: bool = True
    """Whether vulgar words are valid."""
    theme: Theme | None = None
    """Only its words count (W-15)."""
    judging: Judging = Judging.CHECKED
    penalty: int = 1
    """How many tiles a wrong word or a time-out costs (W-13, W-14)."""
    turn_seconds: int | None = 60
    """Time for a move; None for unlimited (W-14)."""

    def __post_init__(self) -> None:
        """Refuse what no table could play."""
        problems = [*self._list_contradictions()]
        if problems:
            raise BadInput("; ".join(problems))

    def _list_contradictions(self) -> Iterator[str]:
        if not 2 <= self.players_min <= self.players_max:  # noqa: PLR2004
            yield "a game has at least 2 players (W-1)"
        wanted = self.players_max * self.rack_size
        if self.rack_size < 1 or wanted > self.bag.tile_count:
            held = self.bag.tile_count
            yield f"{format_input(wanted)} tiles to deal, but the bag holds {held} (W-2)"
        if not 1 <= self.shortest_word <= self.first_word <= self.rack_size:
            yield "a first word must be at least as long as other words, and fit on a rack (W-4)"
        if not 1 <= self.refill_to <= self.rack_size:
            yield "a rack is refilled to at least 1 tile, and at most to what it began with (W-9)"
        if not 0 <= self.penalty <= self.rack_size:
            yield "a penalty cannot be more tiles than a rack begins with (W-13)"
        if self.turn_seconds is not None and not 1 <= self.turn_seconds <= MAX_TURN_SECONDS:
            yield f"a turn has 1 to {MAX_TURN_SECONDS} seconds, or no limit (W-14)"


WORD = WordEdition()
"""The Polish word game."""

HOUSE_RULES = ("judging", "theme", "turn_seconds", "vulgar")
"""What a table may agree on."""


def apply_word_house_rules(edition: WordEdition, /, **changes: Any) -> WordEdition:  # noqa: ANN401
    """Change what a table may agree on, every value checked."""
    for field in changes:
        if field not in HOUSE_RULES:
            raise BadInput(f"{quote(field)} is not a house rule here: {', '.join(HOUSE_RULES)}")
    return from_builtins(to_builtins(edition) | to_builtins(changes), WordEdition)
