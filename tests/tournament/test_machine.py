"""Random tournaments, sensible and senseless commands alike, watched at every step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from kostka.events.errors import Refused
from kostka.tournament import (
    FivePlayers,
    OrganiserStep,
    Phase,
    ScoreSheet,
    Settings,
    SheetRack,
    Status,
    TieResolution,
    Tournament,
    compute_standings,
    find_next_step,
    list_history,
    preview_command,
)
from kostka.tournament import commands as cmd
from kostka.tournament import events as ev
from kostka.tournament.score_sheet import ENDINGS
from kostka.tournament.standings import order_players_for_seating
from tests.tournament.hall import HEAD, ORGANISER, REFEREE, SCREEN, Hall

TOKENS = st.sampled_from([ORGANISER, HEAD, REFEREE, SCREEN, "sheet 1, table 1", "guess"])
SMALL = st.integers(0, 9)
REASONS = st.sampled_from(["because", "because", "because", "", "x" * 300])


def mostly(*tokens: str) -> st.SearchStrategy[str]:
    """Return a link that may do a thing, and now and then any other."""
    return st.integers(0, 5).flatmap(lambda die: TOKENS if die == 0 else st.sampled_from(tokens))


PLAYER_ASKS: dict[str, tuple[str, Callable[..., cmd.AnyCommand]]] = {
    "check in": (ORGANISER, lambda p, **by: cmd.CheckIn((p,), **by)),
    "withdraw": (ORGANISER, cmd.Withdraw),
    "come late": (ORGANISER, cmd.SeatLate),
    "warn": (REFEREE, cmd.Warn),
    "exclude": (HEAD, cmd.Exclude),
    "penalise": (REFEREE, lambda p, **by: cmd.Penalise(p, points=p, **by)),
    "cancel": (HEAD, cmd.CancelIncident),
    "rename": (ORGANISER, lambda p, **by: cmd.RenamePlayer(p, f"R{p}", **by)),
}


class Random(RuleBasedStateMachine):
    """People who press everything."""

    @initialize(
        players=st.integers(0, 11),
        rounds=st.integers(1, 3),
        games=st.integers(1, 2),
        avoid=st.booleans(),
    )
    def open(self, players: int, rounds: int, games: int, *, avoid: bool) -> None:
        self.hall = Hall(
            players, settings=Settings(rounds, games, 30, avoid_repeats=avoid), rehearsal=True
        )

    def do(self, command: cmd.AnyCommand) -> list[ev.AnyEvent] | None:
        """Send a command; refused, it changes nothing."""
        state, length = self.hall.state, len(self.hall.tournament.log.entries)
        try:
            foreseen = preview_command(state, command)
        except Refused:
            foreseen = None
        try:
            events = self.hall.do(command)
        except Refused:
            assert foreseen is None
            assert self.hall.state is state
            assert len(self.hall.tournament.log.entries) == length
            return None
        assert foreseen is not None
        assert foreseen.events == tuple(events)
        return events

    # --- what leads on ------------------------------------------------------------------------

    @rule(five=st.sampled_from(FivePlayers), steps=st.integers(1, 4))
    def go_on(self, five: FivePlayers, steps: int) -> None:
        for _ in range(steps):
            self.next_step(five)

    def next_step(self, five: FivePlayers) -> None:
        """Do what the organiser is told to; it must be possible."""
        hall, step = self.hall, find_next_step(self.hall.state)
        steps: dict[OrganiserStep, Callable[[], object]] = {
            OrganiserStep.REGISTER: self.register,
            OrganiserStep.SEAT: lambda: hall.seat(five),
            OrganiserStep.LOCK: lambda: self.lock(five),
            OrganiserStep.START: hall.start,
            OrganiserStep.ENTER_RESULTS: lambda: hall.do(cmd.Rehearse(token=ORGANISER)),
            OrganiserStep.SETTLE_DISPUTES: self.settle,
            OrganiserStep.CLOSE: hall.close,
            OrganiserStep.DECIDE_TITLES: self.decide_titles,
            OrganiserStep.FINISH: lambda: hall.do(cmd.Finish(token=ORGANISER)),
            OrganiserStep.DONE: lambda: None,
        }
        steps[step]()
        if step is OrganiserStep.SEAT:
            self.check_seats()

    def register(self) -> None:
        number = self.hall.state.next_player
        self.hall.add(*(f"N{n}" for n in range(number, number + 3)))

    def lock(self, five: FivePlayers) -> None:
        # Somebody may have come or gone since the seats were drawn.
        if self.do(cmd.LockSeats(token=ORGANISER)) is None:
            self.do(cmd.SeatRound(five, token=ORGANISER))

    def settle(self) -> None:
        for dispute in self.hall.state.disputes:
            if not dispute.decision:
                self.hall.do(cmd.DecideDispute(dispute.id, "so be it", token=HEAD))

    def decide_titles(self) -> None:
        for tie in self.hall.tournament.view(0).title_ties:
            self.hall.do(cmd.DecideTitles(tie, TieResolution.SHARED, token=HEAD, reason="level"))

    def check_seats(self) -> None:
        """Everybody sits once, tables of 3 last, in the order of the standings."""
        hall, seats = self.hall, self.hall.seats
        seated = [player for table in seats for player in table]
        assert sorted(seated) == sorted(hall.state.present_players)
        sizes = [len(table) for table in seats]
        assert sizes == sorted(sizes, reverse=True)
        if hall.round.number > 1 and not hall.state.settings.avoid_repeats:
            assert seated == order_players_for_seating(hall.state, hall.round.number, seated)[0]

    # --- anything at any time -----------------------------------------------------------------

    @rule(data=st.data(), player=SMALL, reason=REASONS, what=st.sampled_from([*PLAYER_ASKS]))
    def about_a_player(self, data: st.DataObject, player: int, reason: str, what: str) -> None:
        right, ask = PLAYER_ASKS[what]
        self.do(ask(player, token=data.draw(mostly(right)), reason=reason))

    @rule(die=st.integers(0, 3))
    def somebody_comes(self, die: int) -> None:
        if die == 0 and self.hall.state.next_player < 13 and not self.hall.state.finished:
            self.hall.add(f"Late {self.hall.state.next_player}")

    @rule(token=mostly(ORGANISER), a=SMALL, b=SMALL)
    def swap(self, token: str, a: int, b: int) -> None:
        self.do(cmd.SwapSeats((a, b), token=token))

    @rule(token=mostly(REFEREE), table=st.integers(0, 3), stop=st.booleans())
    def clock(self, token: str, table: int, *, stop: bool) -> None:
        kind = cmd.StopClock if stop else cmd.ResumeClock
        self.do(kind(table, self.hall.now, token=token))

    @rule(token=mostly(REFEREE), table=st.integers(0, 3))
    def call(self, token: str, table: int) -> None:
        self.do(cmd.CallReferee(table, "help", self.hall.now, token=token))

    @rule(token=TOKENS, reason=REASONS)
    def play_again(self, token: str, reason: str) -> None:
        self.do(cmd.VoidRound(token=token, reason=reason))

    @precondition(lambda self: self.hall.state.rounds != ())
    @rule(data=st.data(), token=mostly(ORGANISER), correct=st.booleans(), tie=st.booleans())
    def result(self, data: st.DataObject, token: str, *, correct: bool, tie: bool) -> None:
        """Type a result, which may be right, for a game, which may be there."""
        state = self.hall.state
        round_ = data.draw(st.sampled_from(state.rounds))
        table = data.draw(st.sampled_from(round_.tables))
        gone = (Status.WITHDRAWN, Status.EXCLUDED)
        racks = tuple(
            None if state.players[player].status in gone else SheetRack(data.draw(SMALL))
            for player in table.seats
        )
        paper = ScoreSheet(data.draw(st.sampled_from(ENDINGS)), racks, tie)
        game = data.draw(st.integers(1, round_.games + 1))
        kind = cmd.CorrectResult if correct else cmd.EnterResult
        stamp = f"{len(state.events)}"
        command = kind(round_.number, table.number, game, paper, stamp, token=token, reason="typed")
        if self.do(command):
            assert self.do(command) == []  # sent twice, it is one

    @precondition(lambda self: len(self.hall.tournament.log.entries) > 2)
    @rule(token=mostly(ORGANISER), back=st.integers(0, 6))
    def undo(self, token: str, back: int) -> None:
        entry = len(self.hall.tournament.log.entries) - back
        self.do(cmd.Undo(entry, token=token, reason="a slip"))

    # --- what always holds --------------------------------------------------------------------

    @invariant()
    def points_add_up(self) -> None:
        state = self.hall.state
        rows = compute_standings(state)
        assert len({row.player for row in rows}) == len(rows)
        taken = sum(row.penalty_points for row in rows)
        assert sum((row.points for row in rows), Fraction()) == -taken
        games = [
            versions[-1]
            for round_ in state.rounds
            for table in round_.tables
            for versions in table.results.values()
        ]
        wins = sum(line.big for held in games for line in held.lines if line)
        assert sum(row.big + row.penalty_big for row in rows) == wins
        assert wins >= sum(held.paper is not None for held in games)

    @invariant()
    def everybody_sits_at_most_once(self) -> None:
        for round_ in self.hall.state.rounds:
            assert max(Counter(round_.players).values()) == 1
            if round_.phase in (Phase.PREVIEW, Phase.LOCKED):
                assert all(table.results == {} for table in round_.tables)

    @invariant()
    def who_has_played_has_a_place_unless_excluded(self) -> None:
        for row in compute_standings(self.hall.state):
            if row.games or row.status is Status.EXCLUDED:
                assert (row.place is None) == (row.status is Status.EXCLUDED)

    @invariant()
    def everybody_can_look(self) -> None:
        for viewer in (None, *range(len(self.hall.state.grants))):
            self.hall.tournament.view(viewer)

    def teardown(self) -> None:
        if not hasattr(self, "hall"):
            return
        tournament = self.hall.tournament
        again = Tournament.load(tournament.to_bytes())
        assert again.state == tournament.state
        assert again.to_bytes() == tournament.to_bytes()
        assert len(list_history(tournament.log)) == len(tournament.log.entries)


def test_random_tournaments() -> None:
    run_state_machine_as_test(
        Random,
        settings=settings(
            max_examples=25,
            stateful_step_count=40,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
