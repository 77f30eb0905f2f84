"""The deals of simulations: the published list, and who sits where."""

from __future__ import annotations

from pathlib import Path

from kostka.bots.deals import assign_bots_to_seats, derive_bot_seed, derive_deal_seed

LIST = Path(__file__).parent.parent.parent / "docs" / "deals.txt"


def test_the_published_list_follows_from_the_rule() -> None:
    published = LIST.read_text(encoding="ascii").splitlines()
    assert published == [derive_deal_seed(1, deal).hex() for deal in range(1, 1001)]
    assert len(set(published)) == 1000


def test_another_simulation_has_other_deals() -> None:
    assert derive_deal_seed(2, 1) not in {derive_deal_seed(1, deal) for deal in range(1, 100)}
    assert derive_deal_seed(1, 11) != derive_deal_seed(11, 1)


def test_every_bot_has_a_seed_of_its_own() -> None:
    seeds = {
        derive_bot_seed(simulation, deal, rotation, seat)
        for simulation in (1, 2)
        for deal in range(1, 13)
        for rotation in range(4)
        for seat in range(4)
    }
    assert len(seeds) == 2 * 12 * 4 * 4


def test_every_bot_sits_once_in_every_seat() -> None:
    assert [assign_bots_to_seats(2, rotation) for rotation in range(2)] == [[0, 1], [1, 0]]
    assert [assign_bots_to_seats(3, rotation) for rotation in range(3)] == [
        [0, 1, 2],
        [2, 0, 1],
        [1, 2, 0],
    ]
