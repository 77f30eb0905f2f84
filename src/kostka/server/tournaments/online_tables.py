"""Tables of a tournament that play online: a room for each, whose games are entered as results.

When the time of the round is over at the desk, it is over in the room.

A room knows its table, and keeps the secret of a helper's link to it. The stamp of an entry follows
from the id of the game, so that a server that was down in between enters it at most once.
"""

from __future__ import annotations

from asyncio import Lock, Task, create_task, sleep, to_thread
from secrets import token_urlsafe

import msgspec
from msgspec import Raw
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kostka.events.codec import from_json, to_json
from kostka.events.errors import BadInput, BadRecord, Refused, refuse
from kostka.numbers.state import Result
from kostka.protocol.rooms import Settings, Stage
from kostka.server import problems
from kostka.server.api.requests import read_body
from kostka.server.games import load_record
from kostka.server.ops import logs
from kostka.server.rooms.live_room import LiveRoom
from kostka.server.rooms.lobby import Lobby
from kostka.server.rooms.room import Room, open_booked_room
from kostka.server.storage.store import StoreFailed
from kostka.server.tournaments.endpoint import ONE, STAFF, Door, granted, json, token_of
from kostka.server.tournaments.live_tournament import Tournament
from kostka.server.tournaments.problems import SEAT_EMPTY
from kostka.server.tournaments.schemas import OpenOnline, TableOnline
from kostka.tournament import (
    Link,
    Phase,
    Role,
    ScoreSheet,
    State,
    Status,
    build_score_sheet,
    hash_token,
)
from kostka.tournament import commands as cmd
from kostka.tournament import problems as rules
from kostka.tournament.clocks import compute_time_left
from kostka.tournament.roles import Grant
from kostka.tournament.state import Round, TournamentTable

LONGEST_REQUEST = 1000

SECRET_BYTES = 16

LOOK_SECONDS = 1.0
"""How often it is looked whether the time of a round is over."""

AGAIN = (problems.NOT_SAVED.code, problems.UNREADABLE.code)
"""Refusals after which the same entry may be made later."""


class OnlineTable(msgspec.Struct, frozen=True, gc=False):
    """The table of a tournament for which a room is booked."""

    tournament: str
    round: int
    draw: int
    """A round that is played again is drawn again."""
    table: int
    token: str
    """The secret of a helper's link, through which results are entered."""


def find_online_table(room: Room) -> OnlineTable | None:
    """Return the table that a room is booked for; None for other rooms."""
    return from_json(bytes(room.booking), OnlineTable) if room.is_booked else None


