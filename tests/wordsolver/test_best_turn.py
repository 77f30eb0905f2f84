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


def make_vocabulary(text: str) -> Vocabulary:
    return build_vocabulary_from_words({word.lower(): 0 for word in text.split()}, ALPHABET)


def make_position(rack: str, table: str = "", *, opened: bool = True) -> Position:
    taker = TileTaker(get_bag(WORD.bag))
    return Position(WORD, taker.take_words(table), taker.letters, taker.take_rack(rack), opened)


def format_table(answer: Answer) -> str:
    return format_words(get_bag(WORD.bag), answer.table, answer.letters)


def solve_position(known: str, rack: str, table: str = "", *, opened: bool = True) -> Answer:
    """The answer, which is proven and passes the turn check."""
    vocabulary, asked = make_vocabulary(known), make_position(rack, table, opened=opened)
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
    lengthened = solve_position(known, "AZB", "SZCZYT")
    assert (format_table(lengthened), lengthened.points) == ("ZASZCZYT", 8)
    assert solve_position(known, "KB", "KOSZYK").word == "SZYK"
    rebuilt = solve_position(known, "AAB", "SZCZYT KOSZYK")
    assert (rebuilt.word, rebuilt.points, rebuilt.kept) == ("SZYSZKA", 7, 0)
    assert sorted(format_table(rebuilt).split()) == ["KAT", "OCZY", "SZYSZKA"]


@pytest.mark.clause("W-4")
def test_the_first_word_is_long_and_leaves_the_table_alone() -> None:
    known = "SZCZYT ZASZCZYT KOSZYK KAT KOSZ"
    assert solve_position(known, "AZKOSZ", "SZCZYT", opened=False).points == 0
    first = solve_position(known, "AZKOSZYK", "SZCZYT", opened=False)
    assert format_table(first) == "SZCZYT KOSZYK"
    # Further words of the rack are laid for the double points (W-8).
    assert solve_position(known, "KATKOSZYK", "SZCZYT", opened=False).points == 12


@pytest.mark.clause("W-6")
def test_no_word_is_laid_twice() -> None:
    assert solve_position("KAT", "KAT", "KAT").points == 0
    assert solve_position("KAT TAK", "KAT", "KAT").word == "TAK"
    # What stands there already does not count as made, even with own tiles.
    assert solve_position("KAT KATY", "KATY", "KAT").points == 8


@pytest.mark.clause("W-8")
def test_a_shorter_word_with_the_whole_rack_is_worth_more() -> None:
    answer = solve_position("KOSZYK KOSZ KAT", "KOSZKAT")
    assert (answer.points, answer.doubled) == (8, True)


@pytest.mark.clause("W-10")
def test_a_joker_stands_for_a_letter_and_keeps_it() -> None:
    assert format_table(solve_position("KOSZYK", "KOS?YK")) == "KOSzYK"
    assert solve_position("KOSZYK KOSZYKA", "A", "KOSzYK").word == "KOSZYKA"
    assert solve_position("KOSZYK KOSYK", "K", "KOSzYK").points == 0


@pytest.mark.clause("W-11")
def test_a_joker_is_taken_for_its_letter_and_laid_with_own_tiles() -> None:
    known = "SZCZYT KAT"
    taken = solve_position(known, "SKA", "sZCZYT")
    assert (format_table(taken), taken.points, taken.kept) == ("SZCZYT KAt", 6, 1)
    assert solve_position(known, "KA", "sZCZYT").points == 0
    assert solve_position(known, "SK", "sZCZYT").points == 0
    assert solve_position(known, "SKA", "sZCZYT", opened=False).points == 0


def test_few_words_are_broken_up() -> None:
    known = "KOSZYK KOSZYKA KOTY SZCZYT TAK KAT"
    answer = solve_position(known, "A", "KOSZYK SZCZYT KOTY")
    assert (answer.word, answer.kept) == ("KOSZYKA", 2)


def test_no_more_words_are_rebuilt_than_asked_for() -> None:
    known = make_vocabulary("SZCZYT KOSZYK SZYSZKA OCZY KAT KOSZYKA")
    asked = make_position("AAB", "SZCZYT KOSZYK")
    points = [solve(known, asked, rebuilt=many).points for many in (0, 1, 2)]
    assert points == [0, 7, 7]


def test_words_of_the_table_that_nobody_challenged_may_stay_but_not_be_laid() -> None:
    answer = solve_position("KOTA", "A", "KOT XYZ".replace("XYZ", "ZYW"))
    assert sorted(format_table(answer).split()) == ["KOTA", "ZYW"]


def test_answers_get_better_and_say_when_the_search_was_cut_short() -> None:
    known = make_vocabulary("KAT TAK KOT KOTY OCZY SZCZYT")
    asked = make_position("KATOCZY", "SZCZYT KOTY")
    assert not solve(known, asked, effort=1).proven
    answers = [*solve_progressively(known, asked)]
    assert answers[-1].proven
    assert [answer.points for answer in answers] == sorted(answer.points for answer in answers)


def test_a_vocabulary_knows_values_of_words() -> None:
    known = build_vocabulary_from_words({"kat": 0, "kot": 2}, ALPHABET)
    assert "KOT" in known
    assert "KOT" not in replace(known, accepted=1)
    assert "K?T" not in known
    assert solve(replace(known, accepted=1), make_position("KOT")).points == 0


def test_what_is_beyond_the_search_is_refused() -> None:
    with pytest.raises(BadInput, match="36"):
        build_vocabulary_from_words({"kat": 0}, tuple(chr(0x410 + at) for at in range(37)))
    tile = get_bag(WORD.bag).tiles[0]
    table = ((tile,) * 3,) * 65
    with pytest.raises(BadInput, match="64"):
        solve(make_vocabulary("KAT"), Position(WORD, table, {}, (tile,)))
