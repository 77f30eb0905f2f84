"""The order of the tiles in a game: fixed by the seed and by what the players add."""

from __future__ import annotations

import pytest

from kostka.editions import CLASSIC, EDITIONS, TOURNAMENT, Edition
from kostka.events.errors import BadInput
from kostka.numbers import AddRandomness, Game, Start, State
from kostka.tiles import TileId, shuffle
from tests.positions import NAMES, make_seed, open_game


def started(
    number: int, *added: tuple[int, str], edition: Edition = CLASSIC, players: int = 3
) -> State:
    game = open_game(edition, players, number)
    for seat, words in added:
        game.do(AddRandomness(seat, words))
    game.do(Start())
    return game.state


@pytest.mark.clause("N-5")
@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
def test_the_same_seed_gives_the_same_game(edition: Edition) -> None:
    players = edition.players_max
    assert started(1, edition=edition, players=players) == started(
        1, edition=edition, players=players
    )


@pytest.mark.clause("N-5")
def test_another_seed_gives_another_order() -> None:
    orders = {started(number).order for number in range(30)}
    assert len(orders) == 30


@pytest.mark.clause("N-5")
def test_words_that_players_add_change_the_order() -> None:
    added: list[list[tuple[int, str]]] = [
        [],
        [(0, "lucky")],
        [(1, "lucky")],
        [(0, "lucky"), (1, "seven")],
        [(1, "seven"), (0, "lucky")],
        [(0, "luckyseven")],
        [(0, "lucky"), (1, "Seven")],
    ]
    states = [started(1, *words) for words in added]
    assert len({state.order for state in states}) == len(added)
    assert len({state.order_commitment for state in states}) == len(added)
    assert len({state.header.commitment for state in states}) == 1


@pytest.mark.clause("N-5", "N-2")
def test_the_start_is_drawn_from_another_order_than_the_deal() -> None:
    state = started(1)
    drawn = [tile for draws in state.start_draws for _, tile in draws]
    assert drawn != list(state.order[: -len(drawn) - 1 : -1])


@pytest.mark.clause("N-5")
def test_the_order_can_be_computed_again_from_what_the_log_holds() -> None:
    state = started(4, (2, "words of Cyd"))
    secret = bytes.fromhex(state.seed)
    assert shuffle.compute_seed_commitment(secret) == state.header.commitment
    order = shuffle.shuffle_numbers(secret, [(2, "words of Cyd")], "deal 1", 106)
    assert tuple(order) == state.order
    assert state.order_commitment == shuffle.compute_order_commitment(
        secret, [(2, "words of Cyd")], "deal 1", order
    )


@pytest.mark.clause("N-5")
def test_every_tile_is_first_about_equally_often() -> None:
    """1000 deals; by chance a tile is among the first 14 in 132 of them, give or take 11."""
    often = [0] * 106
    for number in range(1000):
        for tile in shuffle.shuffle_numbers(make_seed(number), [], "deal 1", 106)[:14]:
            often[tile] += 1
    assert sum(often) == 14_000
    assert min(often) > 132 - 5 * 11
    assert max(often) < 132 + 5 * 11


@pytest.mark.parametrize("wrong", [b"", bytes(31), bytes(33)])
def test_a_seed_has_32_bytes(wrong: bytes) -> None:
    with pytest.raises(BadInput, match="32 bytes"):
        Game.new(TOURNAMENT, NAMES[:2], wrong)


@pytest.mark.clause("N-28")
def test_the_header_does_not_hold_the_seed() -> None:
    game = open_game(CLASSIC, 2, 77)
    assert make_seed(77).hex().encode() not in game.log.lines[0]
    assert game.log.header.commitment.encode() in game.log.lines[0]


def test_a_pool_is_drawn_in_the_order_of_the_tiles() -> None:
    state = started(3)
    assert state.stacks == (tuple(TileId(tile) for tile in state.order[42:]),)
