"""Before the first move: who starts, stacks, the deal, and a new deal for three doubles."""

from __future__ import annotations

from collections import Counter

import pytest

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
from kostka.events.errors import BadInput
from kostka.numbers import (
    Announce,
    AskRedeal,
    Draw,
    EndTurn,
    Game,
    Leave,
    Penalise,
    Phase,
    Place,
    RunOutOfTime,
    Start,
    State,
    view,
)
from kostka.numbers import events as ev
from kostka.numbers.redeal import count_doubles
from kostka.numbers.setup import stack_tiles
from kostka.tiles import TileId, parse_set
from tests.positions import (
    NAMES,
    build_position,
    explain_refusal,
    find_only_event,
    lay_proposal,
    list_event_names,
    make_seed,
    open_game,
    open_game_at,
    play_commands,
)

SCANNED = 150
"""Seeds that are looked through for ties and three doubles."""

every_edition = pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)


def start_game(edition: Edition, players: int, number: int = 0, starter: int | None = None) -> Game:
    game = open_game(edition, players, number, starter)
    game.do(Start())
    return game


def number_drawn(state: State, tile: TileId) -> int:
    name = state.box.get_face(tile).name
    return int(name[1:] or 0)  # a joker of any kind is a single letter


# --- the players ------------------------------------------------------------------------------


@pytest.mark.clause("N-1")
@every_edition
def test_only_as_many_play_as_the_box_is_for(edition: Edition) -> None:
    for players in range(1, 7):
        if edition.players_min <= players <= edition.players_max:
            assert len(open_game(edition, players).state.seats) == players
        else:
            with pytest.raises(BadInput, match=r"players, but .*\(N-1\)"):
                open_game(edition, players)


@pytest.mark.parametrize("wrong", ["Ala", "", " Bob", "x" * 41, "B\nb", "\ud800"])
def test_players_have_different_readable_names(wrong: str) -> None:
    with pytest.raises(BadInput, match="name"):
        Game.new(CLASSIC, ("Ala", wrong), make_seed(0))
    assert Game.new(CLASSIC, ("A", "x" * 40), make_seed(0)).log.header.names == ("A", "x" * 40)


@pytest.mark.parametrize("starter", [-1, 2])
def test_the_starter_of_a_later_game_has_a_seat(starter: int) -> None:
    with pytest.raises(BadInput, match=f"no seat {starter}"):
        open_game(CLASSIC, 2, starter=starter)


# --- who starts -------------------------------------------------------------------------------


@pytest.mark.clause("N-2")
@pytest.mark.parametrize("edition", [CLASSIC, TWIST], ids=lambda e: e.key)
def test_the_highest_tile_starts_and_who_tied_draws_again(edition: Edition) -> None:
    """Jokers count 0; the test sees seeds with ties, ties of ties and jokers."""
    rounds, jokers = Counter[int](), 0
    for number in range(SCANNED):
        state = start_game(edition, 4, number).state
        drawing = [0, 1, 2, 3]
        for draws in state.start_draws:
            assert [seat for seat, _ in draws] == drawing
            numbers = {seat: number_drawn(state, tile) for seat, tile in draws}
            drawing = [seat for seat in drawing if numbers[seat] == max(numbers.values())]
            jokers += 0 in numbers.values()
        assert drawing == [state.starter]
        assert state.turn == state.starter
        rounds[len(state.start_draws)] += 1
    assert rounds[1] > rounds[2] > 0
    assert jokers > 0


@pytest.mark.clause("N-2")
def test_no_tile_is_drawn_twice_for_the_start() -> None:
    for number in range(SCANNED):
        drawn = [
            tile for draws in start_game(SIX, 6, number).state.start_draws for _, tile in draws
        ]
        assert len(set(drawn)) == len(drawn)


