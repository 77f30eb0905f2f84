"""Random whole games of words, legal and illegal commands alike, watched at every step.

The games are the same in every run. With `KOSTKA_FUZZ=20` there are twenty times as many, and
other ones each time.
"""

from __future__ import annotations

import os
from collections import Counter
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

from kostka.editions import load_clauses
from kostka.events.codec import from_json, to_json
from kostka.events.errors import Refused
from kostka.tiles import TileId
from kostka.word import (
    WORD,
    Accept,
    AddRandomness,
    AnyCommand,
    AnyEvent,
    Challenge,
    Draw,
    Game,
    Judging,
    Leave,
    LetterBag,
    Pass,
    Phase,
    Place,
    RunOutOfTime,
    Start,
    State,
    Theme,
    WordEdition,
    evolve,
    verify_log,
)
from tests.word.checks import (
    check_between_commands,
    check_event,
    check_nothing_hidden_is_shown,
    check_state,
)
from tests.word.players import KNOWN, Habits, Player, make_nonsense, spoil_move

FUZZ = float(os.environ.get("KOSTKA_FUZZ", "1"))
EXAMPLES = 25
STEPS = 40
LONGEST_GAME = 300

KNOWN_WORDS = replace(WORD, lexicon="known")
SMALL = replace(
    KNOWN_WORDS,
    bag=LetterBag(tuple((letter, 3) for letter in "AEIKLMNOPRSTYZ"), 4),
    players_max=3,
    rack_size=7,
    first_word=4,
    refill_to=4,
)
"""Games that are soon over, with many jokers."""

RULES: dict[str, WordEdition] = {
    "checked": KNOWN_WORDS,
    "challenge": replace(KNOWN_WORDS, judging=Judging.CHALLENGE),
    "small": SMALL,
    "small-challenge": replace(SMALL, judging=Judging.CHALLENGE),
    "small-penalty": replace(SMALL, judging=Judging.PENALTY, penalty=2),
    "small-theme": replace(
        SMALL,
        theme=Theme("most", tuple(word for word in KNOWN if "P" not in word)),
        turn_seconds=None,
    ),
}

NAMES = ("Ann", "Ben", "Łucja", "Győző")

numbers = st.integers(0, 1 << 32)
someone = st.one_of(st.none(), st.none(), st.integers(-1, 4))
"""A seat that need not exist; None for the player who is to act."""
texts = st.sampled_from(["a word", "zażółć gęślą jaźń", "x" * 200, "\0", "", " ", "x" * 201])
tiles = st.one_of(st.integers(-2, 120), st.sampled_from([1 << 63, 1 << 64, -(1 << 90)]))
tables = st.lists(st.lists(tiles.map(TileId), max_size=4).map(tuple), max_size=3).map(tuple)


