"""A room: who sits where, and how far its match has come. Every change gives a new value."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from kostka.events.codec import from_json, to_json
from kostka.events.errors import BadInput, refuse
from kostka.protocol.rooms import Chair, RoomView, Settings, Stage, ThemeView
from kostka.server import problems
from kostka.server.games import Kind, kind_of_edition
from kostka.server.games.game_kind import AnyBook, Book
from kostka.tabletop.match import Sheet, Standing, find_next_starter
from kostka.word.theme import Theme

STAND_IN_LEVEL = 3
"""Of bots that take over for who stays away: neither a gift to the others nor a punishment."""


class Score(msgspec.Struct, frozen=True, gc=False):
    """What one seat has brought home from a game."""

    points: Fraction
    big: int


class Scores(msgspec.Struct, frozen=True, gc=False):
    """What the score sheet of a game counts for the match, whatever kind of game it is."""

    lines: tuple[Score, ...]

    @classmethod
    def of(cls, sheet: Sheet) -> Scores:
        """Take what counts from a score sheet."""
        return cls(tuple(Score(Fraction(line.points), line.big) for line in sheet.lines))


class OnlineTable(msgspec.Struct, frozen=True, gc=False):
    """The table of a tournament that is played in a room."""

    tournament: str
    round: int
    draw: int
    """A round that is played again is drawn again."""
    table: int
    token: str
    """The secret of a helper's link, through which results are entered."""


class Room(msgspec.Struct, frozen=True, gc=False):
    """All that is kept of a room; its running game is kept apart."""

    code: str
    host: str
    """The public id of the guest who opened it, or to whom it was handed over."""
    settings: Settings
    chairs: tuple[Chair, ...]
    stage: Stage = Stage.GATHERING
    game: str | None = None
    played: tuple[str, ...] = ()
    sheets: tuple[Scores, ...] = ()
    starter: int | None = None
    """Who started the first game of the match."""
    deputy: str | None = None
    """Who is host while the host is away."""
    theme: Theme | None = None
    """The words that alone count here, which the host has brought (W-15)."""
    online: OnlineTable | None = None
    reserved: tuple[str, ...] = ()
    """For whom the seats are kept; empty if anybody may sit anywhere."""

    @property
    def leader(self) -> str:
        """The guest who has the host's powers now."""
        return self.deputy or self.host

    @property
    def kind(self) -> Kind:
        """The kind of game that is played here."""
        return kind_of_edition(self.settings.edition)

    @property
    def edition(self) -> AnyBook:
        """The rules, house rules included."""
        return edition_of(self.settings, self.theme)

    @property
    def names(self) -> tuple[str, ...]:
        """The players, by seat."""
        return tuple(chair.name for chair in self.chairs)

    @property
    def next_starter(self) -> int | None:
        """Who starts the game to come; None for the first one of a match, if lots are drawn."""
        if not self.sheets:
            return self.starter
        seat = self.starter or 0
        for _ in self.sheets:
            seat = find_next_starter(seat, len(self.chairs))
        return seat

    @property
    def bots_alone(self) -> bool:
        """Whether no more than one person plays."""
        return sum(chair.guest is not None for chair in self.chairs) <= 1

    def seat_of(self, guest: str) -> int | None:
        """Say where a guest sits."""
        for at, chair in enumerate(self.chairs):
            if chair.guest == guest:
                return at
        return None

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The ranking after the games of the match so far."""
        return tuple(self.kind.standings(self.edition, self.sheets)) if self.sheets else ()

    def seen(self, watching: int, standings: tuple[Standing, ...]) -> RoomView:
        """Show the room to everybody in it, with the standings of its match."""
        theme = self.theme
        return RoomView(
            code=self.code,
            host=self.leader,
            settings=self.settings,
            stage=self.stage,
            chairs=self.chairs,
            watching=watching,
            game=self.game,
            played=self.played,
            standings=standings,
            kind=self.kind.name,
            theme=None if theme is None else ThemeView(theme.title, len(theme.words)),
        )


def edition_of(settings: Settings, theme: Theme | None) -> AnyBook:
    """Give the rules that settings ask for; refuse what no table could play."""
    book = _edition(settings.edition, settings.seats, to_json(settings.rules))
    return book if theme is None else kind_of_edition(settings.edition).themed(book, theme)


@lru_cache(maxsize=1000)
def _edition(key: str, seats: int, rules: bytes) -> Book:
    """Put a book and house rules together; to check them takes as long as a move."""
    try:
        kind = kind_of_edition(key)
        book = kind.book(key, from_json(rules, dict[str, Any]))
    except (BadInput, TypeError) as error:
        raise refuse(problems.BAD_SETTINGS(why=str(error))) from None
    if not book.players_min <= seats <= book.players_max:
        wanted = f"{book.players_min} to {book.players_max}"
        why = f"{seats} players, but {book.key} is for {wanted} ({kind.players_clause})"
        raise refuse(problems.BAD_SETTINGS(why=why))
    return book


def opened(code: str, host: str, name: str, settings: Settings, theme: Theme | None = None) -> Room:
    """Open a room: the host sits first, the bots asked for sit last."""
    book = edition_of(settings, theme)
    kind_of_edition(settings.edition).check_theme(book)
    if len(settings.bots) >= settings.seats:
        raise refuse(problems.BAD_SETTINGS(why="a seat has to be left for a person"))
    free = settings.seats - len(settings.bots) - 1
    chairs = (Chair(name, guest=host, here=True), *[Chair()] * (settings.seats - 1))
    room = Room(code, host, settings, chairs, theme=theme)
    for seat, level in enumerate(settings.bots, start=free + 1):
        room = with_bot(room, host, seat, level)
    return room


def opened_for(code: str, settings: Settings, names: Sequence[str], online: OnlineTable) -> Room:
    """Open a room for a table of a tournament: everybody's seat is kept, and A starts (Z-3)."""
    edition_of(settings, None)
    room = Room(code, "", settings, (Chair(),) * len(names), starter=0, online=online)
    for seat, name in enumerate(names):
        room = replace(room, reserved=(*room.reserved, _free_name(room, seat, name)))
        room = _with_chair(room, seat, _empty(room, seat))
    return room


