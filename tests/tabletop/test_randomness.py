"""Randomness that players commit to before anybody's is known, and reveal before the deal."""

from __future__ import annotations

from hashlib import sha256
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kostka import numbers, word
from kostka.editions import CLASSIC
from kostka.events.errors import BadRecord, Refused
from kostka.numbers import AddRandomness, CommitRandomness, Start, verify_log
from kostka.numbers import events as ev
from kostka.tabletop.randomness import Contribution, list_contributions, list_randomness_commands
from kostka.tiles.shuffle import compute_words_commitment, shuffle_numbers
from tests.positions import NAMES, make_seed, open_game
from tests.tools.record_number_games import GAMES

PLAYERS = 4
SEED = make_seed(7)
VALUES = [f"{seat:032x}" for seat in range(100, 100 + PLAYERS)]
COMMITMENTS = [compute_words_commitment(value) for value in VALUES]

seats = st.integers(0, PLAYERS - 1)


def open_committed_game(*committed: int) -> numbers.Game:
    game = numbers.Game.new(CLASSIC, NAMES[:PLAYERS], SEED)
    for seat in committed:
        game.do(CommitRandomness(seat, COMMITMENTS[seat]))
    return game


def explain(game: numbers.Game | word.Game, command: CommitRandomness | AddRandomness) -> str:
    """Have a command refused, and see that nothing has changed."""
    before = game.to_bytes()
    with pytest.raises(Refused) as caught:
        game.do(command)
    assert game.to_bytes() == before
    (violation,) = caught.value.violations
    return f"{violation.code} {violation.clause}"


def test_a_commitment_is_the_hash_of_the_words_with_a_tag() -> None:
    wanted = sha256(b"kostka randomness 1:" + VALUES[0].encode()).hexdigest()
    assert compute_words_commitment(VALUES[0]) == wanted
    assert compute_words_commitment("zażółć") == (
        "8501a15b091db3fc9e6ad8a1729913a42ed4d9f2f50bf5f262d4b44a783e4ebd"
    )


@given(committed=st.sets(seats), revealed=st.sets(seats), order=st.permutations(range(PLAYERS)))
@settings(deadline=None, max_examples=60)
@pytest.mark.clause("N-5")
def test_any_reveals_in_any_order_give_the_one_deal_that_follows_from_them(
    committed: set[int], revealed: set[int], order: list[int]
) -> None:
    revealed &= committed
    contributions = [
        Contribution(seat, COMMITMENTS[seat], VALUES[seat] if seat in revealed else None)
        for seat in order
        if seat in committed
    ]
    game = open_committed_game()
    for command in list_randomness_commands(contributions):
        game.do(command)
    game.do(Start())
    added = [(seat, VALUES[seat]) for seat in sorted(revealed)]
    assert game.state.order == tuple(shuffle_numbers(SEED, added, "deal 1", 106))
    proof = verify_log(game.log)
    assert proof.contributions == tuple(sorted(contributions, key=lambda one: one.seat))
    assert numbers.Game.load(game.to_bytes()).state == game.state


def test_every_subset_of_reveals_gives_another_deal() -> None:
    orders = set()
    for chosen in range(2**PLAYERS):
        game = open_committed_game(*range(PLAYERS))
        for seat in range(PLAYERS):
            if chosen >> seat & 1:
                game.do(AddRandomness(seat, VALUES[seat]))
        game.do(Start())
        orders.add(game.state.order)
    assert len(orders) == 2**PLAYERS


@pytest.mark.clause("N-7")
def test_a_new_deal_mixes_the_same_randomness_for_another_purpose() -> None:
    game = numbers.Game.load((GAMES / "classic-went_out-committed.jsonl").read_bytes())
    deals = [event for event in game.log.events if isinstance(event, ev.Mixed)]
    assert [deal.deal for deal in deals] == [1, 2]
    assert any(isinstance(event, ev.RedealAsked) for event in game.log.events)
    for deal in deals:
        order = shuffle_numbers(
            bytes.fromhex(game.state.seed), game.state.added, f"deal {deal.deal}", 106
        )
        assert deal.order == tuple(order)


# --- what is refused --------------------------------------------------------------------------


@pytest.mark.clause("N-5")
def test_a_commitment_comes_once_before_all_words_and_before_the_deal() -> None:
    game = open_committed_game(1, 2)
    assert explain(game, CommitRandomness(1, COMMITMENTS[0])) == "committed_twice N-5"
    assert explain(game, CommitRandomness(1, COMMITMENTS[1])) == "committed_twice N-5"
    game.do(AddRandomness(1, VALUES[1]))
    assert explain(game, CommitRandomness(3, COMMITMENTS[3])) == "committed_late N-5"
    game.do(Start())
    assert explain(game, CommitRandomness(3, COMMITMENTS[3])) == "already_started N-6"
    spoken = open_committed_game()
    spoken.do(AddRandomness(0, "in the open"))
    assert explain(spoken, CommitRandomness(1, COMMITMENTS[1])) == "committed_late N-5"


