"""The bots of the word game: legal, each at its level, without a look at hidden tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from kostka.bots.word import WORD_LEVELS, WordBot, WordLevel, make_word_bot, moves
from kostka.bots.word.levels import resolve_word_bot_name
from kostka.events.errors import BadInput
from kostka.lexicon import load_lexicon
from kostka.word import (
    WORD,
    Accept,
    AnyCommand,
    Challenge,
    Draw,
    Judging,
    Pass,
    Place,
    State,
    Theme,
    View,
    apply_word_house_rules,
    decide,
    evolve_all,
    spell_words,
    view,
)
from kostka.wordsolver import Answer, Position, Vocabulary, solve
from tests.tools.soak_word_bots import (
    BLUFFER,
    Setup,
    Step,
    iterate_checked_steps,
    make_setup,
    soak_bots,
)
from tests.word.checks import change_hidden_state
from tests.word.positions import build_place_command, build_position

CHALLENGED = apply_word_house_rules(WORD, judging="challenge")


FIRST, GAMES = 122, 3
"""Games of the soak in which all levels meet, in every way to judge words, with a bluffer."""


def test_no_command_is_refused_and_every_game_is_the_same_again() -> None:
    assert f"{GAMES} games" in soak_bots(FIRST, GAMES)


def test_all_kinds_of_games_are_among_those() -> None:
    games = [make_setup(number) for number in range(FIRST, FIRST + GAMES)]
    assert {name for game in games for name in game.names} == {*WORD_LEVELS, BLUFFER}
    assert {game.edition.judging for game in games} == {*Judging}


@cache
def play_recorded_game(names: tuple[str, ...], number: int = 0) -> list[Step]:
    seeds = tuple(range(number, number + len(names)))
    game = Setup(WORD, Random(number).randbytes(32), names, seeds)
    return [*iterate_checked_steps(game, game.make_players())]


def list_words(state: State) -> list[str]:
    return spell_words(state.bag, state.table, state.letters)


def list_placings(name: str) -> Iterator[Step]:
    """What a level lays in games with all three."""
    for number in range(2):
        names = tuple(WORD_LEVELS)
        for step in play_recorded_game(names, number):
            if names[step.seat] == name and isinstance(step.command, Place):
                yield step


# --- levels -----------------------------------------------------------------------------------


def test_bots_are_known_by_level_and_by_name() -> None:
    assert [resolve_word_bot_name(str(level)) for level in (1, 2, 3)] == list(WORD_LEVELS)
    assert resolve_word_bot_name(" Master ") == "master"
    with pytest.raises(BadInput, match="'4' is not a bot of the word game: choose a level"):
        resolve_word_bot_name("4")


def test_level_1_lays_common_words_and_breaks_none() -> None:
    many = 0
    for step in list_placings("beginner"):
        many += 1
        old, new = Counter(list_words(step.before)), Counter(list_words(step.after))
        assert all(load_lexicon("pl").find_tier(word.lower()) == 0 for word in new - old)
        gone = [*(old - new)]
        assert len(gone) <= 1
        assert all(any(word in longer for longer in new - old) for word in gone)
    assert many > 5


def test_level_2_breaks_one_word_at_most_and_knows_the_usual_ones() -> None:
    rebuilt = 0
    for step in list_placings("steady"):
        old, new = Counter(list_words(step.before)), Counter(list_words(step.after))
        assert all((load_lexicon("pl").find_tier(word.lower()) or 0) <= 1 for word in new - old)
        assert len(old - new) <= 1
        rebuilt += len(old - new)
    assert rebuilt


@pytest.mark.clause("W-8")
def test_level_3_rebuilds_much_and_empties_its_rack() -> None:
    most, doubled = 0, 0
    for step in list_placings("master"):
        old, new = Counter(list_words(step.before)), Counter(list_words(step.after))
        most = max(most, len(old - new))
        doubled += step.after.seats[step.seat].turns[-1].doubled
    assert most > 1
    assert doubled > 1


def test_a_higher_level_has_more_points() -> None:
    for number in range(2):
        last = play_recorded_game(tuple(WORD_LEVELS), number)[-1].after
        assert last.result is not None
        points = [line.points for line in last.result.sheet.lines]
        assert points == sorted(points)


def test_a_level_that_misses_everything_draws_or_passes() -> None:
    blind = replace(WORD_LEVELS["beginner"], misses=1.0)
    there = build_position(["KOT", "KOT"], "SZCZYT", edition=WORD)
    assert WordBot(WORD, blind, 1).choose_command(view(there, 0)) == Draw(0)
    nothing_left = build_position(["KOT", "KOT"], "SZCZYT", "", edition=WORD)
    assert WordBot(WORD, blind, 1).choose_command(view(nothing_left, 0)) == Pass(0)


@pytest.mark.parametrize("name", WORD_LEVELS)
def test_every_search_has_a_limit_in_steps(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def noted(
        vocabulary: Vocabulary, where: Position, *, rebuilt: int | None, effort: int
    ) -> Answer:
        asked.append(effort)
        return solve(vocabulary, where, rebuilt=rebuilt, effort=effort)

    monkeypatch.setattr(moves, "solve", noted)
    there = build_position(["KAZATER", "KOT"], "SZCZYT KOSZYK", edition=WORD)
    make_word_bot(name, 1, WORD).choose_command(view(there, 0))
    level: WordLevel = WORD_LEVELS[name]
    assert asked
    assert set(asked) == {level.effort}
    assert len(asked) <= 1 + level.lengthens


def test_no_bot_lays_a_vulgar_word() -> None:
    there = build_position(["DUPA", "KOT"], "SZCZYT", edition=WORD)
    assert load_lexicon("pl").is_vulgar("dupa")
    move = make_word_bot("3", 1, WORD).choose_command(view(there, 0))
    assert isinstance(move, Place)
    assert "DUPA" not in list_words(evolve_all(there, decide(there, move)))


@pytest.mark.clause("W-15")
@pytest.mark.parametrize("name", WORD_LEVELS)
def test_in_a_theme_game_all_levels_know_its_words(name: str) -> None:
    theme = Theme("Dno", ("GŻEGŻÓŁKA", "ŹDŹBŁO"))
    edition = replace(WORD, theme=theme)
    level = replace(WORD_LEVELS[name], misses=0.0, first_tiles=None)
    there = build_position(["ŹD?BŁO", "KOT"], edition=edition)
    move = WordBot(edition, level, 1).choose_command(view(there, 0))
    assert isinstance(move, Place)
    assert list_words(evolve_all(there, decide(there, move))) == ["ŹDŹBŁO"]


# --- hidden tiles -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", WORD_LEVELS)
def test_no_bot_reads_hidden_tiles(name: str) -> None:
    """The same public history with other hidden tiles, at every turn: the same commands."""
    names = tuple(WORD_LEVELS)
    seat = names.index(name)
    rng = Random(3)
    one, other = make_word_bot(name, 7, WORD), make_word_bot(name, 7, WORD)
    turns = [step.before for step in play_recorded_game(names) if step.seat == seat]
    differed = 0
    for state in turns:
        twin = change_hidden_state(state, seat, rng)
        differed += twin.seats != state.seats
        assert one.choose_command(view(state, seat)) == other.choose_command(view(twin, seat))
    assert differed > len(turns) // 2


# --- challenges -------------------------------------------------------------------------------


def make_laid_state(text: str, *, last: bool = False) -> State:
    """Bob to answer to what Ala has laid where words are challenged."""
    rack = "".join(text.split()).replace("SZCZYT", "") + ("" if last else "A")
    there = build_position(
        [rack, "KOTARAN"], "SZCZYT", "" if last else None, edition=CHALLENGED, opened=[True, True]
    )
    return evolve_all(there, decide(there, build_place_command(there, text)))


def choose_in_position(name: str, seed: int, state: State) -> AnyCommand:
    return make_word_bot(name, seed, CHALLENGED).choose_command(view(state, 1))


@pytest.mark.clause("W-13")
def test_level_3_challenges_every_wrong_word_and_no_other() -> None:
    assert all(
        choose_in_position("3", seed, make_laid_state("SZCZYT KTO")) != Challenge(1)
        for seed in range(5)
    )
    assert all(
        choose_in_position("3", seed, make_laid_state("SZCZYT TKO")) == Challenge(1)
        for seed in range(5)
    )


@pytest.mark.clause("W-13")
@pytest.mark.parametrize("name", ["1", "2"])
def test_the_others_notice_a_wrong_word_sometimes(name: str) -> None:
    answers = [choose_in_position(name, seed, make_laid_state("SZCZYT TKO")) for seed in range(30)]
    assert 0 < answers.count(Challenge(1)) < 30
    assert all(
        choose_in_position(name, seed, make_laid_state("SZCZYT KTO")) != Challenge(1)
        for seed in range(5)
    )


@pytest.mark.clause("W-13")
@pytest.mark.parametrize("name", WORD_LEVELS)
def test_the_last_move_is_accepted_if_it_is_good(name: str) -> None:
    good = make_laid_state("SZCZYT KTO", last=True)
    assert good.waiting == (1,)
    assert choose_in_position(name, 1, good) == Accept(1)
    wrong = make_laid_state("SZCZYT TKO", last=True)
    assert {choose_in_position(name, seed, wrong) for seed in range(30)} >= {Challenge(1)}


@pytest.mark.clause("W-13")
def test_a_wrong_word_that_stood_is_not_held_against_the_next_move() -> None:
    there = build_position(["KTO", "KOTARAN"], "SZCZYT TKO", edition=CHALLENGED)
    moved = evolve_all(there, decide(there, build_place_command(there, "SZCZYT TKO KTO")))
    assert view(moved, 1).new_words == ("KTO",)
    assert all(choose_in_position("3", seed, moved) != Challenge(1) for seed in range(5))


@pytest.mark.clause("W-13")
def test_a_word_is_doubted_though_no_own_tile_is_in_it() -> None:
    there = build_position(["OA", "KOTARAN"], "KOSZYK", edition=CHALLENGED)
    for text, wrong in (("OKO SZYK", False), ("OKO KSZY", True)):
        moved = evolve_all(there, decide(there, build_place_command(there, text)))
        assert view(moved, 1).new_words == tuple(text.split())
        assert (choose_in_position("3", 1, moved) == Challenge(1)) == wrong


@pytest.mark.parametrize("name", WORD_LEVELS)
def test_a_word_longer_than_any_stays_where_it_is(name: str) -> None:
    there = build_position(["A" * 1, "KOTARAN"], "SZCZYT", edition=CHALLENGED, opened=[True, True])
    tiles = [tile for tile in there.pool if not there.bag.is_joker(tile)][:50]
    state = replace(
        there,
        table=(*there.table, tuple(tiles)),
        pool=tuple(tile for tile in there.pool if tile not in tiles),
        turn=1,
    )
    level = replace(WORD_LEVELS[name], misses=0.0)
    move = WordBot(CHALLENGED, level, 1).choose_command(view(state, 1))
    assert isinstance(move, Place)
    assert tuple(tiles) in move.table
    assert evolve_all(state, decide(state, move)).seats[1].turns[-1].points > 2


def test_views_are_all_that_a_bot_is_given() -> None:
    seen: list[object] = []

    class Nosy(WordBot):
        def choose_command(self, view: View) -> AnyCommand:
            seen.append(view)
            return super().choose_command(view)

    game = Setup(WORD, bytes(32), ("1", "1"), (1, 2))
    bots = [Nosy(WORD, WORD_LEVELS["beginner"], seed) for seed in (1, 2)]
    for step in iterate_checked_steps(game, bots):
        assert isinstance(seen[-1], View)
        others = [s.rack for n, s in enumerate(seen[-1].seats) if n != step.seat]
        assert others == [None]
