"""A room as it is saved: seats, settings and the match. Every change returns a new value."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from kostka.events.codec import from_json, to_json
from kostka.events.errors import BadInput, make_refusal
from kostka.protocol.rooms import Chair, NamedGuest, Pauser, RoomView, Settings, Stage, ThemeView
from kostka.server import problems
from kostka.server.games import get_game_kind
from kostka.server.games.clock import Pause
from kostka.server.games.game_kind import GameKind, PlayableEdition, Themed
from kostka.server.rooms.seat_key import SeatKey
from kostka.tabletop.match import Sheet, Standing, find_next_starter

NOTHING = msgspec.Raw(b"null")
"""An attachment or a booking that is not there. (msgspec cannot decode an optional `Raw`.)"""

STAND_IN_LEVEL = 3
"""The level of bots that take over for absent players: neither weak nor strong."""


class Score(msgspec.Struct, frozen=True, gc=False):
    """What one seat scored in a game."""

    points: Fraction
    big: int


class Scores(msgspec.Struct, frozen=True, gc=False):
    """The scores of a game that count for the match, whatever kind of game it is."""

    lines: tuple[Score, ...]

    @classmethod
    def from_sheet(cls, sheet: Sheet) -> Scores:
        """Take the scores from a score sheet."""
        return cls(tuple(Score(Fraction(line.points), line.big) for line in sheet.lines))


class Room(msgspec.Struct, frozen=True, gc=False):
    """Everything that is saved of a room, apart from the log of its game."""

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
    """The seat that started the first game of the match."""
    deputy: str | None = None
    """The guest who stands in for an absent host."""
    attachment: msgspec.Raw = msgspec.field(default=NOTHING, name="theme")
    """What the host brought for the game beyond the settings, as its kind of game encoded it."""
    booking: msgspec.Raw = msgspec.field(default=NOTHING, name="online")
    """What another feature opened the room for, as that feature encoded it.

    Such a room plays one match without bots, and players cannot close it.
    """
    reserved: tuple[str, ...] = ()
    """The names for whom the seats are reserved; empty if anybody may sit anywhere."""
    seat_keys: tuple[SeatKey, ...] = ()
    """What opens the reserved seats; empty in rooms that were saved before seats had keys."""
    tournament: str | None = None
    """The tournament that the room was opened for; None in rooms that were saved before this."""
    banned: tuple[NamedGuest, ...] = ()
    """Whom the host keeps out."""
    pauses: tuple[Pause, ...] = ()
    """When the clock stood since the last game began; the last pause may still last."""

    @property
    def is_booked(self) -> bool:
        """Whether another feature has opened the room."""
        return self.booking != NOTHING

    @property
    def paused_by(self) -> Pauser | None:
        """The role that has paused the room; None while its clock runs."""
        return self.pauses[-1].by if self.pauses and self.pauses[-1].end is None else None

    @property
    def acting_host(self) -> str:
        """The guest who has the host's powers now; empty in a booked room, where nobody has."""
        return "" if self.is_booked else self.deputy or self.host

    @property
    def game_kind(self) -> GameKind:
        """The kind of game that is played here."""
        return get_game_kind(self.settings.edition)

    @property
    def edition(self) -> PlayableEdition:
        """The edition with its house rules."""
        return build_edition(self.settings, self.attachment)

    @property
    def player_names(self) -> tuple[str, ...]:
        """The players, by seat."""
        return tuple(chair.name for chair in self.chairs)

    @property
    def guest_ids(self) -> tuple[str, ...]:
        """The guests who sit or are host, each once."""
        ids = [chair.guest for chair in self.chairs if chair.guest is not None]
        return tuple(dict.fromkeys([*ids, self.host] if self.host else ids))

    @property
    def known_guest_ids(self) -> tuple[str, ...]:
        """All guests whom the room mentions, each once."""
        banned = (one.guest for one in self.banned)
        return tuple(dict.fromkeys([*self.guest_ids, *banned]))

    @property
    def next_starter(self) -> int | None:
        """The seat that starts the next game; None for a first game whose starter is drawn."""
        if not self.sheets:
            return self.starter
        seat = self.starter or 0
        for _ in self.sheets:
            seat = find_next_starter(seat, len(self.chairs))
        return seat

    @property
    def has_one_person(self) -> bool:
        """Whether at most one person plays, against bots."""
        return sum(chair.guest is not None for chair in self.chairs) <= 1

    def find_seat_of_guest(self, guest: str) -> int | None:
        """Return the seat of a guest."""
        for at, chair in enumerate(self.chairs):
            if chair.guest == guest:
                return at
        return None

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The ranking after the games of the match so far."""
        return tuple(self.edition.rank_players(self.sheets)) if self.sheets else ()

    def build_view(self, watching: int, standings: tuple[Standing, ...]) -> RoomView:
        """Return the room as everybody in it sees it."""
        return RoomView(
            code=self.code,
            host=self.acting_host,
            settings=self.settings,
            stage=self.stage,
            chairs=self.chairs,
            watching=watching,
            game=self.game,
            played=self.played,
            standings=standings,
            kind=self.game_kind.name,
            theme=self.build_theme_view(),
            booked=self.is_booked,
            paused=self.paused_by,
        )

    def build_theme_view(self) -> ThemeView | None:
        """Return the theme without its words; None without a theme."""
        if self.attachment == NOTHING:
            return None
        edition = self.edition
        return edition.build_theme_view() if isinstance(edition, Themed) else None


def build_edition(settings: Settings, attachment: msgspec.Raw = NOTHING) -> PlayableEdition:
    """Return the edition that settings ask for; refuse what no table could play."""
    attached = None if attachment == NOTHING else bytes(attachment)
    return _build_edition(settings.edition, settings.seats, to_json(settings.rules), attached)


@lru_cache(maxsize=1000)
def _build_edition(key: str, seats: int, rules: bytes, attachment: bytes | None) -> PlayableEdition:
    """Apply house rules to an edition; cached, because checking them takes as long as a move."""
    try:
        kind = get_game_kind(key)
        edition = kind.build_edition(key, from_json(rules, dict[str, Any]))
    except (BadInput, TypeError) as error:
        raise make_refusal(problems.BAD_SETTINGS(why=str(error))) from None
    low, high = edition.player_range
    if not low <= seats <= high:
        why = f"{seats} players, but {key} is for {low} to {high} ({kind.player_count_clause})"
        raise make_refusal(problems.BAD_SETTINGS(why=why))
    if attachment is None:
        return edition
    if not isinstance(edition, Themed):
        raise make_refusal(problems.BAD_SETTINGS(why=f"{key} is played without a theme (W-15)"))
    return edition.build_themed_edition(msgspec.Raw(attachment))


def open_room(
    code: str,
    host: str,
    name: str,
    settings: Settings,
    attachment: msgspec.Raw = NOTHING,
) -> Room:
    """Open a room: the host sits first, the bots asked for sit last."""
    edition = build_edition(settings, attachment)
    if attachment != NOTHING and isinstance(edition, Themed):
        edition.check_theme()
    if len(settings.bots) >= settings.seats:
        raise make_refusal(problems.BAD_SETTINGS(why="a seat has to be left for a person"))
    free = settings.seats - len(settings.bots) - 1
    chairs = (Chair(name, guest=host, here=True), *[Chair()] * (settings.seats - 1))
    room = Room(code, host, settings, chairs, attachment=attachment)
    for seat, level in enumerate(settings.bots, start=free + 1):
        room = seat_bot(room, host, seat, level)
    return room


def _make_empty_chair(room: Room, seat: int) -> Chair:
    """Return what a seat is without its guest; a reserved one keeps the name of its player."""
    return Chair(room.reserved[seat] if room.reserved else "")


# --- before the match -------------------------------------------------------------------------


def seat_guest(room: Room, guest: str, name: str, seat: int) -> Room:
    """Let a guest take an empty seat and give up another one."""
    if room.is_booked:
        raise make_refusal(problems.SEAT_RESERVED())
    _require_gathering_stage(room)
    chair = _get_chair(room, seat)
    if not chair.is_empty:
        raise make_refusal(problems.TAKEN(seat=seat + 1))
    if room.find_seat_of_guest(guest) is not None:
        room = unseat_guest(room, guest)
    unique = make_unique_name(room, seat, name)
    return replace_chair(room, seat, Chair(unique, guest=guest, here=True))


def unseat_guest(room: Room, guest: str) -> Room:
    """Let a guest give up their seat."""
    _require_gathering_stage(room)
    seat = room.find_seat_of_guest(guest)
    if seat is None:
        raise make_refusal(problems.NOT_SEATED())
    return replace_chair(room, seat, _make_empty_chair(room, seat))


def seat_bot(room: Room, guest: str, seat: int, level: int) -> Room:
    """Let the host put a bot on an empty seat, or in place of an absent guest."""
    require_host(room, guest)
    chair = _get_chair(room, seat)
    if level > room.game_kind.level_count:
        why = f"the bots of this game have levels 1 to {room.game_kind.level_count}"
        raise make_refusal(problems.BAD_SETTINGS(why=why))
    if chair.guest is not None:
        if room.stage is Stage.GATHERING or chair.here:
            raise make_refusal(problems.TAKEN(seat=seat + 1))
        return replace_chair(room, seat, replace(chair, bot=level))
    if room.stage is Stage.GATHERING:
        name = make_unique_name(room, seat, f"Bot {level}")
        return replace_chair(room, seat, Chair(name, bot=level))
    return replace_chair(room, seat, replace(chair, bot=level))


def clear_seat(room: Room, guest: str, seat: int) -> Room:
    """Let the host clear a seat; a host who is removed is no longer host."""
    require_host(room, guest)
    _require_gathering_stage(room)
    if _get_chair(room, seat).guest == room.host != guest:
        room = replace(room, host=guest, deputy=None)
    return replace_chair(room, seat, _make_empty_chair(room, seat))


def seat_stand_in(room: Room, seat: int) -> Room:
    """Let a bot take over for an absent guest."""
    return replace_chair(room, seat, replace(room.chairs[seat], bot=STAND_IN_LEVEL))


def make_unique_name(room: Room, seat: int, name: str) -> str:
    """Return a name that nobody else at the table has: Guest, Guest (2)."""
    taken = {chair.name for at, chair in enumerate(room.chairs) if at != seat}
    numbered = (f"{name} ({number})" for number in range(2, len(room.chairs) + 2))
    return next(free for free in (name, *numbered) if free not in taken)


# --- the match --------------------------------------------------------------------------------


def prepare_game(room: Room, guest: str) -> Room:
    """Return the room ready for its next game, or refuse.

    Only the host may start one, and in a booked room, which has no host, every player.
    """
    if not room.is_booked:
        require_host(room, guest)
    elif room.find_seat_of_guest(guest) is None:
        raise make_refusal(problems.NOT_SEATED())
    return prepare_next_game(room)


def prepare_next_game(room: Room) -> Room:
    """Return the room ready for its next game, whoever starts it, or refuse."""
    if room.stage is Stage.PLAYING:
        raise make_refusal(problems.RUNNING())
    if room.stage is Stage.CLOSED:
        raise make_refusal(problems.ROOM_CLOSED())
    if room.paused_by is not None:
        raise make_refusal(problems.PAUSED())
    if any(chair.is_empty for chair in room.chairs):
        raise make_refusal(problems.SEATS_EMPTY())
    if room.stage is Stage.OVER:
        if room.is_booked:
            why = "all games of this round have been played (Z-3)"
            raise make_refusal(problems.BAD_SETTINGS(why=why))
        return replace(room, stage=Stage.GATHERING, played=(), sheets=(), starter=None)
    return room


def start_game(room: Room, game: str) -> Room:
    """Note the id of a game that starts."""
    return replace(room, stage=Stage.PLAYING, game=game, pauses=())


def finish_game(room: Room, sheet: Sheet, starter: int) -> Room:
    """Add the score sheet of the game that is over."""
    assert room.game is not None
    sheets = (*room.sheets, Scores.from_sheet(sheet))
    return replace(
        room,
        stage=Stage.OVER if len(sheets) >= room.settings.games else Stage.BETWEEN,
        played=(*room.played, room.game),
        sheets=sheets,
        starter=starter if room.starter is None else room.starter,
    )


def close_room(room: Room) -> Room:
    """Close the room for good."""
    return replace(room, stage=Stage.CLOSED)


def close_room_as_host(room: Room, guest: str) -> Room:
    """Let the host close the room."""
    require_host(room, guest)
    return close_room(room)


# --- presence -----------------------------------------------------------------------------


def update_presence(room: Room, here: Sequence[str]) -> Room:
    """Note which guests are connected; a guest who comes back takes over from the bot.

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


def require_host(room: Room, guest: str) -> None:
    """Refuse what only the host may do; in a booked room that is nobody."""
    if room.acting_host != guest:
        raise make_refusal(problems.NOT_HOST())


def _require_gathering_stage(room: Room) -> None:
    if room.stage is Stage.CLOSED:
        raise make_refusal(problems.ROOM_CLOSED())
    if room.stage is not Stage.GATHERING:
        raise make_refusal(problems.RUNNING())


def _get_chair(room: Room, seat: int) -> Chair:
    if not 0 <= seat < len(room.chairs):
        raise make_refusal(problems.NO_CHAIR(seat=seat + 1))
    return room.chairs[seat]


def replace_chair(room: Room, seat: int, chair: Chair) -> Room:
    """Put another chair at a seat."""
    chairs = (*room.chairs[:seat], chair, *room.chairs[seat + 1 :])
    return replace(room, chairs=chairs)
