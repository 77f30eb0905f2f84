"""Every reason of its own for which the server refuses a request; rules have theirs elsewhere."""

from __future__ import annotations

from kostka.events.errors import Problem


def _problem(code: str, template: str) -> Problem:
    return Problem(code, "", template)


BAD_MESSAGE = _problem("bad_message", "this cannot be read: {why}")
PROTOCOL = _problem("protocol", "the server speaks version {version} of the protocol")
NO_HELLO = _problem("no_hello", "the first message is Hello")
HELLO_TWICE = _problem("hello_twice", "Hello was said already")
UNKNOWN_TOKEN = _problem("unknown_token", "nobody is known by this token")
BAD_NAME = _problem("bad_name", "a name has 1 to {most} characters that can be shown")
NO_ROOM = _problem("no_room", "there is no room {code}")
NOT_IN_A_ROOM = _problem("not_in_a_room", "enter a room first")
BAD_SETTINGS = _problem("bad_settings", "{why}")
NOT_HOST = _problem("not_host", "only the host may do that")
NO_CHAIR = _problem("no_chair", "there is no seat {seat}")
TAKEN = _problem("taken", "seat {seat} is taken")
NOT_SEATED = _problem("not_seated", "you have no seat here")
RUNNING = _problem("running", "a match is being played")
NOT_RUNNING = _problem("not_running", "no game is being played")
SEATS_EMPTY = _problem("seats_empty", "somebody, or a bot, has to sit on every seat")
ROUND_TIME_OVER = _problem(
    "round_time_over", "the time of the round is over: no further game begins (Z-17)"
)
ROOM_CLOSED = _problem("room_closed", "the room is closed")
LATE = _problem("late", "the turn is over already")
OTHER_GAME = _problem("other_game", "the game in this room is of another kind")
FOREIGN_SEAT = _problem("foreign_seat", "that is not your seat")
NO_HINTS = _problem("no_hints", "there are hints only in games against bots alone")
FULL = _problem("full", "the server has no room for more: try again later")
UNREADABLE = _problem("unreadable", "the server cannot read what it keeps: try again later")
FAILED = _problem("failed", "something went wrong on the server, and nothing has changed")
NOT_SAVED = _problem("not_saved", "it could not be saved, so it did not happen")
NOT_JSON = _problem("not_json", "the content type is application/json")
THEME_GONE = _problem(
    "theme_gone", "the word list of the theme is not here any more: bring it again"
)
TOO_LONG = _problem("too_long", "at most {most} bytes are read")
TOO_MANY = _problem("too_many", "too many questions: wait a moment")
