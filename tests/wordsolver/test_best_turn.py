"""What the solver answers, on positions that a person can follow."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kostka.events.errors import BadInput
from kostka.word import WORD, check_turn, get_bag, problems
from kostka.word.notation import TileTaker, format_words
from kostka.wordsolver import (
    Answer,
    Position,
    Vocabulary,
    build_vocabulary_from_words,
    solve,
    solve_progressively,
)

ALPHABET = get_bag(WORD.bag).alphabet


def words(text: str) -> Vocabulary:
    return build_vocabulary_from_words({word.lower(): 0 for word in text.split()}, ALPHABET)


def position(rack: str, table: str = "", *, opened: bool = True) -> Position:
    taker = TileTaker(get_bag(WORD.bag))
    return Position(WORD, taker.take_words(table), taker.letters, taker.take_rack(rack), opened)


def table_of(answer: Answer) -> str:
    return format_words(get_bag(WORD.bag), answer.table, answer.letters)


def best(known: str, rack: str, table: str = "", *, opened: bool = True) -> Answer:
    """The answer, which is proven and passes the turn check."""
    vocabulary, asked = words(known), position(rack, table, opened=opened)
    answer = solve(vocabulary, asked)
    assert answer.proven
    assert answer.kept_most
    if answer.points:
        check = check_turn(
            answer.build_turn(asked),
            lambda word: None if word in vocabulary else problems.NO_WORD(word=word),
        )
        assert not check.violations
        assert (check.points, check.doubled) == (answer.points, answer.doubled)
    return answer


@pytest.mark.clause("W-17")
def test_the_examples_of_the_rules() -> None:
    known = "SZCZYT KOSZYK ZASZCZYT KOK SZYK SZYSZKA OCZY KAT"
    lengthened = best(known, "AZB", "SZCZYT")
    assert (table_of(lengthened), lengthened.points) == ("ZASZCZYT", 8)
    assert best(known, "KB", "KOSZYK").word == "SZYK"
    rebuilt = best(known, "AAB", "SZCZYT KOSZYK")
    assert (rebuilt.word, rebuilt.points, rebuilt.kept) == ("SZYSZKA", 7, 0)
    assert sorted(table_of(rebuilt).split()) == ["KAT", "OCZY", "SZYSZKA"]


@pytest.mark.clause("W-4")
def test_the_first_word_is_long_and_leaves_the_table_alone() -> None:
    known = "SZCZYT ZASZCZYT KOSZYK KAT KOSZ"
    assert best(known, "AZKOSZ", "SZCZYT", opened=False).points == 0
    first = best(known, "AZKOSZYK", "SZCZYT", opened=False)
    assert table_of(first) == "SZCZYT KOSZYK"
    # Further words of the rack are laid for the double points (W-8).
    assert best(known, "KATKOSZYK", "SZCZYT", opened=False).points == 12


@pytest.mark.clause("W-6")
def test_no_word_is_laid_twice() -> None:
    assert best("KAT", "KAT", "KAT").points == 0
    assert best("KAT TAK", "KAT", "KAT").word == "TAK"
    # What stands there already does not count as made, even with own tiles.
    assert best("KAT KATY", "KATY", "KAT").points == 8


@pytest.mark.clause("W-8")
def test_a_shorter_word_with_the_whole_rack_is_worth_more() -> None:
    answer = best("KOSZYK KOSZ KAT", "KOSZKAT")
    assert (answer.points, answer.doubled) == (8, True)


@pytest.mark.clause("W-10")
def test_a_joker_stands_for_a_letter_and_keeps_it() -> None:
    assert table_of(best("KOSZYK", "KOS?YK")) == "KOSzYK"
    assert best("KOSZYK KOSZYKA", "A", "KOSzYK").word == "KOSZYKA"
    assert best("KOSZYK KOSYK", "K", "KOSzYK").points == 0


@pytest.mark.clause("W-11")
def test_a_joker_is_taken_for_its_letter_and_laid_with_own_tiles() -> None:
    known = "SZCZYT KAT"
    taken = best(known, "SKA", "sZCZYT")
    assert (table_of(taken), taken.points, taken.kept) == ("SZCZYT KAt", 6, 1)
    assert best(known, "KA", "sZCZYT").points == 0
    assert best(known, "SK", "sZCZYT").points == 0
    assert best(known, "SKA", "sZCZYT", opened=False).points == 0


def test_few_words_are_broken_up() -> None:
    known = "KOSZYK KOSZYKA KOTY SZCZYT TAK KAT"
    answer = best(known, "A", "KOSZYK SZCZYT KOTY")
    assert (answer.word, answer.kept) == ("KOSZYKA", 2)


def test_no_more_words_are_rebuilt_than_asked_for() -> None:
    known = words("SZCZYT KOSZYK SZYSZKA OCZY KAT KOSZYKA")
    asked = position("AAB", "SZCZYT KOSZYK")
    points = [solve(known, asked, rebuilt=many).points for many in (0, 1, 2)]
    assert points == [0, 7, 7]


def test_words_of_the_table_that_nobody_challenged_may_stay_but_not_be_laid() -> None:
    answer = best("KOTA", "A", "KOT XYZ".replace("XYZ", "ZYW"))
    assert sorted(table_of(answer).split()) == ["KOTA", "ZYW"]


def test_answers_get_better_and_say_when_the_search_was_cut_short() -> None:
    known = words("KAT TAK KOT KOTY OCZY SZCZYT")
    asked = position("KATOCZY", "SZCZYT KOTY")
    assert not solve(known, asked, effort=1).proven
    answers = [*solve_progressively(known, asked)]
    assert answers[-1].proven
    assert [answer.points for answer in answers] == sorted(answer.points for answer in answers)


def test_a_vocabulary_knows_values_of_words() -> None:
    known = build_vocabulary_from_words({"kat": 0, "kot": 2}, ALPHABET)
    assert "KOT" in known
    assert "KOT" not in replace(known, accepted=1)
    assert "K?T" not in known
    assert solve(replace(known, accepted=1), position("KOT")).points == 0


def test_what_is_beyond_the_search_is_refused() -> None:
    with pytest.raises(BadInput, match="36"):
        build_vocabulary_from_words({"kat": 0}, tuple(chr(0x410 + at) for at in range(37)))
    tile = get_bag(WORD.bag).tiles[0]
    table = ((tile,) * 3,) * 65
    with pytest.raises(BadInput, match="64"):
        solve(words("KAT"), Position(WORD, table, {}, (tile,)))
