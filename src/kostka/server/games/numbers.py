"""The number game on the server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache
from typing import Any, cast, get_args, get_type_hints

import msgspec

from kostka.bots import LEVELS, Bot, make_bot
from kostka.editions import EDITIONS, Edition, apply_house_rules, get_edition
from kostka.editions.model import RANGES, RedealRight
from kostka.events.codec import from_json, to_builtins, to_json
from kostka.events.log import Log
from kostka.melds.jokers import find_joker_meanings
from kostka.melds.turn import Table as Melds
from kostka.melds.turn import TurnCheck, check_turn
from kostka.numbers import commands as cmd
from kostka.numbers import events as ev
from kostka.numbers.game import Game
from kostka.numbers.match import list_standings
from kostka.numbers.proof import verify_log
from kostka.numbers.redeal import can_ask_redeal
from kostka.numbers.replay import Replay, build_replay
from kostka.numbers.score_explanation import explain_score_sheet
from kostka.numbers.state import Header, Result, State
from kostka.numbers.views import PrivateParts, View, build_view, view_event
from kostka.protocol import requests
from kostka.protocol.responses import DraftJudged, DraftNews, GameNews, Hint, Problem
from kostka.server.games.game_kind import (
    AnnouncementTimed,
    GameRecord,
    GameRules,
    MainTimed,
    PlayableEdition,
    Redealing,
    Refereed,
    RoundTimed,
    UpdateContext,
)
from kostka.server.games.house_rule_option import HouseRuleOption
from kostka.server.games.number_hints import find_number_hint
from kostka.server.games.ruling import AnyRuling, EndGame, GivePenalty, UndoMove
from kostka.server.games.set_verdict import judge_set
from kostka.server.games.typed_live_game import TypedLiveGame
from kostka.tabletop.main_time import format_clock, get_full_time
from kostka.tabletop.match import Sheet, Standing
from kostka.tabletop.randomness import Contribution, list_randomness_commands
from kostka.tabletop.renaming import remove_name
from kostka.tiles.box import Box

NumbersLog = Log[Header, ev.AnyEvent]

FIXED_FIELDS = frozenset(
    {"key", "age", "players_min", "players_max", "box", "no_threshold_advised_for"}
    | {"turn_seconds_choices", "timed_rounds", "redeal_right", "announcement_judging"}
)
"""Fields of an edition that a form does not offer. House rules may change most of them too."""


def derive_house_rule_options() -> Iterator[HouseRuleOption]:
    """Derive the house rules of a form from the fields of an edition."""
    ranges = {name: (low, high) for name, low, high, _ in RANGES}
    for name, annotation in get_type_hints(Edition).items():
        types = get_args(annotation) or (annotation,)
        if name in FIXED_FIELDS:
            continue
        if name in ranges:
            low, high = ranges[name]
            yield HouseRuleOption(name, "number", low, high, optional=type(None) in types)
        elif issubclass(annotation, StrEnum):
            choices = tuple(choice.value for choice in annotation)
            yield HouseRuleOption(name, "choice", choices=choices)
        else:
            assert annotation is bool, name
            yield HouseRuleOption(name, "switch")


class NumberRules(
    GameRules[Header, State, cmd.AnyCommand, ev.AnyEvent, View, Melds],
    MainTimed[State, cmd.AnyCommand],
    RoundTimed[State, cmd.AnyCommand],
    Refereed[cmd.AnyCommand],
    AnnouncementTimed[State, cmd.AnyCommand, ev.AnyEvent],
    Redealing[State, cmd.AnyCommand],
):
    """The rules of every edition with number tiles, for live games."""

    clock_events = (ev.TurnBegan, ev.MoveUndone, ev.Finished)
    anytime_commands = (cmd.Leave, cmd.AskRedeal)
    request_types = (requests.Do, requests.Draft)
    deal_events = (ev.Dealt,)

    def load_game(self, data: bytes) -> Game:
        """Go on with a saved game."""
        return Game.load(data)

    def build_public_header(self, log: NumbersLog) -> Header:
        """Return the header, all of which everybody may see."""
        return log.header

    # --- turns --------------------------------------------------------------------------------

    def read_command(self, request: requests.InGame) -> cmd.AnyCommand:
        """Return the command in a request."""
        assert isinstance(request, requests.Do)
        return request.command

    def find_waiting_seats(self, state: State) -> tuple[int, ...]:
        """Return the seat on turn."""
        return () if state.turn is None else (state.turn,)

    def get_turn_seconds(self, state: State) -> int | None:
        """Return the time for a move by the edition of a game; None for no limit."""
        return state.edition.turn_seconds

    def get_allowed_seconds(self, state: State) -> int | None:
        """Return the time that the seat on turn has, without its time bank or main time."""
        edition = state.edition
        if edition.main_seconds is not None:
            return edition.delay_seconds if _has_running_clock(state) else None
        return None if state.turn is None else edition.turn_seconds

    def find_main_times(self, state: State) -> tuple[int, ...] | None:
        """Return what each seat has left; None if the edition has no main time."""
        if state.edition.main_seconds is None:
            return None
        return tuple([seat.time_left or 0 for seat in state.seats])

    def make_time_command(
        self, state: State, command: cmd.AnyCommand, milliseconds: int
    ) -> cmd.UseTime | None:
        """Count the time of the player on turn, whose clock stops with this command."""
        is_move = isinstance(command, cmd.Place | cmd.Draw | cmd.Pass | cmd.RunOutOfTime)
        if not is_move or state.edition.main_seconds is None or not _has_running_clock(state):
            return None
        assert state.turn is not None
        return cmd.UseTime(state.turn, milliseconds)

    def make_timeout_command(self, state: State, draft: Melds | None) -> cmd.RunOutOfTime:
        """End the turn with the draft as it lies (N-26)."""
        assert state.turn is not None
        return cmd.RunOutOfTime(state.turn, draft)

    def make_round_end_command(self, state: State) -> cmd.EndRoundTime | None:
        """Let everybody make one more move, unless they do already (Z-17)."""
        is_ending = state.round_over or state.last_round is not None
        return cmd.EndRoundTime() if state.edition.timed_rounds and not is_ending else None

    def make_ruling_command(
        self, ruling: AnyRuling, by: str, reason: str
    ) -> cmd.Undo | cmd.Penalise | cmd.EndGame:
        """Return the command that carries out a ruling of a named referee (Z-30)."""
        match ruling:
            case UndoMove():
                return cmd.Undo(by, reason)
            case GivePenalty(seat, tiles):
                return cmd.Penalise(seat, tiles, by, reason)
            case EndGame():
                return cmd.EndGame(by, reason)

    def find_window_seconds(self, state: State) -> int | None:
        """Return how long somebody who has not opened may announce after a draw (N-20)."""
        is_open = state.drawn is not None and state.edition.has_announcement_window
        return state.edition.announcement_seconds if is_open else None

    def stops_clock(self, state: State, event: ev.AnyEvent) -> bool:
        """Whether the player on turn has drawn, after which at most an announcement follows."""
        is_draw = isinstance(event, ev.Drew) and event.reason is not ev.DrawReason.REFEREE
        return is_draw and state.edition.has_announcement_window

    def make_window_end_command(self, state: State) -> cmd.EndTurn:
        """End the turn of a player who may have announced."""
        assert state.turn is not None
        return cmd.EndTurn(state.turn)

    def must_wait_after_deal(self, state: State, command: cmd.AnyCommand) -> bool:
        """Whether a bot would place, which ends everybody's right to a new deal (N-7)."""
        edition = state.edition
        lasts = edition.redeal_right is RedealRight.OWN_FIRST_TURN
        return isinstance(command, cmd.Place) and edition.three_doubles_redeal and lasts

    def is_redeal_open(self, state: State) -> bool:
        """Whether no tile has been placed on the table."""
        return not state.table

    def make_bot(self, level: int, seed: int, _: State) -> Bot:
        """Return a bot for a seat of a game."""
        return make_bot(str(level), seed)

    def find_hint(self, view: View, _: State, request: requests.AskHint) -> Hint:
        """Search a hint for the player on turn."""
        return find_number_hint(view, request)

    # --- drafts -------------------------------------------------------------------------------

    def read_draft(self, request: requests.AnyDraft) -> Melds:
        """Return the draft in a request."""
        assert isinstance(request, requests.Draft)
        return request.table

    def decode_draft(self, data: bytes) -> Melds:
        """Return a draft from its JSON."""
        return from_json(data, Melds)

    def can_move_tiles(self, state: State, seat: int) -> bool:
        """Whether a player may move tiles about now."""
        return state.turn == seat and state.drawn is None

    def judge_draft(self, state: State, draft: Melds) -> TurnCheck:
        """Judge a draft of the player on turn."""
        assert state.turn is not None
        seat = state.seats[state.turn]
        return check_turn(state.edition, state.table, seat.rack, draft, opened=seat.opened)

    def build_verdict_message(self, request_id: int, state: State, draft: Melds) -> DraftJudged:
        """Judge every set of a draft, and list what stands in the way of finishing."""
        check, rules = self.judge_draft(state, draft), state.edition.set_rules
        return DraftJudged(
            request_id,
            state.turns,
            tuple([judge_set(state.box.get_faces(meld), rules) for meld in draft]),
            check.value,
            tuple(map(Problem.from_violation, check.violations)),
        )

    def build_draft_message(self, seat: int, turn: int, draft: Melds) -> DraftNews:
        """Return the message that shows a draft to the others."""
        return DraftNews(seat, turn, draft)

    # --- updates ------------------------------------------------------------------------------

    def build_update(
        self,
        state: State,
        context: UpdateContext[Melds],
        gap: Any,  # noqa: ANN401  (stands for values of several types)
    ) -> GameNews:
        """Return the update with gaps for what differs from one viewer to another."""
        if state.result is None:
            parts = PrivateParts([gap] * len(state.seats), gap, gap)
        else:
            parts = PrivateParts([seat.rack for seat in state.seats])
        return GameNews(
            context.game_id,
            build_view(state, gap, gap, parts),
            gap,
            context.clock,
            _encode_faces(state.box) if context.is_first else None,
            context.draft,
            find_joker_meanings(state.box, state.table),
            None if state.result is None else explain_score_sheet(state),
        )

    def encode_private_parts(self, state: State) -> list[list[tuple[int, bytes]]]:
        """Encode what only each seat knows: rack, tile drawn, and the right to a new deal."""
        parts = [[(seat, to_json(player.rack))] for seat, player in enumerate(state.seats)]
        if state.drawn is not None and state.turn is not None:
            parts[state.turn].append((len(parts), b"%d" % state.drawn))
        if not state.table:
            for seat, part in enumerate(parts):
                if can_ask_redeal(state, seat):
                    part.append((len(parts) + 1, b"true"))
        return parts

    view_event = staticmethod(view_event)


