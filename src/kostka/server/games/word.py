"""The word game on the server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Raw
from msgspec.structs import replace

from kostka.bots.word import WORD_LEVELS, WordBot, make_word_bot
from kostka.events.codec import from_json, to_builtins, to_json
from kostka.events.errors import BadInput, Violation, format_input, make_refusal, quote
from kostka.events.log import Log
from kostka.lexicon import LANGUAGES, list_lemmas, load_lexicon
from kostka.protocol import requests
from kostka.protocol.responses import (
    Problem,
    WordDraftJudged,
    WordDraftNews,
    WordHint,
    WordJudged,
    WordNews,
    WordsLaid,
)
from kostka.protocol.rooms import ThemeView
from kostka.server.games.game_kind import (
    Challengeable,
    GameRecord,
    GameRules,
    NeedsLoading,
    PlayableEdition,
    Themed,
    UpdateContext,
)
from kostka.server.games.house_rule_option import HouseRuleOption
from kostka.server.games.solver_thread import SOLVER_THREAD
from kostka.server.games.typed_live_game import TypedLiveGame
from kostka.server.games.word_hints import find_word_hint
from kostka.tabletop.match import Sheet, Standing, rank_players
from kostka.tabletop.randomness import Contribution, list_randomness_commands
from kostka.tabletop.renaming import remove_name
from kostka.word import commands as cmd
from kostka.word import events as ev
from kostka.word.decisions import judge_placing
from kostka.word.edition import MAX_TURN_SECONDS, WORD, Judging, WordEdition, apply_word_house_rules
from kostka.word.game import Game
from kostka.word.languages import get_word_edition
from kostka.word.proof import verify_log
from kostka.word.replay import Replay, build_replay
from kostka.word.state import Header, Result, State
from kostka.word.theme import BadTheme, Theme
from kostka.word.turn import TurnCheck, spell_words
from kostka.word.validity import check_theme, check_theme_size, get_word_judge
from kostka.word.views import View, hide_theme_words, view, view_event

CHALLENGE_SECONDS = 15
"""To challenge the move that would end the game; then it stands (W-13)."""

WordLog = Log[Header, ev.AnyEvent]

BOOKS = {WORD.key: WORD}


class WordRules(
    GameRules[Header, State, cmd.AnyCommand, ev.AnyEvent, View, WordsLaid], Challengeable[State]
):
    """The rules of the word game, for live games."""

    thread = SOLVER_THREAD
    clock_events = (ev.TurnBegan, ev.LastMoveMade, ev.Finished)
    anytime_commands = (cmd.Leave,)
    request_types = (requests.WordDo, requests.WordDraft)

    def load_game(self, data: bytes) -> Game:
        """Go on with a saved game."""
        return Game.load(data)

    def build_public_header(self, log: WordLog) -> Header:
        """Return the header as everybody may see it: without the words of the theme."""
        return hide_theme_words(log.header)

    # --- turns --------------------------------------------------------------------------------

    def read_command(self, request: requests.InGame) -> cmd.AnyCommand:
        """Return the command in a request."""
        assert isinstance(request, requests.WordDo)
        return request.command

    def find_waiting_seats(self, state: State) -> tuple[int, ...]:
        """Return the seat on turn, or those that may challenge the last move of the game."""
        return state.waiting if state.turn is None else (state.turn,)

    def find_challengers(self, state: State) -> tuple[int, ...]:
        """Return the seats that may challenge the last move until the next one (W-13)."""
        move = state.last_move
        if move is None or move.found_good or state.turn is None:
            return ()
        return tuple(
            [seat for seat in state.list_present_seats_after(move.seat) if seat != move.seat]
        )

    def get_turn_seconds(self, state: State) -> int | None:
        """Return the time for a move by the edition of a game; None for no limit."""
        return state.edition.turn_seconds

    def get_allowed_seconds(self, state: State) -> int | None:
        """Return the time that the waiting seats have now, without time banks."""
        return CHALLENGE_SECONDS if state.turn is None else state.edition.turn_seconds

    def make_timeout_command(self, state: State, _: WordsLaid | None) -> cmd.RunOutOfTime:
        """Undo what was laid (W-14), or let the last move stand (W-13)."""
        return cmd.RunOutOfTime(self.find_waiting_seats(state)[0])

    def make_bot(self, level: int, seed: int, state: State) -> WordBot:
        """Return a bot for a seat of a game."""
        return make_word_bot(str(level), seed, state.edition)

    def find_hint(self, view: View, state: State, request: requests.AskHint) -> WordHint:
        """Search a hint for the player on turn."""
        return find_word_hint(view, state.edition, request)

    # --- drafts -------------------------------------------------------------------------------

    def read_draft(self, request: requests.AnyDraft) -> WordsLaid:
        """Return the draft in a request."""
        assert isinstance(request, requests.WordDraft)
        return WordsLaid(request.table, request.letters)

    def decode_draft(self, data: bytes) -> WordsLaid:
        """Return a draft from its JSON."""
        return from_json(data, WordsLaid)

    def can_move_tiles(self, state: State, seat: int) -> bool:
        """Whether a player may move tiles about now."""
        return state.turn == seat

    def judge_draft(self, state: State, draft: WordsLaid) -> TurnCheck:
        """Judge a draft of the player on turn."""
        return judge_placing(state, draft.table, draft.letters)

    def build_verdict_message(
        self, request_id: int, state: State, draft: WordsLaid
    ) -> WordDraftJudged:
        """Judge every word of a draft, and list what stands in the way of finishing.

        Where a wrong word can cost a penalty, players do not learn whether a new one is valid
        before they finish (W-13).
        """
        check = self.judge_draft(state, draft)
        old = set(spell_words(state.bag, state.table, state.letters))
        is_checked = state.edition.judging is Judging.CHECKED
        return WordDraftJudged(
            id=request_id,
            turn=state.turns,
            words=tuple(
                [
                    _judge_word(word, check.violations, valid=is_checked or word in old or None)
                    for word in spell_words(state.bag, draft.table, check.letters)
                ]
            ),
            made=check.words,
            relaid=check.relaid,
            points=check.points,
            doubled=check.doubled,
            problems=tuple(map(Problem.from_violation, check.violations)),
        )

    def build_draft_message(self, seat: int, turn: int, draft: WordsLaid) -> WordDraftNews:
        """Return the message that shows a draft to the others."""
        return WordDraftNews(seat, turn, draft.table, draft.letters)

    # --- updates ------------------------------------------------------------------------------

    def build_update(
        self,
        state: State,
        context: UpdateContext[WordsLaid],
        gap: Any,  # noqa: ANN401  (stands for values of several types)
    ) -> WordNews:
        """Return the update with gaps for what differs from one viewer to another."""
        public = view(state, None)
        seats = public.seats
        if state.result is None:
            seats = tuple([replace(seat, rack=gap) for seat in seats])
        return WordNews(
            game=context.game_id,
            view=replace(public, viewer=gap, header=gap, seats=seats),
            events=gap,
            clock=context.clock,
            faces=state.bag.faces if context.is_first else None,
            draft=context.draft,
            lemmas=_find_lemmas_by_word(state),
        )

    def encode_private_parts(self, state: State) -> list[list[tuple[int, bytes]]]:
        """Encode what only each seat knows of a running game: the rack."""
        return [[(seat, to_json(player.rack))] for seat, player in enumerate(state.seats)]

    view_event = staticmethod(view_event)


RULES = WordRules()

WordLiveGame = TypedLiveGame[Header, State, cmd.AnyCommand, ev.AnyEvent, View, WordsLaid]

_loaded: set[str] = set()
"""The languages whose words are in memory."""


class PlayableWordEdition(PlayableEdition, NeedsLoading, Themed):
    """An edition with letter tiles."""

    thread = SOLVER_THREAD

    def __init__(self, edition: WordEdition) -> None:
        """Wrap an edition, house rules included."""
        self.edition = edition

    @property
    def edition_key(self) -> str:
        """The name of the edition."""
        return self.edition.key

    @property
    def player_range(self) -> tuple[int, int]:
        """The smallest and the largest number of players."""
        return self.edition.players_min, self.edition.players_max

    @property
    def tile_count(self) -> int:
        """How many tiles the box holds."""
        return self.edition.bag.tile_count

    @property
    def turn_seconds_options(self) -> tuple[int | None, ...]:
        """The time for a move that the rule book names (W-14)."""
        return (self.edition.turn_seconds,)

    def encode_edition_fields(self) -> dict[str, Any]:
        """Return every field of the edition as JSON values."""
        fields: dict[str, Any] = to_builtins(self.edition)
        return fields

    def build_rule_values(self) -> dict[str, Any]:
        """Return every field and what follows from them: the values that rule texts mention."""
        fields, bag = self.encode_edition_fields(), self.edition.bag
        for inner in ("bag", "theme"):
            del fields[inner]
        return {
            **fields,
            "tiles": bag.tile_count,
            "letter_tiles": bag.tile_count - bag.jokers,
            "jokers": bag.jokers,
        }

    def rank_players(self, sheets: Sequence[Sheet]) -> list[Standing]:
        """Rank the players of a match: the most points of all its games win, as in each of them."""
        return rank_players(sheets, wins_first=False)

    def start_game(  # noqa: PLR0913  (all that a game begins with)
        self,
        game_id: str,
        names: Sequence[str],
        *,
        seed: bytes,
        contributions: Sequence[Contribution],
        starter: int | None,
        now: int,
        bank_seconds: int,
    ) -> WordLiveGame:
        """Open a game, add the players' randomness and deal; nothing of it is saved yet."""
        game = Game.new(self.edition, names, seed, starter=starter, at=now)
        for command in list_randomness_commands(contributions):
            game.do(command, now)
        game.do(cmd.Start(), now)
        return WordLiveGame(game_id, RULES, game, bank_seconds, saved=False)

    # --- words --------------------------------------------------------------------------------

    @property
    def is_loaded(self) -> bool:
        """Whether the words of the language are in memory."""
        return self.edition.lexicon in _loaded

    def load_resources(self) -> None:
        """Load the lexicon, and the dictionary that knows lemmas if there is one."""
        get_word_judge(self.edition)
        _find_word_lemmas("", self.edition.lexicon)
        _loaded.add(self.edition.lexicon)

    def build_themed_edition(self, theme: Raw) -> PlayableWordEdition:
        """Return the edition with a theme (W-15)."""
        return PlayableWordEdition(replace(self.edition, theme=from_json(bytes(theme), Theme)))

    def check_theme(self) -> None:
        """Refuse a theme that is too large, or with which nobody could begin (W-4, W-15)."""
        try:
            check_theme_size(self.edition)
            check_theme(self.edition)
        except BadTheme as error:
            raise make_refusal(error.violation) from None

    def build_theme_view(self) -> ThemeView | None:
        """Return what everybody may know of the theme: its words are many."""
        theme = self.edition.theme
        return None if theme is None else ThemeView(theme.title, len(theme.words))


