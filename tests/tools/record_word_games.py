"""Plays and records the word games in `tests/games/word`.

`python -m tests.tools.record_word_games`. Each game has a story: how it must end, and what must
happen in it. Games are played with one seed after the other until one fits the story.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from random import Random

from msgspec.structs import replace

from kostka.lexicon import load_lexicon
from kostka.tabletop.randomness import list_randomness_commands
from kostka.word import (
    WORD,
    AddRandomness,
    AnyCommand,
    Ending,
    Game,
    Judging,
    Leave,
    Place,
    RunOutOfTime,
    Start,
    State,
    Theme,
    WordEdition,
    spell_words,
)
from kostka.word import events as ev
from tests.tools.record_number_games import list_committed_words
from tests.word.players import KNOWN, Habits, Player
from tests.word.test_recorded_games import GAMES

FIRST_GAME = 1_767_200_400_000
DAY = 86_400_000

CHALLENGE = replace(WORD, judging=Judging.CHALLENGE)
PENALTY = replace(WORD, judging=Judging.PENALTY)
THEME = replace(WORD, theme=Theme("bez F", tuple(w for w in KNOWN if "F" not in w)))


def list_base_forms() -> Iterator[str]:
    """Yield a short form of every word that the players know, in capital letters."""
    forms = load_lexicon("pl").forms
    assert forms is not None
    for word in KNOWN:
        for lexeme in sorted(forms.find_lexemes(word.lower())):
            yield min(forms.list_forms(lexeme), key=lambda form: (len(form), form)).upper()


FORMS = replace(WORD, theme=Theme("wszystko", tuple(dict.fromkeys(list_base_forms()))))


@dataclass(frozen=True)
class Story:
    """What a game is to be like."""

    kind: str
    edition: WordEdition
    ending: Ending
    names: tuple[str, ...]
    habits: Habits = field(default_factory=Habits)
    wants: frozenset[str] = frozenset()
    words: tuple[tuple[int, str], ...] = ()
    commits: bool = False
    """Whether players commit to their words first, together with one who never reveals any."""
    leaves: tuple[tuple[int, int], ...] = ()
    """Who leaves, from which turn on."""

    @property
    def name(self) -> str:
        return f"{self.kind}-{self.ending}"


STORIES = (
    Story(
        "checked",
        WORD,
        Ending.WENT_OUT,
        ("Ala", "Bogdan"),
        wants=frozenset({"joker taken", "doubled"}),
        words=((0, "źdźbło"), (1, "chrząszcz")),
    ),
    Story(
        "checked",
        WORD,
        Ending.NOBODY_PLACED,
        ("Ala", "Bogdan", "Łucja"),
        Habits(times_out=0.05, idles=0.05),
        wants=frozenset({"TimedOut", "placed in the last round"}),
    ),
    Story(
        "checked",
        WORD,
        Ending.ALONE,
        ("Ala", "Bogdan", "Łucja"),
        leaves=((1, 9), (0, 20)),
    ),
    Story("theme", THEME, Ending.NOBODY_PLACED, ("Ala", "Bogdan", "Łucja", "Żaneta")),
    Story(
        "challenge",
        CHALLENGE,
        Ending.WENT_OUT,
        ("Ala", "Bogdan", "Łucja"),
        Habits(bluffs=0.1, challenges=0.2),
        wants=frozenset({"wrong word", "good word challenged", "Accepted", "mixed again"}),
    ),
    Story(
        "challenge",
        CHALLENGE,
        Ending.NOBODY_PLACED,
        ("Ala", "Bogdan"),
        Habits(bluffs=0.15, challenges=0.3, times_out=0.02),
        wants=frozenset({"wrong word", "good word challenged"}),
    ),
    Story(
        "challenge",
        CHALLENGE,
        Ending.ALONE,
        ("Ala", "Bogdan"),
        Habits(bluffs=0.1, challenges=0.3),
        wants=frozenset({"wrong word"}),
        leaves=((0, 15),),
    ),
    Story("names", WORD, Ending.WENT_OUT, ("Ala", "Żaneta")),
    Story(
        "committed",
        CHALLENGE,
        Ending.WENT_OUT,
        ("Ala", "Bogdan", "Łucja"),
        Habits(bluffs=0.1, challenges=0.2),
        wants=frozenset({"wrong word", "mixed again"}),
        words=((0, "00112233445566778899aabbccddeeff"), (1, "0f1e2d3c4b5a69788796a5b4c3d2e1f0")),
        commits=True,
    ),
    Story(
        "penalty",
        PENALTY,
        Ending.WENT_OUT,
        ("Ala", "Bogdan"),
        Habits(bluffs=0.15),
        wants=frozenset({"WordRefused", "doubled"}),
    ),
    Story(
        "relaid",
        WORD,
        Ending.WENT_OUT,
        ("Ala", "Bogdan"),
        Habits(relays=0.5),
        wants=frozenset({"word relaid", "joker taken"}),
    ),
    Story(
        "forms",
        FORMS,
        Ending.NOBODY_PLACED,
        ("Ala", "Bogdan", "Łucja"),
        wants=frozenset({"form that is not listed"}),
    ),
)


class Attempt:
    """One attempt to play a story."""

    def __init__(self, story: Story, attempt: int) -> None:
        self.story = story
        seed = f"{story.name} {attempt}"
        self.rng = Random(seed)
        self.at = FIRST_GAME + DAY * STORIES.index(story)
        digest = sha256(seed.encode()).digest()
        self.game = Game.new(story.edition, story.names, digest, at=self.at)
        self.player = Player(self.rng, story.habits, story.edition)

    def play(self) -> Game:
        if self.story.commits:
            for contribution in list_randomness_commands(list_committed_words(self.story.words)):
                self.do(contribution, 0, 0)
        else:
            for seat, words in self.story.words:
                self.do(AddRandomness(seat, words), 2_000, 9_000)
        self.do(Start(), 1_000, 5_000)
        while self.game.state.result is None:
            for seat in range(len(self.story.names)):
                answer = self.player.answer(self.game.view(seat))
                if answer is not None:
                    self.do(answer, 1_000, 6_000)
            for seat, turn in self.story.leaves:
                if self.game.state.turns >= turn and self.game.state.seats[seat].present:
                    self.do(Leave(seat), 1_000, 2_000)
            if self.game.state.turn is not None:
                command = self.player.command(self.game.view(self.game.state.turn))
                late = isinstance(command, RunOutOfTime)
                soonest = 60_000 if late else 5_000 if isinstance(command, Place) else 2_000
                self.do(command, soonest, 60_000 if late else 40_000)
        return self.game

    def do(self, command: AnyCommand, soonest: int, latest: int) -> None:
        self.at += self.rng.randint(soonest, latest)
        self.game.do(command, self.at)


def list_facts(game: Game) -> set[str]:
    """Return what happened in a game that a story may want."""
    found: set[str] = set()
    before = None
    for event, state in game.machine.replay(game.log):
        found.add(type(event).__name__)
        if before is not None:
            found.update(_list_event_facts(before, event))
        before = state
    return found


def _list_event_facts(before: State, event: ev.AnyEvent) -> Iterator[str]:
    match event:
        case ev.Placed():
            if event.doubled:
                yield "doubled"
            if any(event.letters[tile] != letter for tile, letter in before.letters.items()):
                yield "joker taken"
            if before.last_round is not None:
                yield "placed in the last round"
            if _list_relaid_words(before, event):
                yield "word relaid"
            theme = before.edition.theme
            if theme is not None and not set(event.words) <= set(theme.words):
                yield "form that is not listed"
        case ev.Challenged():
            yield "wrong word" if event.wrong else "good word challenged"
        case ev.Mixed(mixing) if mixing > 1:
            yield "mixed again"


def _list_relaid_words(before: State, event: ev.Placed) -> list[str]:
    """Return the words with an own tile that lay on the table before."""
    old = spell_words(before.bag, before.table, before.letters)
    new = zip(spell_words(before.bag, event.table, event.letters), event.table, strict=True)
    return [name for name, word in new if name in old and not set(event.tiles).isdisjoint(word)]


def play_story(story: Story) -> tuple[int, Game]:
    """Play attempts until one fits the story; return its number and the game."""
    for attempt in count():
        game = Attempt(story, attempt).play()
        result = game.state.result
        if result is not None and result.ending is story.ending and story.wants <= list_facts(game):
            return attempt, game
    raise AssertionError("counting goes on for ever")


def main() -> None:
    GAMES.mkdir(exist_ok=True)
    for story in STORIES:
        file = GAMES / f"{story.name}.jsonl"
        if file.exists():
            continue
        attempt, game = play_story(story)
        data = game.to_bytes()
        file.write_bytes(data)
        sys.stdout.write(
            f"{story.name}: attempt {attempt}, {game.state.turns} turns, {len(data):,} bytes; "
            f"{', '.join(sorted(list_facts(game)))}\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()
