"""The kinds of games that are played here, by an edition, by a running game, by a record."""

from __future__ import annotations

from kostka.events.errors import BadInput, quote
from kostka.events.log import detect_game_kind
from kostka.server.games.game_kind import AnyGame, Kind
from kostka.server.games.numbers import Numbers
from kostka.server.games.word import WordGame

KINDS: tuple[Kind, ...] = (Numbers(), WordGame())

_BY_NAME = {kind.name: kind for kind in KINDS}
_BY_EDITION = {key: kind for kind in KINDS for key in kind.books}


def kind_of_edition(key: str) -> Kind:
    """Give the kind of game that an edition is of."""
    kind = _BY_EDITION.get(key)
    if kind is None:
        raise BadInput(f"{quote(key)} is no edition: choose {', '.join(_BY_EDITION)}")
    return kind


def kind_of(game: AnyGame) -> Kind:
    """Give the kind of a running game."""
    return _BY_NAME[game.machine.form.game]


def load(data: bytes) -> AnyGame:
    """Take up a saved game of any kind."""
    return _BY_NAME.get(detect_game_kind(data) or "", KINDS[0]).load(data)


__all__ = ["KINDS", "AnyGame", "Kind", "kind_of", "kind_of_edition", "load"]
