"""A live game with the types of its kind: commands at their time, the draft, the clock, updates."""

from __future__ import annotations

from asyncio import get_running_loop, to_thread
from collections.abc import Callable, Sequence
from typing import Generic

import msgspec

from kostka.events.codec import to_json
from kostka.events.errors import make_refusal
from kostka.events.game import Game, Viewer
from kostka.protocol import requests
from kostka.protocol.responses import AnyMessage, Clock, Drafted, Judged
from kostka.server import problems
from kostka.server.games import clock
from kostka.server.games.clock import Pause
from kostka.server.games.game_kind import (
    AnnouncementTimed,
    BotPlayer,
    C,
    Challengeable,
    D,
    E,
    GameRules,
    H,
    MainTimed,
    Redealing,
    Refereed,
    RoundTimed,
    S,
    UpdateContext,
    V,
)
from kostka.server.games.live_game import ChosenMove, GameHandOver, GameResult, LiveGame
from kostka.server.games.ruling import AnyRuling
from kostka.server.games.update_encoder import encode_updates


class TypedLiveGame(LiveGame, Generic[H, S, C, E, V, D]):
    """One game, from its deal to its end."""

    def __init__(
        self,
        game_id: str,
        rules: GameRules[H, S, C, E, V, D],
        game: Game[H, S, C, E, V],
        bank_seconds: int,
        *,
        saved: bool = True,
    ) -> None:
        """Go on with a game whose lines are all saved, or none of them."""
        self.id = game_id
        self.rules = rules
        self.game = game
        self.bank_seconds = bank_seconds
        self.draft: D | None = None
        self._draft_before: D | None = None
        self._saved_lines = len(game.log.lines) if saved else 0
        """How many lines of its log are saved, or on their way."""
        self._new_events: Sequence[E] = ()
        self._bots: dict[tuple[int, int], BotPlayer[V, C]] = {}
        """By seat and level."""
        self._resumed: tuple[int, int] | None = None
        """The turn during which the server was down, and when it was back."""
        self._clock: tuple[int | None, tuple[int, ...]] = (None, ())
        """The end of the turn and the time banks."""
        self._clock_lines = 0
        """The length of the log for which the clock was computed."""
        # Rules and names are most of what is sent after a move, and never change.
        self._header = to_json(rules.build_public_header(game.log))

    # --- what a room wants to know ------------------------------------------------------------

    @property
    def result(self) -> GameResult | None:
        """The result; None while the game goes on."""
        return self.game.state.result

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game.state.result is not None

    @property
    def starter(self) -> int:
        """The seat that made the first move."""
        return self.game.state.starter

    @property
    def turn_number(self) -> int:
        """The number of the current turn."""
        return self.game.state.turns

    @property
    def log_line_count(self) -> int:
        """How many lines its log has."""
        return len(self.game.log.lines)

    @property
    def waiting_seats(self) -> tuple[int, ...]:
        """The seats whose command the game waits for."""
        return self.rules.find_waiting_seats(self.game.state)

    @property
    def challengers(self) -> tuple[int, ...]:
        """The seats that may challenge the last move until the next one."""
        rules = self.rules
        return rules.find_challengers(self.game.state) if isinstance(rules, Challengeable) else ()

    # --- moves --------------------------------------------------------------------------------

    def accepts_request(self, request: requests.InGame) -> bool:
        """Whether a request is meant for this kind of game."""
        return isinstance(request, self.rules.request_types)

    def execute_request(self, seat: int, request: requests.InGame, now: int) -> None:
        """Carry out the command in a player's request, or raise `Refused`."""
        self.play_command(seat, request.turn, self.rules.read_command(request), now)

    def play_command(self, seat: int, turn: int, command: C, now: int) -> None:
        """Carry out a command that was meant for a turn, or raise `Refused`."""
        if getattr(command, "seat", None) != seat:
            raise make_refusal(problems.FOREIGN_SEAT())
        is_for_turn = not isinstance(command, self.rules.anytime_commands)
        if is_for_turn and turn != self.game.state.turns:
            raise make_refusal(problems.LATE())
        self._execute_command(command, now)

    async def choose_bot_move(
        self, seat: int, level: int, make_seed: Callable[[], int]
    ) -> ChosenMove:
        """Let a bot think; a seed is made when the bot sits down."""
        turn, key = self.turn_number, (seat, level)
        if key not in self._bots:
            state = self.game.state
            self._bots[key] = await to_thread(self.rules.make_bot, level, make_seed(), state)
        choose, view = self._bots[key].choose_command, self.game.view(seat)
        command = await get_running_loop().run_in_executor(self.rules.thread, choose, view)
        return ChosenMove(
            lambda now: self.play_command(seat, turn, command, now), self._find_wait_start(command)
        )

    def _find_wait_start(self, command: C) -> int | None:
        """Return since when a bot has to wait with a command; None if it does not (N-7)."""
        rules, state = self.rules, self.game.state
        if not isinstance(rules, Redealing) or not rules.must_wait_after_deal(state, command):
            return None
        is_deal = rules.deal_events
        dealt = clock.find_last_time(self.game.log.entries, lambda one: isinstance(one, is_deal))
        if dealt is None:
            return None
        if self._resumed and rules.is_redeal_open(state):  # nobody could ask while it was down
            dealt = max(dealt, self._resumed[1])
        return dealt + clock.measure_pauses(self.pauses, dealt)

    def forget_bots(self) -> None:
        """Let new bots sit down for those that failed."""
        self._bots.clear()

    def end_turn_if_overdue(self, now: int) -> bool:
        """End the turn if its time is over, with the draft as it lies; return whether it was."""
        end = self.turn_end
        if end is None or now < end:
            return False
        self._execute_command(self._make_turn_end_command(), now)
        return True

    def _make_turn_end_command(self) -> C:
        rules, state = self.rules, self.game.state
        if isinstance(rules, AnnouncementTimed) and self._window_seconds is not None:
            command: C = rules.make_window_end_command(state)
            return command
        return rules.make_timeout_command(state, self.draft)

    def end_round_time(self, now: int) -> bool:
        """Let everybody make one last move (Z-17); return whether that changed anything."""
        rules = self.rules
        if self.is_over or not isinstance(rules, RoundTimed):
            return False
        command = rules.make_round_end_command(self.game.state)
        if command is not None:
            self._execute_command(command, now)
        return command is not None

    def execute_ruling(self, ruling: AnyRuling, by: str, reason: str, now: int) -> None:
        """Carry out a ruling of a named referee (Z-30), or raise `Refused`."""
        rules = self.rules
        if not isinstance(rules, Refereed):
            raise make_refusal(problems.OTHER_GAME())
        self._execute_command(rules.make_ruling_command(ruling, by, reason), now)

    def _execute_command(self, command: C, now: int) -> None:
        before = self.game.state
        time_used = self._make_time_command(command, now)
        # The command comes from a message that was validated, or is our own.
        if time_used is None:
            self._new_events = self.game.do_checked_command(command, now)
        else:
            self._new_events = self.game.do_checked_commands((time_used, command), now)
        self._draft_before = self.draft
        state, seat = self.game.state, self.game.state.turn
        has_turn_changed = (seat, state.turns) != (before.turn, before.turns)
        if has_turn_changed or seat is None or not self.rules.can_move_tiles(state, seat):
            self.draft = None

    # --- the clock ----------------------------------------------------------------------------

    def _make_time_command(self, command: C, now: int) -> C | None:
        """Return the command that counts the main time of a move; None if there is none."""
        rules, state = self.rules, self.game.state
        if not isinstance(rules, MainTimed) or rules.find_main_times(state) is None:
            return None
        since = self._find_start()
        used = 0 if since is None else now - since - clock.measure_pauses(self.pauses, since, now)
        return rules.make_time_command(state, command, max(0, used))

    def _find_start(self) -> int | None:
        """Return when the main time of the move began to run: again, if the server was down."""
        clock_events = self.rules.clock_events
        since = clock.find_last_time(
            self.game.log.entries, lambda one: isinstance(one, clock_events)
        )
        if since is None or not self._resumed or self._resumed[0] != self.game.state.turns:
            return since
        return max(since, self._resumed[1])

    @property
    def deadline(self) -> int | None:
        """When the time of the turn is over, without the grace period for the network."""
        if self.pauses and self._lasting_pause:
            return None
        return self._compute_end_and_banks()[0]

    @property
    def turn_end(self) -> int | None:
        """When the turn ends by itself: the deadline, with a grace period for the network."""
        end = self.deadline
        if end is None or self._window_seconds is not None:
            return end  # players who can only announce do not have more time than others see
        return end + clock.GRACE_MS

    @property
    def _window_seconds(self) -> int | None:
        """How long the turn stays open after its draw; None if it is not open in this way."""
        rules = self.rules
        if not isinstance(rules, AnnouncementTimed):
            return None
        seconds: int | None = rules.find_window_seconds(self.game.state)
        return seconds

    def _stops_clock(self, event: E) -> bool:
        rules = self.rules
        return isinstance(rules, AnnouncementTimed) and rules.stops_clock(self.game.state, event)

    @property
    def _lasting_pause(self) -> Pause | None:
        pauses = self.pauses
        return pauses[-1] if pauses and pauses[-1].end is None else None

    @property
    def _time_left(self) -> int | None:
        """How much of the turn is left while the game is paused, in milliseconds."""
        end, pause = self._compute_end_and_banks()[0], self._lasting_pause
        return None if pause is None or end is None else max(0, end - pause.start)

    def set_pauses(self, pauses: tuple[Pause, ...]) -> None:
        """Let the clock stand during these times; none of them counts for turns and time banks."""
        self.pauses = pauses
        self._clock_lines = 0

    @property
    def time_banks(self) -> tuple[int, ...]:
        """How many milliseconds each seat has left beyond the time for each move."""
        return self._compute_end_and_banks()[1]

    def resume_clock(self, now: int) -> None:
        """Go on after the server was down, with some time for players to come back."""
        self._resumed = (self.game.state.turns, now)
        self._clock_lines = 0

    def _compute_end_and_banks(self) -> tuple[int | None, tuple[int, ...]]:
        """Return the end of the turn and the time banks, computed once for each move."""
        lines = len(self.game.log.lines)
        if self._clock_lines != lines:
            banks = self._find_main_times() or clock.compute_time_banks(
                self.game.log.entries,
                self.rules.clock_events,
                self._stops_clock,
                seats=len(self.game.state.seats),
                turn_seconds=self.rules.get_turn_seconds(self.game.state),
                bank_seconds=self.bank_seconds,
                pauses=self.pauses,
            )
            self._clock = (self._find_end(banks), banks)
            self._clock_lines = lines
        return self._clock

    def _find_main_times(self) -> tuple[int, ...] | None:
        rules = self.rules
        return rules.find_main_times(self.game.state) if isinstance(rules, MainTimed) else None

    def _find_end(self, banks: tuple[int, ...]) -> int | None:
        """Return when the turn ends, as if a pause that lasts ended at once."""
        state, pauses = self.game.state, self.pauses
        entries, clock_events = self.game.log.entries, self.rules.clock_events
        seconds = self._window_seconds
        if seconds is not None:
            since = clock.find_last_time(entries, self._stops_clock)
            bank = 0
        else:
            seconds = self.rules.get_allowed_seconds(state)
            since = clock.find_last_time(entries, lambda one: isinstance(one, clock_events))
            bank = 0 if state.turn is None else banks[state.turn]
        if seconds is None or since is None:
            return None
        allowed = 1000 * seconds + bank
        if self._resumed and self._resumed[0] == state.turns:
            resumed = self._resumed[1]
            if self._find_main_times() is not None:
                since = max(since, resumed)  # a main time is not charged for the server's
            else:  # the clock that the server had before may have been ahead of the one it has now
                since = min(since, resumed)
            if not clock.is_paused_at(pauses, resumed):  # then nobody lost time
                back = resumed + clock.RETURN_MS + clock.measure_pauses(pauses, resumed)
                return max(since + allowed + clock.measure_pauses(pauses, since), back)
        return since + allowed + (clock.measure_pauses(pauses, since) if pauses else 0)

    # --- hand-over ----------------------------------------------------------------------------

    def build_hand_over(self) -> GameHandOver:
        """Return what the next process needs to go on as if nothing had happened."""
        draft = msgspec.Raw(b"null" if self.draft is None else to_json(self.draft))
        return GameHandOver(self.id, self.log_line_count, draft, self._resumed)

    def apply_hand_over(self, left: GameHandOver) -> None:
        """Go on with the draft and the clock that the last process left, if nothing came since."""
        if (left.game, left.lines) != (self.id, self.log_line_count):
            return
        self._resumed = left.resumed
        self._clock_lines = 0
        if bytes(left.draft) != b"null":
            self.draft = self.rules.decode_draft(bytes(left.draft))

    # --- drafts and hints ---------------------------------------------------------------------

    def keep_and_judge_draft(self, seat: int, request: requests.AnyDraft) -> tuple[Judged, Drafted]:
        """Keep a draft; return the verdict for its player and the message for the others."""
        draft = self.rules.read_draft(request)
        self.check_and_keep_draft(seat, request.turn, draft)
        verdict = self.rules.build_verdict_message(request.id, self.game.state, draft)
        return verdict, self.rules.build_draft_message(seat, request.turn, draft)

    def check_and_keep_draft(self, seat: int, turn: int, draft: D) -> None:
        """Keep the table as the player on turn has laid it; refuse tiles of others."""
        state = self.game.state
        if turn != state.turns or not self.rules.can_move_tiles(state, seat):
            raise make_refusal(problems.LATE())
        verdict = self.rules.judge_draft(state, draft)
        if not verdict.possible:
            raise make_refusal(*verdict.violations)
        self.draft = draft

    async def find_hint(self, seat: int, request: requests.AskHint) -> AnyMessage:
        """Help the player on turn, if it is still their turn when the hint is ready."""
        self._require_turn_of_seat(seat, request)
        view, state = self.game.view(seat), self.game.state
        search, loop = self.rules.find_hint, get_running_loop()
        hint = await loop.run_in_executor(self.rules.thread, search, view, state, request)
        self._require_turn_of_seat(seat, request)
        return hint

    def _require_turn_of_seat(self, seat: int, request: requests.AskHint) -> None:
        if self.game.state.turn != seat or self.game.state.turns != request.turn:
            raise make_refusal(problems.LATE())

    # --- saving and sending -------------------------------------------------------------------

    def take_unsaved_lines(self) -> tuple[int, list[bytes]]:
        """Return the lines that have to be saved now, each only once, and the first's number."""
        first = self._saved_lines
        self._saved_lines = len(self.game.log.lines)
        return first, self.game.log.lines[first:]

    def rebuild_without_unsaved(
        self, first: int, saved: bytes | None
    ) -> TypedLiveGame[H, S, C, E, V, D]:
        """Return the game without the lines from `first` on, which could not be saved."""
        known = b"".join(line + b"\n" for line in self.game.log.lines[:first])
        game = self.rules.load_game(saved or known)
        before = TypedLiveGame(self.id, self.rules, game, self.bank_seconds)
        before.set_pauses(self.pauses)
        if before.log_line_count == first:
            before.draft = self._draft_before
        return before

    def encode_updates(self, viewers: Sequence[Viewer], now: int) -> list[bytes]:
        """Encode for each viewer the state and the events of the last command."""
        return self._encode_for_viewers(viewers, self._new_events, now, is_first=False)

    def encode_state_for_viewers(self, viewers: Sequence[Viewer], now: int) -> list[bytes]:
        """Encode for each viewer all there is to know for somebody who has just come."""
        return self._encode_for_viewers(viewers, (), now, is_first=True)

    def _encode_for_viewers(
        self, viewers: Sequence[Viewer], events: Sequence[E], now: int, *, is_first: bool
    ) -> list[bytes]:
        end, banks = self._compute_end_and_banks()
        if not self.pauses or self._lasting_pause is None:
            times = Clock(now, end, banks)
        else:
            times = Clock(now, None, banks, self._time_left)
        context = UpdateContext(self.id, self._header, times, self.draft, is_first)
        return encode_updates(self.rules, self.game.state, events, context, viewers)