@pytest.mark.clause("N-2", "N-5")
@every_edition
def test_the_tiles_drawn_go_back_and_all_are_mixed(edition: Edition) -> None:
    state = start_game(edition, edition.players_max).state
    assert sorted(state.order) == list(range(edition.tile_count))
    assert list(state.order) != sorted(state.order)
    assert state.order != start_game(edition, edition.players_max, 1).state.order
    held = [tile for seat in state.seats for tile in seat.rack]
    pool = [tile for stack in state.stacks for tile in stack]
    assert sorted(held + pool) == list(range(edition.tile_count))


@pytest.mark.clause("N-2", "Z-3")
def test_in_a_tournament_the_first_seat_starts_and_nobody_draws() -> None:
    for number in range(5):
        game = start_game(TOURNAMENT, 4, number)
        assert game.state.start_draws == ()
        assert (game.state.starter, game.state.turn) == (0, 0)


@pytest.mark.clause("N-3")
@every_edition
def test_in_a_later_game_the_starter_is_given_and_nobody_draws(edition: Edition) -> None:
    last = min(2, edition.players_max - 1)
    game = start_game(edition, edition.players_max, starter=last)
    assert game.state.start_draws == ()
    assert (game.state.starter, game.state.turn) == (last, last)
    assert list_event_names(game.log.events)[1:] == ["StarterFound", "Mixed", "Dealt", "TurnBegan"]


@pytest.mark.clause("N-4")
def test_play_goes_to_the_left() -> None:
    state = start_game(TRAVEL, 4, starter=2).state
    seen = []
    for _ in range(6):
        assert state.turn is not None
        seen.append(state.turn)
        state = play_commands(state, Draw(state.turn))
    assert seen == [2, 3, 0, 1, 2, 3]


# --- stacks and the deal ----------------------------------------------------------------------


@pytest.mark.clause("N-5")
@pytest.mark.parametrize(
    ("edition", "heights"),
    [
        (CLASSIC, [7] * 14 + [8]),
        (SIX, [7] * 22 + [6]),
        (TRAVEL, [7] * 14 + [8]),
        (TWIST, [7] * 16),
        (TOURNAMENT, [7] * 14 + [8]),
    ],
    ids=lambda value: value.key if isinstance(value, Edition) else "",
)
def test_tiles_are_stacked_by_seven(edition: Edition, heights: list[int]) -> None:
    tiles = [TileId(number) for number in range(edition.tile_count)]
    stacks = stack_tiles(edition, tiles)
    assert [len(stack) for stack in stacks] == heights
    assert [tile for stack in stacks for tile in stack] == tiles


@pytest.mark.clause("N-6")
@every_edition
def test_everybody_takes_two_stacks_of_seven_and_the_rest_is_the_pool(edition: Edition) -> None:
    for players in range(edition.players_min, edition.players_max + 1):
        state = start_game(edition, players).state
        assert [len(seat.rack) for seat in state.seats] == [14] * players
        assert state.pool_size == edition.tile_count - 14 * players
        assert state.phase is Phase.PLAYING
        assert not any(seat.opened for seat in state.seats)


@pytest.mark.clause("N-6")
@pytest.mark.parametrize("edition", [CLASSIC, SIX, TRAVEL, TWIST], ids=lambda e: e.key)
def test_whole_stacks_are_taken_beginning_with_the_starter(edition: Edition) -> None:
    players = edition.players_max
    state = start_game(edition, players, starter=1).state
    for turn in range(players):
        seat = (1 + turn) % players
        assert state.seats[seat].rack == state.order[14 * turn : 14 * turn + 14]


@pytest.mark.clause("N-6")
@pytest.mark.parametrize(("edition", "odd"), [(CLASSIC, 8), (SIX, 6), (TOURNAMENT, 8)])
def test_the_odd_stack_is_not_dealt(edition: Edition, odd: int) -> None:
    for number in range(10):
        state = start_game(edition, edition.players_max, number).state
        held = {tile for seat in state.seats for tile in seat.rack}
        assert held.isdisjoint(state.order[-odd:])


