"""The arena plays by the rules: a logged game given the same commands ends in the same state."""

from __future__ import annotations

import pytest

from kostka.bots.arena import play_game
from kostka.bots.bot import Bot
from kostka.bots.deals import derive_deal_seed
from kostka.bots.levels import make_bot
from kostka.editions import EDITIONS, get_edition
from kostka.numbers import AnyCommand, Game, Start, View, verify_log

MIX = ("rack", "placer", "adder", "holder", "shifter")


class Noting:
    """A bot whose commands are noted."""

    def __init__(self, inner: Bot, commands: list[AnyCommand]) -> None:
        self.inner = inner
        self.commands = commands

    def choose_command(self, view: View) -> AnyCommand:
        self.commands.append(self.inner.choose_command(view))
        return self.commands[-1]


@pytest.mark.parametrize("names", [("placer",) * 5, MIX])
@pytest.mark.parametrize("key", EDITIONS)
def test_the_arena_ends_where_a_logged_game_ends(key: str, names: tuple[str, ...]) -> None:
    book = get_edition(key)
    players = min(book.players_max, len(names))
    for deal in range(1, 4):
        commands: list[AnyCommand] = []
        bots = [Noting(make_bot(name, deal), commands) for name in names[:players]]
        seed = derive_deal_seed(1, deal)
        state = play_game(book, seed, bots)
        game = Game.new(book, state.header.names, seed)
        for command in (Start(), *commands):
            game.do(command)
        assert game.state == state
        assert game.state.result is not None
        verify_log(game.log)


def test_the_same_seeds_give_the_same_game() -> None:
    book = get_edition("classic")
    first, again, other = (
        play_game(book, derive_deal_seed(1, deal), [make_bot("rack", 7), make_bot("placer", 8)])
        for deal in (1, 1, 2)
    )
    assert first == again
    assert first != other