def _empty(room: Room, seat: int) -> Chair:
    return Chair(room.reserved[seat] if room.reserved else "")


# --- before the match -------------------------------------------------------------------------


def sat_down(room: Room, guest: str, name: str, seat: int) -> Room:
    """Let a guest take an empty seat, and give up another one."""
    _gathering(room)
    chair = _chair(room, seat)
    if not chair.empty:
        raise refuse(problems.TAKEN(seat=seat + 1))
    if room.seat_of(guest) is not None:
        room = stood_up(room, guest)
    shown = _empty(room, seat).name or _free_name(room, seat, name)
    return _with_chair(room, seat, Chair(shown, guest=guest, here=True))


def stood_up(room: Room, guest: str) -> Room:
    """Let a guest give up their seat."""
    _gathering(room)
    seat = room.seat_of(guest)
    if seat is None:
        raise refuse(problems.NOT_SEATED())
    return _with_chair(room, seat, _empty(room, seat))


def with_bot(room: Room, guest: str, seat: int, level: int) -> Room:
    """Let the host put a bot on a seat, or in the place of a guest who is away."""
    _host(room, guest)
    chair = _chair(room, seat)
    if room.online is not None:
        raise refuse(problems.BAD_SETTINGS(why="no bots play in a tournament"))
    if level > room.kind.levels:
        why = f"the bots of this game have levels 1 to {room.kind.levels}"
        raise refuse(problems.BAD_SETTINGS(why=why))
    if chair.guest is not None:
        if room.stage is Stage.GATHERING or chair.here:
            raise refuse(problems.TAKEN(seat=seat + 1))
        return _with_chair(room, seat, replace(chair, bot=level))
    if room.stage is Stage.GATHERING:
        name = _free_name(room, seat, f"Bot {level}")
        return _with_chair(room, seat, Chair(name, bot=level))
    return _with_chair(room, seat, replace(chair, bot=level))