def _has_running_clock(state: State) -> bool:
    """Whether the clock of the player on turn runs: not after a draw (N-20)."""
    return state.turn is not None and state.drawn is None


RULES = NumberRules()


class NumberEdition(PlayableEdition):
    """An edition with number tiles."""

    def __init__(self, edition: Edition) -> None:
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
        return self.edition.tile_count

    @property
    def turn_seconds_options(self) -> tuple[int | None, ...]:
        """The times for a move that the rule book names, its own first."""
        edition = self.edition
        return tuple(dict.fromkeys((edition.turn_seconds, *edition.turn_seconds_choices)))

    @property
    def idle_fields(self) -> frozenset[str]:
        """Fields about jokers that the box does not have."""
        return self.edition.idle_fields

    def encode_edition_fields(self) -> dict[str, Any]:
        """Return every field of the edition as JSON values."""
        fields: dict[str, Any] = to_builtins(self.edition)
        return fields

    def build_rule_values(self) -> dict[str, Any]:
        """Return every field and what follows from them: the values that rule texts mention."""
        edition = self.edition
        full_stacks = edition.stack_heights.count(edition.stack_height)
        odd_heights = [h for h in edition.stack_heights if h != edition.stack_height]
        fields = self.encode_edition_fields()
        box = fields.pop("box")
        return {
            **fields,
            **box,
            "tiles": edition.tile_count,
            "number_tiles": edition.tile_count - edition.joker_count,
            "jokers": edition.joker_count,
            "special_jokers": edition.special_joker_count,
            "rack_size": edition.rack_size,
            "number_tiles_each": edition.rack_size - edition.jokers_each,
            "main_time": format_clock(get_full_time(edition) or 0),
            "even_stacks": full_stacks,
            "odd_stack": odd_heights[0] if odd_heights else None,
        }

    def rank_players(self, sheets: Sequence[Sheet]) -> list[Standing]:
        """Rank the players of a match (N-60, N-61)."""
        return list_standings(self.edition, sheets)

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
    ) -> NumberGame:
        """Open a game, add the players' randomness and deal; nothing of it is saved yet."""
        game = Game.new(self.edition, names, seed, starter=starter, at=now)
        for command in list_randomness_commands(contributions):
            game.do(command, now)
        game.do(cmd.Start(), now)
        return NumberGame(game_id, RULES, game, bank_seconds, saved=False)


