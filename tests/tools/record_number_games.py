"""Plays and records the games in `tests/games`: `python -m tests.tools.record_number_games`.

With arguments it records the games of these editions only: `... record_number_games junior`.

A story names the edition, the ending and whatever else a game must contain. Attempts are numbered,
and the number is the seed; the first attempt that fits the story is saved. So the same code always
records the same games. Games that are there are left alone: every later version must load them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from kostka.editions import EDITIONS, Edition, apply_house_rules
from kostka.events.errors import Refused
from kostka.melds import Table
from kostka.numbers import (
    NUMBERS,
    AddRandomness,
    Announce,
    AnyCommand,
    Draw,
    EndGame,
    Ending,
    EndRoundTime,
    EndTurn,
    Game,
    Leave,
    Pass,
    Penalise,
    Place,
    RunOutOfTime,
    Start,
    State,
    Undo,
    UseTime,
)
from kostka.numbers import events as ev
from kostka.numbers.scoring import Why
from kostka.solver.opening import can_open
from kostka.tabletop.randomness import Contribution, list_randomness_commands
from kostka.tiles.shuffle import compute_words_commitment
from tests.players import Habits, Player, spoil_table

GAMES = Path(__file__).parents[1] / "games"
FIRST_GAME = 1_761_400_800_000
"""When the first story begins, in milliseconds; the next one on the next day."""
DAY = 24 * 60 * 60 * 1000
MOST_TURNS = 1000

LIVELY = Habits(idles=0, stops=0.05)
SHY = Habits(idles=0.6, stops=0.4, rearranges=0.3)
HASTY = Habits(idles=0.1, times_out=0.12, tidy=False)


@dataclass(frozen=True)
class Story:
    """What a recorded game has to be like."""

    edition: str
    ending: Ending
    names: tuple[str, ...]
    wants: frozenset[str] = frozenset()
    """Facts that the game must hold, see `list_facts`."""
    habits: Habits = LIVELY
    words: tuple[tuple[int, str], ...] = ()
    """Who adds which words to the shuffle."""
    commits: bool = False
    """Whether they commit to them first, together with a last player who never reveals any."""
    undo: int | None = None
    """From which turn on a referee takes back the first move that places tiles."""
    penalty: int | None = None
    leaves: tuple[tuple[int, int], ...] = ()
    """In which turn who leaves."""
    leaves_for: str = ""
    """What somebody leaves for, who has not opened: it is scored as if the other went out."""
    ends: int | None = None
    """In which turn the referee, or the time of the round, ends the game."""
    ends_tied: bool = False
    """The referee waits until two racks are lowest."""
    starter: int | None = None
    turns: tuple[int, int] = (1, MOST_TURNS)
    """How long the game may be."""
    note: str = ""
    """Distinguishes two games with the same ending."""
    house: dict[str, Any] = field(default_factory=dict)
    """House rules."""

    @property
    def name(self) -> str:
        return "-".join(filter(None, (self.edition, self.ending, self.note)))

    @property
    def rules(self) -> Edition:
        return apply_house_rules(EDITIONS[self.edition], **self.house)


OPENED = frozenset({"all opened", "rearranged", "joker"})

OWN_STORIES = (
    # --- classic ---
    Story(
        "classic",
        Ending.WENT_OUT,
        ("Ann", "Ben", "Łucja", "Győző"),
        OPENED | {"lively", "joker freed"},
        words=((0, "good luck, everybody"), (2, "powodzenia!")),
        turns=(20, 44),
    ),
    Story(
        "classic",
        Ending.POOL_EMPTY,
        ("Ann", "Ágnes"),
        frozenset({"tied start", "announced"}),
        SHY,
    ),
    Story(
        "classic",
        Ending.ALONE,
        ("Ben", "Cleo", "Świętosława"),
        frozenset({"redeal"}),
        leaves=((11, 1), (17, 0)),
    ),
    Story(
        "classic",
        Ending.REFEREE,
        ("Ann", "Ben", "Cleo"),
        frozenset({"fraction", "undone", "penalty"}),
        undo=6,
        penalty=9,
        ends=14,
        ends_tied=True,
    ),
    Story(
        "classic",
        Ending.WENT_OUT,
        ("Ann", "Ben", "Jürgen"),
        OPENED | {"failed"},
        HASTY,
        note="house",
        house={"invalid_move": "penalty", "opening_threshold": 0, "turn_seconds": 30},
    ),
    # --- six ---
    Story(
        "six",
        Ending.WENT_OUT,
        ("Ann", "Ben", "Cleo", "Dan", "Żaneta", "Ödön"),
        OPENED | {"redeal"},
        words=((4, "żółw"), (5, "árvíztűrő tükörfúrógép")),
    ),
    Story(
        "six",
        Ending.POOL_EMPTY,
        ("Ann", "Ben", "Cleo", "Dan", "Eve"),
        frozenset({"timed out", "failed"}),
        Habits(idles=0.7, stops=0.5, rearranges=0.2, times_out=0.05),
    ),
    Story(
        "six",
        Ending.ALONE,
        ("Ann", "Ben", "Cleo", "Dan", "Eve"),
        leaves=((3, 4), (8, 0), (15, 2), (20, 1)),
    ),
    Story(
        "six",
        Ending.REFEREE,
        ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay"),
        frozenset({"left", "penalty", "tied start"}),
        penalty=4,
        leaves=((10, 3),),
        ends=25,
    ),
    # --- travel ---
    Story("travel", Ending.WENT_OUT, ("Ann", "Őrs"), OPENED),
    Story(
        "travel",
        Ending.POOL_EMPTY,
        ("Ann", "Ben", "Cleo", "Dan"),
        frozenset({"timed out", "failed"}),
        Habits(idles=0.5, stops=0.4, times_out=0.06),
        words=((3, "🎲"),),
    ),
    Story("travel", Ending.ALONE, ("Ann", "Ben"), leaves=((9, 0),)),
    Story(
        "travel",
        Ending.REFEREE,
        ("Ann", "Ben", "Cleo"),
        frozenset({"shared", "undone"}),
        undo=8,
        ends=12,
        ends_tied=True,
    ),
    # --- twist ---
    Story(
        "twist",
        Ending.WENT_OUT,
        ("Ann", "Ben", "Małgorzata"),
        OPENED | {"joker J", "joker D", "joker C", "joker M"},
        turns=(20, 90),
    ),
    Story(
        "twist",
        Ending.POOL_EMPTY,
        ("Ann", "Ben", "Cleo", "Dan"),
        frozenset({"timed out", "failed", "placed after the pool was empty"}),
        Habits(idles=0.4, stops=0.4, times_out=0.05),
    ),
    Story(
        "twist",
        Ending.ALONE,
        ("Ann", "Ben", "Cleo"),
        frozenset({"tied start"}),
        leaves=((14, 2), (15, 1)),
        words=((0, "a"), (1, "b"), (2, "c")),
    ),
    Story(
        "twist",
        Ending.REFEREE,
        ("Ann", "Ben"),
        frozenset({"undone", "penalty"}),
        undo=10,
        penalty=12,
        ends=30,
    ),
    Story(
        "twist",
        Ending.ROUND_TIME,
        ("Ann", "Ben", "Cleo", "Łukasz"),
        frozenset({"announced", "stack chosen", "joker"}),
        ends=48,
        note="house",
        house={
            "not_opened": 100,
            "could_have_opened": 200,
            "timed_rounds": True,
            "drawing": "chosen_stack",
        },
    ),
    # --- tournament ---
    Story(
        "tournament",
        Ending.WENT_OUT,
        ("Ann", "Ben", "Cleo", "Świętosława"),
        OPENED | {"redeal", "stack chosen", "stood"},
        Habits(idles=0, stops=0.1, times_out=0.05),
    ),
    Story(
        "tournament",
        Ending.POOL_EMPTY,
        ("Ann", "Ben", "Cleo", "Dan"),
        frozenset({"stack chosen", "announced", "undone"}),
        SHY,
        undo=20,
        starter=2,
    ),
    Story(
        "tournament",
        Ending.ALONE,
        ("Ann", "Ben", "Cleo", "Dan"),
        frozenset({"could have opened"}),
        SHY,
        leaves=((6, 2), (12, 0), (19, 3)),
    ),
    Story(
        "tournament",
        Ending.REFEREE,
        ("Ann", "Ben", "Cleo", "Dan"),
        frozenset({"left", "timed out"}),
        HASTY,
        leaves=((7, 1),),
        ends=28,
    ),
    Story(
        "tournament",
        Ending.ROUND_TIME,
        ("Ann", "Ben", "Cleo"),
        frozenset({"penalty", "timed out", "stack chosen"}),
        HASTY,
        penalty=5,
        ends=40,
        starter=1,
    ),
    # --- randomness that players commit to ---
    Story(
        "classic",
        Ending.WENT_OUT,
        ("Ann", "Ben", "Cleo"),
        OPENED | {"redeal"},
        words=((0, "00112233445566778899aabbccddeeff"), (1, "0f1e2d3c4b5a69788796a5b4c3d2e1f0")),
        commits=True,
        turns=(20, 60),
        note="committed",
    ),
)


def list_endings(edition: Edition) -> list[Ending]:
    """List how a game of this edition can end."""
    missing = set()
    if not edition.timed_rounds:
        missing.add(Ending.ROUND_TIME)
    if edition.main_seconds is None:
        missing.add(Ending.FLAG_FELL)
    return [ending for ending in Ending if ending not in missing]


def make_plain_stories(edition: Edition) -> Iterator[Story]:
    """Yield a story for every ending, for an edition without stories of its own."""
    names = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")[: edition.players_max]
    for ending in list_endings(edition):
        match ending:
            case Ending.WENT_OUT:
                yield Story(edition.key, ending, names, OPENED)
            case Ending.POOL_EMPTY:
                yield Story(edition.key, ending, names, habits=SHY)
            case Ending.ALONE:
                leaves = tuple((9 + seat, seat) for seat in range(len(names) - 1))
                yield Story(edition.key, ending, names, leaves=leaves)
            case Ending.REFEREE | Ending.ROUND_TIME | Ending.FLAG_FELL:
                yield Story(edition.key, ending, names, ends=20)


NAMES_OUTSIDE_CHAIN = Story(
    "travel",
    Ending.WENT_OUT,
    ("Ann", 'Łucja "Lu" \\', "Győző"),
    frozenset({"all opened"}),
    note="names",
)
"""The names stand outside the chain of hashes since schema version 2."""

ANNOUNCEMENTS_JUDGED_AT_END = (
    Story(
        "classic",
        Ending.ALONE,
        ("Ann", "Łucja"),
        frozenset({"announcement helped"}),
        Habits(idles=0.3, announces=1),
        leaves_for="announcement helped",
        note="announced",
    ),
    Story(
        "classic",
        Ending.ALONE,
        ("Ann", "Győző"),
        frozenset({"announced without use"}),
        Habits(announces_in_vain=0.5),
        leaves_for="announced without use",
        note="vain",
    ),
    Story(
        "tournament",
        Ending.ALONE,
        ("Ann", "Ben"),
        frozenset({"late tile costs"}),
        Habits(times_out=0.7, announces=0),
        leaves_for="late tile costs",
        note="late",
    ),
    Story(
        "six",
        Ending.WENT_OUT,
        ("Ann", "Ben", "Cleo", "Dan", "Zsófi"),
        frozenset({"redeal after draws"}),
        Habits(idles=0, stops=0.05, asks_redeal=0.1),
        note="redeal",
    ),
)
"""Since announcements are judged at the end, and draws of others do not end the right to a deal."""

STORIES = (
    *OWN_STORIES,
    *(
        story
        for edition in EDITIONS.values()
        if edition.key not in {story.edition for story in OWN_STORIES}
        for story in make_plain_stories(edition)
    ),
    NAMES_OUTSIDE_CHAIN,
    *ANNOUNCEMENTS_JUDGED_AT_END,
)


# --- playing ----------------------------------------------------------------------------------


class Attempt:
    """One attempt to play a story."""

    def __init__(self, story: Story, attempt: int) -> None:
        self.story = story
        seed = f"{story.name} {attempt}"
        self.rng = Random(seed)
        self.at = FIRST_GAME + DAY * STORIES.index(story)
        self.game = Game.new(
            story.rules,
            story.names,
            sha256(seed.encode()).digest(),
            starter=story.starter,
            at=self.at,
        )
        self.players = [Player(self.rng, story.habits) for _ in story.names]
        self.incidents = self._iterate_incidents()

    def play(self) -> Game:
        if self.story.commits:
            for contribution in list_randomness_commands(list_committed_words(self.story.words)):
                self.do(contribution, 0, 0)
        else:
            for seat, words in self.story.words:
                self.do(AddRandomness(seat, words), 2_000, 9_000)
        self.do(Start(), 1_000, 5_000)
        while self.game.state.result is None and self.game.state.turns < MOST_TURNS:
            turn = self.game.state.turns
            command = self._choose_redeal() or next(self.incidents, None) or self._choose_move()
            self._carry_out(command)
            if isinstance(command, Place) and self.story.undo is not None:
                self._undo_once(turn)
        return self.game

    def do(self, command: AnyCommand, soonest: int, latest: int) -> None:
        took = self.rng.randint(soonest, latest)
        self.at += took
        with suppress(Refused):  # then the player thinks again
            self.game.do_checked_commands((*self._count_time(command, took), command), self.at)

    def _count_time(self, command: AnyCommand, took: int) -> tuple[UseTime, ...]:
        """Return the command of the clock that comes before a move, where there is a main time."""
        state = self.game.state
        is_move = isinstance(command, Place | Draw | Pass | RunOutOfTime)
        if not is_move or state.edition.main_seconds is None or state.drawn is not None:
            return ()
        assert state.turn is not None
        return (UseTime(state.turn, took),)

    def _carry_out(self, command: AnyCommand) -> None:
        edition = self.game.state.edition
        whole = (edition.turn_seconds or 60) * 1000
        match command:
            case RunOutOfTime(seat) if edition.main_seconds is not None:
                left = self.game.state.seats[seat].time_left or 0
                late = left + 1000 * edition.delay_seconds + 2_000
                self.do(command, late, late)
            case RunOutOfTime():
                self.do(command, whole, whole)
            case Announce() | EndTurn():
                self.do(command, 500, 1000 * self.game.state.edition.announcement_seconds // 2)
            case Place():
                self.do(command, whole // 10, whole * 9 // 10)
            case _:
                self.do(command, 800, whole // 4)

    def _choose_redeal(self) -> AnyCommand | None:
        asked = (player.redeal(self.game.view(seat)) for seat, player in enumerate(self.players))
        return next(filter(None, asked), None)

    def _choose_move(self) -> AnyCommand:
        state = self.game.state
        seat = state.turn
        assert seat is not None
        view = self.game.view(seat)
        command = self.players[seat].command(view)
        penalty = state.edition.invalid_move.value == "penalty"
        if penalty and isinstance(command, Place) and self.rng.random() < 0.1:
            return Place(seat, spoil_table(view, command.table, self.rng))
        return command

    def _undo_once(self, turn: int) -> None:
        done = any(isinstance(event, ev.MoveUndone) for event in self.game.log.events)
        if not done and self.story.undo is not None and turn >= self.story.undo:
            self.do(Undo("Referee Nowak", "a tile of the table was in the hand"), 5_000, 40_000)

    def _iterate_incidents(self) -> Iterator[AnyCommand | None]:
        """Yield what happens besides the players' moves; None until it is time."""
        story = self.story
        for turn, seat in story.leaves:
            yield from self._wait_for_turn(turn)
            yield Leave(seat)
        if story.leaves_for:
            while (leaver := find_leaver(self.game, story.leaves_for)) is None:
                yield None
            yield Leave(leaver)
        if story.penalty is not None:
            yield from self._wait_for_turn(story.penalty)
            seat = self.rng.randrange(len(story.names))
            yield Penalise(seat, 2, "Referee Nowak", "hints from a spectator")
        if story.ends is not None:
            yield from self._wait_for_turn(story.ends)
            if story.ending is Ending.ROUND_TIME:
                yield EndRoundTime()
                return
            if story.ending is Ending.FLAG_FELL:
                while self.game.state.turn is None or self.game.state.drawn is not None:
                    yield None
                yield RunOutOfTime(self.game.state.turn)
                return
            while story.ends_tied and not are_lowest_racks_tied(self.game.state):
                yield None
            yield EndGame("Referee Nowak", "the hall closes")

    def _wait_for_turn(self, turn: int) -> Iterator[None]:
        while self.game.state.turns < turn:
            yield None


