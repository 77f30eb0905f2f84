"""Before the first move: players, shuffle, start and deal."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from kostka.events.errors import BadInput, Refused
from kostka.tiles import shuffle
from kostka.word import (
    WORD,
    AddRandomness,
    Draw,
    Game,
    LetterBag,
    Phase,
    Start,
    Theme,
    WordEdition,
    apply_word_house_rules,
    get_word_judge,
    parse_theme,
)
from kostka.word import events as ev
from kostka.word.edition import ThemeForms
from kostka.word.validity import check_theme_size
from tests.word.positions import FEW

NAMES = ("Ala", "Bob", "Cyd", "Dan")


def started(
    number: int, players: int = 4, *, edition: WordEdition = FEW, starter: int | None = None
) -> Game:
    game = Game.new(edition, NAMES[:players], number.to_bytes(32), starter=starter)
    game.do(Start())
    return game


@pytest.mark.clause("W-1")
def test_a_game_has_two_to_four_players_with_names() -> None:
    for names in ((), ("Ala",), (*NAMES, "Eve"), ("Ala", "Ala"), ("Ala", "")):
        with pytest.raises(BadInput):
            Game.new(FEW, names, bytes(32))
    for players in (2, 3, 4):
        assert len(Game.new(FEW, NAMES[:players], bytes(32)).state.seats) == players
    with pytest.raises(BadInput, match="no seat 2"):
        Game.new(FEW, NAMES[:2], bytes(32), starter=2)


@pytest.mark.clause("W-2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_takes_fourteen_tiles_and_the_rest_is_the_bank(players: int) -> None:
    game = started(1, players)
    state = game.state
    assert [len(seat.rack) for seat in state.seats] == [14] * players
    assert len(state.pool) == 112 - 14 * players
    (mixed,) = (event for event in game.log.events if isinstance(event, ev.Mixed))
    # From the starter on, each takes the next two stacks of seven.
    for number, seat in enumerate(state.list_present_seats_after(state.starter - 1)):
        assert state.seats[seat].rack == mixed.order[14 * number : 14 * (number + 1)]
    assert state.pool == mixed.order[14 * players :]


@pytest.mark.clause("W-2")
def test_the_order_follows_from_the_seed_and_the_words_added() -> None:
    game = Game.new(FEW, NAMES[:2], bytes(32))
    game.do(AddRandomness(1, "źdźbło"))
    game.do(Start())
    (mixed,) = (event for event in game.log.events if isinstance(event, ev.Mixed))
    added = [(1, "źdźbło")]
    assert list(mixed.order) == shuffle.shuffle_numbers(bytes(32), added, "deal 1", 112)
    promise = shuffle.compute_order_commitment(bytes(32), added, "deal 1", mixed.order)
    assert mixed.commitment == game.state.order_commitment == promise
    assert game.log.header.commitment == shuffle.compute_seed_commitment(bytes(32))


def test_words_for_the_shuffle_come_once_and_before_the_deal() -> None:
    game = Game.new(FEW, NAMES[:2], bytes(32))
    for words in ("", " ", "x" * 201, "\0"):
        with pytest.raises(Refused, match="1 to 200 printable"):
            game.do(AddRandomness(0, words))
    game.do(AddRandomness(0, "kot"))
    with pytest.raises(Refused, match="Ala has already added"):
        game.do(AddRandomness(0, "pies"))
    with pytest.raises(Refused, match="no seat 2"):
        game.do(AddRandomness(2, "pies"))
    with pytest.raises(Refused, match="not been dealt"):
        game.do(Draw(0))
    game.do(Start())
    for command in (Start(), AddRandomness(1, "pies")):
        with pytest.raises(Refused, match="already been dealt"):
            game.do(command)


@pytest.mark.clause("W-3")
def test_the_letter_nearest_to_the_beginning_of_the_alphabet_starts() -> None:
    ties = jokers = 0
    for number in range(60):
        state = started(number, 3).state
        seats = [0, 1, 2]
        for draws in state.start_draws:
            assert [seat for seat, _ in draws] == seats  # all, then those who tied
            letters = {seat: state.bag.faces[tile] for seat, tile in draws}
            jokers += "?" in letters.values()
            best = min(letters.values(), key="AĄBCĆDEĘFGHIJKLŁMNŃOÓPRSŚTUWYZŹŻ?".index)
            seats = [seat for seat, letter in letters.items() if letter == best]
        assert seats == [state.starter]
        assert state.turn == state.starter
        ties += len(state.start_draws) > 1
    assert ties
    assert jokers


@pytest.mark.clause("W-3")
def test_a_joker_is_last_and_who_draws_equal_letters_draws_again() -> None:
    few = LetterBag((("A", 1), ("B", 28)), 27)
    edition = replace(FEW, bag=few)
    firsts: Counter[str] = Counter()
    for number in range(40):
        state = started(number, 2, edition=edition).state
        *tied, last = [
            "".join(sorted(state.bag.get_letters(tile for _, tile in draws)))
            for draws in state.start_draws
        ]
        assert all(letters in ("BB", "??") for letters in tied)
        assert last in ("AB", "?A", "?B")
        drawn = dict(state.start_draws[-1])
        firsts[state.bag.faces[drawn[state.starter]]] += 1
    assert set(firsts) <= {"A", "B"}
    assert firsts["B"] > 10


@pytest.mark.clause("W-3")
def test_the_tiles_drawn_for_the_start_go_back_and_play_goes_clockwise() -> None:
    game = started(3)
    state = game.state
    assert state.start_draws
    held = [tile for seat in state.seats for tile in seat.rack]
    assert sorted([*held, *state.pool]) == list(state.bag.tiles)
    order = []
    for _ in range(5):
        order.append(game.state.turn or 0)
        game.do(Draw(order[-1]))
    assert order == [(state.starter + step) % 4 for step in range(5)]


def test_in_a_later_game_the_starter_is_known() -> None:
    state = started(3, starter=2).state
    assert (state.start_draws, state.starter, state.turn) == ((), 2, 2)
    assert state.phase is Phase.PLAYING


@pytest.mark.clause("W-15")
def test_a_theme_is_a_word_list() -> None:
    theme = parse_theme("las", "\ufeffSosna, dąb;\nkoszyk\r\nsosna".encode())
    assert theme == Theme("las", ("SOSNA", "DĄB", "KOSZYK"))
    game = Game.new(apply_word_house_rules(FEW, theme=theme), NAMES[:2], bytes(32))
    assert Game.load(game.to_bytes()).state.edition.theme == theme


@pytest.mark.clause("W-15")
@pytest.mark.parametrize(
    ("title", "data", "why"),
    [
        ("las", b"", "the theme las is empty"),
        ("las", b" \n ,", "the theme las is empty"),
        ("las", "dąb\nźdźbło\n".encode("iso-8859-2"), "line 1 .* is not UTF-8"),
        ("las", b"a\n\xff\xfeb", "line 2 .* is not UTF-8"),
        ("las", b"bia\xc5\x82o-czerwony", "'BIAŁO-CZERWONY' .* is not a word"),
        ("las", b"x" * 41, "is not a word"),
        ("las", b"\0" * 100, "is not a word"),
        ("las", b"x" * 50_000_000, "50,000,000 bytes, but"),
        (
            "las",
            b"\n".join(
                b"%s" % bytes([97 + n // 676 % 26, 97 + n // 26 % 26, 97 + n % 26, 97 + n // 17576])
                for n in range(50_001)
            ),
            "50,001 words",
        ),
        ("", b"las", "a title of 1 to 40"),
        ("l" * 41, b"las", "a title of 1 to 40"),
        ("l\n", b"las", "a title of 1 to 40"),
    ],
    ids=range(12),
)
def test_a_bad_word_list_is_refused_in_one_line(title: str, data: bytes, why: str) -> None:
    with pytest.raises(BadInput, match=why) as refused:
        parse_theme(title, data)
    assert "\n" not in str(refused.value)


def test_a_long_theme_is_hashed_once() -> None:
    hashed = []

    class Word(str):
        __slots__ = ()

        def __hash__(self) -> int:
            hashed.append(self)
            return super().__hash__()

    edition = replace(FEW, theme=Theme("las", (Word("KOSZYK"),)))
    judge = get_word_judge(edition)
    hashed.clear()
    assert get_word_judge(edition) is judge
    assert not hashed


@pytest.mark.clause("W-15")
def test_a_theme_with_too_many_forms_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    edition = replace(WORD, theme=Theme("las", ("SOSNA", "SOSNY", "DĄB")))
    check_theme_size(edition)
    monkeypatch.setattr("kostka.word.validity.MAX_FORMS", 20)
    with pytest.raises(BadInput, match=r"have 130 forms, but a theme has up to 20 \(W-15\)"):
        check_theme_size(edition)
    check_theme_size(replace(edition, theme_forms=ThemeForms.LISTED))


@pytest.mark.clause("W-4", "W-15")
def test_a_longer_form_of_a_listed_word_is_enough_to_begin() -> None:
    edition = replace(WORD, theme=Theme("koty", ("KOT",)))
    assert Game.new(edition, NAMES[:2], bytes(32))
    with pytest.raises(BadInput, match="nobody could start"):
        Game.new(replace(edition, theme_forms=ThemeForms.LISTED), NAMES[:2], bytes(32))


@pytest.mark.clause("W-4", "W-15")
@pytest.mark.parametrize("words", [(), ("SOSNA",), ("KOT", "DRZEWO"), ("SZYSZKA",)])
def test_a_game_is_not_opened_with_a_theme_in_which_nobody_could_begin(
    words: tuple[str, ...],
) -> None:
    bag = replace(FEW.bag, letters=tuple((letter, 4) for letter in "SZYK"), jokers=0)
    few = replace(FEW, bag=replace(bag, letters=(*bag.letters, ("A", 60))))
    assert Game.new(replace(few, theme=Theme("las", ("SZYSZKA",))), NAMES[:2], bytes(32))
    fewer = replace(few, bag=replace(few.bag, letters=(("S", 1), *few.bag.letters[1:])))
    with pytest.raises(BadInput, match=r"nobody could start: .* 6 letters"):
        Game.new(replace(fewer, theme=Theme("las", words)), NAMES[:2], bytes(32))
