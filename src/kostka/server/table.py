"""A game that is being played: commands at their time, the draft, and news for everybody."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import cast

import msgspec
from msgspec.structs import replace

from kostka.editions.model import Edition
from kostka.events.codec import to_json
from kostka.events.errors import refuse
from kostka.events.game import Viewer
from kostka.melds.jokers import jokers_read
from kostka.melds.turn import Table as Sets
from kostka.melds.turn import TurnCheck, check_turn
from kostka.numbers.commands import AnyCommand, AskRedeal, Leave, RunOutOfTime, Start
from kostka.numbers.events import AnyEvent
from kostka.numbers.explain import sums
from kostka.numbers.game import Game
from kostka.numbers.state import Header, Phase
from kostka.numbers.views import view
from kostka.protocol.telling import Clock, DraftJudged, GameNews, Problem
from kostka.server import clock, news, problems
from kostka.server.judging import set_judged
from kostka.tiles.box import Box


class Table:
    """One game, from its deal to its end, and afterwards."""

    def __init__(self, name: str, game: Game, bank_seconds: int) -> None:
        """Take up a game; all its lines are on disk."""
        self.name = name
        self.game = game
        self.bank_seconds = bank_seconds
        self.written = len(game.log.lines)
        """How many lines of its log are on disk, or on their way."""
        self.draft: Sets | None = None
        self._draft_before: Sets | None = None
        self._resumed: tuple[int, int] | None = None
        self._clock: tuple[int, int | None, tuple[int, ...]] = (0, None, ())
        """The deadline and what everybody has left, by a log of so many lines."""
        # Rules and names are most of what is told of each move, and never change.
        self._header = cast("Header", msgspec.Raw(to_json(game.log.header)))

    @classmethod
    def deal(  # noqa: PLR0913  (all that a game begins with)
        cls,
        name: str,
        edition: Edition,
        players: Sequence[str],
        *,
        seed: bytes,
        starter: int | None,
        now: int,
        bank_seconds: int,
    ) -> Table:
        """Open a game and deal; nothing of it is on disk yet."""
        game = Game.new(edition, players, seed, starter=starter, at=now)
        game.do(Start(), now)
        table = cls(name, game, bank_seconds)
        table.written = 0
        return table

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.game.state.phase is Phase.FINISHED

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
        table = Table(self.name, Game.load(kept or known), self.bank_seconds)
        if table.written == first:
            table.draft = self._draft_before
        return table

    def do(self, seat: int, turn: int, command: AnyCommand, now: int) -> list[AnyEvent]:
        """Carry out a player's command; it is for the turn that the player saw."""
        if getattr(command, "seat", None) != seat:
            raise refuse(problems.FOREIGN_SEAT())
        in_turn = not isinstance(command, Leave | AskRedeal)
        if in_turn and turn != self.game.state.turns:
            raise refuse(problems.LATE())
        return self._do(command, now)

    def run_out_of_time(self, now: int) -> list[AnyEvent]:
        """End the turn whose time is over, with the draft as it lies; nothing if it is not over."""
        end, seat = self.deadline, self.game.state.turn
        if end is None or seat is None or now < end + clock.GRACE:
            return []
        return self._do(RunOutOfTime(seat, self.draft), now)

    def _do(self, command: AnyCommand, now: int) -> list[AnyEvent]:
        turns = self.game.state.turns
        events = self.game.do(command, now)
        self._draft_before = self.draft
        if self.game.state.turns != turns or self.over:
            self.draft = None
        return events

    @property
    def deadline(self) -> int | None:
        """When the time of the turn is over, without the grace for the network."""
        _, end, _ = self._time()
        if end is not None and self._resumed and self._resumed[0] == self.game.state.turns:
            return max(end, self._resumed[1])
        return end

    def _time(self) -> tuple[int, int | None, tuple[int, ...]]:
        """Read the clock off the log, once for each move."""
        lines = len(self.game.log.lines)
        if self._clock[0] != lines:
            end = clock.deadline(self.game, self.bank_seconds)
            self._clock = (lines, end, clock.banks(self.game, self.bank_seconds))
        return self._clock

    def resume(self, now: int) -> None:
        """Go on after the server was down: the clock is where it was.

        Whoever was on turn has at least a moment to come back and finish it, since nobody else is
        to blame that they could not.
        """
        self._resumed = (self.game.state.turns, now + clock.COMING_BACK)

    # --- drafts -------------------------------------------------------------------------------

    def lay(self, seat: int, turn: int, draft: Sets) -> None:
        """Keep the table as the player on turn has laid it so far; refuse tiles of others."""
        state = self.game.state
        if state.turn != seat or turn != state.turns or state.drawn is not None:
            raise refuse(problems.LATE())
        check = self._check(draft)
        if not check.possible:
            raise refuse(*check.violations)
        self.draft = draft

    def judged(self, number: int, draft: Sets) -> DraftJudged:
        """Say of every set of a draft what it is, and what stands in the way of finishing."""
        check = self._check(draft)
        return DraftJudged(
            number,
            self.game.state.turns,
            tuple([set_judged(self.game.state.box.show(meld)) for meld in draft]),
            check.value,
            tuple(map(Problem.of, check.violations)),
        )

    def _check(self, draft: Sets) -> TurnCheck:
        state = self.game.state
        assert state.turn is not None
        seat = state.seats[state.turn]
        return check_turn(state.edition, state.table, seat.rack, draft, opened=seat.opened)

    # --- news ---------------------------------------------------------------------------------

    def news(
        self,
        viewers: Sequence[Viewer],
        events: Sequence[AnyEvent],
        now: int,
        *,
        first: bool = False,
    ) -> list[bytes]:
        """Write for each viewer what they may know of the game, and of what has happened."""
        state = self.game.state
        seen = replace(view(state, None), header=self._header)
        told = GameNews(
            game=self.name,
            view=seen,
            events=(),
            clock=Clock(now, self.deadline, self._time()[2]),
            faces=_faces(state.box) if first else None,
            draft=self.draft,
            jokers=jokers_read(state.box, state.table),
            sums=sums(state) if self.over else None,
        )
        return news.written(state, events, told, viewers)


@cache
def _faces(box: Box) -> tuple[str, ...]:
    """Write what each tile of a box shows; there are few kinds of boxes."""
    return cast("tuple[str, ...]", msgspec.Raw(to_json([str(face) for face in box.faces])))
