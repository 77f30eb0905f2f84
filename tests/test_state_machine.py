"""Random whole games, legal and illegal commands alike, watched at every step.

The games are the same in every run. `KOSTKA_FUZZ=20 pytest tests/test_state_machine.py` plays
twenty times as many, and other ones each time; a failure is then made as short as possible.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable
from itertools import chain
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, seed, settings
from hypothesis import Phase as Stage
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from msgspec.structs import replace

from kostka.editions import CLASSIC, EDITIONS, TWIST, Edition, apply_house_rules, load_clauses
from kostka.editions.model import PoolEnd
from kostka.events.codec import from_json, to_json
from kostka.events.errors import Refused
from kostka.melds import Table, interpret_set
from kostka.numbers import (
    AddRandomness,
    Announce,
    AnyCommand,
    AnyEvent,
    AskRedeal,
    Draw,
    EndGame,
    Ending,
    EndRoundTime,
    EndTurn,
    Game,
    Leave,
    Pass,
    Penalise,
    Phase,
    Place,
    RunOutOfTime,
    Start,
    State,
    Undo,
    UseTime,
    evolve,
    find_next_starter,
    verify_log,
    view,
    view_event,
)
from kostka.numbers import events as ev
from kostka.numbers.redeal import DOUBLES_FOR_REDEAL, count_doubles
from tests.players import Habits, Player, make_nonsense, spoil_table
from tests.test_recorded_games import (
    check_event,
    check_scores,
    check_table,
    check_tiles,
    check_view,
    list_viewers,
)

FUZZ = float(os.environ.get("KOSTKA_FUZZ", "1"))
EXAMPLES = 25
STEPS = 50
LONGEST_GAME = 500
SEEDS_TRIED = 12
"""To find a deal with three doubles, or a game that somebody wins."""

RULES: dict[str, Edition] = EDITIONS | {
    "classic-house": apply_house_rules(CLASSIC, invalid_move="penalty", opening_threshold=0),
    "twist-house": apply_house_rules(
        TWIST,
        not_opened=100,
        could_have_opened=200,
        timed_rounds=True,
        drawing="chosen_stack",
    ),
}

NAMES = ("Ann", "Ben", "Łucja", "Győző", "Eve", "Fay")

numbers = st.integers(0, 1 << 32)
"""Seeds of the players' choices."""
someone = st.one_of(st.none(), st.none(), st.integers(-1, 6))
"""A seat that need not exist; None for the player on turn."""
texts = st.one_of(
    st.sampled_from(["a reason", "zażółć gęślą jaźń", "x" * 200]),
    st.sampled_from(["a reason", "\0", "", " ", "x" * 201]),
)
tiles = st.one_of(st.integers(-2, 170), st.sampled_from([1 << 63, 1 << 64, 1 << 90, -(1 << 90)]))
tables = st.lists(st.lists(tiles, max_size=4).map(tuple), max_size=3).map(tuple)


