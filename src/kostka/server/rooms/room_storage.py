"""Saves what happens in rooms, and loads their games."""

from __future__ import annotations

from asyncio import get_running_loop
from collections.abc import Callable, Sequence

from kostka.events.errors import make_refusal
from kostka.server import problems
from kostka.server.games.game_kind import NeedsLoading, PlayableEdition
from kostka.server.games.live_game import LiveGame
from kostka.server.ops.write_failure_log import WriteFailureLog
from kostka.server.rooms.room import Room
from kostka.server.storage import store
from kostka.server.storage.store import Store, StoreFailed


class RoomStorage:
    """A store whose failures are refusals for players and log lines for operators."""

    def __init__(self, kept: Store, now: Callable[[], int]) -> None:
        """Use a store; the time in milliseconds comes from outside."""
        self.store = kept
        self._failures = WriteFailureLog(now)

    async def save_changes(self, changes: Sequence[store.Change]) -> None:
        """Save changes, or refuse the request that led to them; raise `NotOwner`."""
        try:
            await self.store.write(changes)
        except store.NotOwner as error:
            self._failures.log_failure(error)
            raise
        except (StoreFailed, store.Conflict) as error:
            self._failures.log_failure(error)
            raise make_refusal(problems.NOT_SAVED()) from None
        self._failures.log_recovery()

    async def load_game(self, room: Room) -> LiveGame | None:
        """Load the game of a room; None if it has none."""
        data = None if room.game is None else await self.store.load_game_log(room.game)
        if room.game is None or data is None:
            return None
        await load_edition_resources(room.edition)
        return build_live_game(room, data)

    async def rebuild_saved_game(self, game: LiveGame, first: int) -> LiveGame:
        """Return a game as it is saved, without the lines from `first` on."""
        try:
            saved = await self.store.load_game_log(game.id)
        except StoreFailed:
            saved = None  # the game knows which of its lines are saved
        return game.rebuild_without_unsaved(first, saved)


def build_live_game(room: Room, data: bytes) -> LiveGame:
    """Return the game of a room from its log, with the pauses of the room."""
    assert room.game is not None
    game = room.game_kind.load_game(room.game, data, room.settings.bank_seconds)
    game.set_pauses(room.pauses)
    return game


async def load_edition_resources(edition: PlayableEdition) -> None:
    """Load what the games of an edition need, if they are the first to need it."""
    if isinstance(edition, NeedsLoading) and not edition.is_loaded:
        await get_running_loop().run_in_executor(edition.thread, edition.load_resources)
