"""Finishing a move with a whole table: when it stands, is refused, or is undone."""

from __future__ import annotations

import pytest

from kostka.editions import CLASSIC, EDITIONS, TOURNAMENT, TRAVEL, TWIST, Edition, apply_house_rules
from kostka.numbers import Draw, Ending, Place, State, decide
from kostka.numbers import events as ev
from kostka.tiles import TileId
from tests.positions import (
    build_position,
    explain_refusal,
    find_only_event,
    format_rack,
    format_table_of,
    get_refusal,
    get_result,
    lay_proposal,
    list_event_names,
    open_game_at,
    play_commands,
)


def place(state: State, text: str) -> Place:
    assert state.turn is not None
    return Place(state.turn, lay_proposal(state, state.turn, text))


# --- a move that stands -----------------------------------------------------------------------


@pytest.mark.clause("N-20", "N-23")
def test_a_legal_table_stands_and_the_turn_is_over() -> None:
    state = build_position(racks=("B3 B8 K1", "K2"), table="B4 B5 B6 | K8 R8 O8")
    move = place(state, "B3 B4 B5 B6 | K8 R8 B8 O8")
    events = decide(state, move)
    assert list_event_names(events) == ["Placed", "TurnBegan"]
    placed = find_only_event(events, ev.Placed)
    assert placed.tiles == state.seats[0].rack[:2]
    after = play_commands(state, move)
    assert format_table_of(after) == "B3 B4 B5 B6 | K8 R8 B8 O8"
    assert (format_rack(after, 0), after.turn) == ("K1", 1)


@pytest.mark.clause("N-22", "Z-15")
@pytest.mark.parametrize("edition", [CLASSIC, TRAVEL, TWIST, TOURNAMENT], ids=lambda e: e.key)
def test_an_opening_is_needed_first_and_frees_the_table_from_the_next_turn_on(
    edition: Edition,
) -> None:
    state = build_position(
        edition,
        racks=("K10 R10 O10 B7 B8", "K2 K3"),
        table="B4 B5 B6",
        opened=(False, True),
    )
    assert "table_touched N-22" in explain_refusal(state, place(state, "B4 B5 B6 B7"))
    assert explain_refusal(state, place(state, "B4 B5 B6 B7 | K10 R10 O10")) == [
        "table_touched N-22"
    ]
    opened = play_commands(state, place(state, "B4 B5 B6 | K10 R10 O10"))
    assert opened.seats[0].opened
    assert not state.seats[0].opened
    back = play_commands(opened, Draw(1))
    assert format_table_of(play_commands(back, place(back, "B4 B5 B6 B7 | K10 R10 O10"))) == (
        "B4 B5 B6 B7 | K10 R10 O10"
    )


@pytest.mark.clause("N-22")
def test_there_is_no_duty_to_open() -> None:
    state = build_position(TRAVEL, racks=("K10 R10 O10", "K2"), opened=False)
    assert play_commands(state, Draw(0)).turn == 1


@pytest.mark.clause("N-25")
def test_who_has_not_opened_does_not_replace_a_joker() -> None:
    state = build_position(racks=("B3 K10 R10 O10", "K2"), table="K3 R3 J", opened=(False, True))
    assert "joker_touched N-25" in explain_refusal(state, place(state, "K3 R3 B3 | K10 R10 O10 J"))


@pytest.mark.clause("N-24", "Z-20", "T-5")
@pytest.mark.parametrize("edition", [CLASSIC, TRAVEL, TWIST, TOURNAMENT], ids=lambda e: e.key)
def test_a_freed_joker_is_back_on_the_table_and_never_on_the_rack(edition: Edition) -> None:
    state = build_position(edition, racks=("B3 K7 R7", "K2"), table="K3 R3 J")
    assert explain_refusal(state, place(state, "K3 R3 B3")) == ["joker_not_placed N-24"]
    after = play_commands(state, place(state, "K3 R3 B3 | K7 R7 J"))
    assert format_table_of(after) == "K3 R3 B3 | K7 R7 J"