class Watched(RuleBasedStateMachine):
    """A game, and what must be true of it whatever is asked of it."""

    book: Edition
    done: Counter[str]
    """How often which command was carried out, or refused, and how games ended."""

    def __init__(self) -> None:
        super().__init__()
        self.game: Game
        self.end = "open"
        """What becomes of the game after the last step."""
        self.before_move: State | None = None
        """What the last move began with, for the referee's undo."""
        self.at = 0
        self.sound = False

    # --- what is asked ---

    @initialize(
        players=st.integers(2, 6),
        number=numbers,
        begun=st.integers(0, 3),
        end=st.sampled_from(["open", "open", "played out", "played out", "drawn out"]),
    )
    def open(self, players: int, number: int, begun: int, end: str) -> None:
        self.end = end
        players = min(max(players, self.book.players_min), self.book.players_max)
        self.game = Game.new(self.book, NAMES[:players], number.to_bytes(32))
        assert written_and_read(self.book, Edition) == self.book
        (sealed,) = self.game.log.events
        for viewer in list_viewers(self.state):
            check_event(sealed, view_event(sealed, viewer), self.state, viewer)
        if begun:
            self.do(Start())
        for other in range(SEEDS_TRIED if begun == 1 else 0):
            if self.seats_with_doubles():
                break
            self.game = Game.new(self.book, NAMES[:players], (number + other).to_bytes(32))
            self.game.do(Start())

    @precondition(lambda self: self.state.phase is Phase.GATHERING)
    @rule(seat=st.integers(-1, 6), words=texts)
    def add_randomness(self, seat: int, words: str) -> None:
        self.do(AddRandomness(seat, words))

    @rule()
    def start(self) -> None:
        self.do(Start())

    @precondition(lambda self: self.state.turns <= 2)
    @rule(seat=someone)
    def ask_redeal(self, seat: int | None) -> None:
        entitled = self.seats_with_doubles() if seat is None else []
        self.do(AskRedeal(entitled[0] if entitled else self.seat(seat)))

    @rule(seat=someone, stack=st.one_of(st.none(), st.none(), st.integers(-1, 25)))
    def draw(self, seat: int | None, stack: int | None) -> None:
        self.do(Draw(self.seat(seat), stack))

    @rule(seat=someone, number=numbers)
    def place(self, seat: int | None, number: int) -> None:
        self.do(Place(self.seat(seat), self.sensible_table(Random(number)) or ()))

    @rule(seat=someone, number=numbers)
    def place_spoilt(self, seat: int | None, number: int) -> None:
        self.do(Place(self.seat(seat), self.spoilt_table(Random(number))))

    @precondition(lambda self: self.state.table and self.state.phase is Phase.PLAYING)
    @rule(number=numbers)
    def place_a_set_and_turn_the_others(self, number: int) -> None:
        """Lay any set, be it enough to open or not, and every set the other way round."""
        seat = self.seat(None)
        table = self.player(Random(number)).any_set(view(self.state, seat))
        self.do(Place(seat, tuple(meld[::-1] for meld in table)))

    @rule(seat=someone, number=numbers, table=tables)
    def place_nonsense(self, seat: int | None, number: int, table: Table) -> None:
        self.do(Place(self.seat(seat), table))
        self.do(Place(self.seat(seat), (*self.state.table, *make_nonsense(Random(number)))))

    @rule(seat=someone)
    def place_nothing(self, seat: int | None) -> None:
        self.do(Place(self.seat(seat), self.state.table))

    @rule(seat=someone)
    def pass_(self, seat: int | None) -> None:
        self.do(Pass(self.seat(seat)))

    @rule(seat=someone)
    def announce(self, seat: int | None) -> None:
        self.do(Announce(self.seat(seat)))

    @rule(seat=someone)
    def end_turn(self, seat: int | None) -> None:
        self.do(EndTurn(self.seat(seat)))

    @rule(seat=someone, number=numbers, kind=st.integers(0, 4), table=tables)
    def run_out_of_time(self, seat: int | None, number: int, kind: int, table: Table) -> None:
        rng = Random(number)
        drafts: list[Callable[[], Table | None]] = [
            lambda: None,
            lambda: self.state.table,
            lambda: self.sensible_table(rng),
            lambda: self.spoilt_table(rng),
            lambda: table,
        ]
        self.do(RunOutOfTime(self.seat(seat), drafts[kind]()))

    @rule(seat=someone, time=st.one_of(st.integers(0, 30_000), st.integers(600_000, 620_000)))
    def use_time(self, seat: int | None, time: int) -> None:
        self.do(UseTime(self.seat(seat), time))

    @rule(seat=st.one_of(st.integers(-1, 6), st.integers(0, 3)), sure=st.integers(0, 2))
    def leave(self, seat: int, sure: int) -> None:
        if not sure:
            self.do(Leave(seat))

    @rule(sure=st.integers(0, 2))
    def end_round_time(self, sure: int) -> None:
        if not sure:
            self.do(EndRoundTime())

    @rule(reason=texts)
    def undo(self, reason: str) -> None:
        if self.do(Undo("Referee", reason)):
            assert replace(self.state, before_move=None) == self.before_move
            assert not self.do(Undo("Referee", "once more"))

    @rule(seat=someone, number=st.one_of(st.integers(1, 4), st.integers(-1, 22)), reason=texts)
    def penalise(self, seat: int | None, number: int, reason: str) -> None:
        self.do(Penalise(self.seat(seat), number, "Referee", reason))

    @rule(by=texts, sure=st.integers(0, 9))
    def end_game(self, by: str, sure: int) -> None:
        if not sure:
            self.do(EndGame(by, "enough"))

    @precondition(lambda self: self.state.phase is Phase.PLAYING)
    @rule(number=numbers, turns=st.integers(1, 30), idles=st.sampled_from([0.0, 0.1, 0.6]))
    def play_on(self, number: int, turns: int, idles: float) -> None:
        """Let sensible players have some turns."""
        player = Player(Random(number), Habits(idles=idles, times_out=0.03, tidy=False))
        self.let_play(player, turns)

    @precondition(lambda self: self.state.phase is Phase.PLAYING)
    @rule(left=st.integers(0, 4), sure=st.integers(0, 1))
    def draw_down(self, left: int, sure: int) -> None:
        """Let everybody draw until the pool is almost empty."""
        if not sure:
            self.let_draw(left)

    @precondition(lambda self: self.state.phase is Phase.PLAYING and len(self.state.stacks) > 1)
    @rule(stack=st.integers(0, 15))
    def use_up_the_middle(self, stack: int) -> None:
        """Let everybody draw until somebody has to choose a stack (Z-10)."""
        self.let_draw(0, whole_pool=False)
        for nowhere in (-1, -len(self.state.stacks), len(self.state.stacks), 1 << 70):
            assert not self.do(Draw(self.seat(None), nowhere))
        self.do(Draw(self.seat(None), stack))

    @precondition(lambda self: self.state.phase is Phase.FINISHED)
    @rule(number=numbers)
    def play_again(self, number: int) -> None:
        self.check_record()
        state = self.state
        starter = find_next_starter(state.starter, len(state.seats))
        self.game = Game.new(self.book, state.header.names, number.to_bytes(32), starter=starter)
        self.do(Start())

    @rule()
    def save_and_load(self) -> None:
        self.check_replay()
        self.game = Game.load(self.game.to_bytes())

    # --- what must be true ---

    @invariant()
    def nothing_hidden_is_shown(self) -> None:
        for viewer in list_viewers(self.state):
            check_view(self.state, view(self.state, viewer))

    @invariant()
    def somebody_is_on_turn(self) -> None:
        state = self.state
        assert (state.turn is not None) == (state.phase is Phase.PLAYING)
        assert (state.result is not None) == (state.phase is Phase.FINISHED)
        if state.turn is not None:
            assert state.seats[state.turn].present
            assert all(seat.rack for seat in state.seats)
            assert state.last_round is None or state.last_round[0] == state.turn

    def teardown(self) -> None:
        """Play some games to their end, and prove every record."""
        if not self.sound:
            return
        if self.end != "open":
            if self.state.phase is Phase.GATHERING:
                self.do(Start())
            if self.end == "drawn out":
                self.let_draw(0)
                if self.state.last_round is not None and len(self.state.seats) > 2:
                    self.do(Leave(self.state.last_round[-1]))
            self.let_play(Player(Random(0), Habits(idles=self.end == "drawn out")), LONGEST_GAME)
            assert self.state.phase is Phase.FINISHED
        self.check_record()

    # --- how it is done ---

    @property
    def state(self) -> State:
        return self.game.state

    def seat(self, seat: int | None) -> int:
        return (self.state.turn or 0) if seat is None else seat

    def seats_with_doubles(self) -> list[int]:
        """Who may ask for a new deal, in an edition that knows it."""
        show = self.state.box.get_faces
        return [
            number
            for number, seat in enumerate(self.state.seats)
            if count_doubles(show(seat.rack[: self.book.rack_size])) >= DOUBLES_FOR_REDEAL
        ]

    def player(self, rng: Random) -> Player:
        return Player(rng, Habits(tidy=False))

    def let_play(self, player: Player, turns: int) -> None:
        for _ in range(turns):
            seat = self.state.turn
            if seat is None:
                return
            assert self.do(player.command(view(self.state, seat)))

    def let_draw(self, left: int, *, whole_pool: bool = True) -> None:
        while self.state.turn is not None and self.state.pool_size > left:
            seat = self.state.turn
            if not whole_pool and not self.state.stacks[self.state.middle]:
                return
            if not self.do(EndTurn(seat) if self.state.drawn is not None else Draw(seat)):
                return

    def sensible_table(self, rng: Random) -> Table | None:
        if self.state.turn is None:
            return None
        return self.player(rng).move(view(self.state, self.state.turn))

    def spoilt_table(self, rng: Random) -> Table:
        if self.state.turn is None:
            return make_nonsense(rng)
        shown = view(self.state, self.state.turn)
        player = self.player(rng)
        table = player.any_set(shown) if rng.random() < 0.5 else player.move(shown)
        table = spoil_table(shown, table or self.state.table, rng)
        return spoil_table(shown, table, rng) if rng.random() < 0.2 else table

    def do(self, command: AnyCommand) -> bool:
        """Ask for something; say whether it was done."""
        assert written_and_read(command, AnyCommand) == command
        before, saved = self.state, self.game.to_bytes()
        self.at += 1
        self.sound = False  # until everything about this command is known to be right
        try:
            events = self.game.do(command, self.at)
        except Refused as refused:
            check_refused(refused)
            assert self.state == before
            assert self.game.to_bytes() == saved
            self.done[f"{type(command).__name__} refused"] += 1
            self.sound = True
            return False
        assert events
        assert self.game.to_bytes().startswith(saved)
        state = before
        for event in events:
            after = evolve(state, event)
            check_step(state, event, after)
            state = after
        assert state == self.state
        self.done[type(command).__name__] += 1
        assert getattr(command, "seat", 0) in range(len(state.seats))
        moves = Draw | Place | Pass | RunOutOfTime | UseTime
        if isinstance(command, moves) and not before.moved:
            self.before_move = replace(before, before_move=None)
        if state.result is not None:
            self.done[state.result.ending] += 1
        self.sound = True
        return True

    def check_record(self) -> None:
        """The log gives the same game again, and is proved."""
        self.check_replay()
        proof = verify_log(self.game.log)
        assert proof.finished == (self.state.phase is Phase.FINISHED)
        assert proof.seed == (self.state.seed if proof.finished else None)

    def check_replay(self) -> None:
        again = Game.load(self.game.to_bytes())
        assert again.state == self.state
        assert again.to_bytes() == self.game.to_bytes()


