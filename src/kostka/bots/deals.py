"""The deals of a simulation: numbered from 1 and the same on every run.

A deal fixes the tiles and the starting seat. It is played once for every rotation of the bots over
the seats. No bot is luckier than another, because each has played every rack of the deal.
"""

from __future__ import annotations

from hashlib import sha256


def derive_deal_seed(simulation: int, deal: int) -> bytes:
    """Return the seed of a deal's shuffle. The rule is published in docs/deals.md: keep it."""
    return sha256(f"kostka deal 1:{simulation}:{deal}".encode()).digest()


def derive_bot_seed(simulation: int, deal: int, rotation: int, seat: int) -> int:
    """Return the seed of the bot in a seat, so that its choices are the same on every run."""
    words = f"kostka bot 1:{simulation}:{deal}:{rotation}:{seat}"
    return int.from_bytes(sha256(words.encode()).digest()[:8])


def assign_bots_to_seats(players: int, rotation: int) -> list[int]:
    """Return the index of the bot in each seat; every rotation moves all bots one seat on."""
    return [(seat - rotation) % players for seat in range(players)]
