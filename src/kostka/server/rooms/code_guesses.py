"""Wrong room codes: they slow down, then they stop.

A person who mistypes a code three times notices nothing. Somebody who tries codes is slowed down
and disconnected, and soon their whole address cannot enter private rooms for a while. Rooms that
are listed for everybody, and seats that a guest has already, stay within reach.
"""

from __future__ import annotations

from asyncio import get_running_loop, sleep
from collections.abc import Callable

from kostka.events.errors import make_refusal
from kostka.protocol.responses import Farewell
from kostka.server import problems
from kostka.server.transport.rate_limits import Buckets, Rate
from kostka.server.transport.session import Session

FREE_GUESSES = 3
"""Wrong codes of a connection that are answered at once."""

MAX_GUESSES = 10
"""Wrong codes of a connection before it is closed."""

DELAY_SECONDS = 1.0
"""How much longer each further wrong code takes than the one before."""

GUESS_RATE = Rate(burst=60, each_second=0.1)
"""Wrong codes from one address: a class that mistypes the same code at once stays below it."""


class CodeGuesses:
    """Counts wrong room codes by connection and by address."""

    def __init__(self, now: Callable[[], int]) -> None:
        """Start with none; `now` returns milliseconds."""
        self._now = now
        self._buckets = Buckets(GUESS_RATE)

    def require_guesses_left(self, session: Session) -> None:
        """Refuse if the address has tried too many wrong codes lately."""
        bucket = self._buckets.find_bucket(session.address, self._now())
        if bucket is not None and bucket.compute_delay(self._now()):
            self._end_session(session)
            raise make_refusal(problems.TOO_MANY_CODES())

    async def punish_wrong_code(self, session: Session) -> None:
        """Count a wrong code; return later and later, and close the connection in the end."""
        session.wrong_codes += 1
        self._buckets.try_take_tokens(session.address, self._now())
        if session.wrong_codes > MAX_GUESSES:
            self._end_session(session)
            raise make_refusal(problems.TOO_MANY_CODES())
        extra = session.wrong_codes - FREE_GUESSES
        if extra > 0:
            await sleep(extra * DELAY_SECONDS)

    def _end_session(self, session: Session) -> None:
        retry_ms = round(1000 / GUESS_RATE.each_second)
        # Soon, because the refusal is sent first.
        get_running_loop().call_soon(session.close, Farewell.GUESSING, retry_ms)
