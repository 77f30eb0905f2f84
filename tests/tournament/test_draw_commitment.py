"""The seed of the draw: committed to when a tournament is created, public with the first draw."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from kostka.events.codec import to_json
from kostka.events.errors import BadInput, BadRecord, Refused
from kostka.tournament import FORMAT, Header, Tournament, hash_token
from kostka.tournament import commands as cmd
from kostka.tournament import events as ev
from kostka.tournament.changes import preview_command
from kostka.tournament.history import list_history
from kostka.tournament.proof import compute_proven_state
from kostka.tournament.regulation_notes import list_regulation_notes
from kostka.tournament.seating import compute_draw_commitment, draw_seat_order
from tests.tools.record_tournament import SAVED
from tests.tournament.hall import HEAD, ORGANISER, Hall, refusal

SEED = "0123456789abcdef0123456789abcdef"


def open_hall(players: int = 9) -> Hall:
    return Hall(players, seed=SEED, committed=True)


def list_everything_shown(hall: Hall) -> bytes:
    """Return all that anybody is shown of a tournament."""
    viewers = [None, *range(len(hall.state.grants))]
    views = [hall.tournament.view(viewer) for viewer in viewers]
    notes = [note.text for note in list_regulation_notes(hall.state)]
    history = [line.text for line in list_history(hall.tournament.log)]
    return to_json([views, notes, history])


@pytest.mark.clause("Z-1")
def test_the_seed_is_shown_with_the_first_draw_and_not_before() -> None:
    hall = open_hall()
    commitment = sha256(f"kostka draw 1:{SEED}".encode()).hexdigest()
    shown = list_everything_shown(hall)
    assert SEED.encode() not in shown
    assert commitment.encode() in shown
    hall.seat()
    shown = list_everything_shown(hall)
    assert SEED.encode() in shown
    for viewer in (None, 0):
        view = hall.tournament.view(viewer)
        assert (view.seed, view.commitment) == (SEED, commitment)


def test_a_seed_that_was_shown_stays_public_when_its_round_is_void() -> None:
    hall = open_hall()
    hall.seat()
    hall.lock()
    hall.start()
    hall.do(cmd.VoidRound(token=HEAD, reason="fire alarm"))
    assert hall.tournament.view(None).seed == SEED


@pytest.mark.clause("Z-1")
def test_a_draw_follows_from_the_seed_by_nothing_but_a_hash() -> None:
    hall = open_hall()
    prefix = f"kostka lot 1:{SEED}:round 1 draw 1"
    by_hand = sorted(range(1, 10), key=lambda n: sha256(f"{prefix}:{n}".encode()).hexdigest())
    assert [player for table in hall.seat() for player in table] == by_hand


def test_a_header_whose_seed_is_another_one_is_refused_in_line_1() -> None:
    hall = open_hall()
    with pytest.raises(BadInput, match="does not match its commitment"):
        replace(hall.state.header, seed="another")
    line = hall.tournament.log.lines[0].replace(SEED.encode(), b"f" * 32)
    body = line[: line.rindex(b',"hash"')] + b"}"
    forged = body[:-1] + b',"hash":"%b"}\n' % sha256(body).hexdigest().encode()
    with pytest.raises(BadRecord) as refused:
        Tournament.load(forged)
    assert refused.value.line == 1


def test_a_draw_cannot_be_looked_at_before_it_is_made() -> None:
    hall = open_hall()
    with pytest.raises(Refused) as refused:
        preview_command(hall.state, cmd.SeatRound(token=ORGANISER))
    assert [one.code for one in refused.value.violations] == ["no_draw_preview"]


def test_the_oldest_tournaments_have_a_public_seed_and_draw_as_before() -> None:
    old = Tournament.load((SAVED / "1.jsonl").read_bytes())
    assert old.state.public_seed == "seed"
    assert old.state.public_commitment == ""
    fresh = Tournament.new(Header("Cup", "1A2B3C4D", hash_token(ORGANISER)))
    assert fresh.view(None).seed == "1A2B3C4D"
    assert b"commitment" not in fresh.log.lines[0]


# --- words from the hall ------------------------------------------------------------------------


@pytest.mark.clause("Z-1")
@given(words=st.text(st.characters(categories=("L", "N", "P", "S")), min_size=1, max_size=200))
@settings(deadline=None, max_examples=30)
def test_words_from_the_hall_make_another_draw_that_is_proven(words: str) -> None:
    hall = open_hall(30)
    hall.do(cmd.SeatRound(words=words, token=ORGANISER))
    order = [player for table in hall.seats for player in table]
    assert order == draw_seat_order(SEED, 1, 1, range(1, 31), words)
    assert order != draw_seat_order(SEED, 1, 1, range(1, 31))
    assert hall.tournament.view(0).rounds[0].words == words
    saved = Tournament.load(hall.tournament.to_bytes())
    assert compute_proven_state(saved.log) == hall.state
    assert words in list_history(saved.log)[-1].text


@pytest.mark.clause("Z-1")
def test_words_have_to_be_printable_and_belong_to_a_draw() -> None:
    hall = open_hall()
    for words in ("x" * 201, "two\nlines", " "):
        assert refusal(hall, cmd.SeatRound(words=words, token=ORGANISER)) == ("draw_words",)
    hall.whole_round()
    assert refusal(hall, cmd.SeatRound(words="late", token=ORGANISER)) == ("draw_words",)


def test_forged_words_are_refused_with_their_line() -> None:
    hall = open_hall()
    hall.do(cmd.SeatRound(words="a red balloon", token=ORGANISER))
    log = FORMAT.new_log(hall.tournament.log.header)
    for entry in hall.tournament.log.entries:
        event = entry.event
        if isinstance(event, ev.Seated):
            event = replace(event, words="a blue balloon")
        log.append(event, entry.at, more=entry.more)
    with pytest.raises(BadRecord) as refused:
        compute_proven_state(log)
    assert refused.value.line == len(log.lines)


def test_the_commitment_depends_on_the_seed() -> None:
    assert compute_draw_commitment(SEED) != compute_draw_commitment(SEED[::-1])
