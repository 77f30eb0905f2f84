"""Reasons to refuse a request that exist only over HTTP."""

from __future__ import annotations

from kostka.events.errors import Problem


def _make_problem(code: str, template: str) -> Problem:
    return Problem(code, "", template)


NO_EDITION = _make_problem("no_edition", "there is no edition {edition}")
NO_FILE = _make_problem("no_file", "there is no file {path}")
NO_GAME = _make_problem("unknown_game", "there is no game {game}")
GAME_NOT_OVER = _make_problem("game_not_over", "the game is not over yet")
NOT_READY = _make_problem("not_ready", "the server cannot save at the moment: {why}")
NO_ROUTE = _make_problem("no_route", "there is no address {path}")
WRONG_METHOD = _make_problem("wrong_method", "{path} does not accept {method}")
HTTP_ERROR = _make_problem("http_error", "{status} {phrase}")
