"""Checks all data of a server: the database, every log with its hashes, and every reference."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from kostka.events.codec import from_json
from kostka.events.errors import BadInput, Refused
from kostka.protocol.rooms import Stage
from kostka.server.games import read_record
from kostka.server.rooms.room import Room
from kostka.server.storage.snapshot import Snapshot
from kostka.server.storage.store import SavedRoom
from kostka.server.tournaments.online_tables import find_online_table
from kostka.server.tournaments.registry import derive_tournament_name
from kostka.tournament import Tournament

TOKEN_HASH_BYTES = 32

Step = Callable[[str], None]
"""Called with the kind of a record after it was checked, for a display of progress."""


class Fault(NamedTuple):
    """One fault: what is wrong, and with what."""

    kind: str
    """`guests`, `rooms`, `games` or `tournaments`; `database` for the database as a whole."""
    id: str
    problem: str

    def __str__(self) -> str:
        return f"{self.kind.removesuffix('s')} {self.id}".rstrip() + f": {self.problem}"


def iterate_faults(data: Snapshot, step: Step) -> Iterator[Fault]:
    """Check everything, one record at a time, and yield what is wrong."""
    checks = (_check_structure, _check_guests, _check_rooms, _check_games, _check_tournaments)
    for check in checks:
        try:
            yield from check(data, step)
        except data.damage as error:  # so damaged that the rest of a table cannot be read
            yield Fault("database", "", f"{check.__name__.removeprefix('_check_')}: {error}")


def _check_structure(data: Snapshot, step: Step) -> Iterator[Fault]:
    for fault in data.iterate_structure_faults():
        yield Fault("database", "", fault)
    step("database")


def _check_guests(data: Snapshot, step: Step) -> Iterator[Fault]:
    for guest in data.iterate_guests():
        if len(guest.token_hash) != TOKEN_HASH_BYTES:
            yield Fault("guests", guest.id, "the hash of the token is not a SHA-256")
        step("guests")


def _check_rooms(data: Snapshot, step: Step) -> Iterator[Fault]:
    for saved in data.iterate_rooms():
        try:
            room = from_json(saved.snapshot, Room)
            problems = [*_list_room_problems(data, saved, room)]
        except (BadInput, Refused) as error:
            problems = [str(error)]
        for problem in problems:
            yield Fault("rooms", saved.code, problem)
        step("rooms")


def _list_room_problems(data: Snapshot, saved: SavedRoom, room: Room) -> Iterator[str]:
    if room.code != saved.code:
        yield f"the snapshot is of room {room.code}"
    if saved.closed is not (room.stage is Stage.CLOSED):
        yield f"the stage is {room.stage.value}, but the room is listed as the opposite"
    if len(room.sheets) != len(room.played):
        yield f"{len(room.played)} games were played, but there are {len(room.sheets)} score sheets"
    if room.stage is Stage.PLAYING and room.game is None:
        yield "a game is being played, but none is named"
    games = dict.fromkeys((*room.played, *([room.game] if room.game else [])))
    owners = data.find_rooms_of_games(games) if games else {}
    for game in games:
        owner = owners.get(game)
        if owner != room.code:
            yield f"game {game} " + ("is missing" if owner is None else f"belongs to room {owner}")
    named = [*(chair.guest for chair in room.chairs), room.host or None]
    guests = [guest for guest in dict.fromkeys(named) if guest is not None]
    known = data.find_guests(guests) if guests else set()
    for guest in guests:
        if guest not in known:
            yield f"guest {guest} is missing"
    table = find_online_table(room)
    if table is not None and not data.has_tournament(table.tournament):
        yield f"its tournament {table.tournament} is missing"


def _check_games(data: Snapshot, step: Step) -> Iterator[Fault]:
    for game, code, log in data.iterate_games():
        try:
            is_over = read_record(log).result is not None
        except (BadInput, Refused, LookupError) as error:
            yield Fault("games", game, str(error))
        else:
            # The chain of hashes does not notice lines that are missing at its end.
            if not is_over and _is_counted_game(data, code, game):
                yield Fault("games", game, f"the game is not over, but room {code} counts it")
        step("games")


def _is_counted_game(data: Snapshot, code: str, game: str) -> bool:
    try:
        return game in from_json(data.load_room_snapshot(code), Room).played
    except BadInput:
        return False  # which is a fault of the room


def _check_tournaments(data: Snapshot, step: Step) -> Iterator[Fault]:
    for name, log in data.iterate_tournaments():
        try:
            derived = derive_tournament_name(Tournament.load(log))
            if derived != name:
                yield Fault("tournaments", name, f"its first line is that of {derived}")
        except (BadInput, Refused, LookupError) as error:
            yield Fault("tournaments", name, str(error))
        step("tournaments")