# --- three doubles ----------------------------------------------------------------------------


@pytest.mark.clause("N-7")
@pytest.mark.parametrize(
    ("tiles", "pairs"),
    [
        ("", 0),
        ("B3 R3 K3 O3", 0),
        ("B3 B3 R4 R4", 2),
        ("B3 B3 R4 R4 K5 K5", 3),
        ("B3 B3 R4 R4 J J", 2),
        ("B3 B3 B3 R4 R4 R4", 2),
        ("B3 B3 R4 R4 K5 K5 O13 O13", 4),
    ],
)
def test_pairs_of_equal_number_tiles_are_counted(tiles: str, pairs: int) -> None:
    assert count_doubles(parse_set(tiles)) == pairs


def find_seats_with_doubles(state: State) -> list[int]:
    """Seats with three doubles, counted by hand."""
    found = []
    for number, seat in enumerate(state.seats):
        held = Counter(face.name for face in state.box.get_faces(seat.rack) if face.name != "J")
        if sum(many >= 2 for many in held.values()) >= 3:
            found.append(number)
    return found


def find_deal_with_doubles(players: int = 4) -> tuple[Game, int]:
    """Find a deal that gives three doubles to a player who does not start, and not to all."""
    for number in range(SCANNED):
        game = start_game(CLASSIC, players, number)
        found = [seat for seat in find_seats_with_doubles(game.state) if seat != game.state.starter]
        if found and len(find_seats_with_doubles(game.state)) < players:
            return game, found[0]
    raise AssertionError("no such deal")


@pytest.mark.clause("N-7")
def test_who_holds_three_doubles_may_have_everybody_dealt_new_tiles() -> None:
    game, asking = find_deal_with_doubles()
    before = game.state
    events = game.do(AskRedeal(asking))
    after = game.state
    assert list_event_names(events) == ["RedealAsked", "Mixed", "Dealt", "TurnBegan"]
    assert find_only_event(events, ev.RedealAsked).seat == asking
    assert (before.deal, after.deal) == (1, 2)
    assert sorted(after.order) == sorted(before.order)
    assert after.order != before.order
    for old, new in zip(before.seats, after.seats, strict=True):
        assert len(new.rack) == 14
        assert set(new.rack) != set(old.rack)
    # The starter begins again, in a turn with a new number: nothing meant for the first one fits.
    assert (after.starter, after.turn, after.turns) == (before.starter, before.starter, 2)


@pytest.mark.clause("N-7")
def test_a_new_deal_is_the_choice_of_who_holds_three_doubles() -> None:
    game, _ = find_deal_with_doubles()
    without = next(s for s in range(4) if s not in find_seats_with_doubles(game.state))
    (refusal,) = explain_refusal(game.state, AskRedeal(without))
    assert refusal == "no_three_doubles N-7"
    assert game.state.turn is not None
    play_commands(game.state, Draw(game.state.turn))  # nobody has to ask


@pytest.mark.clause("N-7")
def test_two_jokers_are_no_pair_and_three_equal_tiles_are_one() -> None:
    racks = ("B3 B3 R4 R4 J J", "B3 R5 R5 K5 K5 O6 O6", "K1 K1 K1 K2 K2 K3", "", "")
    state = build_position(SIX, racks=racks, turns=1, opened=False)
    assert explain_refusal(state, AskRedeal(0)) == ["no_three_doubles N-7"]
    assert explain_refusal(state, AskRedeal(2)) == ["no_three_doubles N-7"]
    assert play_commands(state, AskRedeal(1)).deal == 2


@pytest.mark.clause("N-7")
def test_only_the_first_fourteen_tiles_count_for_a_new_deal() -> None:
    fourteen = "B3 B3 R4 R4 K1 K3 K5 K7 K9 K11 K13 O1 O3 O5"
    state = build_position(racks=(fourteen, "R1"), pool="K1 K3", turns=1, opened=False)
    penalised = play_commands(state, Penalise(0, 2, "Ref", "touched the pool"))
    assert explain_refusal(penalised, AskRedeal(0)) == ["no_three_doubles N-7"]


