"""Who may ask for a new deal, recounted after every event of generated beginnings (N-7)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from kostka.editions import CLASSIC, SIX, TOURNAMENT, apply_house_rules
from kostka.events.errors import Refused
from kostka.numbers import (
    Announce,
    AnyCommand,
    AskRedeal,
    Draw,
    EndTurn,
    Leave,
    Pass,
    Penalise,
    Place,
    RunOutOfTime,
    State,
    decide,
    evolve,
    view,
)
from kostka.numbers import events as ev
from kostka.tiles import TileId
from tests.oracle.redeal_right import Bystander
from tests.positions import build_position

pytestmark = pytest.mark.clause("N-7")

BEGINNINGS = 1000
STEPS = 10


def deal_position(rng: Random) -> State:
    """Deal many pairs, and some threes where the box has them."""
    book = rng.choice((CLASSIC, CLASSIC, SIX, TOURNAMENT))
    house = apply_house_rules(book, opening_threshold=0, timed_rounds=False)
    players = rng.randint(book.players_min, book.players_max)
    copies = book.box.copies
    kinds = [f"{colour}{number}" for colour in "KRBO" for number in range(1, 14)]
    rng.shuffle(kinds)
    bundles = [[kind] * copies for kind in kinds] + [["J"]] * book.box.ordinary
    racks = []
    for _ in range(players):
        rack: list[str] = []
        while len(rack) < book.rack_size:
            bundle = rng.choice([one for one in bundles if one])
            many = min(rng.choice((1, 1, 1, copies)), len(bundle), book.rack_size - len(rack))
            rack += bundle[:many]
            del bundle[:many]
        rng.shuffle(rack)
        racks.append(" ".join(rack))
    pool = [face for bundle in bundles for face in bundle]
    rng.shuffle(pool)
    pools = [" ".join(pool[:40]), " ".join(pool[40:])]
    dealt = build_position(house, racks=racks, pool=pools, opened=False, had_turn=False, turns=0)
    return replace(dealt, turn=None)  # nobody's turn has begun


def choose_command(state: State, rng: Random) -> AnyCommand:
    seat = state.turn
    assert seat is not None
    someone = rng.randrange(len(state.seats))
    if rng.random() < 0.06:
        return rng.choice((Leave(someone), Penalise(someone, 1, "Ref", "talked")))
    if rng.random() < 0.15:
        return AskRedeal(someone)
    if state.drawn is not None:
        return rng.choice((EndTurn(seat), EndTurn(seat), Announce(seat)))
    if state.last_round is not None:
        return Pass(seat)
    if rng.random() < 0.05:
        group = find_group(state, seat)
        if group is not None:
            return Place(seat, (*state.table, group))
    return rng.choice((Draw(seat), Draw(seat), RunOutOfTime(seat)))


def find_group(state: State, seat: int) -> tuple[TileId, ...] | None:
    """Find three tiles of one number in different colours."""
    by_number: dict[str, dict[str, TileId]] = {}
    for tile in state.seats[seat].rack:
        face = str(state.box.get_face(tile))
        by_number.setdefault(face[1:], {})[face[0]] = tile
    groups = [tuple(tiles.values())[:3] for number, tiles in by_number.items() if number]
    return next((group for group in groups if len(group) == 3), None)


def note_event(bystander: Bystander, event: object) -> None:
    match event:
        case ev.TurnBegan(seat):
            bystander.began.append(seat)
        case ev.Placed():
            bystander.is_tile_placed = True
        case ev.Left(seat):
            bystander.gone.add(seat)
        case ev.Mixed(_, order):
            bystander.note_mixed(order)
        case ev.Dealt(gifts):
            bystander.note_dealt(gifts)


def check_rights(state: State, bystander: Bystander, seen: Counter[str]) -> None:
    for seat in range(len(state.seats)):
        try:
            decide(state, AskRedeal(seat))
            can_ask, why = True, "may ask"
        except Refused as refused:
            can_ask, why = False, refused.violations[0].code
        assert can_ask == bystander.can_ask(seat), (seat, why, bystander.dealt[seat])
        assert view(state, seat).can_ask_redeal == (can_ask or None)
        seen[why] += 1
    assert view(state, None).can_ask_redeal is None


def test_every_right_to_a_new_deal_is_as_recounted() -> None:
    rng, seen, redeals = Random(7), Counter[str](), Counter[bool]()
    for _ in range(BEGINNINGS):
        state = deal_position(rng)
        faces = [str(face) for face in state.box.faces]
        racks = [[faces[tile] for tile in seat.rack] for seat in state.seats]
        bystander = Bystander(racks, faces)
        events: list[object] = [ev.TurnBegan(0)]
        state = evolve(state, ev.TurnBegan(0))
        for _ in range(STEPS):
            for event in events:
                note_event(bystander, event)
            if state.result is not None:
                break
            check_rights(state, bystander, seen)
            try:
                decided = decide(state, choose_command(state, rng))
            except Refused:
                decided = []
            if decided and isinstance(decided[0], ev.RedealAsked):
                redeals[len(bystander.began) > 1] += 1
            for event in decided:
                state = evolve(state, event)
            events = list(decided)
    # Rights that last, that ended in each way, and deals for them before and after others' turns.
    assert min(seen[why] for why in ("may ask", "redeal_over", "no_three_doubles")) > BEGINNINGS
    assert min(redeals.values()) > BEGINNINGS // 20
