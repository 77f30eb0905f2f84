"""Who may do what: the only place where it is written down for the tests."""

from __future__ import annotations

Bearers = frozenset[str]


def _join(*names: str) -> Bearers:
    return frozenset(" ".join(names).split())


# --- requests over the WebSocket --------------------------------------------------------------

OUTSIDE = "outside"
"""Knows the room's code, is connected, and has not entered."""
SPECTATOR = "spectator"
ELSEWHERE = "elsewhere"
"""Hosts another room, or has the link to a seat at another tournament table; watches here."""
SEATED = "seated"
HOST = "host"
"""Of an ordinary room; at a tournament table, a second player who sits."""
OLD_LINK = "old_link"
"""Has the link of a seat that was renewed."""
NEW_LINK = "new_link"
"""Has the valid link of a seat that nobody has taken yet, and watches so far."""
MOVED = "moved"
"""Had a seat until its link was opened on another device."""

BANNED = "banned"
"""Was seated, and is banned now."""

IN_ROOM = f"{SPECTATOR} {ELSEWHERE} {SEATED} {HOST} {OLD_LINK} {NEW_LINK} {MOVED}"
ALLOWED_IN = f"{OUTSIDE} {IN_ROOM}"
CONNECTED = f"{ALLOWED_IN} {BANNED}"

SITUATIONS = {
    "gathering": "an ordinary room with an empty seat",
    "full": "an ordinary room before its match",
    "playing": "an ordinary room with a game in which the host is on turn",
    "between": "an ordinary room after a game of a match",
    "booked": "a tournament table with a seat that waits for its player",
    "booked_full": "a tournament table before its first game",
    "booked_playing": "a tournament table with a game in which the seat of `seated` is on turn",
}
ORDINARY = ("gathering", "full", "playing", "between")
BOOKED = ("booked", "booked_full", "booked_playing")
ANYWHERE = (*ORDINARY, *BOOKED)


def _in(situations: tuple[str, ...], *names: str) -> dict[str, Bearers]:
    return dict.fromkeys(situations, _join(*names))


REQUESTS: dict[str, dict[str, Bearers]] = {
    "Rename": _in(ANYWHERE, CONNECTED),
    "Create": _in(ANYWHERE, CONNECTED),
    "Enter": _in(ANYWHERE, ALLOWED_IN),
    "GoOut": _in(ANYWHERE, IN_ROOM),
    "Sit": _in(("gathering",), IN_ROOM),
    "ClaimSeat": _in(("booked",), SEATED, HOST, NEW_LINK)
    | _in(("booked_full", "booked_playing"), SEATED, HOST),
    "StandUp": _in(("gathering", "full", "booked", "booked_full"), SEATED, HOST),
    "SeatBot": _in(ORDINARY, HOST),
    "ClearSeat": _in(("gathering", "full"), HOST),
    "RemovePerson": _in(ORDINARY, HOST),
    "Unban": _in(ORDINARY, HOST),
    "Begin": _in(("full", "between"), HOST) | _in(("booked_full",), SEATED, HOST),
    "CommitRandomness": _in(ANYWHERE, SEATED, HOST),
    "RevealRandomness": {},
    "CloseRoom": _in(ORDINARY, HOST),
    "Do": _in(("playing", "booked_playing"), SEATED, HOST),
    "Draft": _in(("playing",), HOST) | _in(("booked_playing",), SEATED),
    "WordDo": {},
    "WordDraft": {},
    "AskHint": {},
}
"""By request and situation. Requests of the word game and hints are refused at these tables, and
so is randomness for a shuffle that does not wait for any."""

# --- tournaments over HTTP --------------------------------------------------------------------

NOBODY = "nobody"
"""Sends no secret."""
WRONG_SECRET = "wrong_secret"  # noqa: S105  (a name, not a secret)
GUEST_TOKEN = "guest_token"  # noqa: S105
"""Sends the token of a guest."""
PLAYER = "player"
"""Sends the secret of a seat at table 1, which plays online."""
REVOKED = "revoked"
"""Sends the secret of an organiser whose link was revoked."""
OTHER_ORGANISER = "other_organiser"
"""Organises another tournament of the same server."""
SCREEN, TABLE, OTHER_TABLE = "screen", "table", "other_table"
REFEREE, HEAD_REFEREE, ORGANISER = "referee", "head_referee", "organiser"