@pytest.mark.clause("T-33")
def test_a_mirrored_set_is_judged_at_the_end_of_the_turn() -> None:
    state = build_position(TWIST, racks=("R2 R2 K1", "K2"), table="R3 R4 M R4 R3")
    assert explain_refusal(state, place(state, "R2 R3 R4 M R4 R3")) == ["mirror_middle T-30"]
    after = play_commands(state, place(state, "R2 R3 R4 M R4 R3 R2"))
    assert format_rack(after, 0) == "K1"


@pytest.mark.clause("Z-11")
def test_after_the_clock_is_pressed_nothing_is_changed() -> None:
    state = build_position(TOURNAMENT, racks=("B7 B8 K1", "K2"), table="B4 B5 B6")
    done = play_commands(state, place(state, "B4 B5 B6 B7"))
    late = Place(0, lay_proposal(done, 0, "B4 B5 B6 B7 B8"))
    assert explain_refusal(done, late) == ["not_your_turn N-4"]
    assert TOURNAMENT.turn_seconds == 40


@pytest.mark.clause("N-40", "Z-11")
@pytest.mark.parametrize("edition", [CLASSIC, TOURNAMENT], ids=lambda e: e.key)
def test_an_empty_rack_ends_the_move_and_the_game_at_once(edition: Edition) -> None:
    state = build_position(edition, racks=("B7", "K2", "K3"), table="B4 B5 B6")
    events = decide(state, place(state, "B4 B5 B6 B7"))
    assert list_event_names(events) == ["Placed", "Finished"]
    after = play_commands(state, place(state, "B4 B5 B6 B7"))
    assert get_result(after).ending is Ending.WENT_OUT
    assert get_result(after).sheet.winners == (0,)
    assert after.turn is None


@pytest.mark.clause("N-40")
def test_an_opening_may_empty_the_rack() -> None:
    state = build_position(racks=("K10 R10 O10", "K2"), opened=(False, True))
    assert get_result(play_commands(state, place(state, "K10 R10 O10"))).sheet.winners == (0,)


# --- a move that is refused -------------------------------------------------------------------


@pytest.mark.clause("N-26")
@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
def test_an_invalid_move_is_refused_and_may_be_mended(edition: Edition) -> None:
    others = ["K2"] * 1 + ["K3"] * (edition.players_min - 2)
    state = build_position(edition, racks=("B3 B8 K1", *others), table="B4 B5 B6 | K8 R8 O8")
    game = open_game_at(state)
    refusal = get_refusal(state, place(state, "B3 B4 B5 B6 B8 | K8 R8 O8"))
    assert refusal.violations[0].clause == "N-11"
    assert game.state == state
    game.do(place(state, "B3 B4 B5 B6 | K8 R8 O8"))
    assert format_rack(game.state, 0) == "B8 K1"


@pytest.mark.clause("N-1", "N-20", "N-23", "N-24")
def test_a_refusal_names_every_rule_that_is_broken() -> None:
    state = build_position(racks=("B3", "K2"), table="B4 B5 B6 | K3 R3 J")
    assert sorted(explain_refusal(state, place(state, "B4 B6 | K3 R3"))) == [
        "joker_not_placed N-24",
        "nothing_placed N-20",
        "short_group N-10",
        "short_run N-11",
        "taken_from_table N-23",
    ]
    foreign = state.seats[1].rack
    (four, five, six), others = state.table
    wrong = Place(0, ((four, five, six, four), (*foreign, TileId(500)), others))
    assert {"tile_twice N-23", "not_your_tile N-23", "unknown_tile N-1"} <= set(
        explain_refusal(state, wrong)
    )


# --- a move that is undone --------------------------------------------------------------------

AS_AT_A_TABLE = {
    key: apply_house_rules(edition, invalid_move="penalty") for key, edition in EDITIONS.items()
}


def strict(edition: Edition, **changes: object) -> State:
    racks = ["B3 K1", "K2"] + ["K3"] * (edition.players_min - 2)
    fields: dict[str, object] = {"racks": racks, "table": "B4 B5 B6", "pool": "R1 R2 R3 R4 R5"}
    return build_position(edition, **(fields | changes))  # type: ignore[arg-type]


