"""What happens in rooms by itself: bot moves, time-outs, and bots that stand in for absent players.

For each room at most one step is planned, the next one. A step that cannot be saved is retried.
"""

from __future__ import annotations

from asyncio import Task, TimerHandle, create_task, current_task, get_running_loop, sleep
from collections.abc import Callable
from contextvars import Context
from random import Random
from typing import NamedTuple

from kostka.events.errors import Refused
from kostka.protocol.rooms import Stage
from kostka.server import problems
from kostka.server.games.live_game import LiveGame
from kostka.server.ops import logs
from kostka.server.rooms import room as rooms
from kostka.server.rooms.live_room import LiveRoom


class BotPace(NamedTuple):
    """How long bots wait, in seconds, so that people can follow."""

    delay: tuple[float, float] = (0.7, 1.6)
    """Before each move."""
    after_deal: float = 10
    """After a deal, before they place, where players may ask for a new one (N-7)."""


BOT_PACE = BotPace()

CHALLENGE_FACTOR = 5
"""A bot waits longer by this factor if its move ends somebody's chance to challenge the last."""

RETRY_SECONDS = 2.0
"""Until a step that could not be saved is tried again."""

MAX_BOT_FAILURES = 3
"""After this many failed tries at a move a bot gives up; its time runs out, if it is limited."""

MAX_DOUBLINGS = 8
"""A step that keeps failing is tried less and less often, in the end every eight minutes."""


class Step(NamedTuple):
    """Something that happens by itself unless something else happens first."""

    game: LiveGame
    turn: int
    seat: int
    bot: int | None
    """The level of the bot that moves."""
    at: int | None
    """When the time is over, or somebody was away for too long; in milliseconds."""
    stand_in: bool = False


class Plan:
    """What is planned for one room."""

    __slots__ = ("failed_at", "failures", "step", "timer")

    def __init__(self) -> None:
        """Start with nothing planned."""
        self.step: Step | None = None
        self.timer: TimerHandle | Task[None] | None = None
        """Waits for the time of the step, or carries it out."""
        self.failures = 0
        self.failed_at: tuple[str, int] | None = None
        """The game and the length of its log at which steps failed."""

    def count_failures(self, game: LiveGame) -> int:
        """Return how often in a row the game could not go on from where it is."""
        return self.failures if self.failed_at == (game.id, game.log_line_count) else 0