class Online:
    """Opens rooms for tables, and enters what is played there."""

    def __init__(self, door: Door, lobby: Lobby) -> None:
        """Open rooms in a lobby."""
        self._door = door
        self._lobby = lobby
        self._opening = Lock()
        self._codes: dict[str, dict[tuple[int, int, int], str]] = {}
        """The rooms of each tournament, by round, draw and table."""
        self._entered: set[str] = set()
        """Games with which nothing more is to be done."""
        self._tasks: set[Task[None]] = set()

    @property
    def routes(self) -> list[Route]:
        """The address."""
        return [self._door.route(f"{ONE}/online", self.open, "POST")]

    # --- rooms --------------------------------------------------------------------------------

    def tables(self, found: Tournament, grant: Grant | None) -> tuple[TableOnline, ...]:
        """Give the tables of the last round that play online, as far as somebody may know."""
        last = found.shown.state.round
        codes = self._codes.get(found.name)
        if grant is None or last is None or not codes:
            return ()
        if grant.link.role not in (*STAFF, Role.TABLE):
            return ()
        return tuple(
            TableOnline(number, table, code)
            for (number, draw, table), code in codes.items()
            if (number, draw) == (last.number, last.draw)
            and code in self._lobby.rooms
            and grant.link.table in (None, table)
        )

    async def open(self, request: Request) -> Response:
        """Open the room of a table; asked again, it is the same."""
        asked = from_json(await read_body(request, LONGEST_REQUEST), OpenOnline)
        found = await self._door.found(request)
        granted(request, found, Role.ORGANISER)
        async with self._opening:
            round_, table = _playing(found.shown.state, asked.table)
            where = (round_.number, round_.draw, table.number)
            code = self._codes.get(found.name, {}).get(where)
            if code not in self._lobby.rooms:
                code = await self._opened(found, token_of(request) or "", round_, table)
        return json(TableOnline(round_.number, table.number, code))

    async def _opened(
        self, found: Tournament, organiser: str, round_: Round, table: TournamentTable
    ) -> str:
        state = found.shown.state
        players = [state.players[player] for player in table.seats]
        for player in players:
            if player.status is not Status.PRESENT:
                raise refuse(SEAT_EMPTY(name=player.name))
        secret = token_urlsafe(SECRET_BYTES)
        online = OnlineTable(found.name, round_.number, round_.draw, table.number, secret)
        settings = Settings(
            state.header.edition.key,
            seats=len(players),
            games=round_.games,
            stand_in_seconds=None,
            hints=False,
        )
        code = await self._lobby.create_code()
        names = [player.name for player in players]
        booking = Raw(to_json(online))
        live_room = await self._lobby.add_room(open_booked_room(code, settings, names, booking))
        self._keep(live_room.room)  # before the entry that tells of it
        link = Link(Role.TABLE, f"online {table.number}", hash_token(secret), table.number)
        command = cmd.GrantLinks((link,), token=organiser)
        try:
            await found.do(lambda game: len(game.do(command, self._door.now())))
        except Refused:
            async with live_room.lock:
                await live_room.close("no_use")
            raise
        return code

    def _keep(self, room: Room) -> None:
        if (at := find_online_table(room)) is not None:
            codes = self._codes.setdefault(at.tournament, {})
            codes[at.round, at.draw, at.table] = room.code

    # --- the time of the round ----------------------------------------------------------------

    async def keep_time(self) -> None:
        """Look at the clocks of the desk for as long as the server runs."""
        while True:
            await sleep(LOOK_SECONDS)
            for codes in list(self._codes.values()):
                for code in list(codes.values()):
                    room = self._lobby.rooms.get(code)
                    if room is not None and room.room.stage is Stage.PLAYING:
                        await self._look(room)

    async def _look(self, room: LiveRoom) -> None:
        """End the time of the round in a room, if it is over."""
        try:
            if not await self._time_is_over(room.room):
                return
            async with room.lock:
                game = room.game
                if game is not None and game.end_round_time(self._door.now()):
                    await room.commit_move(game)
        except Refused:
            return  # it could not be written: at the next look
        except Exception as error:  # noqa: BLE001  (one table's trouble is not that of the others)
            logs.failed("step_failed", error, room=room.log_name)

    async def check_game_start(self, room: Room) -> None:
        """Refuse a game that would start after the time of the round."""
        if await self._time_is_over(room):
            raise refuse(problems.ROUND_TIME_OVER())

    async def _time_is_over(self, room: Room) -> bool:
        """Whether the round of a room is being played, and its time is over for this table."""
        at = find_online_table(room)
        if at is None:
            return False
        state = (await self._door.tournaments.find(at.tournament)).shown.state
        last = state.round
        if last is None or last.phase is not Phase.RUNNING:
            return False
        if (last.number, last.draw) != (at.round, at.draw):
            return False
        left = compute_time_left(state.settings, last, last.tables[at.table - 1], self._door.now())
        return left is not None and left < 0

    # --- results ------------------------------------------------------------------------------

    async def catch_up(self) -> None:
        """Know all rooms that are open, and enter what could not be entered before."""
        for live_room in list(self._lobby.rooms.values()):
            if live_room.room.is_booked:
                self._keep(live_room.room)
                await self._enter_all(live_room.room)

    def on_game_over(self, room: Room) -> None:
        """Enter the result of a game at an online table."""
        if room.is_booked:
            task = create_task(self._enter_all(room))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _enter_all(self, room: Room) -> None:
        for number, game in enumerate(room.played, start=1):
            if game not in self._entered:
                try:
                    await self._enter(room, number, game)
                except StoreFailed as error:
                    logs.failed("not_read", error, text=str(error))
                    return

    async def _enter(self, room: Room, number: int, game: str) -> None:
        at = find_online_table(room)
        assert at is not None
        try:
            paper = await self._paper(game)
            found = await self._door.tournaments.find(at.tournament)
            stamp = f"online {game}"
            command = cmd.EnterResult(at.round, at.table, number, paper, stamp, token=at.token)
            await found.do(lambda one: len(one.do(command, self._door.now())))
        except Refused as refused:
            code = refused.violations[0].code
            logs.note("online_result_refused", game=game, code=code)
            if code in AGAIN:
                return
        except BadInput as error:  # how it ended is for a referee to judge
            logs.note("online_result_left", game=game, error=type(error).__name__)
        self._entered.add(game)

    async def _paper(self, game: str) -> ScoreSheet:
        data = await self._lobby.store.load(game)
        if data is None:
            raise BadRecord(1, "there is no such game")
        result = (await to_thread(load_record, data)).result
        assert isinstance(result, Result)  # tournaments are played with numbers
        return build_score_sheet(result.ending, result.sheet)


def _playing(state: State, number: int) -> tuple[Round, TournamentTable]:
    last = state.round
    if last is None or last.phase is not Phase.RUNNING:
        raise refuse(rules.ROUND_NOT_RUNNING(round=last.number if last else 1))
    if not 1 <= number <= len(last.tables):
        raise refuse(rules.NO_TABLE(round=last.number, table=number))
    return last, last.tables[number - 1]
