"""The steps of every recorded game, beside the states that its log leads to."""

from __future__ import annotations

import pytest

from kostka.numbers import NUMBERS, Game, Phase
from kostka.numbers import events as ev
from kostka.numbers.replay import build_replay
from kostka.numbers.score_explanation import describe_points
from tests.server.recorded import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_every_step_is_a_command_and_no_tile_is_lost(name: str) -> None:
    log = Game.load(GAMES[name].saved).log
    found = build_replay(log)
    assert found is not None
    assert [event for step in found.steps for event in step.events] == log.events
    ends = [entry.n for entry in log.entries if not entry.more]
    states = dict(zip([entry.n for entry in log.entries], NUMBERS.replay(log), strict=True))
    after = [states[n][1] for n in ends if states[n][1].phase is not Phase.GATHERING]
    assert len(found.steps) == len(after)
    for step, state in zip(found.steps, after, strict=True):
        assert step.table == state.table
        assert step.turn == state.turn
        assert [seat.rack for seat in step.seats] == [seat.rack for seat in state.seats]
        lying = [tile for meld in step.table for tile in meld]
        held = [tile for seat in step.seats for tile in seat.rack]
        assert len({*lying, *held}) == len(lying) + len(held) == len(found.faces) - step.pool


def test_the_first_step_is_the_deal_and_the_last_the_end() -> None:
    found = build_replay(Game.load(GAMES["classic-went_out"].saved).log)
    assert found is not None
    first, *_, last = found.steps
    assert any(isinstance(event, ev.Dealt) for event in first.events)
    assert isinstance(first.events[-1], ev.TurnBegan)
    assert isinstance(last.events[-1], ev.Finished)
    assert last.turn is None


@pytest.mark.clause("N-22")
def test_an_opening_says_what_it_was_worth() -> None:
    found = build_replay(Game.load(GAMES["classic-went_out"].saved).log)
    assert found is not None
    opened = [step.opening for step in found.steps if step.opening is not None]
    assert 0 < len(opened) <= len(found.header.names)
    assert all(value >= found.header.edition.opening_threshold for value in opened)


@pytest.mark.parametrize("name", GAMES)
def test_the_sums_lead_to_the_points(name: str) -> None:
    game = Game.load(GAMES[name].saved)
    found = build_replay(game.log)
    assert found is not None
    assert game.state.result is not None
    sheet = game.state.result.sheet
    for seat, (line, told) in enumerate(zip(sheet.lines, found.sums, strict=True)):
        assert told.clause in {"N-40", "N-41", "N-53", "N-54", "M-4"}
        left = told.arithmetic.split(" = ")[0]
        if left:
            value = eval(left)  # noqa: S307  (sums of numbers that this program wrote)
            assert abs(line.points) == value
        else:
            assert describe_points(sheet, seat)


def test_a_game_that_goes_on_has_no_steps() -> None:
    data = GAMES["classic-went_out"]
    unfinished = b"\n".join([data.header, *[line for c in data.commands[:6] for line in c]]) + b"\n"
    assert build_replay(Game.load(unfinished).log) is None
    sealed = b"\n".join([data.header, *data.commands[0]]) + b"\n"
    assert build_replay(Game.load(sealed).log) is None
