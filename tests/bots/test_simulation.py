"""Bots on mirrored deals: the same tiles for all, every game checked, exact sums."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

import msgspec
import pytest

from kostka.bots import arena, simulation
from kostka.bots.bot import Bot
from kostka.bots.deals import derive_deal_seed
from kostka.bots.levels import make_bot
from kostka.bots.rating import Ratings
from kostka.bots.round_robin import RoundRobin, build_lineups
from kostka.bots.simulation import Lineup, PlayedGame, compute_deals_needed, play_deal
from kostka.bots.tally import Tally, estimate_mean, estimate_share
from kostka.bots.word.arena import WordPlayer, play_word_game
from kostka.editions import CLASSIC, EDITIONS, SIX, Edition, get_edition
from kostka.events.errors import BadInput
from kostka.numbers import Ending, Pass, State, View
from kostka.numbers.scoring import ScoreLine, ScoreSheet, Why
from kostka.word import WORD, WordEdition
from kostka.word import State as WordState

PAIR = Lineup.from_names(CLASSIC, ("placer", "placer"))


def make_game(
    *points: int | Fraction, ending: Ending = Ending.WENT_OUT, turns: int = 40
) -> PlayedGame:
    """A game with these points by bot; the highest have won."""
    lines = [
        ScoreLine(0, 0, Why.WON if one == max(points) else Why.RACK, Fraction(one), 0)
        for one in points
    ]
    return PlayedGame(ending, turns, tuple(lines))


# --- deals ------------------------------------------------------------------------------------


def test_mirrored_deals_are_the_same_tiles_with_the_seats_rotated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[tuple[bytes, int, list[Bot]]] = []

    def noting(book: Edition, seed: bytes, bots: Sequence[Bot]) -> State:
        state = arena.play_game(book, seed, bots)
        seen.append((seed, state.starter, list(bots)))
        assert state.seed == seed.hex()
        return state

    monkeypatch.setattr(simulation, "play_game", noting)
    monkeypatch.setattr(simulation, "make_bot", Named)
    lineup = Lineup(CLASSIC, ("rack", "placer", "holder"))
    games = play_deal(lineup, simulation=5, deal=9)
    seeds, starters, bots = zip(*seen, strict=True)
    assert set(seeds) == {derive_deal_seed(5, 9)}
    assert len(set(starters)) == 1
    assert [[one.name for one in seated] for seated in bots] == [
        ["rack", "placer", "holder"],
        ["holder", "rack", "placer"],
        ["placer", "holder", "rack"],
    ]
    assert len({one.seed for seated in bots for one in seated}) == 9
    assert len(games) == 3


class Named:
    """A placer that knows what it was made as."""

    def __init__(self, name: str, seed: int) -> None:
        self.name, self.seed = name, seed
        self.choose_command = make_bot("placer", seed).choose_command


def test_equal_bots_without_chance_share_every_deal() -> None:
    one, other = play_deal(PAIR, simulation=1, deal=3)
    assert one.lines == other.lines[::-1]
    assert (one.ending, one.turns) == (other.ending, other.turns)


@pytest.mark.parametrize("key", EDITIONS)
def test_every_edition_is_played_by_all_that_it_is_for(key: str) -> None:
    book = get_edition(key)
    for players in range(book.players_min, book.players_max + 1):
        lineup = Lineup.from_names(book, ["4", "5", "4", "4", "4", "4"][:players])
        games = play_deal(lineup, simulation=2, deal=1)
        assert len(games) == players
        assert games == play_deal(lineup, simulation=2, deal=1)


def test_games_are_rounded_up_to_whole_deals() -> None:
    assert [compute_deals_needed(games, 4) for games in (1, 4, 5, 8, 9)] == [1, 1, 2, 2, 3]


@pytest.mark.parametrize(
    ("book", "names", "words"),
    [
        (CLASSIC, ["4"], "1 players, but classic is for 2 to 4"),
        (CLASSIC, ["4"] * 5, "5 players, but classic is for 2 to 4"),
        (SIX, ["4", "5"], "2 players, but six is for 5 to 6"),
        (CLASSIC, ["4", "7"], "'7' is not a bot"),
        (CLASSIC, ["4", ""], "'' is not a bot"),
    ],
)
def test_who_cannot_play(book: Edition, names: list[str], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        Lineup.from_names(book, names)


# --- broken games -----------------------------------------------------------------------------


def describe_broken_deal(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> str:
    def play(book: Edition, seed: bytes, bots: Sequence[Bot]) -> State:
        return msgspec.structs.replace(arena.play_game(book, seed, bots), **changes)

    monkeypatch.setattr(simulation, "play_game", play)
    with pytest.raises(BadInput) as refused:
        play_deal(Lineup.from_names(CLASSIC, ("placer", "holder")), simulation=4, deal=2)
    return str(refused.value)


def test_a_lost_tile_is_noticed_and_the_game_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert describe_broken_deal(monkeypatch, table=()) == (
        f"classic, deal 2 of seed 4, shuffle seed {derive_deal_seed(4, 2).hex()}, rotation 0,"
        " in the seats placer, holder: AssertionError: a tile of the box is missing, or there twice"
    )


def test_a_score_that_does_not_add_up_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    state = arena.play_game(
        CLASSIC, derive_deal_seed(4, 2), [make_bot("placer", 1), make_bot("holder", 1)]
    )
    assert state.result is not None
    sheet = ScoreSheet(state.result.sheet.lines)
    more = msgspec.structs.replace(sheet.lines[0], points=sheet.lines[0].points + 1)
    msgspec.structs.force_setattr(sheet, "lines", (more, *sheet.lines[1:]))
    result = msgspec.structs.replace(state.result, sheet=sheet)
    assert describe_broken_deal(monkeypatch, result=result).endswith(
        "the score does not add up to zero"
    )


def test_an_illegal_command_names_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    class Passing:
        def choose_command(self, view: View) -> Pass:
            assert view.viewer is not None
            return Pass(view.viewer)

    monkeypatch.setattr(simulation, "make_bot", lambda _name, _seed: Passing())
    with pytest.raises(BadInput, match=r"^classic, deal 1 of seed 1, .*placer: Refused: .*N-20"):
        play_deal(PAIR, simulation=1, deal=1)


def test_a_lost_letter_is_noticed_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(book: WordEdition, seed: bytes, bots: Sequence[WordPlayer]) -> WordState:
        return msgspec.structs.replace(play_word_game(book, seed, bots), table=())

    monkeypatch.setattr(simulation, "play_word_game", play)
    with pytest.raises(BadInput, match=r"^word, deal 1 .* beginner, beginner: .*missing, or there"):
        play_deal(Lineup.from_names(WORD, ("1", "1")), simulation=1, deal=1)


# --- sums and intervals -----------------------------------------------------------------------


def test_an_interval_by_hand() -> None:
    # 1, 2, 3, 4: mean 2.5, variance 5/3, standard error sqrt(5/12).
    found = estimate_mean([1.0, 2.0, 3.0, 4.0])
    assert found.mean == 2.5
    assert found.low == pytest.approx(2.5 - 1.959964 * sqrt(5 / 12), abs=1e-6)
    assert found.margin == pytest.approx(1.959964 * sqrt(5 / 12), abs=1e-6)


def test_one_deal_says_nothing_about_the_interval() -> None:
    found = estimate_mean([0.5])
    assert (found.mean, found.low, found.high, found.margin) == (0.5, None, None, None)
    assert estimate_share([1.0]) == estimate_mean([1.0])


def test_who_always_wins_might_yet_lose() -> None:
    always, never = estimate_share([1.0] * 100), estimate_share([0.0] * 100)
    assert (always.mean, always.high, never.mean, never.low) == (1.0, 1.0, 0.0, 0.0)
    assert always.low == pytest.approx(1 - 0.0295, abs=1e-4)
    assert never.high == pytest.approx(0.0295, abs=1e-4)
    assert always.margin == never.margin == never.high


def test_a_share_stays_between_none_and_all() -> None:
    found = estimate_share([1.0] * 50 + [0.5])
    assert found.low is not None
    assert found.low > 0
    assert found.high == 1.0


def test_deals_that_went_alike_do_not_make_sure() -> None:
    wide = estimate_share([0.0, 1.0] * 50)
    assert wide.margin == pytest.approx(1.959964 * 0.5025189 / 10, abs=1e-6)
    alike = estimate_share([0.5] * 100)
    assert alike.margin == pytest.approx(0.0295, abs=1e-4)
    one_less = estimate_share([1.0] * 99 + [0.5])
    all_won = estimate_share([1.0] * 100)
    assert one_less.low is not None
    assert all_won.low is not None
    assert one_less.low < all_won.low


def test_a_tally_by_hand() -> None:
    tally = Tally(Lineup.from_names(CLASSIC, ("placer", "holder")))
    tally.add_deal([make_game(10, -10, turns=30), make_game(-20, 20, ending=Ending.POOL_EMPTY)])
    tally.add_deal([make_game(30, -30), make_game(0, 0)])  # both win the last one
    placer, holder = tally.list_results()
    assert (placer.bot, placer.games, placer.wins) == ("placer", 4, 2.5)
    assert (holder.bot, holder.games, holder.wins) == ("holder", 4, 1.5)
    # By deal: 1/2 and 3/4 of the games, -5 and 15 points a game.
    assert placer.win_rate.mean == 0.625
    assert (placer.win_rate.low, placer.win_rate.high) == (0, 1)  # two deals prove nothing
    assert placer.points_per_game.mean == 5
    assert placer.points_per_game.margin == pytest.approx(1.959964 * 10, abs=1e-5)
    assert holder.points_per_game.mean == -5
    assert placer.even_share == 0.5
    assert (tally.totals.deals, tally.totals.games, tally.totals.turns) == (2, 4, 150)
    assert tally.totals.endings == {"went_out": 3, "pool_empty": 1}


def test_shares_of_a_win_add_up() -> None:
    assert make_game(7, 7, -14).win_shares == (Fraction(1, 2), Fraction(1, 2), Fraction(0))
    assert make_game(7, 7, -14).ranks == (0, 0, 2)
    assert make_game(-3, 9, -6).ranks == (1, 0, 2)


# --- round-robin ------------------------------------------------------------------------------


def test_all_line_ups_meet() -> None:
    found = build_lineups(CLASSIC, ["1", "4", "holder"], 2)
    assert [one.bots for one in found] == [
        ("rack", "placer"),
        ("rack", "holder"),
        ("placer", "holder"),
    ]
    assert len(build_lineups(CLASSIC, ["1", "2", "3", "4"], 3)) == 4


@pytest.mark.parametrize(
    ("names", "players", "words"),
    [
        (["4", "placer"], 2, "'placer' is in the list twice"),
        (["4", "5"], 3, "needs as many bots, not 2"),
        (["1", "2", "3", "4", "5"], 5, "classic is for 2 to 4"),
    ],
)
def test_what_is_no_round_robin(names: list[str], players: int, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        build_lineups(CLASSIC, names, players)


def test_the_matrix_by_hand() -> None:
    table = RoundRobin(build_lineups(CLASSIC, ["1", "2", "3"], 2))
    even, won = [make_game(5, -5), make_game(-5, 5)], [make_game(-5, 5), make_game(-5, 5)]
    table.add_deal([even, won, won])
    table.add_deal([won, won, won])
    cells = {(cell.bot, cell.against): cell for cell in table.list_pair_results()}
    assert len(cells) == 6
    assert cells["rack", "adder"].ahead.mean == 0.25
    assert cells["adder", "rack"].ahead.mean == 0.75
    assert cells["adder", "rack"].ahead.low == 0
    assert cells["shifter", "rack"].ahead.mean == 1
    assert {cell.games for cell in cells.values()} == {4}
    assert (table.totals.deals, table.totals.games) == (2, 12)
    assert [one.bot for one in table.list_ratings()] == ["shifter", "adder", "rack"]


def test_with_three_players_each_pair_is_compared() -> None:
    table = RoundRobin(build_lineups(CLASSIC, ["1", "2", "3"], 3))
    table.add_deal([[make_game(-3, -6, 9), make_game(-3, -6, 9), make_game(9, -3, -6)]])
    ahead = {(cell.bot, cell.against): cell.ahead.mean for cell in table.list_pair_results()}
    assert ahead["rack", "adder"] == 1
    assert ahead["shifter", "rack"] == pytest.approx(2 / 3)
    assert ahead["adder", "shifter"] == pytest.approx(1 / 3)


def test_a_rating_follows_the_games() -> None:
    ratings = Ratings(["good", "fair", "bad"])
    for _ in range(30):
        ratings.add_game(["bad", "good", "fair"], [2, 0, 1])
    good, fair, bad = map(ratings.get_rating, ["good", "fair", "bad"])
    assert good.ordinal > fair.ordinal > bad.ordinal
    assert good.sigma < 25 / 3
    assert good.ordinal == pytest.approx(good.mu - 3 * good.sigma)


def test_who_never_met_anybody_better_is_rated_as_all_begin() -> None:
    rating = Ratings(["new"]).get_rating("new")
    assert (rating.mu, rating.sigma, rating.ordinal) == pytest.approx((25, 25 / 3, 0))