def written_and_read(value: object, kind: Any) -> Any:
    return from_json(to_json(value), kind)


def check_refused(refused: Refused) -> None:
    """A refusal gives its reasons, each a sentence with a clause that exists."""
    assert refused.violations
    for violation in refused.violations:
        assert violation.clause in load_clauses()
        assert violation.code
        assert violation.text.strip()
        assert "{" not in violation.text
        assert str(violation) in str(refused)


def check_step(before: State, event: AnyEvent, after: State) -> None:
    """What must be true of every single event."""
    assert written_and_read(event, AnyEvent) == event
    check_tiles(after)
    check_table(after)
    for viewer in list_viewers(after):
        check_event(event, view_event(event, viewer), after, viewer)
    match event:
        case ev.Placed():
            check_placed(before, event, after)
        case ev.Drew(seat, drawn, _, _):
            assert after.pool_size == before.pool_size - len(drawn)
            assert after.seats[seat].rack == before.seats[seat].rack + drawn
        case ev.Finished(ending, sheet):
            check_scores(after.edition, sheet)
            racks = [seat.rack for seat in after.seats]
            assert (ending is Ending.WENT_OUT) == (() in racks)
            assert all(after.seats[winner].present for winner in sheet.winners)
        case ev.MoveUndone() | ev.Dealt():
            pass
        case ev.TurnBegan(seat):
            assert seat in turns_from(before)
            assert before.seats[seat].present
        case ev.LastRoundBegan(seats):
            everybody = {number for number, seat in enumerate(before.seats) if seat.present}
            without = before.edition.pool_end is PoolEnd.LAST_ROUND_WITHOUT_DRAWER
            assert (
                set(seats) | ({before.last_drawer} & everybody if without else set()) == everybody
            )
            assert len(set(seats)) == len(seats)
            assert list(seats) == sorted(
                seats, key=lambda seat: (seat - seats[0]) % len(before.seats)
            )
        case _:
            assert after.table == before.table
            assert after.pool_size == before.pool_size
            assert [seat.rack for seat in after.seats] == [seat.rack for seat in before.seats]


