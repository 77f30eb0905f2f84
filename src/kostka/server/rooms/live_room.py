"""A room that is open: its game, its visitors, and what is due in it."""

from __future__ import annotations

from asyncio import Lock, Task, TimerHandle
from collections.abc import Sequence
from secrets import token_hex
from typing import Any, cast

from msgspec import Raw
from msgspec.structs import replace

from kostka.events.codec import to_json
from kostka.protocol.responses import Drafted, Judged, RoomNews
from kostka.protocol.rooms import RoomView, Stage
from kostka.server.games.game_kind import AnyEvent, Player
from kostka.server.rooms.live_game import Table
from kostka.server.rooms.room import Room, Scores, with_presence
from kostka.server.storage import store
from kostka.server.transport.session import Visitor
from kostka.tabletop.match import Standing


class Place:
    """Everything about one room that lives while the server runs."""

    def __init__(self, room: Room, table: Table | None = None) -> None:
        """Open a room, with the game that is played in it."""
        self.becomes(room)
        self.table = table
        self.visitors: set[Visitor] = set()
        self.bots: dict[tuple[int, int], Player] = {}
        """By seat and level."""
        self.step: Any = None
        self.due: TimerHandle | Task[None] | None = None
        """The next thing that happens by itself, and what waits for its time or does it."""
        self.stumbles = 0
        """How often in a row what should have happened by itself could not."""
        self.lock = Lock()
        """Held while anything in the room changes, until it is on disk."""
        self.hinting = Lock()
        """Held while a hint is looked for; meanwhile the room goes on."""
        self.empty_since: int | None = None
        self.away: dict[str, int] = {}
        """Since when guests with a seat are away."""
        self._sheets: list[tuple[Scores, Raw]] = []
        """The sheets of the match, and how they are written."""
        self._standings: tuple[Sequence[Scores], tuple[Standing, ...]] = ((), ())
        """The sheets that were counted last, and what came of it: all of them take a while."""
        self.mark = token_hex(4)
        """What the log calls the room: its code would let whoever reads it come in."""

    def becomes(self, room: Room) -> None:
        """Let the room be as it stands now."""
        self.room = room
        self.seats = {chair.guest: at for at, chair in enumerate(room.chairs) if chair.guest}
        """Where each guest sits, who has a seat."""

    @property
    def guests(self) -> list[str]:
        """Who is connected."""
        return [visitor.guest for visitor in self.visitors]

    def look_around(self, now: int) -> None:
        """Note who is there now."""
        here = self.guests
        self.becomes(with_presence(self.room, here))
        away = [chair.guest for chair in self.room.chairs if chair.guest and not chair.here]
        self.away = {guest: self.away.get(guest, now) for guest in away}
        if here:
            self.empty_since = None
        elif self.empty_since is None:
            self.empty_since = now

    def missed_at(self, seat: int) -> int | None:
        """Say when a bot takes over for who is away; None if nobody waits for them."""
        chair, seconds = self.room.chairs[seat], self.room.settings.stand_in_seconds
        if chair.guest not in self.away or seconds is None:
            return None
        if not any(other.here for other in self.room.chairs):
            return None
        return self.away[chair.guest] + 1000 * seconds

    def written(self, room: Room, now: int) -> store.SavedRoom:
        """Give the room as it is to be kept."""
        kept: Any = replace(room, sheets=self._written_sheets(room.sheets))
        return store.SavedRoom(room.code, to_json(kept), now, closed=room.stage is Stage.CLOSED)

    def _written_sheets(self, sheets: Sequence[Scores]) -> Any:  # noqa: ANN401
        """Write the score sheets of a match; in a long one only the last is new."""
        known = self._sheets
        for at, sheet in enumerate(sheets):
            if at == len(known) or known[at][0] is not sheet:
                known[at:] = [(sheet, Raw(to_json(sheet)))]
        return [text for _, text in known[: len(sheets)]]

    def tell_room(self, only: Visitor | None = None) -> None:
        """Tell everybody how the room stands, or one of them."""
        watching = sum(visitor.guest not in self.seats for visitor in self.visitors)
        room = self.room
        if self._standings[0] is not room.sheets:
            self._standings = (room.sheets, room.standings)
        seen = cast("RoomView", Raw(to_json(room.seen(watching, self._standings[1]))))
        for visitor in [only] if only else self.visitors:
            visitor.tell(RoomNews(seen, self.seats.get(visitor.guest)))

    def tell_game(self, events: Sequence[AnyEvent], now: int, only: Visitor | None = None) -> None:
        """Tell everybody what has happened in the game, each what they may know."""
        if self.table is None:
            return
        seats = self.seats
        visitors = [only] if only else self.visitors
        viewers = list({seats.get(visitor.guest) for visitor in visitors})
        first = only is not None or not events
        news = self.table.news(viewers, events, now, first=first)
        encoded = dict(zip(viewers, news, strict=True))
        for visitor in visitors:
            visitor.tell_encoded(encoded[seats.get(visitor.guest)])

    def tell_draft(self, news: Drafted, judged: Judged, by: Visitor) -> None:
        """Show a draft to everybody but who laid it.

        Other devices of that player also hear what it is worth. If they had to ask, they would send
        it back, and two devices would toss old drafts to and fro.
        """
        data = to_json(news)
        for visitor in self.visitors:
            if visitor is by:
                continue
            if visitor.guest == by.guest:
                visitor.tell(replace(news, judged=judged))
            else:
                visitor.tell_encoded(data)
