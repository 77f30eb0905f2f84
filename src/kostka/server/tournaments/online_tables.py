"""Tournament tables that play online: each has a room, whose games are entered as results.

When the time of the round is over in the tournament, it is over in the room. When the desk stops
the clock of a table, the clock of its room stands too.

The booking of a room names its table, and holds the secret of a helper's link to it. The stamp of
an entry follows from the id of the game, so a restarted server enters a result at most once.
"""

from __future__ import annotations

from asyncio import Lock, Task, create_task, sleep, to_thread
from secrets import token_urlsafe

import msgspec
from msgspec import Raw
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kostka.events.codec import from_json, to_json
from kostka.events.errors import BadInput, BadRecord, Refused, make_refusal
from kostka.numbers.state import Result
from kostka.protocol.rooms import Pauser, Settings, Stage
from kostka.server import problems
from kostka.server.api.requests import read_body
from kostka.server.games import read_record
from kostka.server.openapi.descriptions import Answer, describe_route
from kostka.server.ops import logs
from kostka.server.rooms.live_room import LiveRoom
from kostka.server.rooms.lobby import Lobby
from kostka.server.rooms.pauses import can_be_paused
from kostka.server.rooms.reserved_seats import open_booked_room
from kostka.server.rooms.room import Room
from kostka.server.rooms.seat_key import SeatKey
from kostka.server.storage.store import StoreFailed
from kostka.server.tournaments.endpoint import (
    LENGTH_ERRORS,
    LINK_ERRORS,
    RULE_ERRORS,
    STAFF,
    TOURNAMENT_PATH,
    TournamentEndpoint,
    build_json_response,
    get_token,
    require_grant_with_role,
)
from kostka.server.tournaments.live_tournament import LiveTournament
from kostka.server.tournaments.problems import SEAT_EMPTY
from kostka.server.tournaments.schemas import OnlineTableRequest, OnlineTableRoom
from kostka.server.tournaments.tokens import derive_seat_secret
from kostka.tournament import (
    Link,
    Phase,
    Role,
    ScoreSheet,
    State,
    Status,
    build_score_sheet,
    hash_token,
    list_room_rules,
)
from kostka.tournament import commands as cmd
from kostka.tournament import problems as rules
from kostka.tournament.clocks import compute_time_left
from kostka.tournament.roles import Grant
from kostka.tournament.state import Round, TournamentTable

MAX_REQUEST_BYTES = 1000

SECRET_BYTES = 16

CLOCK_INTERVAL = 1.0
"""Seconds between two checks whether the time of a round is over."""

RETRY_CODES = (problems.NOT_SAVED.code, problems.UNREADABLE.code)
"""Refusals after which the same entry is tried again."""


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


