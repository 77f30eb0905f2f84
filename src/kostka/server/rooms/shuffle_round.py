"""Between `Begin` and the deal: the players' randomness, committed to before and revealed now.

The server's seed and all commitments are fixed and sent to everybody before the first reveal, so
neither the server nor a player can choose with the others' randomness in view. docs/record.md says
what this proves and what it does not.
"""

from __future__ import annotations

from asyncio import Lock, Task, TimerHandle, create_task, get_running_loop
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from kostka.events.errors import Refused, Violation, make_refusal
from kostka.protocol.requests import Begin, RevealRandomness
from kostka.protocol.responses import Done, ShuffleCommitted
from kostka.server import problems
from kostka.server.ops import logs
from kostka.server.rooms.guests import create_id
from kostka.server.rooms.room import Room
from kostka.server.transport.session import Session
from kostka.tabletop.randomness import Contribution
from kostka.tiles.shuffle import compute_seed_commitment, compute_words_commitment

REVEAL_SECONDS = 2.0
"""How long a deal waits for players who have committed to randomness."""


@dataclass(eq=False)
class ShuffleRound:
    """A game that waits for the randomness of its players."""

    game_id: str
    seed: bytes
    guests: tuple[str | None, ...]
    """The guests by seat; if they change, there is no deal."""
    commitments: dict[int, str]
    session: Session
    """The session that sent `Begin`."""
    request_id: int
    values: dict[int, str] = field(default_factory=dict)
    """What was revealed so far, by seat."""
    timer: TimerHandle | Task[None] | None = None
    """Ends the wait."""

    @property
    def is_complete(self) -> bool:
        """Whether everybody who committed has revealed."""
        return len(self.values) == len(self.commitments)

    @property
    def contributions(self) -> tuple[Contribution, ...]:
        """What goes into the shuffle; seats that have not revealed are named and left out."""
        return tuple(
            Contribution(seat, commitment, self.values.get(seat))
            for seat, commitment in self.commitments.items()
        )

    def add_reveal(self, game_id: str, seat: int, value: str) -> None:
        """Accept the randomness of a seat if it is what the seat has committed to."""
        if game_id != self.game_id or seat not in self.commitments:
            raise make_refusal(problems.NO_REVEAL())
        if compute_words_commitment(value) != self.commitments[seat]:
            raise make_refusal(problems.WRONG_REVEAL())
        self.values[seat] = value

    def build_message(self) -> ShuffleCommitted:
        """Return the message with all commitments, upon which clients reveal."""
        commitment = compute_seed_commitment(self.seed)
        return ShuffleCommitted(self.game_id, commitment, tuple(self.commitments.items()))


class ShuffleCollector:
    """Collects what the players of a room add to the shuffle of their next game.

    Everything here happens under the room's lock, which is free while a round waits.
    """

    def __init__(
        self,
        lock: Lock,
        deal: Callable[[ShuffleRound], Awaitable[None]],
        send_refusal: Callable[..., None],
        reveal_seconds: float,
    ) -> None:
        """Start without commitments; `deal` starts the game of a round or refuses to."""
        self._lock = lock
        self._deal = deal
        self._send_refusal = send_refusal
        self._reveal_seconds = reveal_seconds
        self._commitments: dict[Session, str] = {}
        """One for each device of a player, the newest last."""
        self.round: ShuffleRound | None = None
        """The game that is about to be dealt."""

    # --- commitments --------------------------------------------------------------------------

    def set_commitment(self, session: Session, commitment: str) -> None:
        """Keep a commitment instead of the one that the session sent before."""
        self._commitments.pop(session, None)  # so that the newest is the last
        self._commitments[session] = commitment

    def remove_session(self, session: Session) -> None:
        """Forget the commitment of a device that has gone."""
        self._commitments.pop(session, None)

    def _take_commitments(self, guests: Sequence[str | None]) -> dict[int, str]:
        """Return and forget the newest commitment of each seat: each is good for one game only."""
        taken = {}
        for seat, guest in enumerate(guests):
            devices = [session for session in self._commitments if session.guest == guest]
            if devices:
                taken[seat] = self._commitments.pop(devices[-1])
        return taken

    # --- a round ------------------------------------------------------------------------------

    def start_round(
        self, room: Room, seed: bytes, session: Session, request_id: int
    ) -> ShuffleRound:
        """Return a new round; it is complete if no player has committed to anything."""
        guests = _list_guests(room)
        commitments = self._take_commitments(guests)
        return ShuffleRound(create_id(), seed, guests, commitments, session, request_id)

    def wait_for_reveals(self, started: ShuffleRound) -> None:
        """Keep a round open until everybody has revealed, or for a short time."""
        self.round = started
        loop = get_running_loop()
        started.timer = loop.call_later(self._reveal_seconds, self._end_wait, started)

    async def add_reveal(self, seat: int, request: RevealRandomness) -> None:
        """Accept what a seat reveals, or refuse it; deal after the last."""
        if self.round is None:
            raise make_refusal(problems.NO_REVEAL())
        self.round.add_reveal(request.game, seat, request.value)
        if self.round.is_complete:
            await self._finish_round(self.round)

    def _end_wait(self, overdue: ShuffleRound) -> None:
        overdue.timer = create_task(self._deal_overdue_game(overdue))

    async def _deal_overdue_game(self, overdue: ShuffleRound) -> None:
        async with self._lock:
            if self.round is overdue:
                await self._finish_round(overdue)

    async def _finish_round(self, finished: ShuffleRound) -> None:
        """Deal with the randomness that is there, and answer `Begin`."""
        self.drop_round()
        try:
            await self._deal(finished)
        except Refused as refused:
            self._send_refusal(finished.session, finished.request_id, *refused.violations)
        except Exception as error:  # noqa: BLE001  (as for other requests: it is answered)
            logs.log_failure("request_failed", error, kind=Begin.__name__)
            self._send_refusal(finished.session, finished.request_id, problems.FAILED())
        else:
            finished.session.send(Done(finished.request_id))

    # --- the end of a round without a deal ----------------------------------------------------

    def check_players(self, room: Room) -> None:
        """Cancel a round whose players have changed seats or gone."""
        if self.round is not None and self.round.guests != _list_guests(room):
            self.cancel_round(problems.PLAYERS_CHANGED())

    def cancel_round(self, why: Violation) -> None:
        """Refuse the `Begin` of a round that is open; what was revealed is used for nothing."""
        if self.round is not None:
            self._send_refusal(self.round.session, self.round.request_id, why)
            self.drop_round()

    def drop_round(self) -> None:
        """Wait no longer, and answer nothing."""
        if self.round is not None and isinstance(self.round.timer, TimerHandle):
            self.round.timer.cancel()  # a task, on the other hand, is already dealing
        self.round = None


def _list_guests(room: Room) -> tuple[str | None, ...]:
    return tuple(chair.guest for chair in room.chairs)