class Scheduler:
    """Plans and carries out what nobody in a room does."""

    def __init__(
        self,
        now: Callable[[], int],
        secret: Callable[[int], bytes],
        bot_pace: BotPace = BOT_PACE,
    ) -> None:
        """Take the time in milliseconds and secret random bytes from outside."""
        self._now = now
        self._secret = secret
        self.bot_pace = bot_pace
        self._plans: dict[LiveRoom, Plan] = {}
        self._is_stopped = False
        self._delays = Random(0)  # noqa: S311  (how long a bot seems to think is not secret)

    def stop(self) -> None:
        """Cancel everything that is planned, and plan nothing more."""
        self._is_stopped = True
        for room in list(self._plans):
            self.plan_next_step(room)

    def find_plan(self, room: LiveRoom) -> Plan | None:
        """Return what is planned for a room."""
        return self._plans.get(room)

    # --- planning -----------------------------------------------------------------------------

    def plan_next_step(self, room: LiveRoom, *, after_failure: bool = False) -> None:
        """Plan what happens next, after anything in the room has changed."""
        self._plan_step(room, RETRY_SECONDS if after_failure else 0)

    def find_next_time(self, room: LiveRoom) -> int | None:
        """Return when something happens in a room by itself; None if nothing does."""
        step = self._find_next_step(room, self._plans.get(room))
        if step is None:
            return None
        return self._now() if step.at is None else step.at

    def restart_timer(self, room: LiveRoom) -> None:
        """Set the timer of a room again: timers stand still while the machine sleeps."""
        plan = self._plans.get(room)
        if plan is not None and plan.timer is not None and not isinstance(plan.timer, Task):
            plan.timer.cancel()
            plan.step = plan.timer = None
        self._plan_step(room, 0)

    def _plan_step(self, room: LiveRoom, pause: float) -> None:
        plan = self._plans.get(room)
        is_over = self._is_stopped or room.is_released
        step = None if is_over else self._find_next_step(room, plan)
        if plan is None:
            if step is None:
                return
            plan = self._plans[room] = Plan()
        if plan.timer is not None:
            is_done = isinstance(plan.timer, Task) and plan.timer.done()
            if plan.step == step and not is_done:
                return  # otherwise people who come and go would keep a bot from moving
            if not pause and _is_timer_due_before(plan, step):
                plan.step = step
                return
            plan.timer.cancel()
        plan.step, plan.timer = step, None
        if step is None:
            if room.game is None or not plan.count_failures(room.game):
                del self._plans[room]
            return
        wait = max(self._compute_delay(room, step), pause)
        # In a context of its own: the step is not charged to the request that led to it.
        plan.timer = get_running_loop().call_later(
            wait, self._start_step, room, plan, context=Context()
        )

    def _compute_delay(self, room: LiveRoom, step: Step) -> float:
        if step.bot is None:
            assert step.at is not None
            return max(0, step.at - self._now()) / 1000
        delay = self._delays.uniform(*self.bot_pace.delay)
        can_challenge = any(room.room.chairs[seat].here for seat in step.game.challengers)
        return delay * CHALLENGE_FACTOR if can_challenge else delay

    def _find_next_step(self, room: LiveRoom, plan: Plan | None) -> Step | None:
        game = room.game
        if game is None or game.is_over or room.room.stage is not Stage.PLAYING:
            return None
        if room.room.paused_by is not None:
            return None
        chairs, turn = room.room.chairs, game.turn_number
        waiting, end = game.waiting_seats, game.turn_end
        failures = plan.count_failures(game) if plan is not None and plan.failures else 0
        if failures < MAX_BOT_FAILURES or end is None:
            for seat in waiting:
                if chairs[seat].bot is not None:
                    return Step(game, turn, seat, chairs[seat].bot, None)
        if room.absent_since:
            times = [(room.find_stand_in_time(seat), seat) for seat in waiting]
            absent = [(at, seat) for at, seat in times if at is not None]
            if absent and (end is None or min(absent)[0] < end):
                at, seat = min(absent)
                return Step(game, turn, seat, None, at, stand_in=True)
        return None if end is None else Step(game, turn, waiting[0], None, end)

    # --- carrying out -------------------------------------------------------------------------

    def _start_step(self, room: LiveRoom, plan: Plan) -> None:
        """Carry out a step whose time has come; otherwise wait on."""
        step = plan.step
        assert step is not None
        if step.at is not None and self._now() < step.at:
            plan.step = plan.timer = None
            self._plan_step(room, 0)
        else:
            plan.timer = create_task(self._run_step(room, plan, step))

    async def _run_step(self, room: LiveRoom, plan: Plan, step: Step) -> None:
        try:
            if step.bot is not None:
                await self._play_bot_move(room, plan, step)
            elif step.stand_in:
                await self._seat_stand_in(room, plan, step)
            else:
                await self._end_overdue_turn(room, plan, step)
        except Refused as refused:
            if refused.violations[0].code != problems.NOT_SAVED.code:
                self._note_failure(room, plan, refused)
            self._plan_retry(room, plan)
        except Exception as error:  # noqa: BLE001  (a fault in one game must not stop the others)
            self._note_failure(room, plan, error)
            self._plan_retry(room, plan)

    def _note_failure(self, room: LiveRoom, plan: Plan, error: Exception) -> None:
        """Note a fault of ours; a new bot may do better."""
        game = room.game
        if game is not None:
            plan.failures = plan.count_failures(game) + 1
            plan.failed_at = (game.id, game.log_line_count)
            game.forget_bots()
        game_id = None if game is None else game.id
        logs.log_failure("step_failed", error, room=room.log_name, game=game_id)

    def _plan_retry(self, room: LiveRoom, plan: Plan) -> None:
        if plan.timer is current_task():
            plan.step = plan.timer = None
        if plan.timer is None:
            failures = 0 if room.game is None else plan.count_failures(room.game)
            self._plan_step(room, RETRY_SECONDS * 2 ** min(failures, MAX_DOUBLINGS))

    async def _play_bot_move(self, room: LiveRoom, plan: Plan, step: Step) -> None:
        assert step.bot is not None
        move = await step.game.choose_bot_move(step.seat, step.bot, self._make_bot_seed)
        if move.waits_since is not None:
            await self._wait_after_deal(move.waits_since)
        async with room.lock:
            if self._claim_step(room, plan, step):
                move.play(self._now())
                await room.commit_move(step.game)

    async def _wait_after_deal(self, dealt: int) -> None:
        """Wait until players have had time to ask for a new deal (N-7)."""
        now = self._now()
        # The clock of the process that dealt may have been ahead of ours.
        wait = min(dealt, now) / 1000 + self.bot_pace.after_deal - now / 1000
        if wait > 0:
            await sleep(wait)

    async def _end_overdue_turn(self, room: LiveRoom, plan: Plan, step: Step) -> None:
        async with room.lock:
            if self._claim_step(room, plan, step):
                if step.game.end_turn_if_overdue(self._now()):
                    await room.commit_move(step.game)
                else:
                    self._plan_step(room, 0)

    async def _seat_stand_in(self, room: LiveRoom, plan: Plan, step: Step) -> None:
        async with room.lock:
            if self._claim_step(room, plan, step):
                await room.save_and_broadcast_room(rooms.seat_stand_in(room.room, step.seat))
                self._plan_step(room, 0)

    def _claim_step(self, room: LiveRoom, plan: Plan, step: Step) -> bool:
        """Return whether it is still time for a step; it then counts as done, not as planned."""
        if room.is_released or self._find_next_step(room, plan) != step:
            return False
        plan.step = plan.timer = None  # the timer is this very task, which must not be cancelled
        return True

    def _make_bot_seed(self) -> int:
        return int.from_bytes(self._secret(8))


def _is_timer_due_before(plan: Plan, step: Step | None) -> bool:
    """Whether the timer that is set goes off before a step is due, and looks at it then.

    The deadline of a turn is before that of the next, and is hardly ever reached: one timer that
    is set again when it goes off costs less than a new one for each move.
    """
    before = plan.step
    if before is None or step is None or isinstance(plan.timer, Task):
        return False
    return before.at is not None and step.at is not None and before.at <= step.at