def without(room: Room, guest: str, seat: int) -> Room:
    """Let the host clear a seat; a host who is cleared away is host no longer."""
    _host(room, guest)
    _gathering(room)
    if _chair(room, seat).guest == room.host != guest:
        room = replace(room, host=guest, deputy=None)
    return _with_chair(room, seat, _empty(room, seat))


def with_stand_in(room: Room, seat: int) -> Room:
    """Let a bot take over for a guest who stays away."""
    return _with_chair(room, seat, replace(room.chairs[seat], bot=STAND_IN_LEVEL))


def _free_name(room: Room, seat: int, name: str) -> str:
    """Give a name by which everybody at the table can be told apart: Guest, Guest (2)."""
    taken = {chair.name for at, chair in enumerate(room.chairs) if at != seat}
    numbered = (f"{name} ({number})" for number in range(2, len(room.chairs) + 2))
    return next(free for free in (name, *numbered) if free not in taken)


# --- the match --------------------------------------------------------------------------------


def ready_to_begin(room: Room, guest: str) -> Room:
    """Let the host begin the match, its next game, or another match."""
    _host(room, guest)
    if room.stage is Stage.PLAYING:
        raise refuse(problems.RUNNING())
    if room.stage is Stage.CLOSED:
        raise refuse(problems.ROOM_CLOSED())
    if any(chair.empty for chair in room.chairs):
        raise refuse(problems.SEATS_EMPTY())
    if room.stage is Stage.OVER:
        if room.online is not None:
            why = "this table has played all its games of the round (Z-3)"
            raise refuse(problems.BAD_SETTINGS(why=why))
        return replace(room, stage=Stage.GATHERING, played=(), sheets=(), starter=None)
    return room


def begun(room: Room, game: str) -> Room:
    """Note that a game has begun."""
    return replace(room, stage=Stage.PLAYING, game=game)


def finished(room: Room, sheet: Sheet, starter: int) -> Room:
    """Note that the game is over."""
    assert room.game is not None
    sheets = (*room.sheets, Scores.of(sheet))
    return replace(
        room,
        stage=Stage.OVER if len(sheets) >= room.settings.games else Stage.BETWEEN,
        played=(*room.played, room.game),
        sheets=sheets,
        starter=starter if room.starter is None else room.starter,
    )


def closed(room: Room) -> Room:
    """Close the room for good."""
    return replace(room, stage=Stage.CLOSED)


def closed_by(room: Room, guest: str) -> Room:
    """Let the host close the room; that of a tournament's table has none."""
    _host(room, guest)
    if room.online is not None:
        raise refuse(problems.NOT_HOST())
    return closed(room)


# --- who is there -----------------------------------------------------------------------------


def with_presence(room: Room, here: Sequence[str]) -> Room:
    """Note which guests are connected; who comes back takes over from the bot.

    While the host is away the first of the others has the host's powers, so that a match goes on.
    """
    chairs = []
    for chair in room.chairs:
        if chair.guest is None:
            chairs.append(chair)
        elif chair.guest in here:
            chairs.append(replace(chair, here=True, bot=None))
        else:
            chairs.append(replace(chair, here=False))
    seated = (chair.guest for chair in chairs if chair.here)
    deputy = None if room.host in here else next(seated, None)
    return replace(room, chairs=tuple(chairs), deputy=deputy)


def _host(room: Room, guest: str) -> None:
    if room.leader != guest:
        raise refuse(problems.NOT_HOST())


def _gathering(room: Room) -> None:
    if room.stage is Stage.CLOSED:
        raise refuse(problems.ROOM_CLOSED())
    if room.stage is not Stage.GATHERING:
        raise refuse(problems.RUNNING())


def _chair(room: Room, seat: int) -> Chair:
    if not 0 <= seat < len(room.chairs):
        raise refuse(problems.NO_CHAIR(seat=seat + 1))
    return room.chairs[seat]


def _with_chair(room: Room, seat: int, chair: Chair) -> Room:
    chairs = (*room.chairs[:seat], chair, *room.chairs[seat + 1 :])
    return replace(room, chairs=chairs)
