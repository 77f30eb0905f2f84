"""The proof of a record, and whole games by players who place what they see."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from msgspec.structs import replace

from kostka.editions import (
    CLASSIC,
    EDITIONS,
    SIX,
    TOURNAMENT,
    TRAVEL,
    TWIST,
    Edition,
    apply_house_rules,
)
from kostka.events.errors import BadRecord
from kostka.events.log import Log
from kostka.melds import Table
from kostka.numbers import (
    FORMAT,
    NUMBERS,
    AddRandomness,
    Announce,
    AnyCommand,
    AnyEvent,
    AskRedeal,
    Draw,
    EndGame,
    EndRoundTime,
    EndTurn,
    Game,
    Header,
    Leave,
    Pass,
    Penalise,
    Phase,
    Place,
    RunOutOfTime,
    Start,
    State,
    Undo,
    verify_log,
)
from kostka.numbers import events as ev
from kostka.tiles import TileId
from tests.positions import NAMES, SEED, list_event_names, make_seed, open_game

# --- a player who places what lies ready on the rack ------------------------------------------


def find_own_sets(state: State, seat: int) -> Table:
    """Find disjoint groups and runs of number tiles on a rack, as they come."""
    left = {state.box.get_face(tile).name: tile for tile in state.seats[seat].rack}
    found = []
    for number in range(13, 0, -1):
        group = [name for colour in "KRBO" if (name := f"{colour}{number}") in left]
        if len(group) >= 3:
            found.append(tuple(left.pop(name) for name in group))
    for colour in "KRBO":
        run: list[str] = []
        for number in range(1, 15):
            if f"{colour}{number}" in left:
                run.append(f"{colour}{number}")
                continue
            if len(run) >= 3:
                found.append(tuple(left.pop(name) for name in run))
            run = []
    return tuple(found)


def next_command(state: State) -> AnyCommand:
    seat = state.turn
    assert seat is not None
    if state.drawn is not None:
        return EndTurn(seat)
    sets = find_own_sets(state, seat)
    value = sum(face.number for meld in sets for face in state.box.get_faces(meld))
    if sets and (state.seats[seat].opened or value >= state.edition.opening_threshold):
        return Place(seat, state.table + sets)
    if state.last_round is None and state.pool_size:
        return Draw(seat)
    return Pass(seat)


def play_on(game: Game) -> Game:
    while game.state.phase is Phase.PLAYING:
        game.do(next_command(game.state))
    return game


@cache
def play_whole_game(edition: Edition, number: int = 0) -> Game:
    game = open_game(edition, edition.players_max, number)
    game.do(AddRandomness(1, "words of Bob"))
    game.do(Start())
    return play_on(game)


every_edition = pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)


@pytest.mark.clause("N-23", "N-28")
@every_edition
def test_no_tile_is_lost_or_doubled_in_a_whole_game(edition: Edition) -> None:
    for event, state in NUMBERS.replay(play_whole_game(edition).log):
        if state.phase is Phase.GATHERING:
            continue
        tiles = [tile for seat in state.seats for tile in seat.rack]
        tiles += [tile for stack in state.stacks for tile in stack]
        tiles += [tile for meld in state.table for tile in meld]
        assert sorted(tiles) == list(range(edition.tile_count)), event


@every_edition
def test_a_whole_game_ends_with_a_result_that_adds_up_to_zero(edition: Edition) -> None:
    state = play_whole_game(edition).state
    assert state.result is not None
    assert sum(line.points for line in state.result.sheet.lines) == 0
    assert any(seat.opened for seat in state.seats)


@every_edition
def test_a_saved_game_is_taken_up_where_it_was_left(edition: Edition) -> None:
    game = play_whole_game(edition)
    again = Game.load(game.to_bytes())
    assert again.state == game.state
    assert again.to_bytes() == game.to_bytes()
    half = open_game(edition, edition.players_max)
    half.do(Start())
    loaded = Game.load(half.to_bytes())
    assert loaded.state == half.state
    assert play_on(loaded).to_bytes() == play_on(half).to_bytes()


# --- a true record ----------------------------------------------------------------------------


@every_edition
def test_a_played_game_is_proved(edition: Edition) -> None:
    game = play_whole_game(edition)
    proof = verify_log(game.log)
    assert proof.commitment == game.log.header.commitment
    assert proof.seed == make_seed(0).hex()
    assert proof.orders == (game.state.order_commitment,)
    assert proof.finished
    assert proof.commands > 50


def test_a_game_that_goes_on_is_proved_too() -> None:
    game = open_game(CLASSIC, 2)
    assert verify_log(game.log).commands == 0
    game.do(Start())
    proof = verify_log(game.log)
    assert (proof.commands, proof.finished) == (1, False)


def test_every_kind_of_command_is_proved() -> None:
    book = apply_house_rules(TOURNAMENT, invalid_move="penalty", opening_threshold=0)
    game = Game.new(book, NAMES[:4], SEED)
    game.do(AddRandomness(2, "words"))
    game.do(Start())
    game.do(Penalise(1, 2, "Ref", "touched the pool"))
    game.do(Place(0, (game.state.seats[0].rack[:2],)))  # fails: two tiles are no set
    game.do(EndTurn(0))
    game.do(RunOutOfTime(1))
    game.do(Announce(1))
    game.do(EndTurn(1))
    game.do(RunOutOfTime(2, (game.state.seats[2].rack[:2],)))
    game.do(Undo("Ref", "the clock was wrong"))
    game.do(Draw(2))
    game.do(EndTurn(2))
    game.do(Leave(3))
    game.do(EndRoundTime())
    game.do(RunOutOfTime(0))
    game.do(EndTurn(0))
    game.do(Pass(1))
    game.do(EndGame("Ref", "fire alarm"))
    proof = verify_log(game.log)
    assert proof.finished
    assert proof.commands == 18
    assert {type(event) for event in game.log.events} >= {
        ev.RandomnessAdded,
        ev.MoveFailed,
        ev.TimedOut,
        ev.MoveUndone,
        ev.OpeningAnnounced,
        ev.TurnEnded,
        ev.Left,
        ev.RoundTimeEnded,
        ev.LastRoundBegan,
        ev.Passed,
        ev.EndedByReferee,
    }


@pytest.mark.clause("N-7")
def test_a_new_deal_is_proved() -> None:
    for number in range(200):
        game = open_game(CLASSIC, 4, number)
        game.do(Start())
        for seat in range(4):
            held = [game.state.box.get_face(tile).name for tile in game.state.seats[seat].rack]
            if sum(held.count(name) == 2 for name in set(held) - {"J"}) >= 3:
                game.do(AskRedeal(seat))
                assert len(set(verify_log(game.log).orders)) == 2
                return
    raise AssertionError("no deal with three doubles")


# --- a false record ---------------------------------------------------------------------------


def rewrite_log(
    game: Game, change: Callable[[int, AnyEvent], AnyEvent], header: Header | None = None
) -> Log[Header, AnyEvent]:
    """Write the log again with changed events; all its hashes fit."""
    log = FORMAT.new_log(header or game.log.header)
    for at, entry in enumerate(game.log.entries):
        log.append(change(at, entry.event), entry.at, more=entry.more)
    return FORMAT.parse_log(log.to_bytes())


def find_refused_line(log: Log[Header, AnyEvent]) -> tuple[int, str]:
    with pytest.raises(BadRecord) as caught:
        verify_log(log)
    return caught.value.line, caught.value.why


def first(game: Game, kind: type[AnyEvent]) -> int:
    return next(at for at, event in enumerate(game.log.events) if isinstance(event, kind))


def test_a_log_rewritten_without_a_change_is_still_true() -> None:
    log = rewrite_log(play_whole_game(CLASSIC), lambda _, event: event)
    assert log.to_bytes() == play_whole_game(CLASSIC).to_bytes()
    assert verify_log(log).finished


@pytest.mark.parametrize("wrong", [make_seed(1).hex(), "", "no hex", "00" * 31])
def test_another_seed_is_found_in_line_2(wrong: str) -> None:
    log = rewrite_log(
        play_whole_game(CLASSIC), lambda at, event: ev.Sealed(wrong) if at == 0 else event
    )
    assert find_refused_line(log) == (2, "the seed does not match the commitment in the header")


def test_another_promise_is_found_in_line_2() -> None:
    game = play_whole_game(CLASSIC)
    header = replace(game.log.header, commitment="0" * 64)
    assert find_refused_line(rewrite_log(game, lambda _, event: event, header))[0] == 2


def test_a_log_without_its_seed_is_no_proof() -> None:
    game = play_whole_game(CLASSIC)
    empty = FORMAT.new_log(game.log.header)
    assert find_refused_line(empty) == (2, "the seed of the shuffle is missing")
    started = FORMAT.new_log(game.log.header)
    for event in game.log.events[1:4]:
        started.append(event)
    assert find_refused_line(started)[0] == 2


def test_another_starter_is_found() -> None:
    game = play_whole_game(CLASSIC)
    at = first(game, ev.StarterFound)

    def change(here: int, event: AnyEvent) -> AnyEvent:
        if here == at and isinstance(event, ev.StarterFound):
            return ev.StarterFound((event.seat + 1) % 4)
        return event

    assert find_refused_line(rewrite_log(game, change)) == (
        at + 2,
        "by the rules StarterFound follows here",
    )


def test_two_tiles_swapped_in_the_order_are_found() -> None:
    game = play_whole_game(CLASSIC)
    at = first(game, ev.Mixed)

    def change(here: int, event: AnyEvent) -> AnyEvent:
        if here == at and isinstance(event, ev.Mixed):
            one, two, *rest = event.order
            return replace(event, order=(two, one, *rest))
        return event

    assert find_refused_line(rewrite_log(game, change)) == (
        at + 2,
        "by the rules Mixed follows here",
    )


def test_added_words_that_were_changed_are_found_where_the_order_no_longer_fits() -> None:
    game = play_whole_game(TOURNAMENT)
    at = first(game, ev.RandomnessAdded)

    def change(here: int, event: AnyEvent) -> AnyEvent:
        return ev.RandomnessAdded(1, "other words") if here == at else event

    assert find_refused_line(rewrite_log(game, change))[0] == first(game, ev.Mixed) + 2


def test_an_illegal_placing_is_found_with_its_clause() -> None:
    game = play_whole_game(CLASSIC)
    at = first(game, ev.Placed)

    def change(here: int, event: AnyEvent) -> AnyEvent:
        if here == at and isinstance(event, ev.Placed):
            return ev.Placed(event.seat, (event.tiles[:2],), event.tiles[:2])
        return event

    line, why = find_refused_line(rewrite_log(game, change))
    assert line == at + 2
    assert "(N-1" in why


def test_a_placing_that_hides_a_tile_of_the_rack_is_found() -> None:
    game = play_whole_game(CLASSIC)
    at = first(game, ev.Placed)

    def change(here: int, event: AnyEvent) -> AnyEvent:
        if here == at and isinstance(event, ev.Placed):
            return replace(event, tiles=event.tiles[:-1])
        return event

    assert find_refused_line(rewrite_log(game, change)) == (
        at + 2,
        "by the rules Placed follows here",
    )


def test_another_tile_drawn_is_found() -> None:
    game = play_whole_game(TRAVEL)
    at = first(game, ev.Drew)

    def change(here: int, event: AnyEvent) -> AnyEvent:
        if here == at and isinstance(event, ev.Drew):
            return replace(event, tiles=(TileId((event.tiles[0] + 1) % 106),))
        return event

    assert find_refused_line(rewrite_log(game, change)) == (
        at + 2,
        "by the rules Drew follows here",
    )


@pytest.mark.parametrize("edition", [CLASSIC, SIX, TWIST], ids=lambda e: e.key)
def test_a_wrong_score_is_found(edition: Edition) -> None:
    game = play_whole_game(edition)
    at = first(game, ev.Finished)

    def change(here: int, event: AnyEvent) -> AnyEvent:
        if here == at and isinstance(event, ev.Finished):
            one, two, *rest = event.sheet.lines
            one, two = replace(one, points=one.points + 1), replace(two, points=two.points - 1)
            return ev.Finished(event.ending, replace(event.sheet, lines=(one, two, *rest)))
        return event

    assert find_refused_line(rewrite_log(game, change)) == (
        at + 2,
        "by the rules Finished follows here",
    )


def test_a_turn_left_out_is_found() -> None:
    game = play_whole_game(TRAVEL)
    at = first(game, ev.Drew)
    log = FORMAT.new_log(game.log.header)
    for here, event in enumerate(game.log.events):
        if here not in (at, at + 1):
            log.append(event)
    line, why = find_refused_line(log)
    assert line == at + 2
    assert "(N-4)" in why


def test_a_log_cut_within_the_outcome_of_a_command_is_found() -> None:
    game = play_whole_game(TRAVEL)
    log = FORMAT.new_log(game.log.header)
    for event in game.log.events[:-1]:
        log.append(event)
    assert isinstance(game.log.events[-1], ev.Finished)
    assert find_refused_line(log) == (
        len(game.log.events) + 1,
        "by the rules Finished follows here",
    )


@pytest.mark.parametrize(
    "event",
    [
        ev.Sealed(make_seed(0).hex()),
        ev.TurnBegan(0),
        ev.LastRoundBegan((0,), ev.Ending.POOL_EMPTY),
        ev.Dealt(()),
    ],
)
def test_events_that_nobody_can_bring_about_are_found(event: AnyEvent) -> None:
    game = open_game(CLASSIC, 2)
    game.do(Start())
    log = rewrite_log(game, lambda _, same: same)
    log.append(event)
    line, why = find_refused_line(log)
    assert line == len(game.log.events) + 2
    assert why == f"no command leads to {list_event_names([event])[0]} here"


# --- a record that does not even fit together -------------------------------------------------


@pytest.mark.parametrize(
    "event",
    [
        ev.Drew(0, (TileId(9_999),), ev.DrawReason.TURN),
        ev.Placed(9, (), ()),
        ev.TurnBegan(9),
        ev.Dealt(((0, 0, 99),)),
    ],
)
def test_a_replay_names_the_line_that_cannot_follow(event: AnyEvent) -> None:
    game = open_game(CLASSIC, 2)
    game.do(Start())
    log = rewrite_log(game, lambda _, same: same)
    log.append(event)
    with pytest.raises(BadRecord, match="does not fit what happened before") as caught:
        list(NUMBERS.replay(log))
    assert caught.value.line == len(log.entries) + 1
    with pytest.raises(BadRecord):
        Game.load(log.to_bytes())
