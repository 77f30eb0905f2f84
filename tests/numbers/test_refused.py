"""Commands that are refused: wrong seats, wrong turns, wrong times. Nothing changes by them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kostka.editions import CLASSIC
from kostka.events.errors import Refused
from kostka.numbers import (
    AddRandomness,
    Announce,
    AnyCommand,
    AskRedeal,
    Draw,
    EndGame,
    EndRoundTime,
    EndTurn,
    Game,
    Leave,
    Pass,
    Penalise,
    Place,
    RunOutOfTime,
    Start,
    State,
    Undo,
)
from kostka.tiles import TileId
from tests.positions import (
    build_position,
    explain_refusal,
    get_refusal,
    lay_proposal,
    open_game,
    open_game_at,
    play_commands,
)

OF_A_SEAT: dict[str, Callable[[int], AnyCommand]] = {
    "add randomness": lambda seat: AddRandomness(seat, "words"),
    "ask redeal": AskRedeal,
    "place": lambda seat: Place(seat, ()),
    "draw": Draw,
    "announce": Announce,
    "end turn": EndTurn,
    "pass": Pass,
    "run out of time": RunOutOfTime,
    "leave": Leave,
    "penalise": lambda seat: Penalise(seat, 1, "Ref", "talked"),
}
ON_TURN = ["place", "draw", "announce", "end turn", "pass", "run out of time"]
BEFORE_THE_DEAL = ["add randomness"]


def game() -> State:
    return build_position(
        racks=("B7 K1", "K2 R2", "K3"), table="B4 B5 B6", pool="R1 R2", opened=(True, False, True)
    )


def check_refused_unchanged(game_on: Game, command: AnyCommand) -> Refused:
    """Have a command refused; nothing may change, not even one byte of the log."""
    state, saved, entries = game_on.state, game_on.to_bytes(), list(game_on.log.entries)
    with pytest.raises(Refused) as caught:
        game_on.do(command)
    assert game_on.state is state
    assert game_on.to_bytes() == saved
    assert game_on.log.entries == entries
    return caught.value


@pytest.mark.clause("N-1")
@pytest.mark.parametrize("name", OF_A_SEAT)
@pytest.mark.parametrize("seat", [-1, 3, 10**9])
def test_a_seat_that_is_not_there(name: str, seat: int) -> None:
    state = open_game(CLASSIC, 3).state if name in BEFORE_THE_DEAL else game()
    assert explain_refusal(state, OF_A_SEAT[name](seat)) == ["no_seat N-1"]


@pytest.mark.clause("N-4")
@pytest.mark.parametrize("name", ON_TURN)
@pytest.mark.parametrize("seat", [1, 2])
def test_a_player_who_is_not_on_turn(name: str, seat: int) -> None:
    refusal = get_refusal(game(), OF_A_SEAT[name](seat))
    assert [violation.code for violation in refusal.violations] == ["not_your_turn"]
    assert str(refusal) == "it is Ala's turn (N-4)"
    later = play_commands(game(), Draw(0))
    assert str(get_refusal(later, OF_A_SEAT[name](2))) == "it is Bob's turn (N-4)"


@pytest.mark.clause("N-6")
@pytest.mark.parametrize("name", [name for name in OF_A_SEAT if name not in BEFORE_THE_DEAL])
def test_before_the_deal_nothing_is_played(name: str) -> None:
    assert explain_refusal(open_game(CLASSIC, 3).state, OF_A_SEAT[name](0)) == ["not_started N-6"]


@pytest.mark.clause("N-40")
@pytest.mark.parametrize("name", [name for name in OF_A_SEAT if name not in BEFORE_THE_DEAL])
@pytest.mark.parametrize("seat", [0, 1])
def test_after_the_end_nothing_is_played(name: str, seat: int) -> None:
    over = play_commands(game(), EndGame("Ref", "time"))
    assert explain_refusal(over, OF_A_SEAT[name](seat)) == ["finished N-40"]


@pytest.mark.clause("N-6")
@pytest.mark.parametrize("command", [AddRandomness(0, "words"), Start()])
def test_what_comes_before_the_deal_does_not_come_after_it(command: AnyCommand) -> None:
    assert explain_refusal(game(), command) == ["already_started N-6"]
    assert explain_refusal(play_commands(game(), EndGame("Ref", "time")), command) == [
        "already_started N-6"
    ]


def list_refused_commands() -> dict[str, tuple[State, AnyCommand]]:
    playing, gathering = game(), open_game(CLASSIC, 3).state
    waiting = build_position(racks=("K1", "K2"), opened=False, pool="R1 R2")
    drawn = play_commands(waiting, Draw(0))
    foreign = (*playing.table, playing.seats[1].rack)
    return {
        "wrong seat": (playing, Draw(7)),
        "wrong turn": (playing, Draw(1)),
        "invalid set": (playing, Place(0, lay_proposal(playing, 0, "B4 B5 B6 K1"))),
        "nothing placed": (playing, Place(0, playing.table)),
        "table taken": (playing, Place(0, ())),
        "a tile of another": (playing, Place(0, foreign)),
        "no tile": (playing, Place(0, ((TileId(-7),),))),
        "no stacks": (playing, Draw(0, stack=0)),
        "pass": (playing, Pass(0)),
        "end turn": (playing, EndTurn(0)),
        "announce": (playing, Announce(0)),
        "redeal": (playing, AskRedeal(0)),
        "round time": (playing, EndRoundTime()),
        "undo": (playing, Undo("Ref", "why")),
        "no reason": (playing, Penalise(0, 1, "Ref", "")),
        "no penalty": (playing, Penalise(0, 0, "Ref", "why")),
        "draw twice": (drawn, Draw(0)),
        "place after drawing": (drawn, Place(0, ())),
        "announce early": (waiting, Announce(0)),
        "not started": (gathering, Draw(0)),
        "no words": (gathering, AddRandomness(0, "")),
    }


@pytest.mark.parametrize("name", list_refused_commands())
def test_a_refused_command_changes_neither_state_nor_log(name: str) -> None:
    state, command = list_refused_commands()[name]
    refusal = check_refused_unchanged(open_game_at(state), command)
    assert refusal.violations
    for violation in refusal.violations:
        assert violation.text
        assert "{" not in violation.text
        assert violation.clause in str(violation)


@pytest.mark.clause("N-5")
@pytest.mark.parametrize("words", ["", "x" * 201])
def test_words_for_the_shuffle_are_neither_missing_nor_endless(words: str) -> None:
    assert explain_refusal(open_game(CLASSIC, 2).state, AddRandomness(0, words)) == [
        "long_words N-5"
    ]


@pytest.mark.clause("N-5")
def test_everybody_adds_words_once() -> None:
    game_on = open_game(CLASSIC, 2)
    game_on.do(AddRandomness(0, "x" * 200))
    assert str(check_refused_unchanged(game_on, AddRandomness(0, "more"))) == (
        "Ala has already added words to the shuffle (N-5)"
    )
    game_on.do(AddRandomness(1, "more"))
    assert game_on.state.added == ((0, "x" * 200), (1, "more"))


@pytest.mark.parametrize("text", ["\ud800", "half a \udfff sign"])
def test_text_that_cannot_be_written_is_refused_and_changes_nothing(text: str) -> None:
    """Half a character reaches the game from a command line with broken bytes."""
    check_refused_unchanged(open_game(CLASSIC, 2), AddRandomness(0, text))
    check_refused_unchanged(open_game_at(play_commands(game(), Draw(0))), Undo("Ref", text))
    check_refused_unchanged(open_game_at(game()), Penalise(0, 1, text, "why"))
    check_refused_unchanged(open_game_at(game()), EndGame("Ref", text))