THREE_DOUBLES = "B3 B3 R4 R4 K5 K5"


@pytest.mark.clause("N-7")
def test_in_older_games_the_first_move_of_anybody_ends_the_right() -> None:
    old = apply_house_rules(CLASSIC, redeal_right="first_move")
    state = build_position(
        old, racks=("R10 B10 O10 K1", THREE_DOUBLES), turns=1, opened=False, pool="O1 O2"
    )
    assert play_commands(state, AskRedeal(1)).deal == 2
    drawn = play_commands(state, Draw(0))
    assert explain_refusal(drawn, AskRedeal(1)) == ["redeal_too_late N-7"]
    assert explain_refusal(play_commands(drawn, EndTurn(0)), AskRedeal(1)) == [
        "redeal_too_late N-7"
    ]
    penalised = play_commands(drawn, Penalise(1, 1, "Ref", "talked"))
    assert explain_refusal(penalised, AskRedeal(1)) == ["redeal_too_late N-7"]
    placed = play_commands(state, Place(0, lay_proposal(state, 0, "R10 B10 O10")))
    assert explain_refusal(placed, AskRedeal(1)) == ["redeal_too_late N-7"]


@pytest.mark.clause("N-7")
def test_draws_of_others_do_not_end_the_right_to_a_new_deal() -> None:
    state = build_position(
        racks=("R10 B10 K1", THREE_DOUBLES, "K7"), turns=1, opened=False, pool="O1 O2 O3 O4 O5"
    )
    drawn = play_commands(state, Draw(0))
    late = play_commands(state, RunOutOfTime(0))
    own_turn = play_commands(drawn, EndTurn(0))
    own_draw = play_commands(own_turn, Draw(1))
    for now in (state, drawn, late, own_turn, own_draw, play_commands(own_draw, Announce(1))):
        assert view(now, 1).can_ask_redeal is True
        after = play_commands(now, AskRedeal(1))
        assert (after.deal, after.turn, after.drawn) == (2, 0, None)
        assert [len(seat.rack) for seat in after.seats] == [14, 14, 14]
        assert after.pool_size == CLASSIC.tile_count - 3 * 14
        assert not any(seat.announced or seat.first_turn_over for seat in after.seats)
    assert [view(own_draw, seat).can_ask_redeal for seat in (0, 2, None)] == [None, None, None]


@pytest.mark.clause("N-7")
def test_the_right_to_a_new_deal_ends_with_the_own_first_turn() -> None:
    state = build_position(
        racks=(THREE_DOUBLES, "O9 O9 R8 R8 K6 K6", "K7"),
        turns=1,
        opened=False,
        pool="O1 O2 O3 O4 O5",
    )
    over = play_commands(state, Draw(0), EndTurn(0))
    assert explain_refusal(over, AskRedeal(0)) == ["redeal_over N-7"]
    assert view(over, 0).can_ask_redeal is None
    assert play_commands(over, AskRedeal(1)).deal == 2
    second = play_commands(over, Draw(1), EndTurn(1), Draw(2), EndTurn(2))
    assert second.turn == 0
    for seat in range(2):
        assert explain_refusal(second, AskRedeal(seat)) == ["redeal_over N-7"]


@pytest.mark.clause("N-7")
def test_the_first_tile_on_the_table_ends_the_right_of_everybody() -> None:
    state = build_position(
        racks=("R10 B10 O10 K1", THREE_DOUBLES), turns=1, opened=False, pool="O1 O2"
    )
    placed = play_commands(state, Place(0, lay_proposal(state, 0, "R10 B10 O10")))
    assert explain_refusal(placed, AskRedeal(1)) == ["redeal_over N-7"]
    assert view(placed, 1).can_ask_redeal is None