@pytest.mark.clause("N-5")
@pytest.mark.parametrize("wrong", ["", "0" * 63, "0" * 65, "G" * 64, "A" * 64, "0" * 63 + "\n"])
def test_a_commitment_has_64_hex_digits(wrong: str) -> None:
    assert explain(open_committed_game(), CommitRandomness(0, wrong)) == "bad_commitment N-5"


@pytest.mark.clause("N-5")
def test_only_words_that_were_committed_to_are_added_each_by_its_own_seat() -> None:
    game = open_committed_game(0, 2, 3)
    assert explain(game, AddRandomness(0, VALUES[1])) == "not_committed N-5"
    assert explain(game, AddRandomness(0, VALUES[2])) == "not_committed N-5"
    assert explain(game, AddRandomness(1, VALUES[1])) == "not_committed N-5"
    assert explain(game, AddRandomness(2, COMMITMENTS[2])) == "not_committed N-5"
    game.do(AddRandomness(2, VALUES[2]))
    assert explain(game, AddRandomness(2, VALUES[2])) == "words_twice N-5"


@pytest.mark.clause("N-5")
def test_nobody_can_choose_among_the_orders_of_the_words() -> None:
    for first, second in permutations(range(PLAYERS), 2):
        game = open_committed_game(first, second)
        game.do(AddRandomness(first, VALUES[first]))
        if first < second:
            game.do(AddRandomness(second, VALUES[second]))
        else:
            assert explain(game, AddRandomness(second, VALUES[second])) == "words_order N-5"


@pytest.mark.clause("N-5")
def test_late_words_are_refused_after_the_deal() -> None:
    game = open_committed_game(0, 1)
    game.do(AddRandomness(0, VALUES[0]))
    game.do(Start())
    assert explain(game, AddRandomness(1, VALUES[1])) == "already_started N-6"


@pytest.mark.clause("W-2")
def test_the_word_game_has_the_same_rules_with_its_own_clauses() -> None:
    game = word.Game.new(word.WORD, NAMES[:2], SEED)
    game.do(CommitRandomness(0, COMMITMENTS[0]))
    assert explain(game, CommitRandomness(0, COMMITMENTS[0])) == "committed_twice W-2"
    assert explain(game, CommitRandomness(1, "")) == "bad_commitment W-2"
    assert explain(game, AddRandomness(1, VALUES[1])) == "not_committed W-2"
    game.do(CommitRandomness(1, COMMITMENTS[1]))
    game.do(AddRandomness(1, VALUES[1]))
    assert explain(game, AddRandomness(0, VALUES[0])) == "words_order W-2"
    game.do(Start())
    proof = word.verify_log(game.log)
    assert [one.words for one in proof.contributions] == [None, VALUES[1]]


# --- tampered records -------------------------------------------------------------------------


def forge(*events: numbers.AnyEvent) -> tuple[int, str]:
    """Put events between seed and deal; return the line that the proof refuses, and why."""
    game = open_game(CLASSIC, PLAYERS, 7)
    game.do(Start())
    log = numbers.FORMAT.new_log(game.log.header)
    sealed, *rest = game.log.entries
    log.append(sealed.event)
    for event in events:
        log.append(event)
    for entry in rest:
        log.append(entry.event, more=entry.more)
    with pytest.raises(BadRecord) as caught:
        verify_log(numbers.FORMAT.parse_log(log.to_bytes()))
    return caught.value.line, caught.value.why


def commit(seat: int) -> ev.RandomnessCommitted:
    return ev.RandomnessCommitted(seat, COMMITMENTS[seat])


def add(seat: int) -> ev.RandomnessAdded:
    return ev.RandomnessAdded(seat, VALUES[seat])


@pytest.mark.clause("N-5")
def test_a_forged_record_is_refused_with_its_line() -> None:
    other = ev.RandomnessAdded(0, VALUES[1])
    assert forge(commit(0), other)[0] == 4
    assert forge(commit(0), add(1))[0] == 4
    assert forge(commit(0), commit(0))[0] == 4
    assert forge(commit(0), add(0), commit(1))[0] == 5
    assert forge(commit(0), commit(1), add(1), add(0))[0] == 6
    line, why = forge(ev.RandomnessCommitted(0, "not a hash"))
    assert (line, why) == (3, "a commitment has 64 hex digits (N-5)")
    line, why = forge(commit(0), add(0))  # fits, but then the deal is another one
    assert line == 5
    assert why.startswith("by the rules ")


def test_contributions_tell_committed_open_and_missing_words_apart() -> None:
    assert list_contributions([commit(2), add(2), commit(0)]) == (
        Contribution(0, COMMITMENTS[0], None),
        Contribution(2, COMMITMENTS[2], VALUES[2]),
    )
    assert list_contributions([add(1)]) == (Contribution(1, None, VALUES[1]),)
    assert list_contributions([]) == ()