def list_committed_words(words: tuple[tuple[int, str], ...]) -> list[Contribution]:
    """Return words with their commitments, and the commitment of a last player without words."""
    revealed = [Contribution(seat, compute_words_commitment(text), text) for seat, text in words]
    return [*revealed, Contribution(len(words), compute_words_commitment("never said"), None)]


def are_lowest_racks_tied(state: State) -> bool:
    """Whether two racks have the lowest count, so that a game ended now is a tie."""
    counts = sorted(
        sum(face.number or state.edition.joker_penalty for face in state.box.get_faces(seat.rack))
        for seat in state.seats
    )
    return counts[0] == counts[1]


# --- what a game holds ------------------------------------------------------------------------


def list_facts(game: Game) -> set[str]:
    """Return what happened in a game that a story may want."""
    found: set[str] = set()
    placed = 0
    before = None
    for event, state in NUMBERS.replay(game.log):
        if before is not None:
            found.update(_list_event_facts(before, event, state))
        placed += isinstance(event, ev.Placed)
        before = state
    found.update(_list_facts_of_unopened_seats(game))
    state = game.state
    if all(seat.opened for seat in state.seats):
        found.add("all opened")
    if placed * 5 >= state.turns * 3:
        found.add("lively")
    return found


def _list_facts_of_unopened_seats(game: Game) -> Iterator[str]:
    """Yield what announcements and tiles drawn late led to (N-41)."""
    result = game.state.result
    for number, seat in enumerate(game.state.seats):
        if result is None or seat.opened:
            continue
        draws = [one for one in game.log.events if isinstance(one, ev.Drew) and one.seat == number]
        late = bool(draws) and draws[-1].reason is ev.DrawReason.TIME_OUT
        before = game.state.box.get_faces(seat.rack[: seat.had_at_turn_start])
        edition = game.state.edition
        could_before = can_open(before, edition.opening_threshold, edition.set_rules)
        match result.sheet.lines[number].why:
            case Why.ANNOUNCED:
                yield "announcement helped"
            case Why.COULD_HAVE_OPENED if late and not could_before:
                yield "late tile costs"
            case Why.COULD_HAVE_OPENED | Why.NOT_OPENED if seat.announced:
                yield "announced without use"


