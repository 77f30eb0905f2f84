"""A fair shuffle that anybody can check after the game.

Before anything is drawn, the log holds the hash of a secret seed (`compute_seed_commitment`), so
the seed cannot be chosen to anybody's advantage afterwards. Players may then add words of their
own, which the seed cannot have anticipated; they commit to them (`compute_words_commitment`) before
anybody's words are known. Every order of the tiles follows from both by the
procedure below, and before each deal its hash (`compute_order_commitment`) is logged too. After the
game the seed is shown and everything can be computed again, with nothing but SHA-256.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from struct import Struct

from kostka.events.errors import BadInput

SEED_BYTES = 32

_WORDS = Struct(">8I")  # a block of the stream: eight random numbers of four bytes
_VALUES = 1 << 32


def compute_seed_commitment(seed: bytes) -> str:
    """Hash the secret seed, for the log's header."""
    if len(seed) != SEED_BYTES:
        raise BadInput(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    return sha256(b"kostka seed 1:" + seed).hexdigest()


def matches_commitment(seed: str, promise: str) -> bool:
    """Whether a seed, in hex digits, has the hash in a header."""
    try:
        return compute_seed_commitment(bytes.fromhex(seed)) == promise
    except ValueError:
        return False


def compute_words_commitment(words: str) -> str:
    """Hash the words that a player will add to the shuffle, so that they cannot change later."""
    return sha256(b"kostka randomness 1:" + words.encode()).hexdigest()


def shuffle_numbers(
    seed: bytes, added: Sequence[tuple[int, str]], purpose: str, count: int
) -> list[int]:
    """Return the numbers below `count` in the order that seed, added words and purpose determine.

    The last of the places still open is filled first, with one of the numbers still left, each
    equally likely (Fisher and Yates).
    """
    numbers = list(range(count))
    stream = _generate_random_numbers(_derive_key(seed, added, purpose))
    for last in range(count - 1, 0, -1):
        chosen = _draw_number_below(last + 1, stream)
        numbers[last], numbers[chosen] = numbers[chosen], numbers[last]
    return numbers


def compute_order_commitment(
    seed: bytes, added: Sequence[tuple[int, str]], purpose: str, tiles: Sequence[int]
) -> str:
    """Hash a whole order of tiles, salted so that it cannot be guessed from its hash."""
    salt = sha256(b"salt:" + _derive_key(seed, added, purpose)).hexdigest()
    return sha256(f"kostka order 1:{salt}:{','.join(map(str, tiles))}".encode()).hexdigest()


def _derive_key(seed: bytes, added: Sequence[tuple[int, str]], purpose: str) -> bytes:
    digest = sha256(b"kostka shuffle 1:" + seed)
    for seat, words in added:
        encoded = words.encode()
        digest.update(f"{seat}:{len(encoded)}:".encode() + encoded)
    digest.update(b"for:" + purpose.encode())
    return digest.digest()


def _generate_random_numbers(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        yield from _WORDS.unpack(sha256(key + block.to_bytes(8)).digest())
        block += 1


def _draw_number_below(bound: int, stream: Iterator[int]) -> int:
    """Return the next number below `bound`, skipping values that would favour small ones."""
    limit = _VALUES // bound * bound
    value = next(stream)
    while value >= limit:
        value = next(stream)
    return value % bound
