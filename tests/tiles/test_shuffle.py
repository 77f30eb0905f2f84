"""The shuffle: fair, and to be computed again from what the log holds.

The expected orders and hashes are computed here from the description, with nothing but SHA-256.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kostka.events.errors import BadInput
from kostka.tiles import shuffle

SEED = bytes(range(32))
WORDS = [(0, "zażółć"), (2, "abc")]

seeds = st.binary(min_size=32, max_size=32)
words = st.lists(st.tuples(st.integers(0, 5), st.text(min_size=1, max_size=8)), max_size=3)


def key_by_hand(seed: bytes, added: Sequence[tuple[int, str]], purpose: str) -> bytes:
    text = b"kostka shuffle 1:" + seed
    for seat, said in added:
        text += f"{seat}:{len(said.encode())}:{said}".encode()
    return sha256(text + b"for:" + purpose.encode()).digest()


def numbers_by_hand(key: bytes) -> Iterator[int]:
    """Yield 32-bit numbers, eight from each block."""
    for block in count():
        digest = sha256(key + block.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))


def order_by_hand(
    seed: bytes, added: Sequence[tuple[int, str]], purpose: str, size: int
) -> list[int]:
    numbers = numbers_by_hand(key_by_hand(seed, added, purpose))
    order = list(range(size))
    for last in reversed(range(1, size)):
        even = 2**32 - 2**32 % (last + 1)
        chosen = next(number for number in numbers if number < even) % (last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order


# --- fixed for ever: saved games depend on it ---------------------------------------------------


def test_the_commitment_to_a_seed_never_changes() -> None:
    wanted = "9b531cb54a8d9127150d21745bfd01061483cb104ca4cb3d39fdffc3a0ada762"
    assert shuffle.compute_seed_commitment(SEED) == wanted
    assert sha256(b"kostka seed 1:" + SEED).hexdigest() == wanted


@pytest.mark.clause("N-5")
def test_the_order_for_a_seed_never_changes() -> None:
    plain = shuffle.shuffle_numbers(SEED, [], "deal 1", 106)
    worded = shuffle.shuffle_numbers(SEED, WORDS, "deal 1", 106)
    assert plain[:12] == [68, 36, 65, 44, 26, 34, 85, 74, 90, 96, 40, 70]
    assert worded[:12] == [44, 28, 47, 77, 3, 48, 80, 55, 23, 56, 79, 94]
    assert shuffle.shuffle_numbers(SEED, [], "deal 1", 5) == [2, 0, 1, 4, 3]


def test_the_commitment_to_an_order_never_changes() -> None:
    wanted = "0a5b4410db85ab0166e8a9718843b397912b6e7f3eafd730e2f2642b1abc2eb9"
    assert shuffle.compute_order_commitment(SEED, [], "deal 1", [3, 1, 2]) == wanted
    salt = sha256(b"salt:" + key_by_hand(SEED, [], "deal 1")).hexdigest()
    assert sha256(f"kostka order 1:{salt}:3,1,2".encode()).hexdigest() == wanted


@given(seeds, words, st.text(max_size=8), st.integers(0, 160))
@settings(deadline=None, max_examples=50)
@pytest.mark.clause("N-5")
def test_anybody_can_compute_an_order_again(
    seed: bytes, added: list[tuple[int, str]], purpose: str, size: int
) -> None:
    order = shuffle.shuffle_numbers(seed, added, purpose, size)
    assert order == order_by_hand(seed, added, purpose, size)
    assert sorted(order) == list(range(size))
    salt = sha256(b"salt:" + key_by_hand(seed, added, purpose)).hexdigest()
    text = f"kostka order 1:{salt}:{','.join(map(str, order))}"
    assert (
        shuffle.compute_order_commitment(seed, added, purpose, order)
        == sha256(text.encode()).hexdigest()
    )


# --- what it depends on -------------------------------------------------------------------------


def test_seed_words_and_purpose_all_change_the_order() -> None:
    orders = [
        shuffle.shuffle_numbers(SEED, [], "deal 1", 106),
        shuffle.shuffle_numbers(bytes(32), [], "deal 1", 106),
        shuffle.shuffle_numbers(SEED, [], "deal 2", 106),
        shuffle.shuffle_numbers(SEED, [], "", 106),
        shuffle.shuffle_numbers(SEED, [(0, "abc")], "deal 1", 106),
        shuffle.shuffle_numbers(SEED, [(1, "abc")], "deal 1", 106),
        shuffle.shuffle_numbers(SEED, [(0, "abd")], "deal 1", 106),
        shuffle.shuffle_numbers(SEED, [(0, "ab"), (0, "c")], "deal 1", 106),
        shuffle.shuffle_numbers(SEED, [(0, "a"), (1, "b")], "deal 1", 106),
        shuffle.shuffle_numbers(SEED, [(1, "b"), (0, "a")], "deal 1", 106),
        shuffle.shuffle_numbers(SEED, [(0, "abcfor:deal 1")], "", 106),
    ]
    assert len(set(map(tuple, orders))) == len(orders)


def test_words_cannot_pass_for_the_words_of_others() -> None:
    """The length of the words is hashed too, so that they cannot be cut elsewhere."""
    one = shuffle.shuffle_numbers(SEED, [(0, "x1:1:y")], "deal 1", 20)
    two = shuffle.shuffle_numbers(SEED, [(0, "x"), (1, "y")], "deal 1", 20)
    assert one != two


def test_the_commitment_to_an_order_depends_on_everything() -> None:
    tiles = [3, 1, 2]
    hashes = {
        shuffle.compute_order_commitment(SEED, [], "deal 1", tiles),
        shuffle.compute_order_commitment(bytes(32), [], "deal 1", tiles),
        shuffle.compute_order_commitment(SEED, WORDS, "deal 1", tiles),
        shuffle.compute_order_commitment(SEED, [], "deal 2", tiles),
        shuffle.compute_order_commitment(SEED, [], "deal 1", [1, 3, 2]),
        shuffle.compute_order_commitment(SEED, [], "deal 1", [31, 2]),
        shuffle.compute_seed_commitment(SEED),
    }
    assert len(hashes) == 7


@pytest.mark.parametrize("length", [0, 1, 31, 33, 64])
def test_a_seed_of_another_length_is_refused(length: int) -> None:
    with pytest.raises(BadInput) as refused:
        shuffle.compute_seed_commitment(bytes(length))
    assert str(refused.value) == f"a seed has 32 bytes, not {length}"


# --- fairness -----------------------------------------------------------------------------------


def chi_square(counts: Sequence[int], expected: float) -> float:
    return sum((seen - expected) ** 2 / expected for seen in counts)


def test_all_orders_of_four_are_equally_likely() -> None:
    rounds = 6_000
    seen = Counter(tuple(shuffle.shuffle_numbers(SEED, [], f"round {n}", 4)) for n in range(rounds))
    counts = [seen[order] for order in permutations(range(4))]
    assert sum(counts) == rounds
    assert chi_square(counts, rounds / 24) < 49.7  # 23 degrees of freedom, 0.1 %


def test_every_tile_is_first_and_last_equally_often() -> None:
    rounds = 3_000
    orders = [shuffle.shuffle_numbers(SEED, [], f"round {n}", 53) for n in range(rounds)]
    for place in (0, 26, 52):
        seen = Counter(order[place] for order in orders)
        counts = [seen[tile] for tile in range(53)]
        assert chi_square(counts, rounds / 53) < 89.3  # 52 degrees of freedom, 0.1 %


def test_numbers_that_would_favour_small_ones_are_skipped() -> None:
    """3 does not divide 2**32: the last number of the range is not used."""
    top = 2**32 - 1
    assert shuffle._draw_number_below(3, iter([top, 5])) == 2
    assert shuffle._draw_number_below(3, iter([top - 1, 5])) == 2
    assert shuffle._draw_number_below(3, iter([top - 3, 5])) == 0
    assert shuffle._draw_number_below(2, iter([top, 4])) == 1
    assert shuffle._draw_number_below(1, iter([top])) == 0