@pytest.mark.clause("N-7")
def test_after_a_new_deal_the_right_starts_again() -> None:
    for number in range(20 * SCANNED):
        game = start_game(CLASSIC, 4, number)
        for deal in (2, 3):
            asking = find_seats_with_doubles(game.state)
            if not asking:
                break
            while game.state.turn != asking[-1]:
                assert game.state.turn is not None
                game.do(Draw(game.state.turn))
                game.do(EndTurn(game.state.turn))
            game.do(AskRedeal(asking[-1]))
            assert (game.state.deal, game.state.turn) == (deal, game.state.starter)
        else:
            return
    raise AssertionError("no two such deals")


@pytest.mark.clause("N-7", "Z-17")
def test_a_new_deal_in_the_last_moves_of_a_round_gives_everybody_their_last_move() -> None:
    state = build_position(
        TOURNAMENT,
        racks=("K1", THREE_DOUBLES, "K7"),
        turns=1,
        opened=False,
        pool=("O1 O2 O3 O4 O5",),
        round_over=True,
    )
    last = play_commands(state, Draw(0), EndTurn(0))
    assert last.last_round == (1, 2, 0)
    again = play_commands(last, AskRedeal(1))
    assert (again.turn, again.last_round) == (0, None)
    assert play_commands(again, Draw(0), EndTurn(0)).last_round == (1, 2, 0)


@pytest.mark.clause("N-7")
def test_to_leave_is_no_move_so_a_new_deal_can_still_be_asked_for() -> None:
    state = build_position(
        racks=("K1 K2", "B3 B3 R4 R4 K5 K5", "O1 O2"), turns=1, opened=False, pool="O5 O6"
    )
    for leaver in (0, 2):
        after = play_commands(state, Leave(leaver), AskRedeal(1))
        assert after.deal == 2
        assert after.turn == (1 if leaver == 0 else 0)
        assert [seat.present for seat in after.seats] == [leaver != 0, True, leaver != 2]


@pytest.mark.clause("N-7")
@pytest.mark.parametrize("edition", [TRAVEL, TWIST], ids=lambda e: e.key)
def test_some_editions_know_no_new_deal(edition: Edition) -> None:
    state = build_position(edition, racks=("B3 B3 R4 R4 K5 K5", ""), turns=1, opened=False)
    assert explain_refusal(state, AskRedeal(0)) == ["no_redeal N-7"]
    assert (
        play_commands(
            build_position(
                apply_house_rules(edition, three_doubles_redeal=True),
                racks=("B3 B3 R4 R4 K5 K5", ""),
                turns=1,
            ),
            AskRedeal(0),
        ).deal
        == 2
    )


@pytest.mark.clause("N-7")
def test_a_new_deal_can_be_asked_for_again() -> None:
    """A chain of deals in which somebody holds three doubles each time."""
    for number in range(SCANNED * 4):
        game = start_game(CLASSIC, 4, number)
        if not find_seats_with_doubles(game.state):
            continue
        game.do(AskRedeal(find_seats_with_doubles(game.state)[0]))
        if find_seats_with_doubles(game.state):
            game.do(AskRedeal(find_seats_with_doubles(game.state)[0]))
            assert game.state.deal == 3
            return
    raise AssertionError("no such deal")


# --- starting ---------------------------------------------------------------------------------


@pytest.mark.clause("N-6")
def test_a_game_starts_once() -> None:
    game = start_game(CLASSIC, 2)
    assert explain_refusal(game.state, Start()) == ["already_started N-6"]


def test_the_log_of_a_start_tells_all_in_order() -> None:
    game = open_game_at(open_game(TOURNAMENT, 3).state)
    events = game.do(Start(), at=1_000)
    assert list_event_names(events) == ["StarterFound", "Mixed", "Dealt", "TurnBegan"]
    assert [entry.at for entry in game.log.entries] == [1_000] * 4
    assert game.log.events == events
    assert game.state.header.names == NAMES[:3]