class Watched(RuleBasedStateMachine):
    """A game, and what must be true of it whatever is asked of it."""

    book: WordEdition
    done: Counter[str]
    """How often which command was carried out, or refused, and how games ended."""

    def __init__(self) -> None:
        super().__init__()
        self.game: Game
        self.rng = Random(0)
        self.sound = False
        self.played_out = False

    # --- what is asked ---

    @initialize(players=st.integers(2, 4), number=numbers, begun=st.booleans(), out=st.booleans())
    def open(self, players: int, number: int, begun: bool, out: bool) -> None:
        players = min(players, self.book.players_max)
        self.rng = Random(number)
        self.played_out = out
        self.game = Game.new(self.book, NAMES[:players], number.to_bytes(32))
        assert written_and_read(self.book, WordEdition) == self.book
        check_event(self.game.log.events[0], self.state, self.rng)
        if begun:
            self.do(Start())

    @precondition(lambda self: self.state.phase is Phase.GATHERING)
    @rule(seat=st.integers(-1, 4), words=texts)
    def add_randomness(self, seat: int, words: str) -> None:
        self.do(AddRandomness(seat, words))

    @rule()
    def start(self) -> None:
        self.do(Start())

    @rule(seat=someone)
    def draw(self, seat: int | None) -> None:
        self.do(Draw(self.seat(seat)))

    @rule(seat=someone, number=numbers)
    def place(self, seat: int | None, number: int) -> None:
        self.do(replace(self.sensible(Random(number)), seat=self.seat(seat)))

    @rule(number=numbers)
    def place_spoilt(self, number: int) -> None:
        rng, turn = Random(number), self.state.turn
        if turn is not None:
            self.do(spoil_move(self.game.view(turn), self.sensible(rng), rng))

    @rule(seat=someone, number=numbers, table=tables)
    def place_nonsense(
        self, seat: int | None, number: int, table: tuple[tuple[TileId, ...], ...]
    ) -> None:
        self.do(Place(self.seat(seat), table))
        words, letters = make_nonsense(Random(number))
        self.do(Place(self.seat(seat), (*self.state.table, *words), letters))

    @rule(seat=someone)
    def place_nothing(self, seat: int | None) -> None:
        self.do(Place(self.seat(seat), self.state.table))

    @rule(number=numbers)
    def bluff(self, number: int) -> None:
        turn = self.state.turn
        if turn is not None:
            self.do(Player(Random(number)).nonsense_word(self.game.view(turn)) or Draw(turn))

    @rule(seat=someone)
    def pass_(self, seat: int | None) -> None:
        self.do(Pass(self.seat(seat)))

    @rule(seat=st.integers(-1, 4))
    def challenge(self, seat: int) -> None:
        move, points = self.state.last_move, self.points()
        if self.do(Challenge(seat)) and move is not None:
            undone = self.state.last_move is None and self.points() != points
            assert undone <= (self.points()[move.seat] < points[move.seat])

    @rule(seat=someone)
    def accept(self, seat: int | None) -> None:
        self.do(Accept(self.seat(seat)))

    @rule(seat=someone)
    def run_out_of_time(self, seat: int | None) -> None:
        self.do(RunOutOfTime(self.seat(seat)))

    @rule(seat=st.integers(-1, 4), sure=st.integers(0, 2))
    def leave(self, seat: int, sure: int) -> None:
        if not sure:
            self.do(Leave(seat))

    @precondition(lambda self: self.state.phase is Phase.PLAYING)
    @rule(number=numbers, turns=st.integers(1, 20), idles=st.sampled_from([0.0, 0.1, 0.6]))
    def play_on(self, number: int, turns: int, idles: float) -> None:
        """Let sensible players have some turns."""
        habits = Habits(idles=idles, times_out=0.03, bluffs=0.2, challenges=0.2)
        self.let_play(Player(Random(number), habits, self.book), turns)

    @precondition(lambda self: self.state.phase is Phase.PLAYING)
    @rule(left=st.integers(0, 4), sure=st.integers(0, 1))
    def draw_down(self, left: int, sure: int) -> None:
        """Let everybody draw until the pool is almost empty."""
        while not sure and self.state.turn is not None and len(self.state.pool) > left:
            assert self.do(Draw(self.state.turn))

    @rule()
    def save_and_load(self) -> None:
        again = Game.load(self.game.to_bytes())
        assert again.state == self.state
        assert again.to_bytes() == self.game.to_bytes()
        self.game = again

    # --- what must be true ---

    @invariant()
    def it_is_in_order(self) -> None:
        check_between_commands(self.state)
        check_nothing_hidden_is_shown(self.state, self.rng)

    def teardown(self) -> None:
        """Play some games to their end, and prove every record."""
        if not self.sound:
            return
        if self.played_out:
            if self.state.phase is Phase.GATHERING:
                self.do(Start())
            if len(self.state.seats) > 2:
                self.do(Leave(2))
            self.let_play(
                Player(Random(0), Habits(challenges=0.5, bluffs=0.1), self.book), LONGEST_GAME
            )
            assert self.state.phase is Phase.FINISHED
        proof = verify_log(self.game.log)
        assert proof.finished == (self.state.phase is Phase.FINISHED)
        assert proof.seed == (self.state.seed if proof.finished else None)

    # --- how it is done ---

    @property
    def state(self) -> State:
        return self.game.state

    def seat(self, seat: int | None) -> int:
        if seat is not None:
            return seat
        return next(iter(self.state.waiting), self.state.turn or 0)

    def points(self) -> list[int]:
        return [seat.points for seat in self.game.view(None).seats]

    def sensible(self, rng: Random) -> Place:
        turn = self.state.turn
        if turn is None:
            return Place(0, self.state.table)
        return Player(rng).move(self.game.view(turn)) or Place(turn, self.state.table)

    def let_play(self, player: Player, turns: int) -> None:
        for _ in range(turns):
            for seat in range(len(self.state.seats)):
                answer = player.answer(self.game.view(seat))
                if answer is not None:
                    assert self.do(answer)
            if self.state.turn is not None:
                command = player.command(self.game.view(self.state.turn))
                limit = self.book.turn_seconds is not None
                assert self.do(command) or (isinstance(command, RunOutOfTime) and not limit)

    def do(self, command: AnyCommand) -> bool:
        """Ask for something; say whether it was done."""
        before, saved = self.state, self.game.to_bytes()
        self.sound = False  # until everything about this command is known to be right
        try:
            events = self.game.do(command, 1)
        except Refused as refused:
            check_refused(refused)
            assert self.state == before
            assert self.game.to_bytes() == saved
            self.done[f"{type(command).__name__} refused"] += 1
            self.sound = True
            return False
        assert events
        assert written_and_read(command, AnyCommand) == command
        assert self.game.to_bytes().startswith(saved)
        state = before
        for event in events:
            assert written_and_read(event, AnyEvent) == event
            state = evolve(state, event)
            check_state(state)
            check_event(event, state, self.rng)
        assert state == self.state
        assert state.turns >= before.turns
        self.done[type(command).__name__] += 1
        if state.result is not None:
            self.done[state.result.ending] += 1
        self.sound = True
        return True


def written_and_read(value: object, kind: Any) -> Any:
    return from_json(to_json(value), kind)


def check_refused(refused: Refused) -> None:
    """Every reason has a code, a clause that exists, and one clear line."""
    assert refused.violations
    for violation in refused.violations:
        assert violation.code.isidentifier()
        assert violation.clause in load_clauses()
        assert violation.clause.startswith("W-")
        assert 0 < len(str(violation)) < 150
        assert str(violation).isprintable()


@pytest.mark.clause("W-5", "W-6", "W-10", "W-12", "W-16")
@pytest.mark.parametrize("name", RULES)
def test_random_games(name: str) -> None:
    machine: type[Watched] = type(name, (Watched,), {"book": RULES[name], "done": Counter()})
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
    run_state_machine_as_test(seed(name)(machine) if FUZZ == 1 else machine, settings=profile)
    done, challenges = machine.done, RULES[name].judging is Judging.CHALLENGE
    wanted = ["Start", "Place", "Place refused", "Draw", "nobody_placed"]
    wanted += ["Challenge"] * challenges
    assert not [command for command in wanted if not done[command]], done
