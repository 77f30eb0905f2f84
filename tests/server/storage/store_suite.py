"""What every store must do: derive a class from `StoreSuite` that knows how to open one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from functools import wraps
from typing import Any, ParamSpec

import pytest
from msgspec.structs import replace

from kostka.editions import EDITIONS
from kostka.numbers import Game, Start
from kostka.server.storage.store import (
    Change,
    Conflict,
    GameLines,
    GameSeat,
    Guest,
    GuestToForget,
    NewGame,
    NewTournament,
    RemovedGuest,
    RemovedRoom,
    RemovedTournament,
    RewrittenGame,
    SavedRoom,
    Store,
    StoreFailed,
    TournamentLines,
)
from tests.server.recorded import GAMES, RecordedGame

P = ParamSpec("P")

Opener = Callable[[], AbstractAsyncContextManager[Store]]
"""Opens the store and closes it in the end; opened again, it holds what it held."""

ANNA = Guest("anna-1", b"a" * 32, "Anna", 1_000)
BERT = Guest("bert-1", b"b" * 32, "Bert", 1_000)
ROOM = SavedRoom("KQJX", b'{"seats":2}', 2_000)
GAME = NewGame("game-1", "KQJX", b'{"kostka":"numbers"}')
CUP = NewTournament("cup-1", b'{"kostka":"numbers"}')


def make_game_lines(first: int, last: int, game: str = "game-1") -> GameLines:
    return GameLines(game, first, tuple(make_line(n, game) for n in range(first, last + 1)))


def make_tournament_lines(first: int, last: int, tournament: str = "cup-1") -> TournamentLines:
    return TournamentLines(tournament, first, make_game_lines(first, last, tournament).lines)


def make_line(n: int, game: str = "game-1") -> bytes:
    return b'{"n":%d,"of":"%s"}' % (n, game.encode())


def build_saved_file(last: int, game: str = "game-1") -> bytes:
    return b"\n".join((GAME.header, *(make_line(n, game) for n in range(1, last + 1)), b""))


async def append_until_it_fails(
    store: Store, last: int, *, with_room: bool = True
) -> tuple[int, str]:
    """Append lines until it fails; return the last acknowledged line, and the reason."""
    while True:
        room = [SavedRoom("KQJX", b"%d" % last, 0)] if with_room else []
        try:
            await store.write([*room, make_game_lines(last + 1, last + 10)])
        except StoreFailed as failed:
            return last, str(failed)
        last += 10


async def check_nothing_is_half_written(store: Store, last: int) -> None:
    assert await store.load_game_log("game-1") == build_saved_file(last)
    room = await store.find_room("KQJX")
    assert room
    assert room.snapshot == b"%d" % (last - 10)


async def load_open_rooms(store: Store) -> list[SavedRoom]:
    """Return those rooms that these tests use and that are open."""
    codes = await store.filter_open_rooms(["AAAA", "KQJX", "nowhere"])
    rooms = [await store.find_room(code) for code in sorted(codes)]
    return [room for room in rooms if room is not None]


def run_in_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


class StoreSuite:
    @pytest.fixture
    def open_store(self) -> Opener:
        raise NotImplementedError

    # --- what is kept -------------------------------------------------------------------------

    @run_in_loop
    async def test_an_empty_store_knows_nobody(self, open_store: Opener) -> None:
        async with open_store() as store:
            assert await store.find_guest("anna-1") is None
            assert await store.find_guest_by_token(b"a" * 32) is None
            assert await store.find_room("KQJX") is None
            assert await load_open_rooms(store) == []
            assert await store.list_game_ids("KQJX") == []
            assert await store.load_game_log("game-1") is None

    @run_in_loop
    async def test_guests_are_found_by_id_and_by_token(self, open_store: Opener) -> None:
        bert = Guest("bert-1", b"b" * 32, "Bert ✨", 0)
        async with open_store() as store:
            await store.write([ANNA, bert])
            assert await store.find_guest("anna-1") == ANNA
            assert await store.find_guest_by_token(b"b" * 32) == bert

    @run_in_loop
    async def test_a_guest_may_take_a_new_name(self, open_store: Opener) -> None:
        async with open_store() as store:
            await store.write([ANNA])
            await store.write([Guest("anna-1", ANNA.token_hash, "Ann", 9_000)])
            assert await store.find_guest("anna-1") == Guest(
                "anna-1", ANNA.token_hash, "Ann", 1_000
            )

    @run_in_loop
    async def test_nobody_can_take_the_place_of_a_guest(self, open_store: Opener) -> None:
        async with open_store() as store:
            await store.write([ANNA])
            with pytest.raises(Conflict, match="anna-1"):
                await store.write([Guest("anna-1", b"b" * 32, "Mallory", 1_000)])
            with pytest.raises(Conflict):
                await store.write([Guest("mallory", ANNA.token_hash, "Mallory", 1_000)])
            assert await store.find_guest_by_token(ANNA.token_hash) == ANNA
            assert await store.find_guest("mallory") is None

    @run_in_loop
    async def test_a_room_replaces_what_was(self, open_store: Opener) -> None:
        later = SavedRoom("KQJX", b'{"seats":4}', 3_000)
        async with open_store() as store:
            await store.write([ROOM])
            assert await store.find_room("KQJX") == ROOM
            await store.write([later])
            assert await store.find_room("KQJX") == later
            assert await load_open_rooms(store) == [later]

    @run_in_loop
    async def test_closed_rooms_and_their_games_stay(self, open_store: Opener) -> None:
        other, closed = SavedRoom("AAAA", b"{}", 0), SavedRoom("KQJX", b"{}", 4_000, closed=True)
        async with open_store() as store:
            await store.write([ROOM, other, GAME, make_game_lines(1, 3)])
            await store.write([closed])
            assert await load_open_rooms(store) == [other]
            assert await store.find_room("KQJX") == closed
            assert await store.list_game_ids("KQJX") == ["game-1"]
            assert await store.load_game_log("game-1") == build_saved_file(3)

    @run_in_loop
    async def test_games_of_a_room_come_in_order(self, open_store: Opener) -> None:
        names = ["z", "b", "y", "a"]
        async with open_store() as store:
            await store.write([ROOM, SavedRoom("AAAA", b"{}", 0)])
            for name in names:
                await store.write([NewGame(name, "KQJX", b"{}"), NewGame(name * 2, "AAAA", b"{}")])
            assert await store.list_game_ids("KQJX") == names

    @run_in_loop
    async def test_everything_is_there_after_opening_again(self, open_store: Opener) -> None:
        async with open_store() as store:
            await store.write([ANNA, ROOM, GAME, make_game_lines(1, 2)])
        async with open_store() as store:
            assert await store.find_guest("anna-1") == ANNA
            assert await load_open_rooms(store) == [ROOM]
            assert await store.load_game_log("game-1") == build_saved_file(2)
            await store.write([make_game_lines(3, 5)])
        async with open_store() as store:
            assert await store.load_game_log("game-1") == build_saved_file(5)

    # --- what is removed ----------------------------------------------------------------------

    @run_in_loop
    async def test_a_visit_is_noted_by_its_day(self, open_store: Opener) -> None:
        async with open_store() as store:
            await store.write([ANNA])
            await store.write([replace(ANNA, last_seen=7)])
            assert await store.find_guest("anna-1") == replace(ANNA, last_seen=7)

    @run_in_loop
    async def test_guests_who_stay_away_are_found_in_order(self, open_store: Opener) -> None:
        days = {"a": 5, "b": 3, "c": 9, "d": 4}
        async with open_store() as store:
            guests = [Guest(name, name.encode() * 32, "", 0, day) for name, day in days.items()]
            await store.write(guests)
            assert await store.list_unseen_guests(6, 10) == ["b", "d", "a"]
            assert await store.list_unseen_guests(6, 2) == ["b", "d"]
            assert await store.list_unseen_guests(3, 10) == []

    @run_in_loop
    async def test_a_guest_to_forget_is_found_no_more(self, open_store: Opener) -> None:
        async with open_store() as store:
            await store.write([ANNA])
            assert await store.list_guests_to_forget() == []
            await store.write([GuestToForget("anna-1")])
            await store.write([GuestToForget("anna-1")])
            assert await store.list_guests_to_forget() == ["anna-1"]
            assert await store.find_guest("anna-1") is None
            assert await store.find_guest_by_token(ANNA.token_hash) is None
            with pytest.raises(Conflict):
                await store.write([replace(ANNA, name="Ann")])
        async with open_store() as store:
            assert await store.list_guests_to_forget() == ["anna-1"]
            await store.write([RemovedGuest("anna-1")])
            assert await store.list_guests_to_forget() == []
            await store.write([ANNA])
            assert await store.find_guest("anna-1") == ANNA

    @run_in_loop
    async def test_rooms_and_games_of_a_guest_are_found(self, open_store: Opener) -> None:
        async with open_store() as store:
            await store.write([ANNA, BERT, replace(ROOM, guests=("anna-1", "bert-1"))])
            await store.write([SavedRoom("AAAA", b"{}", 0, guests=("bert-1",))])
            await store.write([replace(GAME, guests=(None, "anna-1", "bert-1"))])
            await store.write([NewGame("game-0", "KQJX", b"{}", ("anna-1", None))])
            assert await store.list_rooms_of_guest("anna-1") == ["KQJX"]
            assert sorted(await store.list_rooms_of_guest("bert-1")) == ["AAAA", "KQJX"]
            assert await store.list_seats_of_guest("anna-1") == [
                GameSeat("KQJX", "game-1", 1),
                GameSeat("KQJX", "game-0", 0),
            ]
            await store.write([ROOM])  # without guests: they are remembered
            assert await store.list_rooms_of_guest("anna-1") == ["KQJX"]
            assert await store.find_room("KQJX") == ROOM

    @run_in_loop
    async def test_a_removed_guest_cannot_be_named_again(self, open_store: Opener) -> None:
        async with open_store() as store:
            await store.write([ANNA, BERT, replace(ROOM, guests=("anna-1", "bert-1"))])
            await store.write([replace(GAME, guests=("anna-1", "bert-1"))])
            await store.write([RemovedGuest("anna-1")])
            assert await store.list_rooms_of_guest("anna-1") == []
            assert await store.list_seats_of_guest("anna-1") == []
            assert await store.list_rooms_of_guest("bert-1") == ["KQJX"]
            assert await store.load_game_log("game-1") == build_saved_file(0)
            with pytest.raises(Conflict):
                await store.write([replace(ROOM, snapshot=b"late", guests=("anna-1",))])
            with pytest.raises(Conflict):
                await store.write([NewGame("game-2", "KQJX", b"{}", ("anna-1",))])
            assert await store.find_room("KQJX") == ROOM
            assert await store.list_game_ids("KQJX") == ["game-1"]

    @run_in_loop
    async def test_a_log_is_written_again_with_as_many_lines(self, open_store: Opener) -> None:
        lines = (b"other header", b"one", b"two", b"three")
        async with open_store() as store:
            await store.write([ROOM, GAME, make_game_lines(1, 2), NewGame("x", "KQJX", b"{}")])
            for wrong in (lines, lines[:2]):
                with pytest.raises(Conflict, match="game-1 has 3 lines"):
                    await store.write([RewrittenGame("game-1", wrong)])
            await store.write([make_game_lines(3, 3)])
            await store.write([RewrittenGame("game-1", lines), RewrittenGame("x", (b"y",))])
            assert await store.load_game_log("game-1") == b"\n".join((*lines, b""))
            assert await store.load_game_log("x") == b"y\n"
            await store.write([make_game_lines(4, 5)])
        async with open_store() as store:
            await store.write([make_game_lines(6, 6)])
            more = make_game_lines(4, 6).lines
            assert await store.load_game_log("game-1") == b"\n".join((*lines, *more, b""))
            with pytest.raises(Conflict, match="there is no game nowhere"):
                await store.write([RewrittenGame("nowhere", lines)])

    @run_in_loop
    async def test_a_log_is_not_written_again_over_a_later_move(self, open_store: Opener) -> None:
        async with open_store() as store:
            await store.write([ROOM, GAME, make_game_lines(1, 2)])
            outcomes = await asyncio.gather(
                store.write([make_game_lines(3, 3)]),
                store.write([RewrittenGame("game-1", (b"a", b"b", b"c"))]),
                return_exceptions=True,
            )
            assert [type(outcome) for outcome in outcomes] == [type(None), Conflict]
            assert await store.load_game_log("game-1") == build_saved_file(3)

    @run_in_loop
    async def test_a_room_goes_with_its_games(self, open_store: Opener) -> None:
        other = SavedRoom("AAAA", b"{}", 0)
        async with open_store() as store:
            await store.write([ANNA, replace(ROOM, guests=("anna-1",)), other])
            await store.write([replace(GAME, guests=("anna-1",)), make_game_lines(1, 3)])
            await store.write([NewGame("game-2", "AAAA", GAME.header)])
            await store.write([make_game_lines(1, 2, "game-2")])
            await store.write([RemovedRoom("KQJX")])
            assert await store.find_room("KQJX") is None
            assert await store.load_game_log("game-1") is None
            assert await store.list_game_ids("KQJX") == []
            assert await store.list_rooms_of_guest("anna-1") == []
            assert await store.list_seats_of_guest("anna-1") == []
            assert await store.find_guest("anna-1") == ANNA
            assert await store.load_game_log("game-2") == build_saved_file(2, "game-2")
            with pytest.raises(Conflict):
                await store.write([make_game_lines(4, 4)])
            with pytest.raises(Conflict):
                await store.write([RemovedRoom("KQJX")])
            await store.write([ROOM, GAME, make_game_lines(1, 1)])
            assert await store.load_game_log("game-1") == build_saved_file(1)

    @run_in_loop
    async def test_closed_rooms_are_found_by_age(self, open_store: Opener) -> None:
        async with open_store() as store:
            rooms = [SavedRoom(f"R{n}", b"{}", n, closed=n != 4) for n in (5, 3, 8, 4, 1)]
            await store.write(rooms)
            assert await store.list_closed_rooms(6, 10) == ["R1", "R3", "R5"]
            assert await store.list_closed_rooms(6, 2) == ["R1", "R3"]
            assert await store.list_closed_rooms(1, 10) == []

    @run_in_loop
    async def test_a_tournament_can_be_removed(self, open_store: Opener) -> None:
        async with open_store() as store:
            await store.write([CUP, make_tournament_lines(1, 3), NewTournament("x", b"{}")])
            await store.write([RemovedTournament("cup-1")])
            assert await store.load_tournament_log("cup-1") is None
            assert await store.load_tournament_log("x") == b"{}\n"
            with pytest.raises(Conflict):
                await store.write([make_tournament_lines(4, 4)])
            with pytest.raises(Conflict):
                await store.write([RemovedTournament("cup-1")])

    @run_in_loop
    async def test_rooms_of_a_tournament_are_found(self, open_store: Opener) -> None:
        async with open_store() as store:
            await store.write([replace(ROOM, tournament="cup-1"), SavedRoom("AAAA", b"{}", 0)])
            assert await store.list_rooms_of_tournament("cup-1") == ["KQJX"]
            await store.write([ROOM])
            assert await store.list_rooms_of_tournament("cup-1") == ["KQJX"]
            assert await store.list_rooms_of_tournament("cup-2") == []

    @run_in_loop
    async def test_tournaments_are_found_by_their_last_change(self, open_store: Opener) -> None:
        async with open_store() as store:
            await store.write([NewTournament(f"t{n}", b"{}", n) for n in (5, 3, 8)])
            assert await store.list_old_tournaments(9, 10) == ["t3", "t5", "t8"]
            await store.write([TournamentLines("t3", 1, (b"{}",), 7)])
            await store.write([TournamentLines("t3", 2, (b"{}",), 6)])
            assert await store.list_old_tournaments(9, 10) == ["t5", "t3", "t8"]
            assert await store.list_old_tournaments(9, 1) == ["t5"]
            assert await store.list_old_tournaments(7, 10) == ["t5"]

    # --- logs ---------------------------------------------------------------------------------

    @run_in_loop
    async def test_recorded_games_come_back_byte_by_byte(self, open_store: Opener) -> None:
        async with open_store() as store:
            await store.write([ROOM])

            async def play(game: RecordedGame) -> None:
                await store.write([NewGame(game.name, "KQJX", game.header)])
                first = 1
                for command in game.commands:
                    await store.write([GameLines(game.name, first, command)])
                    first += len(command)

            await asyncio.gather(*map(play, GAMES.values()))
            for game in GAMES.values():
                assert await store.load_game_log(game.name) == game.saved

    @run_in_loop
    async def test_a_game_goes_on_where_it_was_left(self, open_store: Opener) -> None:
        game = Game.new(EDITIONS["classic"], ("Anna", "Bert"), bytes(32), at=5)
        async with open_store() as store:
            header, *more = game.log.lines
            await store.write(
                [ROOM, NewGame("g", "KQJX", header), GameLines("g", 1, tuple(more))],
            )
            loaded = Game.load(await store.load_game_log("g") or b"")
            kept = len(loaded.log.lines)
            loaded.do(Start(), at=6)
            await store.write([GameLines("g", kept, tuple(loaded.log.lines[kept:]))])
            assert await store.load_game_log("g") == loaded.to_bytes()

    @run_in_loop
    async def test_a_game_may_have_no_lines_yet(self, open_store: Opener) -> None:
        async with open_store() as store:
            await store.write([ROOM, GAME])
            assert await store.load_game_log("game-1") == build_saved_file(0)
            await store.write([GameLines("game-1", 1, ())])
            assert await store.load_game_log("game-1") == build_saved_file(0)

    @pytest.mark.parametrize("first", [-1, 0, 1, 3, 5, 6])
    @run_in_loop
    async def test_lines_must_be_the_next_ones(self, open_store: Opener, first: int) -> None:
        async with open_store() as store:
            await store.write([ROOM, GAME, make_game_lines(1, 3)])
            with pytest.raises(Conflict, match=f"game-1 goes on with line 4, not {first}"):
                await store.write([make_game_lines(first, 7)])
            assert await store.load_game_log("game-1") == build_saved_file(3)
            await store.write([make_game_lines(4, 4)])
            assert await store.load_game_log("game-1") == build_saved_file(4)

    @pytest.mark.parametrize(
        "changes",
        [
            [make_game_lines(1, 1, "game-2")],
            [NewGame("game-1", "KQJX", b"another header")],
            [NewGame("game-2", "nowhere", b"{}")],
        ],
        ids=["no such game", "the game is there", "no such room"],
    )
    @run_in_loop
    async def test_games_and_rooms_must_fit(
        self, open_store: Opener, changes: list[Change]
    ) -> None:
        async with open_store() as store:
            await store.write([ROOM, GAME, make_game_lines(1, 3)])
            with pytest.raises(Conflict):
                await store.write(changes)
            assert await store.list_game_ids("KQJX") == ["game-1"]
            assert await store.load_game_log("game-1") == build_saved_file(3)

    # --- tournaments --------------------------------------------------------------------------

    @run_in_loop
    async def test_a_tournament_comes_back_byte_by_byte(self, open_store: Opener) -> None:
        async with open_store() as store:
            assert await store.load_tournament_log("cup-1") is None
            await store.write([CUP])
            assert await store.load_tournament_log("cup-1") == build_saved_file(0, "cup-1")
            await store.write([make_tournament_lines(1, 2)])
            await store.write([make_tournament_lines(3, 250)])
            assert await store.load_tournament_log("cup-1") == build_saved_file(250, "cup-1")
        async with open_store() as store:
            assert await store.load_tournament_log("cup-1") == build_saved_file(250, "cup-1")
            await store.write([make_tournament_lines(251, 251)])
            assert await store.load_tournament_log("cup-1") == build_saved_file(251, "cup-1")

    @pytest.mark.parametrize(
        "changes",
        [
            [make_tournament_lines(1, 1, "cup-2")],
            [make_tournament_lines(3, 5)],
            [make_tournament_lines(5, 5)],
            [make_tournament_lines(4, 5), make_tournament_lines(5, 6)],
            [NewTournament("cup-1", b"another header")],
            [ANNA, make_tournament_lines(4, 4), make_tournament_lines(6, 6)],
        ],
        ids=["no such one", "overlaps", "leaves one out", "twice", "is there", "all or none"],
    )
    @run_in_loop
    async def test_entries_must_be_the_next_ones(
        self, open_store: Opener, changes: list[Change]
    ) -> None:
        async with open_store() as store:
            await store.write([CUP, make_tournament_lines(1, 3)])
            with pytest.raises(Conflict):
                await store.write(changes)
            assert await store.load_tournament_log("cup-1") == build_saved_file(3, "cup-1")
            assert await store.find_guest("anna-1") is None
            await store.write([make_tournament_lines(4, 4)])
            assert await store.load_tournament_log("cup-1") == build_saved_file(4, "cup-1")

    @run_in_loop
    async def test_games_and_tournaments_know_nothing_of_each_other(
        self, open_store: Opener
    ) -> None:
        async with open_store() as store:
            same = NewTournament("game-1", b"a cup")
            await store.write(
                [
                    ROOM,
                    GAME,
                    CUP,
                    same,
                    make_game_lines(1, 3),
                    make_tournament_lines(1, 1, "game-1"),
                ]
            )
            assert await store.load_game_log("cup-1") is None
            assert await store.load_game_log("game-1") == build_saved_file(3)
            assert (
                await store.load_tournament_log("game-1")
                == b"a cup\n" + make_line(1, "game-1") + b"\n"
            )
            with pytest.raises(Conflict):
                await store.write([make_game_lines(1, 1, "cup-1")])
            assert await store.list_game_ids("KQJX") == ["game-1"]

    @run_in_loop
    async def test_entries_of_many_at_once_are_in_order(self, open_store: Opener) -> None:
        names = [f"cup-{n}" for n in range(10)]
        async with open_store() as store:
            await store.write([ROOM, GAME, *(NewTournament(name, CUP.header) for name in names)])
            calls = [
                store.write(
                    [
                        make_tournament_lines(n, n, name),
                        *([make_game_lines(n, n)] if name == names[0] else []),
                    ]
                )
                for n in range(1, 41)
                for name in names
            ]
            await asyncio.gather(*calls)
            for name in names:
                assert await store.load_tournament_log(name) == build_saved_file(40, name)
            assert await store.load_game_log("game-1") == build_saved_file(40)

    # --- writes -------------------------------------------------------------------------------

    @run_in_loop
    async def test_a_write_is_done_as_a_whole_or_not_at_all(self, open_store: Opener) -> None:
        async with open_store() as store:
            await store.write([ROOM, GAME, make_game_lines(1, 3)])
            later = SavedRoom("KQJX", b"later", 9_000)
            with pytest.raises(Conflict):
                await store.write([ANNA, later, make_game_lines(4, 5), make_game_lines(7, 8)])
            assert await store.find_guest("anna-1") is None
            assert await store.find_room("KQJX") == ROOM
            assert await store.load_game_log("game-1") == build_saved_file(3)

    @run_in_loop
    async def test_who_is_refused_does_not_concern_others(self, open_store: Opener) -> None:
        async with open_store() as store:
            await store.write([ROOM])
            outcomes = await asyncio.gather(
                *(
                    store.write(
                        [
                            NewGame(f"g{n}", "KQJX" if n % 3 else "nowhere", GAME.header),
                            make_game_lines(1, 2, f"g{n}"),
                        ],
                    )
                    for n in range(30)
                ),
                return_exceptions=True,
            )
            assert [type(outcome) for outcome in outcomes] == 10 * [
                Conflict,
                type(None),
                type(None),
            ]
            for n in range(30):
                assert await store.load_game_log(f"g{n}") == (
                    build_saved_file(2, f"g{n}") if n % 3 else None
                )

    @run_in_loop
    async def test_of_two_owners_one_goes_on(self, open_store: Opener) -> None:
        async with open_store() as store:
            await store.write([ROOM, GAME])
            expected = [GAME.header]
            for n in range(1, 21):
                texts = (b"one", b"two")
                outcomes = await asyncio.gather(
                    *(store.write([GameLines("game-1", n, (text,))]) for text in texts),
                    return_exceptions=True,
                )
                (winner,) = (t for t, outcome in zip(texts, outcomes, strict=True) if not outcome)
                expected.append(winner)
            assert await store.load_game_log("game-1") == b"\n".join((*expected, b""))

    @run_in_loop
    async def test_writes_are_done_in_the_order_of_the_calls(self, open_store: Opener) -> None:
        """Many games at once, each with all its writes under way before the first is done."""
        names = [f"g{n}" for n in range(40)]
        async with open_store() as store:
            await store.write([ROOM, *(NewGame(name, "KQJX", GAME.header) for name in names)])
            calls = (
                store.write([make_game_lines(first, first + 2, name)])
                for first in range(1, 91, 3)
                for name in names
            )
            await asyncio.gather(*calls)
            for name in names:
                assert await store.load_game_log(name) == build_saved_file(90, name)

    @run_in_loop
    async def test_what_is_written_can_be_read_at_once(self, open_store: Opener) -> None:
        async with open_store() as store:
            await store.write([ROOM])

            async def play(name: str) -> None:
                await store.write([NewGame(name, "KQJX", GAME.header)])
                for n in range(1, 11):
                    await store.write([make_game_lines(n, n, name)])
                    assert await store.load_game_log(name) == build_saved_file(n, name)

            await asyncio.gather(*(play(f"g{n}") for n in range(20)))

    @run_in_loop
    async def test_a_cancelled_write_goes_on(self, open_store: Opener) -> None:
        async with open_store() as store:
            await store.write([ROOM, GAME])
            writing = asyncio.create_task(store.write([make_game_lines(1, 2)]))
            await asyncio.sleep(0)
            writing.cancel()
            await store.write([make_game_lines(3, 3)])
            assert writing.cancelled()
            assert await store.load_game_log("game-1") == build_saved_file(3)

    @run_in_loop
    async def test_a_value_that_cannot_be_kept_concerns_its_caller_alone(
        self, open_store: Opener
    ) -> None:
        async with open_store() as store:
            good = store.write([ROOM])
            bad = store.write([ANNA, SavedRoom("\ud800", b"half a character", 0)])
            done, failed = await asyncio.gather(good, bad, return_exceptions=True)
            assert done is None
            assert isinstance(failed, ValueError)
            assert await load_open_rooms(store) == [ROOM]
            assert await store.find_guest("anna-1") is None

    @run_in_loop
    async def test_a_probe_changes_nothing(self, open_store: Opener) -> None:
        async with open_store() as store:
            await store.write([ROOM, GAME, make_game_lines(1, 2)])
            await store.probe_write()
            await asyncio.gather(store.probe_write(), store.write([make_game_lines(3, 3)]))
            assert await store.load_game_log("game-1") == build_saved_file(3)
            assert await load_open_rooms(store) == [ROOM]

    # --- the end ------------------------------------------------------------------------------

    @run_in_loop
    async def test_closing_finishes_what_was_called_before(self, open_store: Opener) -> None:
        async with open_store() as store:
            await store.write([ROOM, GAME])
            writes = [
                asyncio.create_task(store.write([make_game_lines(n, n)])) for n in range(1, 3_001)
            ]
            await asyncio.sleep(0)
            await store.close()
            assert all(write.done() for write in writes)
            await asyncio.gather(*writes)
        async with open_store() as store:
            assert await store.load_game_log("game-1") == build_saved_file(3_000)

    @run_in_loop
    async def test_a_closed_store_says_so(self, open_store: Opener) -> None:
        async with open_store() as store:
            await store.close()
            await store.close()
            with pytest.raises(StoreFailed, match="closed"):
                await store.write([ROOM])
            with pytest.raises(StoreFailed, match="closed"):
                await store.find_room("KQJX")
            with pytest.raises(StoreFailed, match="closed"):
                await store.probe_write()