def find_leaver(game: Game, fact: str) -> int | None:
    """Return a player who is not on turn and makes this fact true by leaving."""
    for number, seat in enumerate(game.state.seats):
        if number == game.state.turn or seat.opened or not seat.had_in_turn:
            continue
        left = Game.load(game.to_bytes())
        left.do(Leave(number))
        if fact in _list_facts_of_unopened_seats(left):
            return number
    return None


def _list_event_facts(  # noqa: C901, PLR0912
    before: State, event: ev.AnyEvent, state: State
) -> Iterator[str]:
    match event:
        case ev.StartDrawn() if before.start_draws:
            yield "tied start"
        case ev.RedealAsked():
            yield "redeal"
            if before.turns > 1:
                yield "redeal after draws"
        case ev.OpeningAnnounced():
            yield "announced"
        case ev.TimedOut():
            yield "timed out"
        case ev.MoveFailed():
            yield "failed"
        case ev.MoveUndone():
            yield "undone"
        case ev.Penalised():
            yield "penalty"
        case ev.Left():
            yield "left"
        case ev.Drew(stack=int()):
            yield "stack chosen"
        case ev.Placed(_, table, tiles):
            for face in state.box.get_faces(tiles):
                if not face.number:
                    yield from ("joker", f"joker {face}")
            if is_rearranged(before.table, table):
                yield "rearranged"
            if has_freed_joker(before, table):
                yield "joker freed"
            if not before.pool_size:
                yield "placed after the pool was empty"
            if before.moved and before.time_used is None:
                yield "stood"
        case ev.Finished(_, sheet):
            if len(sheet.winners) > 1:
                yield "shared"
            if any(line.points.denominator > 1 for line in sheet.lines):
                yield "fraction"
            yield from (line.why.value.replace("_", " ") for line in sheet.lines)


