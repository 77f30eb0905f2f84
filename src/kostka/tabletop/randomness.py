"""What players add to the shuffle: committed to first, revealed later, or missing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from kostka.tabletop.commands import AddRandomness, CommitRandomness
from kostka.tabletop.events import RandomnessAdded, RandomnessCommitted


class Contribution(msgspec.Struct, frozen=True, gc=False):
    """The part of one seat in the shuffle."""

    seat: int
    commitment: str | None
    """None for words that were added in the open."""
    words: str | None
    """None for words that were committed to and never revealed: they are left out."""


def list_randomness_commands(
    contributions: Iterable[Contribution],
) -> list[CommitRandomness | AddRandomness]:
    """Return the commands that bring contributions into a game, in the order the rules ask for."""
    ordered = sorted(contributions, key=lambda one: one.seat)
    commitments = [
        CommitRandomness(one.seat, one.commitment) for one in ordered if one.commitment is not None
    ]
    words = [AddRandomness(one.seat, one.words) for one in ordered if one.words is not None]
    return [*commitments, *words]


def list_contributions(events: Sequence[object]) -> tuple[Contribution, ...]:
    """Return what each seat committed to or added in a log, by seat."""
    commitments = {
        event.seat: event.commitment for event in events if isinstance(event, RandomnessCommitted)
    }
    words = {event.seat: event.words for event in events if isinstance(event, RandomnessAdded)}
    return tuple(
        Contribution(seat, commitments.get(seat), words.get(seat))
        for seat in sorted({*commitments, *words})
    )