class WordRecord(GameRecord):
    """A saved word game."""

    def __init__(self, data: bytes) -> None:
        """Read a file, or raise `BadRecord`."""
        self.game = Game.load(data)

    @property
    def result(self) -> Result | None:
        """The result; None if the game is not over."""
        return self.game.state.result

    def verify_record(self) -> None:
        """Prove every line of the record, or raise `BadRecord`."""
        verify_log(self.game.log)

    def build_replay(self) -> Replay | None:
        """Return all steps of the game; None if it is not over."""
        return build_replay(self.game.log)

    def remove_name(self, seat: int) -> bytes:
        """Return the file with a neutral name for the player in a seat."""
        return remove_name(self.game.log, seat).to_bytes()

    def to_bytes(self) -> bytes:
        """Return the file."""
        return self.game.to_bytes()


class WordGame:
    """The game with letter tiles."""

    name = "word"
    editions: Mapping[str, PlayableEdition] = {
        key: PlayableWordEdition(book) for key, book in BOOKS.items()
    }
    player_count_clause = "W-1"
    level_count = len(WORD_LEVELS)
    house_rule_options = (
        HouseRuleOption("first_word", "number", WORD.shortest_word, WORD.rack_size),
        HouseRuleOption("judging", "choice", choices=tuple(way.value for way in Judging)),
        HouseRuleOption("lexicon", "choice", choices=LANGUAGES),
        HouseRuleOption("penalty", "number", 0, WORD.rack_size),
        HouseRuleOption("refill_to", "number", 1, WORD.rack_size),
        HouseRuleOption("theme", "theme", optional=True),
        HouseRuleOption("turn_seconds", "number", 1, MAX_TURN_SECONDS, optional=True),
        HouseRuleOption("vulgar", "switch"),
    )

    def build_edition(self, key: str, rules: Mapping[str, Any]) -> PlayableWordEdition:
        """Apply house rules, without the theme: the rules only name it."""
        edition, rest = BOOKS[key], {**rules, "theme": None}
        language = rest.pop("lexicon", edition.lexicon)
        if language not in LANGUAGES:
            raise BadInput(f"there is no lexicon {quote(language)}: choose {', '.join(LANGUAGES)}")
        if language != edition.lexicon:
            edition = get_word_edition(language)
        return PlayableWordEdition(apply_word_house_rules(edition, **rest))

    def load_game(self, game_id: str, data: bytes, bank_seconds: int) -> WordLiveGame:
        """Go on with a saved game; all its lines are saved."""
        return WordLiveGame(game_id, RULES, Game.load(data), bank_seconds)

    def read_record(self, data: bytes) -> WordRecord:
        """Read a saved game."""
        return WordRecord(data)


def _find_lemmas_by_word(state: State) -> dict[str, tuple[str, ...]]:
    """Return the base forms of the words in the history.

    Where words are challenged they come at the end only: valid words alone have any (W-13).
    """
    if state.edition.judging is Judging.CHALLENGE and state.result is None:
        return {}
    made = [word for seat in state.seats for turn in seat.turns for word in turn.words]
    known = {word: _find_word_lemmas(word, state.edition.lexicon) for word in made}
    return {word: base_forms for word, base_forms in known.items() if base_forms}


@lru_cache(maxsize=10_000)
def _find_word_lemmas(word: str, language: str) -> tuple[str, ...]:
    base_forms = (
        list_lemmas(word.lower(), load_lexicon(language)) if language in LANGUAGES else None
    )
    return tuple(base_forms or ())


def _judge_word(text: str, violations: Sequence[Violation], *, valid: bool | None) -> WordJudged:
    """Judge a word by the first reason against it."""
    wrong = next((one for one in violations if one.values.get("word") == format_input(text)), None)
    if wrong is None:
        return WordJudged(text, valid)
    return WordJudged(text, valid=False, problem=Problem.from_violation(wrong))