@pytest.mark.clause("N-26")
@pytest.mark.parametrize(
    ("key", "drawn"),
    [
        ("classic", "R1"),
        ("six", "R1"),
        ("travel", "R1 R2 R3"),
        ("twist", "R1 R2 R3"),
        ("tournament", "R1"),
    ],
)
def test_as_at_a_real_table_an_invalid_move_is_undone_and_costs_the_penalty(
    key: str, drawn: str
) -> None:
    state = strict(AS_AT_A_TABLE[key])
    move = place(state, "B3 B4 B5 B6 K1")
    events = decide(state, move)
    assert list_event_names(events) == ["MoveFailed", "Drew", "TurnBegan"]
    failed = find_only_event(events, ev.MoveFailed)
    assert failed.clauses == ("N-11",)
    assert failed.draft == move.table
    assert find_only_event(events, ev.Drew).reason is ev.DrawReason.PENALTY
    after = play_commands(state, move)
    assert after.table == state.table
    assert format_rack(after, 0) == f"B3 K1 {drawn}"
    assert after.turn == 1


@pytest.mark.clause("N-26")
def test_a_failed_opening_is_no_opening() -> None:
    state = strict(AS_AT_A_TABLE["travel"], racks=("K1 R1 O1 B9", "K2"), opened=False)
    move = place(state, "B4 B5 B6 | K1 R1 O1")
    assert find_only_event(decide(state, move), ev.MoveFailed).clauses == ("N-22",)
    after = play_commands(state, move)
    assert not after.seats[0].opened
    assert format_rack(after, 0) == "K1 R1 O1 B9 R1 R2 R3"
    assert after.table == state.table


@pytest.mark.clause("N-26", "N-55")
@pytest.mark.parametrize(("pool", "taken"), [("R1 R2", " R1 R2"), ("R1", " R1")])
def test_the_penalty_is_smaller_if_the_pool_is(pool: str, taken: str) -> None:
    state = strict(AS_AT_A_TABLE["travel"], pool=pool)
    after = play_commands(state, place(state, "B3 B4 B5 B6 K1"))
    assert format_rack(after, 0) == f"B3 K1{taken}"
    assert after.pool_size == 0


@pytest.mark.clause("N-26")
def test_with_an_empty_pool_there_is_no_penalty() -> None:
    state = strict(AS_AT_A_TABLE["travel"], pool="", last_round=(0, 1))
    events = decide(state, place(state, "B3 B4 B5 B6 K1"))
    assert list_event_names(events) == ["MoveFailed", "TurnBegan"]


@pytest.mark.clause("N-26")
def test_every_clause_that_a_failed_move_broke_is_in_the_log_once() -> None:
    state = strict(AS_AT_A_TABLE["classic"], table="B4 B5 B6 | K3 R3 J")
    events = decide(state, place(state, "B4 B5 | K3 R3 | B6 K1"))
    assert set(find_only_event(events, ev.MoveFailed).clauses) == {"N-24", "N-10", "N-11"}
    assert len(find_only_event(events, ev.MoveFailed).clauses) == 3


@pytest.mark.clause("N-26")
def test_what_no_player_could_lay_is_refused_and_costs_nothing() -> None:
    state = strict(AS_AT_A_TABLE["classic"])
    foreign = Place(0, (*state.table, state.seats[1].rack))
    assert "not_your_tile N-23" in explain_refusal(state, foreign)
    assert "unknown_tile N-1" in explain_refusal(state, Place(0, (*state.table, (TileId(106),))))


@pytest.mark.clause("N-20", "N-26")
def test_finishing_an_untouched_table_is_refused_and_costs_nothing() -> None:
    state = strict(AS_AT_A_TABLE["classic"])
    assert explain_refusal(state, Place(0, state.table)) == ["nothing_placed N-20"]


@pytest.mark.clause("N-20", "N-26")
def test_a_table_rearranged_without_an_own_tile_costs_the_penalty() -> None:
    state = strict(AS_AT_A_TABLE["classic"], table="B4 B5 B6 B7 B8 B9")
    after = play_commands(state, place(state, "B4 B5 B6 | B7 B8 B9"))
    assert format_table_of(after) == "B4 B5 B6 B7 B8 B9"
    assert format_rack(after, 0) == "B3 K1 R1"