UNKNOWN = _join(WRONG_SECRET, GUEST_TOKEN, PLAYER, REVOKED, OTHER_ORGANISER)
LINKS = _join(SCREEN, TABLE, OTHER_TABLE, REFEREE, HEAD_REFEREE, ORGANISER)
SENDERS = LINKS | UNKNOWN | {NOBODY}

_ORGANISER = _join(ORGANISER)
_HEAD = _join(HEAD_REFEREE)
_HEADS = _join(ORGANISER, HEAD_REFEREE)
_REFEREES = _join(HEAD_REFEREE, REFEREE)
_STAFF = _join(ORGANISER, HEAD_REFEREE, REFEREE)
_AT_TABLE = _STAFF | {TABLE}

COMMANDS: dict[str, Bearers] = {
    "ChangeSettings": _ORGANISER,
    "GrantLinks": _ORGANISER,
    "RevokeLink": _ORGANISER,
    "AddPlayers": _ORGANISER,
    "RenamePlayer": _ORGANISER,
    "CheckIn": _ORGANISER,
    "Withdraw": _ORGANISER,
    "SeatRound": _ORGANISER,
    "SwapSeats": _ORGANISER,
    "SeatLate": _ORGANISER,
    "LockSeats": _ORGANISER,
    "StartRound": _ORGANISER,
    "CloseRound": _ORGANISER,
    "VoidRound": _HEADS,
    "EnterResult": _AT_TABLE,
    "CorrectResult": _AT_TABLE,
    "Rehearse": _ORGANISER,
    "Undo": _HEADS,
    "CallReferee": _AT_TABLE,
    "DecideDispute": _REFEREES,
    "StopClock": _AT_TABLE,
    "ResumeClock": _STAFF,
    "Warn": _REFEREES,
    "Penalise": _REFEREES,
    "Exclude": _HEAD,
    "CancelIncident": _REFEREES,
    "ShowStandings": _ORGANISER,
    "DecideTitles": _HEAD,
    "Finish": _ORGANISER,
}
"""By command, about table 1 where it is about one. `Undo` is of an entry that the head made."""

NEVER_PREVIEWED = frozenset({"SeatRound"})
"""Commands whose outcome nobody may see before they are executed."""

EVERYBODY = SENDERS
"""The route does not look at secrets."""

ROUTES: dict[str, Bearers] = {
    "GET /api/tournaments/{id}": LINKS | {NOBODY},
    "POST /api/tournaments/{id}/commands": _ORGANISER,
    "POST /api/tournaments/{id}/preview": _ORGANISER,
    "POST /api/tournaments/{id}/list": _ORGANISER,
    "GET /api/tournaments/{id}/links": _ORGANISER,
    "POST /api/tournaments/{id}/links": _ORGANISER,
    "POST /api/tournaments/{id}/online": _ORGANISER,
    "GET /api/tournaments/{id}/online/{table}/links": _ORGANISER,
    "POST /api/tournaments/{id}/online/{table}/links": _ORGANISER,
    "POST /api/tournaments/{id}/online/{table}/rulings": _REFEREES,
    "GET /api/tournaments/{id}/file": _ORGANISER,
    "GET /api/tournaments/{id}/history": _STAFF,
    "GET /api/tournaments/{id}/export/{file}": _STAFF,
    "GET /api/tournaments/{id}/kit.pdf": _STAFF,
    "POST /api/tournaments": EVERYBODY,
    "POST /api/tournaments/file": _ORGANISER,
    "DELETE /api/tournaments/{id}": _ORGANISER,  # the last one: the tournament is gone afterwards
}
"""Tournament routes, tried in this order while a round is running. `commands` and `preview` are
tried with a command of the organiser, `file` with a file that goes on where the tournament here
ends."""

PUBLIC_PATHS = ("/api/tournaments",)
"""The paths of tournament routes begin like this; no other route looks at a secret of a link."""
