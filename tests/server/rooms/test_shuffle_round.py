"""The players' randomness between `Begin` and the deal, with people whose browsers we are."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kostka.numbers import FORMAT, verify_log
from kostka.protocol import requests, responses
from kostka.protocol.rooms import Settings, Stage
from kostka.server.storage.store import StoreFailed
from kostka.tabletop.randomness import Contribution
from kostka.tiles.shuffle import compute_seed_commitment, compute_words_commitment
from tests.server.world import Person, World, draw, run, world

NEVER = 3600.0
"""A time-out that no test waits for."""


def get_stage(person: Person) -> Stage:
    """Return how far the room of a person has come."""
    return person.here.stage


def make_value(number: int) -> str:
    return f"{number:032x}"


async def commit(person: Person, number: int) -> None:
    commitment = compute_words_commitment(make_value(number))
    assert not await person.ask(requests.CommitRandomness, commitment=commitment)


async def reveal(person: Person, number: int, game: str | None = None) -> str:
    person.listen()
    name = person.shuffles[-1].game if game is None else game
    return await person.ask(requests.RevealRandomness, game=name, value=make_value(number))


async def begin(host: Person) -> None:
    """Send `Begin`, which is not answered before the deal."""
    host.answer = None
    assert not await host.ask(requests.Begin)
    assert host.answer is None
    assert get_stage(host) is Stage.GATHERING


async def read_contributions(world_now: World, person: Person) -> tuple[Contribution, ...]:
    """Return what is saved of the shuffle, after a proof of the whole log."""
    name = person.here.game
    assert name is not None
    data = await world_now.store.load_game_log(name)
    assert data is not None
    return verify_log(FORMAT.parse_log(data)).contributions


def test_all_reveal_and_the_deal_follows_at_once(tmp_path: Path) -> None:
    async def work() -> None:
        async with world(tmp_path, NEVER) as now:
            ala, bob = await now.pair()
            await commit(ala, 1)
            await commit(bob, 2)
            await begin(ala)
            bob.listen()
            assert bob.shuffles == ala.shuffles
            (asked,) = ala.shuffles
            assert asked.seats == (
                (0, compute_words_commitment(make_value(1))),
                (1, compute_words_commitment(make_value(2))),
            )
            assert not await reveal(bob, 2)
            assert bob.game is None
            assert not await reveal(ala, 1)
            bob.listen()
            for person in (ala, bob):
                assert get_stage(person) is Stage.PLAYING
                assert person.game is not None
                assert person.game.game == asked.game == person.here.game
                assert person.game.view.header.commitment == asked.commitment
                assert person.game.view.added == ((0, make_value(1)), (1, make_value(2)))
            contributions = await read_contributions(now, ala)
            assert [one.words for one in contributions] == [make_value(1), make_value(2)]

    run(work())


def test_begin_is_answered_after_the_deal_with_its_own_number(tmp_path: Path) -> None:
    async def work() -> None:
        async with world(tmp_path, NEVER) as now:
            ala, bob = await now.pair()
            await commit(bob, 2)
            await begin(ala)
            assert not await reveal(bob, 2)
            sent = [responses.decode_message(one) for one in ala.wire.sent]
            names = [type(message).__name__ for message in sent]
            assert names.index("GameNews") < names.index("Done")

    run(work())


def test_nobody_waits_for_clients_that_commit_to_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        async with world(tmp_path, NEVER) as now:
            ala, bob = await now.playing()
            assert get_stage(ala) is Stage.PLAYING
            assert not ala.shuffles
            assert await read_contributions(now, bob) == ()

    run(work())


def test_who_commits_and_never_reveals_is_named_and_left_out(tmp_path: Path) -> None:
    async def work() -> None:
        async with world(tmp_path, 0.01) as now:
            ala, bob = await now.pair()
            await commit(ala, 1)
            await commit(bob, 2)
            await begin(ala)
            assert not await reveal(ala, 1)
            await ala.until(lambda one: one.game is not None)
            contributions = await read_contributions(now, ala)
            assert [(one.seat, one.words) for one in contributions] == [
                (0, make_value(1)),
                (1, None),
            ]
            assert await reveal(bob, 2) == "no_reveal"  # too late

    run(work())


def test_nobody_reveals_and_the_deal_follows_from_the_seed_alone(tmp_path: Path) -> None:
    async def work() -> None:
        async with world(tmp_path, 0.01) as now:
            ala, bob = await now.pair()
            await commit(bob, 2)
            await begin(ala)
            await ala.until(lambda one: isinstance(one.answer, responses.Done))
            assert ala.game is not None
            assert ala.game.view.added == ()
            assert [one.words for one in await read_contributions(now, bob)] == [None]

    run(work())


def test_wrong_foreign_and_repeated_reveals(tmp_path: Path) -> None:
    async def work() -> None:
        async with world(tmp_path, NEVER) as now:
            ala = await now.comes("Ala")
            await ala.ask(requests.Create, settings=Settings("classic", seats=3, bots=(1,)))
            bob = await now.comes("Bob", ala.here.code)
            watcher = await now.comes("Eve", ala.here.code)
            await bob.ask(requests.Sit, seat=1)
            none = await ala.ask(requests.RevealRandomness, game="x", value=make_value(1))
            assert none == "no_reveal"
            commitment = compute_words_commitment(make_value(9))
            assert (
                await watcher.ask(requests.CommitRandomness, commitment=commitment) == "not_seated"
            )
            await commit(ala, 1)
            await commit(bob, 2)
            await begin(ala)
            assert await reveal(watcher, 1) == "not_seated"
            assert await reveal(bob, 1) == "wrong_reveal"  # what Ala has committed to
            assert await reveal(ala, 3) == "wrong_reveal"
            assert await reveal(ala, 1, game="another") == "no_reveal"
            assert not await reveal(ala, 1)
            assert not await reveal(ala, 1)
            assert await reveal(ala, 3) == "wrong_reveal"
            assert get_stage(ala) is Stage.GATHERING
            assert not await reveal(bob, 2)
            ala.listen()
            assert ala.game is not None
            assert ala.game.view.added == ((0, make_value(1)), (1, make_value(2)))

    run(work())


@given(
    committed=st.lists(st.booleans(), min_size=4, max_size=4).filter(any),
    reveals=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=8),
)
@settings(deadline=None, max_examples=25)
def test_any_reveals_lead_to_a_deal_with_exactly_the_valid_ones(
    tmp_path_factory: pytest.TempPathFactory,
    committed: list[bool],
    reveals: list[tuple[int, int]],
) -> None:
    """In any order, repeated, wrong, by other seats, late or missing."""

    async def work() -> None:
        async with world(tmp_path_factory.mktemp("data"), 0.05) as now:
            people = [await now.comes("P0")]
            await people[0].ask(requests.Create, settings=Settings("classic", seats=4))
            for seat in range(1, 4):
                people.append(await now.comes(f"P{seat}", people[0].here.code))
                await people[seat].ask(requests.Sit, seat=seat)
            for seat in range(4):
                if committed[seat]:
                    await commit(people[seat], seat)
            await begin(people[0])
            expected = set()
            for seat, number in reveals:
                answer = await reveal(people[seat], number)
                if not answer:
                    expected.add(seat)
                    assert committed[seat]
                    assert seat == number
            await people[0].until(lambda one: one.game is not None)
            saved = await read_contributions(now, people[0])
            assert [one.seat for one in saved] == [at for at in range(4) if committed[at]]
            assert {one.seat for one in saved if one.words is not None} == expected
            assert {one.words for one in saved} - {None} == set(map(make_value, expected))

    run(work())


# --- what else happens while the room waits -----------------------------------------------------


def test_a_second_begin_is_refused_and_the_room_answers_others(tmp_path: Path) -> None:
    async def work() -> None:
        async with world(tmp_path, NEVER) as now:
            ala, bob = await now.pair()
            await commit(bob, 2)
            await begin(ala)
            assert await ala.ask(requests.Begin) == "running"
            assert not await ala.ask(requests.Rename, name="Alicja")
            eve = await now.comes("Eve", ala.here.code)
            assert eve.shuffles == ala.shuffles
            assert eve.here.watching == 1
            assert not await reveal(bob, 2)
            assert get_stage(ala) is Stage.PLAYING

    run(work())


@pytest.mark.parametrize("how", [requests.StandUp, requests.ClearSeat])
def test_a_player_who_leaves_the_seat_cancels_the_start(
    tmp_path: Path, how: type[requests.Request]
) -> None:
    async def work() -> None:
        async with world(tmp_path, NEVER) as now:
            ala, bob = await now.pair()
            await commit(ala, 1)
            await commit(bob, 2)
            await begin(ala)
            assert not await reveal(ala, 1)
            if how is requests.StandUp:
                assert not await bob.ask(how)
                ala.listen()
                assert isinstance(ala.answer, responses.Refusal)
                assert ala.answer.problems[0].code == "players_changed"
            else:
                assert not await ala.ask(how, seat=1)
            assert get_stage(ala) is Stage.GATHERING
            assert ala.here.game is None
            assert not await bob.ask(requests.Sit, seat=1)
            assert await reveal(bob, 2) == "no_reveal"
            await begin_again(now, ala, bob)

    async def begin_again(now: World, ala: Person, bob: Person) -> None:
        """What was revealed, or asked for, is not used a second time."""
        await commit(ala, 3)
        await begin(ala)
        assert [seat for seat, _ in ala.shuffles[-1].seats] == [0]
        assert not await reveal(ala, 3)
        assert get_stage(bob) is Stage.PLAYING
        saved = await read_contributions(now, ala)
        assert [one.words for one in saved] == [make_value(3)]

    run(work())


def test_closing_the_room_cancels_the_start(tmp_path: Path) -> None:
    async def work() -> None:
        async with world(tmp_path, 0.01) as now:
            ala, bob = await now.pair()
            await commit(bob, 2)
            await begin(ala)
            assert not await ala.ask(requests.CloseRoom)
            ala.listen()
            assert get_stage(bob) is Stage.CLOSED
            assert await now.store.filter_open_rooms([ala.here.code]) == []

    run(work())


def test_a_host_who_goes_away_does_not_stop_the_deal(tmp_path: Path) -> None:
    async def work() -> None:
        async with world(tmp_path, 0.01) as now:
            ala, bob = await now.pair()
            await commit(ala, 1)
            await commit(bob, 2)
            await begin(ala)
            await ala.go()
            assert not await reveal(bob, 2)
            await bob.until(lambda one: one.game is not None)
            saved = await read_contributions(now, bob)
            assert [one.words for one in saved] == [None, make_value(2)]

    run(work())


def test_who_comes_back_in_time_can_still_reveal(tmp_path: Path) -> None:
    async def work() -> None:
        async with world(tmp_path, NEVER) as now:
            ala, bob = await now.pair()
            await commit(bob, 2)
            await begin(ala)
            bob.listen()
            await bob.go()
            again = await now.back(bob)
            assert again.shuffles == ala.shuffles
            assert not await reveal(again, 2)
            assert get_stage(ala) is Stage.PLAYING

    run(work())


def test_the_newest_of_several_devices_counts(tmp_path: Path) -> None:
    async def work() -> None:
        async with world(tmp_path, NEVER) as now:
            ala, bob = await now.pair()
            phone = await now.back(bob)
            laptop = await now.back(bob)
            await commit(phone, 2)
            await commit(laptop, 3)
            await commit(phone, 4)
            await begin(ala)
            assert await reveal(laptop, 3) == "wrong_reveal"
            assert not await reveal(phone, 4)
            saved = await read_contributions(now, ala)
            assert [one.words for one in saved] == [make_value(4)]

    run(work())


def test_a_device_that_has_gone_is_not_waited_for(tmp_path: Path) -> None:
    async def work() -> None:
        async with world(tmp_path, NEVER) as now:
            ala, bob = await now.pair()
            phone = await now.back(bob)
            await commit(bob, 2)
            await commit(phone, 3)
            await phone.go()
            await begin(ala)
            assert not await reveal(bob, 2)
            assert get_stage(ala) is Stage.PLAYING

    run(work())


def test_a_commitment_is_good_for_one_game(tmp_path: Path) -> None:
    async def work() -> None:
        async with world(tmp_path, NEVER) as now:
            ala, bob = await now.pair(games=2)
            await commit(ala, 1)
            await begin(ala)
            assert not await reveal(ala, 1)
            await commit(ala, 5)  # for the next game, while this one is played
            bob.listen()
            while get_stage(ala) is Stage.PLAYING:
                await draw(ala if ala.on_turn else bob)
                bob.listen()
            assert get_stage(ala) is Stage.BETWEEN
            assert not await ala.ask(requests.Begin)
            assert ala.shuffles[-1].seats == ((0, compute_words_commitment(make_value(5))),)
            assert not await reveal(ala, 5)
            saved = await read_contributions(now, bob)
            assert [one.words for one in saved] == [make_value(5)]

    run(work())


def test_a_deal_that_cannot_be_saved_is_refused_and_can_be_begun_again(tmp_path: Path) -> None:
    async def work() -> None:
        async with world(tmp_path, NEVER) as now:
            ala, bob = await now.pair()
            await commit(bob, 2)
            await begin(ala)
            write = now.store.write

            async def fail(_: object) -> None:
                raise StoreFailed("the disk is full")

            now.store.write = fail  # type: ignore[method-assign, assignment]
            assert not await reveal(bob, 2)
            ala.listen()
            assert isinstance(ala.answer, responses.Refusal)
            assert ala.answer.problems[0].code == "not_saved"
            now.store.write = write  # type: ignore[method-assign]
            assert get_stage(ala) is Stage.GATHERING
            assert not await ala.ask(requests.Begin)
            assert get_stage(ala) is Stage.PLAYING

    run(work())


def test_a_server_that_stops_deals_nothing_more(tmp_path: Path) -> None:
    async def work() -> None:
        async with world(tmp_path, 0) as now:
            ala, bob = await now.pair()
            await commit(bob, 2)
            await begin(ala)
            (room,) = now.lobby.rooms.values()
            room.stop()
            assert not await ala.ask(requests.Begin)  # nothing is waited for any more
            assert get_stage(ala) is Stage.PLAYING
            assert await read_contributions(now, bob) == ()

    run(work())


# --- nothing hidden gets out -------------------------------------------------------------------


def test_the_seed_is_committed_before_any_reveal_and_stays_secret(tmp_path: Path) -> None:
    async def work() -> None:
        async with world(tmp_path, NEVER) as now:
            ala, bob = await now.pair()
            await commit(ala, 1)
            await commit(bob, 2)
            wires = [person.wire for person in (ala, bob)]
            seen: list[bytes] = []
            await now.lobby.handle_request(ala.session, requests.Begin(1))
            seen += [message for wire in wires for message in wire.sent]
            await reveal(ala, 1)
            frames = list(bob.wire.sent)
            assert not any(make_value(1).encode() in frame for frame in frames)
            await reveal(bob, 2)
            data = await now.store.load_game_log(ala.here.game or "")
            assert data is not None
            game = FORMAT.parse_log(data)
            seed = game.events[0].seed  # type: ignore[union-attr]
            assert ala.shuffles[0].commitment == compute_seed_commitment(bytes.fromhex(seed))
            seen += [message for wire in wires for message in wire.sent]
            assert not any(seed.encode() in message for message in seen)

    run(work())
