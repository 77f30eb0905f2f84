"""Positions of the word game from text: `KOSZYK sZCZYT`, small letters are jokers."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from kostka.events.errors import Refused
from kostka.tiles import shuffle
from kostka.word import (
    WORD,
    Header,
    Phase,
    Place,
    State,
    WordEdition,
    create_state,
    decide,
    register_lexicon,
)
from kostka.word import events as ev
from kostka.word.bag import get_bag
from kostka.word.notation import TileTaker, format_words
from kostka.word.state import Seat
from tests.word.few_words import FewWords

SEED = bytes(32)

FEW_WORDS = """
szczyt koszyk zaszczyt kok szyk szyszka oczy kat kot kos kosz kota koty sok tok rok rak kra kart
karta karty tak kata okoń sto most mosty stos kosa kosy zakos kozak szok tkać
"""

register_lexicon("few", FewWords(FEW_WORDS.split(), vulgar=["kra"]))  # somebody has to be it

FEW = replace(WORD, lexicon="few")


def build_position(  # noqa: PLR0913  (all that a position can be)
    racks: Sequence[str],
    table: str = "",
    pool: str | None = None,
    *,
    edition: WordEdition = FEW,
    opened: Sequence[bool] | None = None,
    turn: int = 0,
) -> State:
    """A game in which these tiles lie; the pool holds the rest unless it is given."""
    taker = TileTaker(get_bag(edition.bag))
    words = taker.take_words(table)
    held = [taker.take_rack(rack) for rack in racks]
    left = tuple(taker.left) if pool is None else taker.take_rack(pool)
    names = ("Ala", "Bob", "Cyd", "Dan")[: len(racks)]
    state = create_state(Header(edition, names, shuffle.compute_seed_commitment(SEED)))
    have_opened = opened or [bool(table)] * len(racks)
    seats = [Seat(rack=rack, opened=done) for rack, done in zip(held, have_opened, strict=True)]
    return replace(
        state,
        seats=tuple(seats),
        phase=Phase.PLAYING,
        seed=SEED.hex(),
        mixings=1,
        table=words,
        letters=taker.letters,
        pool=left,
        turn=turn,
        turns=1,
    )


def build_place_command(state: State, text: str) -> Place:
    """The command that leaves these words, with tiles of the table first, then of the rack.

    Small letters are jokers. Words that lie there already keep their tiles.
    """
    seat = state.turn
    assert seat is not None
    bag = state.bag
    old = {format_words(bag, [word], state.letters): word for word in state.table}
    wanted = text.split()
    kept = {name: old[name] for name in wanted if name in old}
    used = {tile for word in kept.values() for tile in word}
    free = [tile for word in state.table for tile in word if tile not in used]
    free += state.seats[seat].rack
    letters = {}
    table = []
    for name in wanted:
        if name in kept:
            table.append(kept.pop(name))
            continue
        word = []
        for letter in name:
            # A joker that stands for this letter already is the one that is meant.
            free.sort(key=lambda tile: state.letters.get(tile, letter.upper()) != letter.upper())
            face = "?" if letter.islower() else letter
            tile = next(tile for tile in free if bag.faces[tile] == face)
            free.remove(tile)
            if letter.islower():
                letters[tile] = letter.upper()
            word.append(tile)
        table.append(tuple(word))
    return Place(seat, tuple(table), letters)


def place_words(state: State, text: str) -> ev.Placed:
    """What comes of placing."""
    event = decide(state, build_place_command(state, text))[0]
    assert isinstance(event, ev.Placed)
    return event


def list_refusals(state: State, text: str) -> list[str]:
    """The clauses and codes for which placing is refused."""
    with pytest.raises(Refused) as caught:
        decide(state, build_place_command(state, text))
    return [f"{one.clause} {one.code}" for one in caught.value.violations]
