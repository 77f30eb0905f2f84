"""Plays a line-up of bots on mirrored deals, and checks every finished game."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain

import msgspec

from kostka import word
from kostka.bots.arena import build_header, play_game
from kostka.bots.deals import assign_bots_to_seats, derive_bot_seed, derive_deal_seed
from kostka.bots.levels import make_bot, resolve_bot_name
from kostka.bots.word.arena import build_word_header, play_word_game
from kostka.bots.word.levels import make_word_bot, resolve_word_bot_name
from kostka.editions.model import Edition
from kostka.events.errors import BadInput
from kostka.numbers.events import Ending
from kostka.numbers.scoring import ScoreLine
from kostka.numbers.state import Result, State
from kostka.word.state import Result as WordResult

AnyEdition = Edition | word.WordEdition


class Lineup(msgspec.Struct, frozen=True, gc=False):
    """The bots that meet, and the edition. A bot may take part several times."""

    edition: AnyEdition
    bots: tuple[str, ...]

    @classmethod
    def from_names(cls, edition: AnyEdition, names: Sequence[str]) -> Lineup:
        """Build a line-up of bots by name or level; refuse unknown bots and wrong numbers."""
        bots = tuple([resolve_bot_name_for_edition(edition, name) for name in names])
        if isinstance(edition, word.WordEdition):
            build_word_header(edition, len(bots), derive_deal_seed(1, 1))
        else:
            build_header(edition, len(bots), derive_deal_seed(1, 1))
        return cls(edition, bots)


def resolve_bot_name_for_edition(edition: AnyEdition, name: str) -> str:
    """Return the name of the bot with this name or level in the game of an edition."""
    return (
        resolve_word_bot_name(name)
        if isinstance(edition, word.WordEdition)
        else resolve_bot_name(name)
    )


LOST_TILE = "a tile of the box is missing, or there twice"


class PlayedGame(msgspec.Struct, frozen=True, gc=False):
    """The result of a game, with everything by bot in the order of the line-up."""

    ending: Ending | word.Ending
    turns: int
    lines: tuple[ScoreLine | word.ScoreLine, ...]
    """The score line of each bot."""

    @property
    def win_shares(self) -> tuple[Fraction, ...]:
        """The share of the win by bot; joint winners share it."""
        won = [line.won for line in self.lines]
        return tuple(Fraction(one, sum(won)) for one in won)

    @property
    def ranks(self) -> tuple[int, ...]:
        """How many bots are ahead of each bot: winners first, then by points."""
        worth = [(line.won, line.points) for line in self.lines]
        return tuple(sum(other > one for other in worth) for one in worth)


def compute_deals_needed(games: int, players: int) -> int:
    """Return how many whole deals it takes to play at least this many games."""
    return -(-games // players)


def play_deal(lineup: Lineup, simulation: int, deal: int) -> list[PlayedGame]:
    """Play a deal once for every rotation of the seats."""
    rotations = range(len(lineup.bots))
    return [_play_rotation(lineup, simulation, deal, rotation) for rotation in rotations]


def _play_rotation(lineup: Lineup, simulation: int, deal: int, rotation: int) -> PlayedGame:
    seats = assign_bots_to_seats(len(lineup.bots), rotation)
    names = [lineup.bots[place] for place in seats]
    seed = derive_deal_seed(simulation, deal)
    chances = [derive_bot_seed(simulation, deal, rotation, seat) for seat in range(len(names))]
    try:
        result, turns = _play_checked_game(
            lineup.edition, seed, [*zip(names, chances, strict=True)]
        )
    except Exception as error:  # any error: say which game it was, so that it can be repeated
        raise BadInput(
            f"{lineup.edition.key}, deal {deal} of seed {simulation}, shuffle seed {seed.hex()},"
            f" rotation {rotation}, in the seats {', '.join(names)}:"
            f" {type(error).__name__}: {error}"
        ) from error
    lines = result.sheet.lines
    by_bot = sorted(range(len(seats)), key=seats.__getitem__)
    return PlayedGame(result.ending, turns, tuple([lines[seat] for seat in by_bot]))


def _play_checked_game(
    edition: AnyEdition, seed: bytes, seats: Sequence[tuple[str, int]]
) -> tuple[Result | WordResult, int]:
    """Play a game between bots with these names and seeds; return its result and its turns."""
    if isinstance(edition, word.WordEdition):
        players = [make_word_bot(name, chance, edition) for name, chance in seats]
        words = play_word_game(edition, seed, players)
        return _get_checked_word_result(words), words.turns
    state = play_game(edition, seed, [make_bot(name, chance) for name, chance in seats])
    return _get_checked_result(state), state.turns


def _get_checked_result(state: State) -> Result:
    """Return the result of a game, after checking its tiles and that the score sums to zero."""
    assert state.result is not None
    racks = [seat.rack for seat in state.seats]
    if sorted(chain(*state.table, *racks, *state.stacks)) != list(state.box.tiles):
        raise AssertionError(LOST_TILE)
    if sum(line.points for line in state.result.sheet.lines):
        raise AssertionError("the score does not add up to zero")
    return state.result


def _get_checked_word_result(state: word.State) -> WordResult:
    """Return the result of a word game, after checking its tiles."""
    assert state.result is not None
    racks = [seat.rack for seat in state.seats]
    if sorted(chain(*state.table, *racks, state.pool)) != list(state.bag.tiles):
        raise AssertionError(LOST_TILE)
    return state.result