class OnlineTables:
    """Opens rooms for tables, and enters the results of their games."""

    def __init__(self, endpoint: TournamentEndpoint, lobby: Lobby) -> None:
        """Open rooms in a lobby."""
        self._endpoint = endpoint
        self._lobby = lobby
        self._opening = Lock()
        self._codes: dict[str, dict[tuple[int, int, int], str]] = {}
        """The rooms of each tournament, by round, draw and table."""
        self._entered: set[str] = set()
        """Games whose result is entered, or left to a referee."""
        self._tasks: set[Task[None]] = set()

    @property
    def routes(self) -> list[Route]:
        """The route that opens a room."""
        path = f"{TOURNAMENT_PATH}/online"
        return [self._endpoint.build_route(path, self.open_room, "POST")]

    # --- rooms --------------------------------------------------------------------------------

    def list_visible_tables(
        self, tournament: LiveTournament, grant: Grant | None
    ) -> tuple[OnlineTableRoom, ...]:
        """Return the tables of the last round that play online and that the grant may see."""
        last = tournament.saved.state.round
        codes = self._codes.get(tournament.name)
        if grant is None or last is None or not codes:
            return ()
        if grant.link.role not in (*STAFF, Role.TABLE):
            return ()
        return tuple(
            OnlineTableRoom(number, table, code)
            for (number, draw, table), code in codes.items()
            if (number, draw) == (last.number, last.draw)
            and code in self._lobby.rooms
            and grant.link.table in (None, table)
        )

    @describe_route(
        "Open a room for a table of the running round; its games are entered as results.",
        {200: Answer("The room.", OnlineTableRoom)} | LINK_ERRORS | LENGTH_ERRORS | RULE_ERRORS,
        body=OnlineTableRequest,
        needs_link=True,
    )
    async def open_room(self, request: Request) -> Response:
        """Open the room of a table; a second request returns the same room."""
        wanted = from_json(await read_body(request, MAX_REQUEST_BYTES), OnlineTableRequest)
        tournament = await self._endpoint.get_tournament(request)
        require_grant_with_role(request, tournament, Role.ORGANISER)
        async with self._opening:
            round_, table = _get_running_round_and_table(tournament.saved.state, wanted.table)
            live_room = self.find_live_room(tournament, table.number)
            if live_room is None:
                organiser = get_token(request) or ""
                live_room = await self._open_new_room(tournament, organiser, round_, table)
        answer = OnlineTableRoom(round_.number, table.number, live_room.room.code)
        return build_json_response(answer)

    async def _open_new_room(
        self, tournament: LiveTournament, organiser: str, round_: Round, table: TournamentTable
    ) -> LiveRoom:
        state = tournament.saved.state
        players = [state.players[player] for player in table.seats]
        for player in players:
            if player.status is not Status.PRESENT:
                raise make_refusal(SEAT_EMPTY(name=player.name))
        secret = token_urlsafe(SECRET_BYTES)
        online = OnlineTable(tournament.name, round_.number, round_.draw, table.number, secret)
        settings = Settings(
            state.header.edition.key,
            list_room_rules(state.header.edition),
            seats=len(players),
            games=round_.games,
            stand_in_seconds=None,
            hints=False,
        )
        code = await self._lobby.create_unused_room_code(is_open=False)
        names = [player.name for player in players]
        booking = Raw(to_json(online))
        keys = [
            SeatKey.from_secret(derive_seat_secret(organiser, secret, seat, issue=1), issue=1)
            for seat in range(len(players))
        ]
        room = open_booked_room(code, settings, names, booking, keys)
        room = replace(room, tournament=tournament.name)
        live_room = await self._lobby.add_room(room)
        self._remember_room(live_room.room)  # before the entry that mentions it
        link = Link(Role.TABLE, f"online {table.number}", hash_token(secret), table.number)
        command = cmd.GrantLinks((link,), token=organiser)
        try:
            await tournament.execute_command(command, self._endpoint.now)
        except Refused:
            async with live_room.lock:
                await live_room.close("no_use")
            raise
        return live_room

    def _remember_room(self, room: Room) -> None:
        if (at := find_online_table(room)) is not None:
            codes = self._codes.setdefault(at.tournament, {})
            codes[at.round, at.draw, at.table] = room.code

    def find_live_room(self, tournament: LiveTournament, table: int) -> LiveRoom | None:
        """Return the room in which a table of the last round plays; None if it has none."""
        last = tournament.saved.state.round
        if last is None:
            return None
        code = self._codes.get(tournament.name, {}).get((last.number, last.draw, table))
        return self._lobby.rooms.get(code or "")

    # --- the time of the round ----------------------------------------------------------------

    async def watch_round_times(self) -> None:
        """End games when the time of their round is over, for as long as the server runs."""
        while True:
            await sleep(CLOCK_INTERVAL)
            for codes in list(self._codes.values()):
                for code in list(codes.values()):
                    room = self._lobby.rooms.get(code)
                    if room is not None:
                        await self._sync_pause(room)
                    if room is not None and room.room.stage is Stage.PLAYING:
                        await self._end_round_time_if_over(room)

    async def sync_pauses(self, tournament: LiveTournament) -> None:
        """Stop or resume the clocks of a tournament's rooms as those of their tables."""
        for code in list(self._codes.get(tournament.name, {}).values()):
            room = self._lobby.rooms.get(code)
            if room is not None:
                await self._sync_pause(room)

    async def _sync_pause(self, room: LiveRoom) -> None:
        try:
            if await self._is_clock_stopped(room.room) == (room.room.paused_by is not None):
                return
            async with room.lock:
                if can_be_paused(room.room):
                    is_stopped = await self._is_clock_stopped(room.room)
                    await room.set_paused(Pauser.ORGANISER if is_stopped else None)
        except Refused:
            return  # it could not be written: the next check tries again
        except Exception as error:  # noqa: BLE001  (other tables go on)
            logs.log_failure("step_failed", error, room=room.log_name)

    async def _is_clock_stopped(self, room: Room) -> bool:
        """Return whether the round of a room is running, and the clock of its table stopped."""
        found = await self._find_running_table(room)
        return found is not None and found[2].stopped_at is not None

    async def _end_round_time_if_over(self, room: LiveRoom) -> None:
        try:
            if not await self._is_round_time_over(room.room):
                return
            async with room.lock:
                game = room.game
                if game is not None and game.end_round_time(self._endpoint.now()):
                    await room.commit_move(game)
        except Refused:
            return  # it could not be written: the next check tries again
        except Exception as error:  # noqa: BLE001  (other tables go on)
            logs.log_failure("step_failed", error, room=room.log_name)

    async def check_game_start(self, room: Room) -> None:
        """Refuse a game that would start after the time of the round."""
        if await self._is_round_time_over(room):
            raise make_refusal(problems.ROUND_TIME_OVER())

    async def _is_round_time_over(self, room: Room) -> bool:
        """Return whether the round of a room is running, and its time is over for this table."""
        found = await self._find_running_table(room)
        if found is None:
            return False
        state, round_, table = found
        left = compute_time_left(state.settings, round_, table, self._endpoint.now())
        return left is not None and left < 0

    async def _find_running_table(self, room: Room) -> tuple[State, Round, TournamentTable] | None:
        """Return the table of a room, in its running round; None if that is over or void."""
        at = find_online_table(room)
        if at is None:
            return None
        state = (await self._endpoint.registry.get_tournament(at.tournament)).saved.state
        last = state.round
        if last is None or last.phase is not Phase.RUNNING:
            return None
        if (last.number, last.draw) != (at.round, at.draw):
            return None
        return state, last, last.tables[at.table - 1]

    # --- results ------------------------------------------------------------------------------

    async def enter_missing_results(self) -> None:
        """Enter results that could not be entered before."""
        for live_room in list(self._lobby.rooms.values()):
            if live_room.room.is_booked:
                await self._enter_results(live_room.room)

    async def load_rooms(self, tournament: str) -> None:
        """Load the open rooms of a tournament that was loaded."""
        for code in await self._lobby.store.list_rooms_of_tournament(tournament):
            await self._lobby.registry.load_room(code)

    def on_room_loaded(self, room: Room) -> None:
        """Find a booked room again, and enter what was not entered before a crash."""
        if room.is_booked:
            self._remember_room(room)
            self.on_game_over(room)

    def on_game_over(self, room: Room) -> None:
        """Enter the results of games at an online table."""
        if room.is_booked:
            task = create_task(self._enter_results(room))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _enter_results(self, room: Room) -> None:
        for number, game in enumerate(room.played, start=1):
            if game not in self._entered:
                try:
                    await self._enter_result(room, number, game)
                except StoreFailed as error:
                    logs.log_failure("not_read", error, text=str(error))
                    return

    async def _enter_result(self, room: Room, number: int, game: str) -> None:
        at = find_online_table(room)
        assert at is not None
        try:
            sheet = await self._load_score_sheet(game)
            tournament = await self._endpoint.registry.get_tournament(at.tournament)
            stamp = f"online {game}"
            command = cmd.EnterResult(at.round, at.table, number, sheet, stamp, token=at.token)
            await tournament.execute_command(command, self._endpoint.now)
        except Refused as refused:
            code = refused.violations[0].code
            logs.log_event("online_result_refused", game=game, code=code)
            if code in RETRY_CODES:
                return
        except BadInput as error:  # a referee has to judge how it ended
            logs.log_event("online_result_left", game=game, error=type(error).__name__)
        self._entered.add(game)

    async def _load_score_sheet(self, game: str) -> ScoreSheet:
        data = await self._lobby.store.load_game_log(game)
        if data is None:
            raise BadRecord(1, "there is no such game")
        result = (await to_thread(read_record, data)).result
        assert isinstance(result, Result)  # tournaments are played with numbers
        return build_score_sheet(result.ending, result.sheet)


def _get_running_round_and_table(state: State, number: int) -> tuple[Round, TournamentTable]:
    last = state.round
    if last is None or last.phase is not Phase.RUNNING:
        raise make_refusal(rules.ROUND_NOT_RUNNING(round=last.number if last else 1))
    if not 1 <= number <= len(last.tables):
        raise make_refusal(rules.NO_TABLE(round=last.number, table=number))
    return last, last.tables[number - 1]
