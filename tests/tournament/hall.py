"""A hall with a tournament in it: links for everybody, and the usual steps in one call."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

from msgspec import UNSET

from kostka.events.errors import Refused
from kostka.numbers.events import Ending
from kostka.tournament import (
    FORMATS,
    FormatKey,
    Header,
    Link,
    NewPlayer,
    Role,
    ScoreSheet,
    Settings,
    SheetRack,
    Tournament,
    compute_standings,
    hash_token,
)
from kostka.tournament import commands as cmd
from kostka.tournament import events as ev
from kostka.tournament.seating import compute_draw_commitment
from kostka.tournament.state import Round, State, TournamentTable

START = 1_000_000_000_000

ORGANISER, HEAD, REFEREE, SCREEN = "organiser", "head", "referee", "screen"


class Hall:
    """A tournament whose tokens are plain words."""

    def __init__(  # noqa: PLR0913
        self,
        players: int = 0,
        *,
        settings: Settings | None = None,
        seed: str = "seed",
        rehearsal: bool = False,
        committed: bool = False,
        format_: FormatKey = FormatKey.SCHOOL,
    ) -> None:
        rules = FORMATS[format_]
        header = Header(
            "Spring cup",
            seed,
            hash_token(ORGANISER),
            edition=rules.edition,
            settings=settings or rules.settings,
            rehearsal=rehearsal,
            commitment=compute_draw_commitment(seed) if committed else UNSET,
            format=UNSET if format_ is FormatKey.SCHOOL else format_,
        )
        self.tournament = Tournament.new(header)
        self.now = START
        self.prints = 0
        self._stamps = count(1)
        links = [
            Link(role, word, hash_token(word))
            for role, word in (
                (Role.HEAD_REFEREE, HEAD),
                (Role.REFEREE, REFEREE),
                (Role.SCREEN, SCREEN),
            )
        ]
        self.do(cmd.GrantLinks(tuple(links), token=ORGANISER))
        if players:
            self.add(*(f"P{number:03}" for number in range(1, players + 1)))

    @property
    def state(self) -> State:
        return self.tournament.state

    @property
    def round(self) -> Round:
        assert self.state.round is not None
        return self.state.round

    def do(self, command: cmd.AnyCommand) -> list[ev.AnyEvent]:
        self.now += 1000
        return self.tournament.do(command, self.now)

    def add(self, *names: str, group: str = "", present: bool = True) -> None:
        new = tuple(NewPlayer(name, group) for name in names)
        self.do(cmd.AddPlayers(new, present, token=ORGANISER))

    def seat(self, five: cmd.FivePlayers | None = None) -> tuple[tuple[int, ...], ...]:
        self.do(cmd.SeatRound(five, token=ORGANISER))
        return self.seats

    @property
    def seats(self) -> tuple[tuple[int, ...], ...]:
        return tuple(table.seats for table in self.round.tables)

    def lock(self) -> None:
        """Lock the seats and print sheets with links."""
        self.do(cmd.LockSeats(token=ORGANISER))
        self.prints += 1
        links = tuple(
            Link(Role.TABLE, f"table {table.number}", hash_token(self.sheet(table)), table.number)
            for table in self.round.tables
        )
        self.do(cmd.GrantLinks(links, token=ORGANISER))

    def start(self) -> None:
        self.do(cmd.StartRound(self.now, token=ORGANISER))

    def begin(self, five: cmd.FivePlayers | None = None) -> None:
        self.seat(five)
        self.lock()
        self.start()

    def sheet(self, table: TournamentTable | int) -> str:
        """The token on the score sheet of a table, as it was printed last."""
        number = table if isinstance(table, int) else table.number
        return f"sheet {self.prints}, table {number}"

    def enter(  # noqa: PLR0913
        self,
        table: int,
        game: int,
        paper: ScoreSheet | None,
        *,
        token: str | None = None,
        stamp: str | None = None,
        reason: str = "",
    ) -> list[ev.AnyEvent]:
        return self.do(
            cmd.EnterResult(
                self.round.number,
                table,
                game,
                paper,
                stamp or f"stamp {next(self._stamps)}",
                token=token or self.sheet(table),
                reason=reason,
            )
        )

    def correction(
        self, spot: tuple[int, int, int], paper: ScoreSheet | None, *, token: str = REFEREE
    ) -> cmd.CorrectResult:
        stamp = f"stamp {next(self._stamps)}"
        return cmd.CorrectResult(*spot, paper, stamp, token=token, reason="read wrongly")

    def play(self, racks: Sequence[int] | None = None) -> None:
        """Play every missing game of the round; seat A wins, or what `racks` says by player."""
        for table, game in list(self.round.list_missing_results()):
            left = [racks[p] if racks else 10 * seat for seat, p in enumerate(table.seats)]
            self.enter(table.number, game, went_out(*left))

    def close(self) -> None:
        self.do(cmd.CloseRound(token=ORGANISER))

    def whole_round(self, five: cmd.FivePlayers | None = None) -> None:
        self.begin(five)
        self.play()
        self.close()

    def places(self) -> list[tuple[int | None, str, int, int]]:
        """The standings, short."""
        return [
            (row.place, row.name, row.big, int(row.points)) for row in compute_standings(self.state)
        ]


def went_out(*racks: int, **ticks: Any) -> ScoreSheet:
    """A game that somebody won outright: the sums left on the racks, 0 for the winner."""
    return ScoreSheet(Ending.WENT_OUT, tuple(SheetRack(left) for left in racks), **ticks)


def pool_empty(*racks: int, tie: bool = False) -> ScoreSheet:
    return ScoreSheet(Ending.POOL_EMPTY, tuple(SheetRack(left) for left in racks), tie=tie)


def refusal(hall: Hall, command: cmd.AnyCommand) -> tuple[str, ...]:
    """Return the codes with which a command is refused; nothing may have changed."""
    before = hall.tournament.to_bytes()
    try:
        hall.do(command)
    except Refused as refused:
        assert hall.tournament.to_bytes() == before
        for violation in refused.violations:
            assert violation.text.isprintable()
            assert "{" not in violation.text
        return tuple(violation.code for violation in refused.violations)
    raise AssertionError("nothing was refused")
