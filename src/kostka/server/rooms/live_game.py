"""A game that is being played: commands at their time, the draft, and news for everybody."""

from __future__ import annotations

from asyncio import get_running_loop
from collections.abc import Sequence

import msgspec

from kostka.events.codec import to_json
from kostka.events.errors import refuse
from kostka.events.game import Viewer
from kostka.protocol import requests
from kostka.protocol.responses import AnyMessage, Clock, Drafted, Judged
from kostka.server import games as kinds
from kostka.server import problems
from kostka.server.games import AnyGame, kind_of, kind_of_edition
from kostka.server.games.game_kind import (
    AnyBook,
    AnyCommand,
    AnyDraft,
    AnyEvent,
    Around,
    Kind,
    Player,
)
from kostka.server.rooms import broadcast as news
from kostka.server.rooms import clock


class Table:
    """One game, from its deal to its end, and afterwards."""

    def __init__(self, name: str, game: AnyGame, bank_seconds: int) -> None:
        """Take up a game; all its lines are on disk."""
        self.name = name
        self.game = game
        self.kind: Kind = kind_of(game)
        self.bank_seconds = bank_seconds
        self.written = len(game.log.lines)
        """How many lines of its log are on disk, or on their way."""
        self.draft: AnyDraft | None = None
        self._draft_before: AnyDraft | None = None
        self._resumed: tuple[int, int] | None = None
        self._clock: tuple[int, int | None, tuple[int, ...]] = (0, None, ())
        """The deadline and what everybody has left, by a log of so many lines."""
        # Rules and names are most of what is told of each move, and never change.
        self._header = msgspec.Raw(to_json(self.kind.header(game.log)))

    @classmethod
    def deal(  # noqa: PLR0913  (all that a game begins with)
        cls,
        name: str,
        book: AnyBook,
        players: Sequence[str],
        *,
        seed: bytes,
        starter: int | None,
        now: int,
        bank_seconds: int,
    ) -> Table:
        """Open a game and deal; nothing of it is on disk yet."""
        game = kind_of_edition(book.key).dealt(book, players, seed, starter=starter, at=now)
        table = cls(name, game, bank_seconds)
        table.written = 0
        return table

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.game.state.result is not None

    def unwritten(self) -> tuple[int, list[bytes]]:
        """Give the lines that are to be written now, and the number of the first."""
        first = self.written
        self.written = len(self.game.log.lines)
        return first, self.game.log.lines[first:]

    def before(self, first: int, kept: bytes | None) -> Table:
        """Give the game without the lines from this number on, which could not be written.

        `kept` is what the disk holds, where it can be read.
        """
        known = b"".join(line + b"\n" for line in self.game.log.lines[:first])
        table = Table(self.name, kinds.load(kept or known), self.bank_seconds)
        if table.written == first:
            table.draft = self._draft_before
        return table

    def do(self, seat: int, turn: int, command: AnyCommand, now: int) -> list[AnyEvent]:
        """Carry out a player's command; it is for the turn that the player saw."""
        if getattr(command, "seat", None) != seat:
            raise refuse(problems.FOREIGN_SEAT())
        in_turn = not isinstance(command, self.kind.whenever)
        if in_turn and turn != self.game.state.turns:
            raise refuse(problems.LATE())
        return self._do(command, now)

    def run_out_of_time(self, now: int) -> list[AnyEvent]:
        """End the turn whose time is over, with the draft as it lies; nothing if it is not over."""
        end = self.deadline
        if end is None or now < end + clock.GRACE:
            return []
        return self._do(self.kind.time_is_up(self.game.state, self.draft), now)

    def end_round_time(self, now: int) -> list[AnyEvent]:
        """Let everybody make one more move (Z-17); nothing if they do already, or all is over."""
        command = None if self.over else self.kind.round_time_is_up(self.game.state)
        return [] if command is None else self._do(command, now)

    def _do(self, command: AnyCommand, now: int) -> list[AnyEvent]:
        before = self.game.state
        events = self.game.do_checked(command, now)  # from a message that was read, or our own
        self._draft_before = self.draft
        state = self.game.state
        if (state.turn, state.turns) != (before.turn, before.turns):
            self.draft = None
        return events

    @property
    def deadline(self) -> int | None:
        """When the time of the turn is over, without the grace for the network."""
        return self._time()[1]

    def _time(self) -> tuple[int, int | None, tuple[int, ...]]:
        """Read the clock off the log, once for each move."""
        lines = len(self.game.log.lines)
        if self._clock[0] != lines:
            end = clock.deadline(self.game, self.bank_seconds)
            if end is not None and self._resumed and self._resumed[0] == self.game.state.turns:
                end = max(end, self._resumed[1])
            self._clock = (lines, end, clock.banks(self.game, self.bank_seconds))
        return self._clock

    def resume(self, now: int) -> None:
        """Go on after the server was down: the clock is where it was.

        Whoever was on turn has at least a moment to come back and finish it, since nobody else is
        to blame that they could not.
        """
        self._resumed = (self.game.state.turns, now + clock.COMING_BACK)
        self._clock = (0, None, ())

    def player(self, level: int, seed: int) -> Player:
        """Make a bot for a seat."""
        return self.kind.player(level, seed, self.game.state.edition)

    # --- drafts -------------------------------------------------------------------------------

    def lay(self, seat: int, turn: int, draft: AnyDraft) -> None:
        """Keep the table as the player on turn has laid it so far; refuse tiles of others."""
        state = self.game.state
        if turn != state.turns or not self.kind.may_lay(state, seat):
            raise refuse(problems.LATE())
        check = self.kind.check(state, draft)
        if not check.possible:
            raise refuse(*check.violations)
        self.draft = draft

    def judged(self, number: int, draft: AnyDraft) -> Judged:
        """Say what a draft is worth, and what stands in the way of finishing."""
        return self.kind.judged(number, self.game.state, draft)

    def drafted(self, seat: int, request: requests.AnyDraft) -> tuple[Judged, Drafted]:
        """Keep a draft; gives what its player is told of it, and what the others are."""
        draft = self.kind.draft(request)
        self.lay(seat, request.turn, draft)
        told = self.kind.draft_news(seat, request.turn, draft)
        return self.judged(request.id, draft), told

    # --- news ---------------------------------------------------------------------------------

    async def hint(self, seat: int, asked: requests.AskHint) -> AnyMessage:
        """Help the player on turn, if it is still their turn when the hint is found."""
        self._on_turn(seat, asked)
        state, loop = self.game.state, get_running_loop()
        hint, view = self.kind.hint, self.game.view(seat)
        found = await loop.run_in_executor(self.kind.thread, hint, view, state.edition, asked)
        self._on_turn(seat, asked)
        return found

    def _on_turn(self, seat: int, asked: requests.AskHint) -> None:
        if self.game.state.turn != seat or self.game.state.turns != asked.turn:
            raise refuse(problems.LATE())

    def news(
        self,
        viewers: Sequence[Viewer],
        events: Sequence[AnyEvent],
        now: int,
        *,
        first: bool = False,
    ) -> list[bytes]:
        """Write for each viewer what they may know of the game, and of what has happened."""
        _, end, banks = self._time()
        around = Around(self.name, self._header, Clock(now, end, banks), self.draft, first)
        return news.written(self.kind, self.game.state, events, around, viewers)
