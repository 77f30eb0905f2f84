"""What every store must do about rooms that are loaded on demand, and handed over.

It holds for a store that no other node uses. Derive a class that knows how to open one.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kostka.server.storage.store import (
    MAX_UPLOADS,
    Conflict,
    GuestRemovedFromRoom,
    NewGame,
    RemovedGuest,
    RemovedRoom,
    RemovedTournament,
    SavedRoom,
    SavedUpload,
    TakenRoom,
)
from tests.server.storage.store_suite import (
    ANNA,
    BERT,
    CUP,
    GAME,
    ROOM,
    Opener,
    build_saved_file,
    make_game_lines,
    make_tournament_lines,
    run_in_loop,
)


class OwnershipSuite:
    @pytest.fixture
    def open_store(self) -> Opener:
        raise NotImplementedError

    # --- due rooms ----------------------------------------------------------------------------

    @run_in_loop
    async def test_due_rooms_are_found_in_order(self, open_store: Opener) -> None:
        dues = {"A": 5, "B": 3, "C": 9, "D": None, "E": 4}
        async with open_store() as store:
            await store.write([SavedRoom(code, b"{}", 0, due=due) for code, due in dues.items()])
            await store.write([SavedRoom("E", b"{}", 0, closed=True, due=4)])
            assert await store.list_due_rooms(5, 10) == ["B", "A"]
            assert await store.list_due_rooms(5, 1) == ["B"]
            assert await store.list_due_rooms(2, 10) == []
        async with open_store() as store:
            assert await store.list_due_rooms(9, 10) == ["B", "A", "C"]
            await store.write([SavedRoom("B", b"{}", 0, due=7), SavedRoom("A", b"{}", 0)])
            assert await store.list_due_rooms(9, 10) == ["B", "C"]

    @run_in_loop
    async def test_a_held_room_stays_as_it_is(self, open_store: Opener) -> None:
        closed = SavedRoom("DONE", b"{}", 0, closed=True)
        async with open_store() as store:
            await store.write([ROOM, closed])
            await store.release_room("KQJX", 9, b"drafts")
            async with store.hold_room("KQJX") as room:
                assert room == ROOM
            async with store.hold_room("DONE") as room:
                assert room == closed
                await store.write([SavedRoom("DONE", b"changed", 0, closed=True)])
            async with store.hold_room("nowhere") as room:
                assert room is None
            assert await store.find_room("DONE") == SavedRoom("DONE", b"changed", 0, closed=True)
            assert await store.list_due_rooms(9, 10) == ["KQJX"]
            assert await store.take_room("KQJX") == TakenRoom(ROOM, b"drafts")

    @run_in_loop
    async def test_open_rooms_are_told_from_others(self, open_store: Opener) -> None:
        async with open_store() as store:
            await store.write([ROOM, SavedRoom("AAAA", b"{}", 0, closed=True)])
            assert await store.filter_open_rooms(["KQJX", "AAAA", "nowhere"]) == ["KQJX"]
            assert await store.filter_open_rooms([]) == []

    # --- taking and releasing -----------------------------------------------------------------

    @run_in_loop
    async def test_a_room_comes_back_with_what_was_left_for_it(self, open_store: Opener) -> None:
        async with open_store() as store:
            await store.write([replace(ROOM, due=5)])
            assert await store.take_room("KQJX") == TakenRoom(ROOM)
            await store.release_room("KQJX", 9, b'{"draft":1}')
            assert await store.list_due_rooms(8, 10) == []
            assert await store.list_due_rooms(9, 10) == ["KQJX"]
        async with open_store() as store:
            assert await store.take_room("KQJX") == TakenRoom(ROOM, b'{"draft":1}')
            assert await store.take_room("KQJX") == TakenRoom(ROOM)  # it is good for one owner
        async with open_store() as store:
            assert await store.take_room("KQJX") == TakenRoom(ROOM)
            await store.release_room("KQJX", None, None)
            assert await store.list_due_rooms(10_000, 10) == []
            assert await store.take_room("KQJX") == TakenRoom(ROOM)

    @run_in_loop
    async def test_a_room_can_be_written_before_and_after(self, open_store: Opener) -> None:
        async with open_store() as store:
            await store.write([ROOM, GAME, make_game_lines(1, 2)])
            await store.release_room("KQJX", None, b"{}")
            await store.take_room("KQJX")
            await store.write([make_game_lines(3, 4)])
            await store.release_room("KQJX", None, b"{}")
            await store.write([make_game_lines(5, 5)])
            with pytest.raises(Conflict, match="goes on with line 6, not 3"):
                await store.write([make_game_lines(3, 3)])
            assert await store.load_game_log("game-1") == build_saved_file(5)

    @run_in_loop
    async def test_closed_and_missing_rooms_cannot_be_taken(self, open_store: Opener) -> None:
        async with open_store() as store:
            await store.write([ROOM])
            await store.write([replace(ROOM, closed=True)])
            assert await store.take_room("KQJX") is None
            assert await store.take_room("nowhere") is None
            await store.write([replace(ROOM, snapshot=b"later", closed=True)])
            await store.write([RemovedRoom("KQJX")])
            await store.write([ROOM])
            assert await store.take_room("KQJX") == TakenRoom(ROOM)

    @run_in_loop
    async def test_a_tournament_is_taken_with_its_log(self, open_store: Opener) -> None:
        async with open_store() as store:
            assert await store.take_tournament("cup-1") is None
            await store.write([CUP, make_tournament_lines(1, 2)])
            booked = replace(ROOM, tournament="cup-1")
            await store.write([booked, GAME, make_game_lines(1, 1)])
            assert await store.take_tournament("cup-1") == build_saved_file(2, "cup-1")
            assert await store.take_room("KQJX") == TakenRoom(ROOM)
            await store.release_room("KQJX", 5, b"{}")
            await store.write([make_tournament_lines(3, 3)])
            await store.release_tournament("cup-1")
            assert await store.take_room("KQJX") == TakenRoom(ROOM, b"{}")
            await store.write([make_game_lines(2, 2)])
            assert await store.take_tournament("cup-1") == build_saved_file(3, "cup-1")
            await store.write([RemovedTournament("cup-1")])
            assert await store.take_tournament("cup-1") is None
            await store.write([make_game_lines(3, 3)])
            assert await store.load_game_log("game-1") == build_saved_file(3)

    @run_in_loop
    async def test_nobody_else_owns_anything(self, open_store: Opener) -> None:
        async with open_store() as store:
            await store.write([ROOM, CUP])
            for _ in range(2):
                assert await store.find_owner_of_room("KQJX") is None
                assert await store.find_owner_of_room("nowhere") is None
                assert await store.find_owner_of_tournament("cup-1") is None
                await store.release_room("KQJX", None, None)
            await store.mark_suspect(store.node)
            (alone,) = store.list_nodes()
            assert alone.node == store.node
            await store.take_room("KQJX")

    # --- a guest is forgotten room by room ----------------------------------------------------

    @run_in_loop
    async def test_a_guest_is_removed_from_one_room(self, open_store: Opener) -> None:
        async with open_store() as store:
            await store.write([ANNA, BERT, replace(ROOM, guests=("anna-1", "bert-1"))])
            await store.write([SavedRoom("AAAA", b"{}", 0, guests=("anna-1",))])
            await store.write([replace(GAME, guests=("anna-1", "bert-1"))])
            await store.write([NewGame("game-2", "AAAA", b"{}", (None, "anna-1"))])
            await store.write([GuestRemovedFromRoom("anna-1", "KQJX")])
            await store.write([GuestRemovedFromRoom("anna-1", "KQJX")])
            assert await store.list_rooms_of_guest("anna-1") == ["AAAA"]
            assert [seat.game for seat in await store.list_seats_of_guest("anna-1")] == ["game-2"]
            assert await store.list_rooms_of_guest("bert-1") == ["KQJX"]
            assert [seat.game for seat in await store.list_seats_of_guest("bert-1")] == ["game-1"]
            await store.write([GuestRemovedFromRoom("anna-1", "AAAA"), RemovedGuest("anna-1")])
            assert await store.list_seats_of_guest("anna-1") == []

    # --- uploads ------------------------------------------------------------------------------

    @run_in_loop
    async def test_an_upload_is_there_until_it_expires(self, open_store: Opener) -> None:
        async with open_store() as store:
            assert await store.find_upload("x", 0) is None
            await store.write([SavedUpload("x", b"words", 0, 10)])
            assert await store.find_upload("x", 9) == b"words"
            assert await store.find_upload("x", 10) is None
            with pytest.raises(Conflict):
                await store.write([SavedUpload("x", b"other", 1, 10)])
            await store.write([SavedUpload("x", b"other", 10, 20)])
        async with open_store() as store:
            assert await store.find_upload("x", 10) == b"other"

    @run_in_loop
    async def test_the_last_uploads_are_kept(self, open_store: Opener) -> None:
        async with open_store() as store:
            for n in range(MAX_UPLOADS + 2):
                await store.write([SavedUpload(f"u{n}", b"%d" % n, n, 1_000)])
            assert await store.find_upload("u1", 100) is None
            assert await store.find_upload("u2", 100) == b"2"
            assert await store.find_upload(f"u{MAX_UPLOADS + 1}", 100) is not None
