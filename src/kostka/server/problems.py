"""The server's own reasons for refusing a request. Rules of the games have theirs elsewhere."""

from __future__ import annotations

from kostka.events.errors import Problem


def _make_problem(code: str, template: str) -> Problem:
    return Problem(code, "", template)


BAD_MESSAGE = _make_problem("bad_message", "{why}")
PROTOCOL = _make_problem("protocol", "the server speaks version {version} of the protocol")
NO_HELLO = _make_problem("no_hello", "the first message must be Hello")
HELLO_TWICE = _make_problem("hello_twice", "Hello was already sent")
UNKNOWN_TOKEN = _make_problem("unknown_token", "no guest has this token")
BAD_NAME = _make_problem("bad_name", "a name has 1 to {most} printable characters")
NAME_REFUSED = _make_problem("name_refused", "this name may offend others: choose another one")
NAME_RESERVED = _make_problem(
    "name_reserved", "this name sounds like staff or a bot: choose another one"
)
TITLE_REFUSED = _make_problem("title_refused", "this title may offend others: choose another one")
NO_ROOM = _make_problem("no_room", "there is no room {code}")
NOT_IN_A_ROOM = _make_problem("not_in_a_room", "enter a room first")
BAD_SETTINGS = _make_problem("bad_settings", "{why}")
NOT_HOST = _make_problem("not_host", "only the host may do that")
NOT_REMOVABLE = _make_problem("not_removable", "the host cannot be removed")
NO_PERSON = _make_problem("no_person", "this person is not here")
TOO_MANY_BANS = _make_problem("too_many_bans", "{most} people are banned: unban somebody first")
BANNED = _make_problem("banned", "the host of room {code} has banned you")
NO_CHAIR = _make_problem("no_chair", "there is no seat {seat}")
TAKEN = _make_problem("taken", "seat {seat} is taken")
SEAT_RESERVED = _make_problem(
    "seat_reserved", "this seat is reserved: only the link of its player opens it"
)
WRONG_SEAT_LINK = _make_problem(
    "wrong_seat_link", "this link opens no seat here: ask the organiser for the one that is valid"
)
NOT_SEATED = _make_problem("not_seated", "you have no seat here")
RUNNING = _make_problem("running", "a match is being played")
NOT_RUNNING = _make_problem("not_running", "no game is being played")
SEATS_EMPTY = _make_problem("seats_empty", "every seat needs a player or a bot")
ROUND_TIME_OVER = _make_problem(
    "round_time_over", "the time of the round is over: no further game begins (Z-17)"
)
PLAYERS_CHANGED = _make_problem(
    "players_changed", "the players have changed while the game was about to start: start it again"
)
NO_REVEAL = _make_problem("no_reveal", "no randomness of this seat is waited for")
WRONG_REVEAL = _make_problem("wrong_reveal", "this is not the randomness that was committed to")
ROOM_CLOSED = _make_problem("room_closed", "the room is closed")
PAUSED = _make_problem("paused", "the game is paused: wait until it goes on")
LATE = _make_problem("late", "the turn is already over")
OTHER_GAME = _make_problem("other_game", "this room plays another kind of game")
FOREIGN_SEAT = _make_problem("foreign_seat", "that is not your seat")
NO_HINTS = _make_problem("no_hints", "hints are available only in games against bots")
FULL = _make_problem("full", "the server is full: try again later")
UNREADABLE = _make_problem("unreadable", "the server cannot read its data: try again later")
NODE_AWAY = _make_problem(
    "node_away", "the server that has this is away for a moment: try again soon"
)
FAILED = _make_problem("failed", "something went wrong on the server; nothing has changed")
NOT_SAVED = _make_problem("not_saved", "this could not be saved, so it did not happen")
NOT_JSON = _make_problem("not_json", "the content type must be application/json")
THEME_GONE = _make_problem(
    "theme_gone", "the word list of the theme is no longer available: send it again"
)
TOO_LONG = _make_problem("too_long", "the request is longer than {most} bytes")
OVER_BUDGET = _make_problem(
    "over_budget",
    "your network has used up its share of this server: try again in {seconds} seconds",
)
TOO_MANY_ROOMS = _make_problem(
    "too_many_rooms", "you or your network have too many open rooms: close one, or wait a while"
)
TOO_MANY_CODES = _make_problem(
    "too_many_codes", "too many wrong room codes from your network: wait a minute"
)
TOO_MANY = _make_problem("too_many", "too many requests: wait a moment")
TOO_MUCH_WORK = _make_problem(
    "too_much_work", "this takes the server too much time or memory: it is too long or damaged"
)
