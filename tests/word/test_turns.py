"""Turns of the word game, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kostka.events.errors import BadInput, Refused
from kostka.tiles import TileId
from kostka.word import (
    POLISH,
    WORD,
    DrawReason,
    Judging,
    LetterBag,
    Place,
    RunOutOfTime,
    Theme,
    apply_word_house_rules,
    decide,
    evolve_all,
    get_bag,
    judge_placing,
)
from kostka.word import events as ev
from kostka.word.edition import ReplacedJoker
from tests.word.positions import (
    FEW,
    build_place_command,
    build_position,
    list_refusals,
    place_words,
)


@pytest.mark.clause("W-1")
def test_the_box_holds_110_letters_and_2_jokers() -> None:
    bag = get_bag(POLISH)
    assert (len(bag), bag.faces.count("?")) == (112, 2)
    counted = " ".join(f"{letter}{many}" for letter, many in POLISH.letters)
    assert counted == (
        "A9 Ą2 B2 C4 Ć1 D3 E7 Ę2 F1 G2 H2 I8 J2 K4 L3 Ł2 M3 N6 Ń1 O7 Ó2 P4 R5 S4 Ś1 T4 U3 W4 Y4 "
        "Z6 Ź1 Ż1"
    )


@pytest.mark.clause("W-1")
@pytest.mark.parametrize(
    ("letters", "jokers", "why"),
    [
        ((("A", 1), ("A", 2)), 0, "none twice"),
        ((("A", 1),), 0, "at least 2 letters"),
        ((), 0, "at least 2 letters"),
        ((("a", 1), ("B", 2)), 0, "'a' is not a capital letter"),
        ((("AB", 1), ("B", 2)), 0, "'AB' is not a capital letter"),
        ((("?", 1), ("B", 2)), 0, r"'\?' is not a capital letter"),
        ((("A", -1), ("B", 2)), 0, "cannot have fewer than 0"),
        ((("A", 1), ("B", 2)), -1, "cannot have fewer than 0"),
        ((("A", 499), ("B", 2)), 0, "at most 500"),
    ],
)
def test_a_bag_that_nobody_could_play_with_is_refused(
    letters: tuple[tuple[str, int], ...], jokers: int, why: str
) -> None:
    with pytest.raises(BadInput, match=why):
        LetterBag(letters, jokers)


@pytest.mark.clause("W-4")
def test_the_first_word_has_six_letters_from_the_own_rack() -> None:
    state = build_position(["KOSZYKAT", "A"])
    assert place_words(state, "KOSZYK").points == 6
    assert list_refusals(state, "KOSZ") == ["W-4 first_word"]
    assert list_refusals(build_position(["KARTYB", "A"]), "KARTY") == [
        "W-4 first_word"
    ]  # five are too few
    assert place_words(
        build_position(["KOSZYKAT", "A"], "SZCZYT", opened=[False, True]), "SZCZYT KOSZYK"
    )


@pytest.mark.clause("W-4", "W-5")
def test_with_the_first_word_further_own_words_may_be_laid() -> None:
    move = place_words(build_position(["KOSZYKKATA", "A"]), "KAT KOSZYK")
    assert (move.words, move.points) == (("KOSZYK", "KAT"), 6)
    assert list_refusals(build_position(["KOSZYKKA", "A"]), "KOSZYK KA") == [
        "W-5 short_word",
        "W-12 no_word",
    ]


@pytest.mark.clause("W-4")
def test_with_the_first_word_the_table_is_not_touched() -> None:
    state = build_position(["KOSZYKAZA", "A"], "SZCZYT KOT", opened=[False, True])
    assert list_refusals(state, "ZASZCZYT KOT KOSZYK") == ["W-4 words_touched"]
    assert list_refusals(state, "SZCZYT KOTA KOSZYK") == ["W-4 words_touched"]
    assert list_refusals(state, "ZASZCZYT KOT") == ["W-4 first_word", "W-4 words_touched"]
    # Nor are the letters of its words put in another order, as long as it is.
    swapped = build_position(["KOSZYKA", "A"], "KAT", opened=[False, True])
    assert list_refusals(swapped, "TAK KOSZYK") == ["W-4 words_touched"]
    # But the words may lie elsewhere.
    assert place_words(state, "KOT KOSZYK SZCZYT").points == 6


@pytest.mark.clause("W-5", "W-17")
def test_words_are_lengthened_split_and_joined() -> None:
    longer = place_words(build_position(["AZB", "A"], "SZCZYT"), "ZASZCZYT")
    assert (longer.words, longer.points) == (("ZASZCZYT",), 8)
    split = place_words(build_position(["KB", "A"], "KOSZYK"), "KOK SZYK")
    assert (split.words, split.points) == (("SZYK",), 4)
    rebuilt = place_words(build_position(["AAB", "A"], "SZCZYT KOSZYK"), "OCZY KAT SZYSZKA")
    assert (rebuilt.words[0], rebuilt.points) == ("SZYSZKA", 7)


@pytest.mark.clause("W-5")
def test_what_lay_on_the_table_stays_and_something_is_added() -> None:
    state = build_position(["AZB", "A"], "SZCZYT KAT")
    assert list_refusals(state, "ZASZCZYT") == ["W-5 tile_missing"]
    assert list_refusals(state, "SZCZYT KAT") == ["W-5 nothing_placed"]
    assert list_refusals(state, "SZCZYT TAK") == ["W-5 nothing_placed"]
    assert list_refusals(build_position(["B", "A"], "KAT"), "KA TB") == [
        "W-5 short_word",
        "W-5 short_word",
        "W-12 no_word",
        "W-12 no_word",
    ]


@pytest.mark.clause("W-5")
def test_tiles_come_from_the_table_and_the_own_rack_alone() -> None:
    state = build_position(["KATO", "K"], "SOK")
    sok, rack = state.table, state.seats[0].rack
    others = state.seats[1].rack[0]
    for table in (
        (*sok, (*rack[:3], others)),
        (*sok, (*rack[:3], rack[0])),
        (*sok, sok[0], rack[:3]),
        (*sok, (*rack[:3], state.pool[0])),
        (*sok, (*rack[:3], TileId(-1))),
        (*sok, (*rack[:3], TileId(1 << 70))),
    ):
        with pytest.raises(Refused, match="W-5") as caught:
            decide(state, Place(0, table))
        assert [one.code for one in caught.value.violations] == ["foreign_tile"]
        assert not judge_placing(state, table, {}).possible
    with pytest.raises(Refused, match="a word without tiles has fewer than 3 letters"):
        decide(state, Place(0, (*sok, rack[:3], ())))


@pytest.mark.clause("W-6")
def test_no_word_lies_there_twice() -> None:
    assert list_refusals(build_position(["KATB", "A"], "KAT"), "KAT KAT") == ["W-6 word_twice"]
    assert list_refusals(build_position(["KATKATB", "A"], "SOK"), "KAT KAT SOK") == [
        "W-6 word_twice"
    ]
    # With another letter for a joker it is the same word all the same.
    assert list_refusals(build_position(["KA?B", "A"], "KAT"), "KAT KAt") == ["W-6 word_twice"]
    # Once KAT is KATA, KAT may be laid again.
    assert place_words(build_position(["KATAB", "A"], "KAT"), "KATA KAT").words == ("KATA",)


@pytest.mark.clause("W-6", "W-7")
def test_a_word_that_comes_back_in_the_turn_is_not_new() -> None:
    # KOT becomes TOK, and comes back from own tiles.
    state = build_position(["KOTABCD", "A"], "KOT")
    kot, rack = state.table[0], state.seats[0].rack
    check = judge_placing(state, ((kot[2], kot[1], kot[0]), rack[:3]), {})
    assert (check.violations, check.words, check.relaid) == ((), (), ("KOT",))
    assert check.points == 0
    # Nor does it count beside a shorter word that is new.
    state = build_position(["KATB", "A"], "KOSZYK")
    (koszyk,), (own, *at) = state.table, state.seats[0].rack[:3]
    check = judge_placing(state, ((own, *koszyk[1:]), (koszyk[0], *at)), {})
    assert (check.violations, check.words, check.relaid) == ((), ("KAT",), ("KOSZYK",))
    assert check.points == 3
    # What stays as it is has not come back.
    kept = judge_placing(state, (koszyk, (own, *at)), {})
    assert (kept.words, kept.relaid) == (("KAT",), ())


@pytest.mark.clause("W-7")
def test_only_the_longest_new_word_with_an_own_tile_counts() -> None:
    # SZCZYT lies untouched, SZYK has no own tile.
    state = build_position(["KB", "A"], "KOSZYK SZCZYT")
    place = build_place_command(state, "SZCZYT SZYK KOK")
    own = state.seats[0].rack[0]
    assert own in place.table[2]
    move = place_words(state, "SZCZYT SZYK KOK")
    assert (move.words, move.points, move.doubled) == (("KOK",), 3, False)


@pytest.mark.clause("W-7")
def test_an_own_tile_swapped_for_an_equal_one_makes_no_new_word() -> None:
    """SZCZYT gets an own S, and its S goes into SOK: only SOK is new, and has an own tile."""
    state = build_position(["SOKB", "A"], "SZCZYT")
    (szczyt,), rack = state.table, state.seats[0].rack
    check = judge_placing(state, ((rack[0], *szczyt[1:]), (szczyt[0], rack[1], rack[2])), {})
    assert (check.violations, check.words, check.points) == ((), ("SOK",), 3)


@pytest.mark.clause("W-7", "W-10")
def test_a_joker_counts_like_a_letter() -> None:
    assert place_words(build_position(["KOS?YKB", "A"]), "KOSzYK").points == 6


@pytest.mark.clause("W-8")
def test_an_empty_rack_doubles() -> None:
    move = place_words(build_position(["AZ", "A"], "SZCZYT"), "ZASZCZYT")
    assert (move.points, move.doubled) == (16, True)
    move = place_words(build_position(["KOSZYKKAT", "A"]), "KOSZYK KAT")
    assert (move.points, move.doubled) == (12, True)
    assert not place_words(build_position(["KOSZYKKAT", "A"]), "KOSZYK").doubled


@pytest.mark.clause("W-10")
def test_a_joker_stands_for_a_letter_and_keeps_it() -> None:
    state = build_position(["KB", "A"], "KOSzYK")
    moved = place_words(state, "KOK SzYK")
    (joker,) = state.letters
    assert moved.letters == {joker: "Z"}
    # Without being told its letter again, too.
    assert judge_placing(state, build_place_command(state, "KOK SzYK").table, {}).letters == {
        joker: "Z"
    }


@pytest.mark.clause("W-10")
def test_a_joker_does_not_change_its_letter() -> None:
    state = build_position(["YB", "A"], "KOt")
    assert place_words(state, "KOtY").letters == state.letters
    assert list_refusals(state, "KOsY") == ["W-11 joker_not_replaced", "W-11 joker_not_in_own_word"]


@pytest.mark.clause("W-10")
def test_every_joker_that_is_laid_has_a_letter_of_the_box() -> None:
    state = build_position(["KA?B", "A"], "SOK")
    place = build_place_command(state, "SOK KAt")
    (joker,) = place.letters
    for letters, code in (
        ({}, "joker_without_letter"),
        ({joker: "X"}, "no_letter"),
        ({joker: "t"}, "no_letter"),
        ({joker: "?"}, "no_letter"),
        ({joker: ""}, "no_letter"),
        ({joker: "T", state.seats[0].rack[0]: "K"}, "joker_without_letter"),
        ({joker: "T", TileId(-1): "K"}, "joker_without_letter"),
    ):
        with pytest.raises(Refused, match="W-10") as caught:
            decide(state, replace(place, letters=letters))
        assert [one.code for one in caught.value.violations] == [code]


@pytest.mark.clause("W-10")
def test_a_joker_stands_for_any_letter_of_the_box() -> None:
    anything = replace(FEW, judging=Judging.CHALLENGE)  # what is a word is not asked here
    for letter, _ in POLISH.letters:
        state = build_position(["KA?B", "A"], "SOK", edition=anything)
        assert place_words(state, f"SOK KA{letter.lower()}").words == (f"KA{letter}",)


@pytest.mark.clause("W-11")
def test_a_joker_is_taken_for_its_letter_from_the_own_rack() -> None:
    taken = place_words(build_position(["SKAB", "A"], "sZCZYT"), "SZCZYT KAt")
    assert (taken.words, taken.points) == (("KAT",), 3)
    # The letter must come from the rack, not from the table.
    state = build_position(["TKAB", "A"], "sZCZYT KOSY")
    assert list_refusals(state, "SZCZYT KOTY KAt") == ["W-11 joker_not_replaced"]


@pytest.mark.clause("W-11")
def test_once_replaced_the_word_may_be_rebuilt_with_the_letter() -> None:
    move = place_words(build_position(["SZAKTAB", "A"], "sZCZYT"), "ZASZCZYT KAt")
    assert move.words[0] == "ZASZCZYT"


@pytest.mark.clause("W-11")
def test_the_letter_lies_where_the_joker_was_not_in_the_new_word() -> None:
    # KARTY loses its joker to a word with the own Y in it: nothing is in the joker's place.
    state = build_position(["OSYB", "A"], "KARTy")
    assert list_refusals(state, "KART kOSY") == ["W-11 joker_not_replaced"]
    assert place_words(build_position(["OSYYB", "A"], "KARTy"), "KARTY kOSY").points == 4


@pytest.mark.clause("W-11")
def test_every_joker_that_is_taken_needs_a_letter_of_its_own() -> None:
    one = build_position(["TOKOSB", "A"], "KARt KOt")
    assert list_refusals(one, "RAK KOT sOK kOS") == ["W-11 joker_not_replaced"]
    both = build_position(["TTOKOSB", "A"], "KARt KOt")
    assert place_words(both, "KART KOT sOK kOS").words == ("SOK", "KOS")


@pytest.mark.clause("W-11")
def test_a_joker_that_was_taken_goes_into_a_new_word_of_own_tiles() -> None:
    mixed = build_position(["SB", "A"], "sZCZYT KOT")
    assert list_refusals(mixed, "SZCZYT KOTa") == ["W-11 joker_not_in_own_word"]
    # It never goes to the rack.
    assert list_refusals(build_position(["SB", "A"], "sZCZYT"), "SZCZYT") == ["W-11 joker_kept"]
    # A word that lay there before is not new, even if it was laid again.
    again = build_position(["TYKOB", "A"], "KAt KOS")
    assert list_refusals(again, "KAT KOSY KOs") == ["W-11 joker_not_in_own_word"]
    # Two of them in one word would make it one of more than own tiles and the joker.
    two = build_position(["TSOB", "A"], "KAt KOs")
    assert list_refusals(two, "KAT KOS rOk") == ["W-11 joker_not_in_own_word"]
    assert place_words(build_position(["TSRKOAB", "A"], "KAt KOs"), "KAT KOS ROk rAK").points == 3


@pytest.mark.clause("W-11")
def test_a_joker_that_an_own_tile_replaced_goes_into_such_a_word_with_any_letter() -> None:
    state = build_position(["SATB", "A"], "sZCZYT KOK")
    assert list_refusals(state, "SZCZYT KOs KAT") == ["W-11 joker_not_in_own_word"]
    assert place_words(build_position(["SKOB", "A"], "sZCZYT"), "SZCZYT KOs").points == 3
    # Its word may be rebuilt with it, as long as nothing takes its place.
    assert place_words(build_position(["ZATB", "A"], "KOs KOK"), "KOsZ KOK").points == 4
    # Records from before may let it keep its letter.
    older = replace(FEW, replaced_joker=ReplacedJoker.MAY_KEEP_LETTER)
    before = build_position(["SATB", "A"], "sZCZYT KOK", edition=older)
    assert place_words(before, "SZCZYT KOs KAT").points == 3


@pytest.mark.clause("W-11")
def test_a_joker_is_taken_only_after_an_earlier_first_word() -> None:
    early = build_position(["SKATKOSZYK", "A"], "sZCZYT", opened=[False, True])
    assert list_refusals(early, "SZCZYT KAt KOSZYK") == ["W-4 words_touched"]
    # A joker may not change its letter in its place either.
    state = build_position(["KOSZYK", "A"], "KOt", opened=[False, True])
    assert list_refusals(state, "KOs KOSZYK") == ["W-11 joker_before_first_word"]


@pytest.mark.clause("W-12")
def test_words_are_those_of_the_lexicon() -> None:
    assert list_refusals(build_position(["KATB", "A"], "KOT"), "KOT KTA") == ["W-12 no_word"]
    with pytest.raises(BadInput, match="no lexicon 'xx'"):
        place_words(build_position(["KAT", "A"], edition=replace(FEW, lexicon="xx")), "KAT")


@pytest.mark.clause("W-12")
def test_a_table_may_do_without_vulgar_words() -> None:
    assert place_words(build_position(["KRAB", "A"], "SOK"), "SOK KRA").points == 3
    without = build_position(
        ["KRAB", "A"], "SOK", edition=apply_word_house_rules(FEW, vulgar=False)
    )
    assert list_refusals(without, "SOK KRA") == ["W-12 vulgar_word"]
    assert place_words(without, "SOK RAK").points == 3


@pytest.mark.clause("W-13")
def test_in_checked_play_a_wrong_word_is_refused_without_a_penalty() -> None:
    state = build_position(["KATB", "A"], "KOT")
    with pytest.raises(Refused, match="KTA is not a valid word"):
        decide(state, build_place_command(state, "KOT KTA"))


PENALTY = replace(FEW, judging=Judging.PENALTY)


@pytest.mark.clause("W-13")
def test_by_a_house_rule_a_wrong_word_costs_the_penalty_and_the_turn() -> None:
    state = build_position(["KATB", "A"], "KOT", edition=replace(PENALTY, penalty=2))
    command = build_place_command(state, "KOT KTA")
    refused, drew, began = decide(state, command)
    assert refused == ev.WordRefused(0, command.table, {}, ("KTA",))
    assert drew == ev.Drew(0, state.pool[:2], DrawReason.WRONG_WORD)
    assert began == ev.TurnBegan(1)
    after = evolve_all(state, [refused, drew, began])
    assert (after.table, after.letters) == (state.table, state.letters)
    assert after.seats[0].rack == (*state.seats[0].rack, *state.pool[:2])
    assert (after.seats[0].turns, after.seats[0].opened) == ((), True)
    assert place_words(state, "KOT KAT").points == 3


@pytest.mark.clause("W-12", "W-13", "W-15")
@pytest.mark.parametrize(
    ("changes", "text"), [({"vulgar": False}, "KRA"), ({"theme": Theme("las", ("KOT",))}, "KAT")]
)
def test_the_penalty_is_for_every_word_that_does_not_count(
    changes: dict[str, Any], text: str
) -> None:
    state = build_position(["KATKRAB", "A"], "KOT", edition=replace(PENALTY, **changes))
    refused = decide(state, build_place_command(state, f"KOT {text}"))[0]
    assert isinstance(refused, ev.WordRefused)
    assert refused.wrong == (text,)


@pytest.mark.clause("W-5", "W-6", "W-13")
def test_a_move_that_breaks_another_rule_may_be_mended_where_wrong_words_cost() -> None:
    state = build_position(["KATKOTKAB", "A"], "KOT", edition=PENALTY)
    assert list_refusals(state, "KOT KTA KA") == ["W-5 short_word"]
    assert list_refusals(state, "KOT KOT") == ["W-6 word_twice"]
    assert list_refusals(state, "KTA") == ["W-5 tile_missing"]


@pytest.mark.clause("W-13", "W-16")
def test_with_an_empty_bank_a_wrong_word_is_a_turn_without_placing() -> None:
    state = build_position(["KATB", "AB"], "KOT", "", edition=PENALTY)
    events = decide(state, build_place_command(state, "KOT KTA"))
    assert [type(event).__name__ for event in events] == ["WordRefused", "TurnBegan"]
    assert evolve_all(state, events).idle == 1


@pytest.mark.clause("W-4", "W-9", "W-13", "W-14")
def test_the_numbers_of_a_table_hold_everywhere() -> None:
    ours = apply_word_house_rules(FEW, first_word=3, refill_to=3, penalty=4)
    state = build_position(["KATB", "A"], edition=ours)
    placed, drew, _ = decide(state, build_place_command(state, "KAT"))
    assert isinstance(placed, ev.Placed)
    assert drew == ev.Drew(0, state.pool[:2], DrawReason.REFILL)
    _, late, _ = decide(state, RunOutOfTime(0))
    assert late == ev.Drew(0, state.pool[:4], DrawReason.TIME_OUT)
    assert list_refusals(build_position(["KATB", "A"]), "KAT") == ["W-4 first_word"]


@pytest.mark.clause("W-1")
def test_the_box_says_from_which_age() -> None:
    assert WORD.age == 7


@pytest.mark.clause("W-15")
def test_in_a_theme_game_only_its_words_count_and_only_valid_ones() -> None:
    theme = Theme("wood", ("SZYSZKA", "OCZY", "KAT", "SZCZYT", "KOSZYK", "KTA"))
    edition = apply_word_house_rules(FEW, theme=theme)
    state = build_position(["AZKTB", "A"], "SZCZYT KOSZYK", edition=edition)
    assert list_refusals(state, "ZASZCZYT KOSZYK") == ["W-15 not_in_theme"]
    assert list_refusals(state, "SZCZYT KOSZYK KTA") == ["W-12 no_word"]
    assert place_words(state, "SZCZYT KOSZYK KAT").points == 3


@pytest.mark.parametrize(
    ("changes", "clause"),
    [
        ({"players_min": 1}, "W-1"),
        ({"players_min": 5}, "W-1"),
        ({"players_max": 9}, "W-2"),
        ({"rack_size": 0}, "W-2"),
        ({"shortest_word": 7}, "W-4"),
        ({"first_word": 15}, "W-4"),
        ({"refill_to": 15}, "W-9"),
        ({"penalty": -1}, "W-13"),
        ({"first_word": 2}, "W-4"),
        ({"shortest_word": 0}, "W-5"),
        ({"refill_to": 0}, "W-9"),
        ({"penalty": 15}, "W-13"),
        ({"age": -1}, "W-1"),
        ({"turn_seconds": 0}, "W-14"),
        ({"turn_seconds": 3601}, "W-14"),
    ],
)
def test_rules_that_nobody_could_play_by_are_refused(changes: dict[str, int], clause: str) -> None:
    with pytest.raises(BadInput, match=rf"\({clause}\)"):
        replace(FEW, **changes)


def test_house_rules_are_checked() -> None:
    assert apply_word_house_rules(FEW, judging="challenge", turn_seconds=None, vulgar=False) == (
        replace(FEW, judging=Judging.CHALLENGE, turn_seconds=None, vulgar=False)
    )
    for changes in ({"rack_size": 3}, {"judging": "dice"}, {"turn_seconds": "x"}, {"theme": 1}):
        with pytest.raises(BadInput):
            apply_word_house_rules(FEW, **changes)
