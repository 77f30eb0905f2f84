"""The word game on the server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from kostka.bots.word import WORD_LEVELS, WordBot, make_word_bot
from kostka.events.codec import to_builtins, to_json
from kostka.events.errors import BadInput, Violation, format_input, quote, refuse
from kostka.events.game import Viewer
from kostka.events.log import Log
from kostka.lexicon import LANGUAGES, list_lemmas, load_lexicon
from kostka.protocol.requests import AskHint, WordDo, WordDraft
from kostka.protocol.responses import (
    Problem,
    WordDraftJudged,
    WordDraftNews,
    WordHint,
    WordJudged,
    WordNews,
    WordsLaid,
)
from kostka.server.games.game_kind import NULL, Around, Book
from kostka.server.games.house_rule_option import Knob
from kostka.server.games.solver_thread import SEARCHING
from kostka.server.games.word_hints import word_hint
from kostka.tabletop.match import Sheet, Standing, rank_players
from kostka.tabletop.views import find_own_rack
from kostka.word import commands as cmd
from kostka.word import events as ev
from kostka.word.decisions import check_placing
from kostka.word.edition import LONGEST_TURN, WORD, Judging, WordEdition, word_house_rules
from kostka.word.game import Game
from kostka.word.languages import edition_in
from kostka.word.proof import verify
from kostka.word.replay import Replay, replay
from kostka.word.state import Header, State
from kostka.word.table import TurnCheck, texts
from kostka.word.theme import BadTheme, Theme
from kostka.word.validity import check_theme, judge_of
from kostka.word.views import View, shown_header, view, view_event

ACCEPTING_SECONDS = 15
"""To challenge the move that would end the game; then it stands (W-13)."""

WordLog = Log[Header, ev.AnyEvent]

BOOKS = {WORD.key: WORD}


class WordGame:
    """The game with letter tiles."""

    name = "word"
    books: Mapping[str, Book] = BOOKS
    players_clause = "W-1"
    levels = len(WORD_LEVELS)
    knobs: tuple[Knob, ...] = (
        Knob("judging", "choice", choices=tuple(way.value for way in Judging)),
        Knob("lexicon", "choice", choices=LANGUAGES),
        Knob("theme", "theme", optional=True),
        Knob("turn_seconds", "number", 1, LONGEST_TURN, optional=True),
        Knob("vulgar", "switch"),
    )
    requests: tuple[type, ...] = (WordDo, WordDraft)
    whenever: tuple[type, ...] = (cmd.Leave,)
    periods: tuple[type, ...] = (ev.TurnBegan, ev.LastMoveMade, ev.Finished)
    thread: Executor | None = SEARCHING

    def __init__(self) -> None:
        """Begin with no words loaded."""
        self._loaded: set[str] = set()

    # --- games --------------------------------------------------------------------------------

    def book(self, key: str, rules: Mapping[str, Any]) -> WordEdition:
        """Give the rules of a table, without its theme, of which the rules hold a name."""
        book, rest = BOOKS[key], {**rules, "theme": None}
        language = rest.pop("lexicon", book.lexicon)
        if language not in LANGUAGES:
            raise BadInput(f"there is no lexicon {quote(language)}: choose {', '.join(LANGUAGES)}")
        if language != book.lexicon:
            book = edition_in(language)
        return word_house_rules(book, **rest)

    def themed(self, book: WordEdition, theme: Theme) -> WordEdition:
        """Give the rules with a theme (W-15)."""
        return replace(book, theme=theme)

    def check_theme(self, book: WordEdition) -> None:
        """Refuse a theme with which nobody could begin (W-4, W-15)."""
        try:
            check_theme(book)
        except BadTheme as error:
            raise refuse(error.violation) from None

    def tiles(self, book: WordEdition) -> int:
        """Say how many tiles the box holds."""
        return book.bag.tiles

    def times(self, book: WordEdition) -> tuple[int | None, ...]:
        """Give the times for a move that the rule book names (W-14)."""
        return (book.turn_seconds,)

    def is_ready(self, book: WordEdition) -> bool:
        """Whether the words of a language are loaded."""
        return book.lexicon in self._loaded

    def get_ready(self, book: WordEdition) -> None:
        """Load the lexicon, and the dictionary that knows lemmas if there is one."""
        judge_of(book)
        _lemmas_of("", book.lexicon)
        self._loaded.add(book.lexicon)

    def rule_values(self, book: WordEdition) -> dict[str, Any]:
        """Give every field of an edition, and what follows: the words that rules may use."""
        fields = to_builtins(book)
        for inner in ("bag", "theme"):
            del fields[inner]
        return {
            **fields,
            "tiles": book.bag.tiles,
            "letter_tiles": book.bag.tiles - book.bag.jokers,
            "jokers": book.bag.jokers,
        }

    def dealt(
        self, book: WordEdition, names: Sequence[str], seed: bytes, *, starter: int | None, at: int
    ) -> Game:
        """Open a game and deal."""
        game = Game.new(book, names, seed, starter=starter, at=at)
        game.do(cmd.Start(), at)
        return game

    def load(self, data: bytes) -> Game:
        """Take up a saved game."""
        return Game.load(data)

    def verify(self, log: WordLog) -> None:
        """Prove a record, or raise `BadRecord`."""
        verify(log)

    def replay(self, log: WordLog) -> Replay | None:
        """Give all steps of a game; None while it goes on."""
        return replay(log)

    def standings(self, _: WordEdition, sheets: Sequence[Sheet]) -> list[Standing]:
        """Rank the players of a match: the most points of all its games win, as in each of them."""
        return rank_players(sheets, wins_first=False)

    # --- turns --------------------------------------------------------------------------------

    def waits_for(self, state: State) -> tuple[int, ...]:
        """Say whose command a running game waits for: of those who may challenge its last move."""
        return state.waiting if state.turn is None else (state.turn,)

    def challengers(self, state: State) -> tuple[int, ...]:
        """Say who may challenge the last move until the next one is made (W-13)."""
        move = state.last_move
        if move is None or move.found_good or state.turn is None:
            return ()
        return tuple([seat for seat in state.list_present_after(move.seat) if seat != move.seat])

    def seconds(self, state: State) -> int | None:
        """Say how much time they have, without their time banks; None for no limit."""
        return ACCEPTING_SECONDS if state.turn is None else state.edition.turn_seconds

    def time_is_up(self, state: State, _: WordsLaid | None) -> cmd.RunOutOfTime:
        """Undo what was laid (W-14), or let the last move stand (W-13)."""
        return cmd.RunOutOfTime(self.waits_for(state)[0])

    def round_time_is_up(self, _: State) -> None:
        """Give nothing: no tournament is played with letters."""

    def player(self, level: int, seed: int, book: WordEdition) -> WordBot:
        """Make a bot."""
        return make_word_bot(str(level), seed, book)

    def hint(self, view: View, book: WordEdition, asked: AskHint) -> WordHint:
        """Answer who asks for a hint while on turn."""
        return word_hint(view, book, asked)

    # --- drafts -------------------------------------------------------------------------------

    def draft(self, request: WordDraft) -> WordsLaid:
        """Give the draft that a client sends, as it is kept."""
        return WordsLaid(request.table, request.letters)

    def may_lay(self, state: State, seat: int) -> bool:
        """Whether a player may move tiles about now."""
        return state.turn == seat

    def check(self, state: State, draft: WordsLaid) -> TurnCheck:
        """Judge a draft of the player on turn."""
        return check_placing(state, draft.table, draft.letters)

    def judged(self, number: int, state: State, draft: WordsLaid) -> WordDraftJudged:
        """Say of every word of a draft what it is, and what stands in the way of finishing.

        Where words are challenged, it is not told whether a new one is valid (W-13).
        """
        check = self.check(state, draft)
        old = set(texts(state.bag, state.table, state.letters))
        told = state.edition.judging is Judging.CHECKED
        return WordDraftJudged(
            id=number,
            turn=state.turns,
            words=tuple(
                [
                    _judged(name, check.violations, valid=True if told or name in old else None)
                    for name in texts(state.bag, draft.table, check.letters)
                ]
            ),
            made=check.words,
            points=check.points,
            doubled=check.doubled,
            problems=tuple(map(Problem.of, check.violations)),
        )

    def draft_news(self, seat: int, turn: int, draft: WordsLaid) -> WordDraftNews:
        """Show a draft to others."""
        return WordDraftNews(seat, turn, draft.table, draft.letters)

    # --- news ---------------------------------------------------------------------------------

    def header(self, log: WordLog) -> Header:
        """Give the header as everybody may see it: without the words of the theme."""
        return shown_header(log.header)

    def news(self, state: State, around: Around, gap: Any) -> WordNews:  # noqa: ANN401  (any mark)
        """Say what is told of a game, with gaps for what differs from one viewer to another."""
        seen = view(state, None)
        seats = seen.seats
        if state.result is None:
            seats = tuple([replace(seat, rack=gap) for seat in seats])
        return WordNews(
            game=around.name,
            view=replace(seen, viewer=gap, header=around.header, seats=seats),
            events=gap,
            clock=around.clock,
            faces=state.bag.faces if around.first else None,
            draft=around.draft,
            lemmas=_lemmas(state),
        )

    def fillings(self, state: State, viewer: Viewer) -> list[bytes]:
        """Write what a viewer knows of a running game alone: the racks."""
        gaps = [NULL] * len(state.seats)
        if viewer is not None:
            gaps[viewer] = to_json(find_own_rack(state, viewer))
        return gaps

    view_event = staticmethod(view_event)


def _lemmas(state: State) -> dict[str, tuple[str, ...]]:
    """Say of which words those of the history are forms.

    Where words are challenged that is told at the end: only valid ones are known (W-13).
    """
    if state.edition.judging is Judging.CHALLENGE and state.result is None:
        return {}
    made = [word for seat in state.seats for turn in seat.turns for word in turn.words]
    known = {word: _lemmas_of(word, state.edition.lexicon) for word in made}
    return {word: found for word, found in known.items() if found}


@lru_cache(maxsize=10_000)
def _lemmas_of(word: str, language: str) -> tuple[str, ...]:
    found = list_lemmas(word.lower(), load_lexicon(language)) if language in LANGUAGES else None
    return tuple(found or ())


def _judged(name: str, violations: Sequence[Violation], *, valid: bool | None) -> WordJudged:
    """Say what a word is, by the first reason against it."""
    wrong = next((one for one in violations if one.values.get("word") == format_input(name)), None)
    if wrong is None:
        return WordJudged(name, valid)
    return WordJudged(name, valid=False, problem=Problem.of(wrong))