NumberGame = TypedLiveGame[Header, State, cmd.AnyCommand, ev.AnyEvent, View, Melds]


class NumberRecord(GameRecord):
    """A saved game of numbers."""

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


class Numbers:
    """Every edition with number tiles."""

    name = "numbers"
    editions: Mapping[str, PlayableEdition] = {
        key: NumberEdition(book) for key, book in EDITIONS.items()
    }
    player_count_clause = "N-1"
    level_count = len(LEVELS)
    house_rule_options = tuple(derive_house_rule_options())

    def build_edition(self, key: str, rules: Mapping[str, Any]) -> NumberEdition:
        """Apply house rules to an edition; raise `BadInput` for rules nobody could play by."""
        return NumberEdition(apply_house_rules(get_edition(key), **rules))

    def load_game(self, game_id: str, data: bytes, bank_seconds: int) -> NumberGame:
        """Go on with a saved game; all its lines are saved."""
        return NumberGame(game_id, RULES, Game.load(data), bank_seconds)

    def read_record(self, data: bytes) -> NumberRecord:
        """Read a saved game."""
        return NumberRecord(data)


@cache
def _encode_faces(box: Box) -> tuple[str, ...]:
    """Encode what each tile of a box shows; there are few kinds of boxes."""
    return cast("tuple[str, ...]", msgspec.Raw(to_json([str(face) for face in box.faces])))
