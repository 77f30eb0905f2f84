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

MAX_AGE = 99
MAX_TURN_SECONDS = 3600

LATER_FIELDS: dict[str, Any] = {
    "age": None,
    "replaced_joker": "may_keep_letter",
    "theme_forms": "listed",
}
"""Fields that an edition got after games had been saved without them, with the plain value that
says what those games were played by. It is the default of the field, too."""


class Judging(StrEnum):
    """How invalid words are found (W-13)."""

    CHECKED = "checked"
    """Before the move stands: it is refused without a penalty."""
    PENALTY = "penalty"
    """Before the move stands: a wrong word costs the penalty and the turn."""
    CHALLENGE = "challenge"
    """If another player challenges the move before the next one."""


class ThemeForms(StrEnum):
    """Which forms of the words on a theme's list count (W-15)."""

    LISTED = "listed"
    """Those on the list."""
    ALL = "all"
    """All forms of every word that a listed form can belong to, where the language has a table of
    forms."""


class ReplacedJoker(StrEnum):
    """Where a joker goes for which a tile from the rack was laid (W-11)."""

    MAY_KEEP_LETTER = "may_keep_letter"
    """Into a new word of own tiles, or with its old letter into any word."""
    NEW_WORD = "new_word"
    """Into a new word of own tiles, whatever its letter."""


class WordEdition(
    msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, cache_hash=True
):
    """Every number and choice of the rule book. Values that make no sense are refused."""

    key: str = KIND
    age: int | None = None
    """From which age, if the box says so (W-1)."""
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
    theme_forms: ThemeForms = ThemeForms.LISTED
    judging: Judging = Judging.CHECKED
    penalty: int = 1
    """How many tiles a wrong word or a time-out costs (W-13, W-14)."""
    replaced_joker: ReplacedJoker = ReplacedJoker.MAY_KEEP_LETTER
    turn_seconds: int | None = 60
    """Time for a move; None for unlimited (W-14)."""

    @property
    def tile_count(self) -> int:
        """How many tiles the box holds."""
        return self.bag.tile_count

    @property
    def joker_count(self) -> int:
        """How many of them are jokers."""
        return self.bag.jokers

    @property
    def uses_forms(self) -> bool:
        """Whether it takes a table of forms to judge its words."""
        return self.theme is not None and self.theme_forms is ThemeForms.ALL

    def __post_init__(self) -> None:
        """Refuse what no table could play."""
        problems = [*self._list_contradictions()]
        if problems:
            raise BadInput("; ".join(problems))

    def _list_contradictions(self) -> Iterator[str]:
        if self.age is not None and not 0 <= self.age <= MAX_AGE:
            yield f"age {format_input(self.age)} is not within 0 to {MAX_AGE} (W-1)"
        if not 2 <= self.players_min <= self.players_max:  # noqa: PLR2004
            yield "a game has at least 2 players (W-1)"
        wanted = self.players_max * self.rack_size
        if self.rack_size < 1 or wanted > self.bag.tile_count:
            held = self.bag.tile_count
            yield f"{format_input(wanted)} tiles to deal, but the bag holds {held} (W-2)"
        if self.shortest_word < 1:
            yield f"shortest_word {format_input(self.shortest_word)} is less than 1 (W-5)"
        for field, low, clause in (
            ("first_word", self.shortest_word, "W-4"),
            ("refill_to", 1, "W-9"),
            ("penalty", 0, "W-13"),
        ):
            value, high = getattr(self, field), self.rack_size
            if not low <= value <= high:
                yield f"{field} {format_input(value)} is not within {low} to {high} ({clause})"
        if self.turn_seconds is not None and not 1 <= self.turn_seconds <= MAX_TURN_SECONDS:
            yield f"a turn has 1 to {MAX_TURN_SECONDS} seconds, or no limit (W-14)"


_FIELD_CLAUSES = {
    "rack_size": "W-2",
    "first_word": "W-4",
    "shortest_word": "W-5",
    "refill_to": "W-9",
    "lexicon": "W-12",
    "vulgar": "W-12",
    "theme": "W-15",
    "theme_forms": "W-15",
    "judging": "W-13",
    "penalty": "W-13",
    "replaced_joker": "W-11",
    "turn_seconds": "W-14",
}


def get_field_clause(field: str) -> str:
    """Return the clause about a field; by default W-1, which describes the box."""
    return _FIELD_CLAUSES.get(field, "W-1")


WORD = WordEdition(age=7, theme_forms=ThemeForms.ALL, replaced_joker=ReplacedJoker.NEW_WORD)
"""The Polish word game."""

HOUSE_RULES = (
    "first_word",
    "judging",
    "penalty",
    "refill_to",
    "theme",
    "turn_seconds",
    "vulgar",
)
"""What a table may agree on."""


def apply_word_house_rules(edition: WordEdition, /, **changes: Any) -> WordEdition:  # noqa: ANN401
    """Change what a table may agree on, every value checked."""
    for field in changes:
        if field not in HOUSE_RULES:
            raise BadInput(f"{quote(field)} is not a house rule here: {', '.join(HOUSE_RULES)}")
    return from_builtins(to_builtins(edition) | to_builtins(changes), WordEdition)