def turns_from(state: State) -> tuple[int, ...]:
    """Whose turn can begin now: the next player's, clockwise, or as the last round says (N-4)."""
    if state.turn is None:
        return (state.starter,)
    if state.last_round is not None:
        return state.last_round[:2]
    players = len(state.seats)
    after = [(state.turn + step) % players for step in range(1, players + 1)]
    return tuple(seat for seat in after if state.seats[seat].present)[:1]


def check_placed(before: State, event: ev.Placed, after: State) -> None:
    """A move keeps every tile on the table and adds own ones; an opening is worth enough."""
    old = set(chain.from_iterable(before.table))
    new = set(chain.from_iterable(after.table))
    seat, rack = before.seats[event.seat], set(before.seats[event.seat].rack)
    assert old < new  # N-23
    assert new - old == set(event.tiles) <= rack
    assert set(after.seats[event.seat].rack) == rack - new
    assert before.drawn is None  # N-21
    if not seat.opened:  # N-22
        kept = {frozenset(meld) for meld in before.table}
        laid = [meld for meld in after.table if frozenset(meld) not in kept]
        assert len(laid) == len(after.table) - len(before.table)
        assert all(set(meld) <= rack for meld in laid)
        readings = [interpret_set(after.box.get_faces(meld)) for meld in laid]
        assert sum(r.value for r in readings if r) >= before.edition.opening_threshold