def is_rearranged(before: Table, after: Table) -> bool:
    """Whether a set on the table was taken apart."""
    return not all(any(set(old) <= set(new) for new in after) for old in before)


def has_freed_joker(before: State, after: Table) -> bool:
    """Whether a joker lies where none of its old neighbours lies."""
    for old in before.table:
        for tile in old:
            if not before.box.get_face(tile).number:
                new = next((meld for meld in after if tile in meld), ())
                if set(old) & set(new) == {tile}:
                    return True
    return False


def fits_story(story: Story, game: Game) -> bool:
    """Whether a game fits its story."""
    result = game.state.result
    low, high = story.turns
    return (
        result is not None
        and result.ending is story.ending
        and low <= game.state.turns <= high
        and story.wants <= list_facts(game)
    )


def play_story(story: Story) -> tuple[int, Game]:
    """Play attempts until one fits the story; return its number and the game."""
    for attempt in count():
        game = Attempt(story, attempt).play()
        if fits_story(story, game):
            return attempt, game
    raise AssertionError("counting goes on for ever")


def main() -> None:
    GAMES.mkdir(exist_ok=True)
    editions = sys.argv[1:] or EDITIONS
    for story in (story for story in STORIES if story.edition in editions):
        file = GAMES / f"{story.name}.jsonl"
        if file.exists():
            continue
        attempt, game = play_story(story)
        data = game.to_bytes()
        file.write_bytes(data)
        placed = sum(isinstance(event, ev.Placed) for event in game.log.events)
        sys.stdout.write(
            f"{story.name}: attempt {attempt}, {len(story.names)} players, "
            f"{game.state.turns} turns, {placed} with tiles placed, {len(data):,} bytes; "
            f"{', '.join(sorted(list_facts(game)))}\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()
