"""The word game with the lexicons that come with the program."""

from __future__ import annotations

from random import Random
from string import ascii_uppercase

import pytest
from msgspec.structs import replace

from kostka.events.errors import BadInput
from kostka.lexicon import LANGUAGES, load_lexicon
from kostka.word import (
    WORD,
    Game,
    Start,
    apply_word_house_rules,
    get_bag,
    get_word_edition,
    get_word_judge,
    verify_log,
)
from tests.word.players import KNOWN, Player
from tests.word.positions import build_position, list_refusals, place_words


@pytest.mark.clause("W-1", "W-12")
def test_the_polish_game_is_the_one_of_the_box() -> None:
    assert get_word_edition("pl") == WORD


@pytest.mark.clause("W-7", "W-17")
def test_the_examples_of_the_rule_book_are_valid_moves() -> None:
    assert place_words(build_position(["AZB", "A"], "SZCZYT", edition=WORD), "ZASZCZYT").points == 8
    assert place_words(build_position(["KB", "A"], "KOSZYK", edition=WORD), "KOK SZYK").points == 4
    both = build_position(["AAB", "A"], "SZCZYT KOSZYK", edition=WORD)
    assert place_words(both, "SZYSZKA OCZY KAT").points == 7


@pytest.mark.clause("W-5")
@pytest.mark.parametrize(
    ("before", "own", "after"),
    [("RAK", "B", "BRAK"), ("KOT", "A", "KOTA"), ("KAT", "R", "KRAT"), ("KAT", "RA", "KRATA")],
    ids=["in front", "behind", "inside", "in several places"],
)
def test_a_word_is_lengthened_in_front_behind_inside_or_in_several_places(
    before: str, own: str, after: str
) -> None:
    state = build_position([f"{own}B", "A"], before, edition=WORD)
    assert place_words(state, after).words == (after,)


@pytest.mark.clause("W-12")
def test_words_are_those_of_the_dictionary_in_all_forms() -> None:
    judge = get_word_judge(WORD)
    for word in ("KOTÓW", "ŹDŹBŁO", "GŻEGŻÓŁKA", "NAJNIEPRAWDOPODOBNIEJSZYCH"):
        assert judge(word) is None
    for word in ("ONZ", "MGR", "KTA"):
        assert judge(word) is not None
    state = build_position(["MGRB", "A"], "KOT", edition=WORD)
    assert list_refusals(state, "KOT MGR") == ["W-12 no_word"]


@pytest.mark.clause("W-12")
def test_vulgar_words_can_be_left_out() -> None:
    vulgar = next(word for word in ("kurwa", "chuj", "dupa") if load_lexicon("pl").is_vulgar(word))
    assert get_word_judge(WORD)(vulgar.upper()) is None
    assert get_word_judge(apply_word_house_rules(WORD, vulgar=False))(vulgar.upper()) is not None


def test_the_players_of_the_tests_know_valid_words() -> None:
    assert [word for word in KNOWN if get_word_judge(WORD)(word) is not None] == []


def test_a_language_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadInput, match="no lexicon 'xx'"):
        get_word_edition("xx")
    with pytest.raises(BadInput, match="no lexicon 'xx'"):
        Game.new(replace(WORD, lexicon="xx"), ("Ala", "Bob"), bytes(32))


@pytest.mark.clause("W-19")
def test_another_language_brings_its_letters_and_words_and_changes_nothing_else() -> None:
    english = get_word_edition("en")
    assert replace(english, lexicon=WORD.lexicon, bag=WORD.bag) == WORD
    assert "Ą" in dict(WORD.bag.letters)
    assert "".join(dict(english.bag.letters)) == ascii_uppercase
    english_words, polish_words = get_word_judge(english), get_word_judge(WORD)
    assert (english_words("TABLES"), polish_words("STOŁÓW")) == (None, None)
    assert english_words("STOŁÓW") is not None
    assert polish_words("TABLES") is not None


@pytest.mark.clause("W-19")
@pytest.mark.parametrize("key", LANGUAGES)
def test_a_game_can_be_played_in_every_language(key: str) -> None:
    edition = get_word_edition(key)
    assert get_bag(edition.bag).faces.count("?") == edition.bag.jokers
    game = Game.new(edition, ("Ala", "Bob"), bytes(32))
    game.do(Start())
    for _ in range(6):
        assert game.state.turn is not None
        player = Player(Random(1), edition=edition)
        game.do(player.command(game.view(game.state.turn)))
    assert Game.load(game.to_bytes()).state == game.state
    assert not verify_log(game.log).finished