# --- the tests --------------------------------------------------------------------------------


@pytest.mark.clause("N-20", "N-21", "N-22", "N-23", "N-28", "N-40", "N-53", "N-55")
@pytest.mark.parametrize("key", RULES)
def test_whatever_is_asked_of_a_game(key: str) -> None:
    done: Counter[str] = Counter()
    kind = type("Watched", (Watched,), {"book": RULES[key], "done": done})
    profile = settings(
        max_examples=max(1, round(EXAMPLES * FUZZ)),
        stateful_step_count=STEPS,
        derandomize=FUZZ == 1,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=(Stage.generate,) if FUZZ == 1 else (Stage.generate, Stage.shrink),
        print_blob=False,
    )
    run_state_machine_as_test(seed(key)(kind) if FUZZ == 1 else kind, settings=profile)
    play_whole_games(kind)
    if FUZZ == 1:
        assert not [name for name in HAPPENS if not done[name]], done
    else:
        sys.stdout.write(f"{key}: {sum(done.values())} {dict(sorted(done.items()))}\n")


def play_whole_games(kind: type[Watched]) -> None:
    """Play until somebody has gone out, and a pool has run empty, whatever chance did before."""
    for end, wanted in (("played out", "went_out"), ("drawn out", "pool_empty")):
        for number in range(SEEDS_TRIED):
            if not kind.done[wanted]:
                machine = kind()
                machine.open(players=4, number=number, begun=2, end=end)
                machine.teardown()


HAPPENS = ("Draw", "Place", "Draw refused", "Place refused", "went_out", "pool_empty")
"""What the games of every edition have to hold, lest the test be an empty one."""
