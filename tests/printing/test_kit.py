import pytest

from kostka.events.errors import BadInput, Refused
from kostka.languages import LANGUAGES, load_texts
from kostka.printing import KitPart
from kostka.printing.content import MINUS
from kostka.printing.formats import format_roman
from kostka.printing.kit import build_kit_data
from kostka.tournament import (
    FivePlayers,
    FormatKey,
    Settings,
    TieResolution,
    Title,
    list_title_holders,
    list_undecided_ties,
)
from kostka.tournament import commands as cmd
from tests.printing.papers import DAY, finished, pages, play_by_number, printed, tight
from tests.tournament.hall import HEAD, ORGANISER, REFEREE, Hall

NASTY = (
    '#let x = 1; $a$ *b* _c_ \\ "q"',
    "'); DROP TABLE <label> @ref //",
    "Wiśniewska-Brzęczyszczykiewicz Karolina",
    "W" * 40,
    "Żółć 😀 Анна Ελένη",
    "=SUM(A1:A9)",
    "Őű Perché",
)

HEADINGS = {
    KitPart.SEATS: ("seats_title", "seats_hint"),
    KitPart.CARDS: ("card_hint", "card_fold"),
    KitPart.SHEETS: (
        "sheet_title",
        "code_title",
        "code_hint",
        "rack",
        "could_have_opened",
        "signature",
    ),
    KitPart.EMPTY: ("sheet_title", "spare", "big_points", "rule_zero"),
    KitPart.STANDINGS: ("standings_final", "place", "choices", "choice_ties"),
    KitPart.SLIPS: ("slip_hint", "card_cut"),
    KitPart.CERTIFICATES: ("certificate", "title_vice_champion", "organiser", "head_referee"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_is_printed_in_every_language(language: str) -> None:
    hall, words = finished(), load_texts(language)
    for part in KitPart:
        text = "".join(pages(hall.state, [part], language)).casefold()
        for key in HEADINGS[part]:
            assert tight(words[key]).casefold() in text, (part, key)
        assert tight(hall.state.header.title).casefold() in text
    assert (
        build_kit_data(hall.state, 2, [KitPart.EMPTY], language, {}, day=DAY)["day"].count("2026")
        == 1
    )


def test_a_kit_has_all_parts_in_order() -> None:
    hall = finished(7)
    text = pages(hall.state, list(KitPart))
    # One list, two tables on one sheet of cards, two sheets, a spare one, standings, three titles,
    # two pages of slips.
    assert len(text) == 1 + 1 + 2 + 1 + 1 + 3 + 2
    assert "RoundII" in text[0]
    assert "seed" in text[0]
    assert "7March2026" in text[0]
    best = list_title_holders(hall.state)
    assert [one.title for one in best] == [Title.CHAMPION, *[Title.VICE_CHAMPION] * 2]
    for one, page in zip(best, text[-5:-2], strict=True):
        assert one.row.name in page
        assert ("Vice-Champion" in page) == (one.title is Title.VICE_CHAMPION)


@pytest.mark.clause("Z-2")
@pytest.mark.parametrize(("players", "lists"), [(3, 1), (22, 1), (23, 1), (57, 2), (200, 4)])
def test_everybody_is_on_the_wall_once_and_every_table_has_papers(players: int, lists: int) -> None:
    hall = Hall(players)
    hall.begin()
    tables = len(hall.round.tables)
    papers = printed(hall.state, [KitPart.SEATS, KitPart.CARDS, KitPart.SHEETS])
    assert len(papers) == lists + -(-tables // 2) + tables
    wall = "".join(tight(page.extract_text()) for page in papers[:lists])
    for player in hall.state.players.values():
        place = hall.round.find_seat(player.id)
        assert place is not None
        assert wall.count(player.name) == 1
        assert f"{player.name}{place[0]}{place[1]}" in wall


@pytest.mark.clause("Z-2")
def test_every_round_has_sheets_of_its_own() -> None:
    hall = Hall(8)
    for number in ("I", "II"):
        hall.begin()
        sheets = pages(hall.state, [KitPart.SHEETS])
        for table, (sheet, players) in enumerate(zip(sheets, hall.seats, strict=True), start=1):
            assert f"Table{table}Round{number}Scoresheet" in sheet
            assert all(tight(hall.state.get_player_name(player)) in sheet for player in players)
        hall.play()
        hall.close()


def test_cards_and_sheets_have_the_names_of_their_tables() -> None:
    hall = Hall(7)
    hall.begin()
    cards, *sheets = pages(hall.state, [KitPart.CARDS, KitPart.SHEETS])
    for player in hall.state.players.values():
        place = hall.round.find_seat(player.id)
        assert place is not None
        assert cards.count(player.name) == 2  # to be read from both sides
        counts = [sheet.count(player.name) for sheet in sheets]
        assert counts[place[0] - 1] == sum(counts) == 4  # three games and the sum


def test_five_at_one_table_have_a_card_and_a_sheet_with_four_jokers() -> None:
    hall = Hall(5)
    hall.begin(FivePlayers.ONE_TABLE)
    assert len(printed(hall.state, [KitPart.CARDS, KitPart.SHEETS])) == 2
    data = build_kit_data(hall.state, 1, [KitPart.SHEETS], "en", {}, day=DAY)
    assert [sheet["jokers"] for sheet in data["parts"][KitPart.SHEETS]["sheets"]] == [4]


@pytest.mark.parametrize("games", [1, 4, 7])
def test_sheets_have_a_block_for_every_game(games: int) -> None:
    hall = Hall(4, settings=Settings(games=games, minutes=50))
    hall.begin()
    text = pages(hall.state, [KitPart.SHEETS])
    assert len(text) == (1 if games <= 4 else 2)
    whole = "".join(text)
    assert [f"Game{game}" in whole for game in range(1, games + 2)] == [True] * games + [False]
    assert whole.count("timeisup") == games
    assert all("Table1" in page for page in text)


def test_names_are_never_read_as_markup_and_break_no_layout() -> None:
    hall = Hall(settings=Settings(), seed='$x$ #"')
    for name in NASTY:
        hall.add(name, group=name)
    hall.begin()
    hall.play()
    text = pages(hall.state, [KitPart.SEATS, KitPart.CARDS, KitPart.SHEETS, KitPart.STANDINGS])
    assert len(text) == 1 + 1 + 2 + 1
    for page in (text[0], text[1], text[-1]):
        for name in NASTY:
            assert tight(name).replace("😀", "") in page.replace("😀", ""), name
    assert '$x$#"' in text[0]


def test_standings_say_what_became_of_everybody() -> None:
    hall = Hall(8, settings=Settings(minutes=45))
    hall.begin()
    hall.play()
    hall.do(cmd.Penalise(1, 30, 1, token=REFEREE, reason="twice late"))
    hall.do(cmd.Withdraw(2, token=ORGANISER))
    hall.do(cmd.Warn(3, token=REFEREE, reason="rude"))
    hall.do(cmd.Exclude(3, token=HEAD, reason="rude again"))
    (text,) = pages(hall.state, [KitPart.STANDINGS])
    assert "afterroundI" in text
    for remark in (
        f"bigpoints:{MINUS}1",
        f"smallpoints:{MINUS}30",
        "withdrew",
        "excluded",
        "45min",
    ):
        assert remark in text
    hall.close()
    hall.begin()
    hall.enter(1, 1, None, token=REFEREE, reason="no time")
    (text,) = pages(hall.state, [KitPart.STANDINGS])
    missing = len(list(hall.round.list_missing_results()))
    assert f"roundIIunderway,resultsstillmissing:{missing}" in text


def test_shared_titles_are_called_shared() -> None:
    hall = Hall(8)
    hall.whole_round()
    hall.do(cmd.ChangeSettings(Settings(rounds=1), token=ORGANISER))
    for level in list_undecided_ties(hall.state):
        hall.do(cmd.DecideTitles(level, TieResolution.SHARED, token=HEAD, reason="level"))
    hall.do(cmd.Finish(token=ORGANISER))
    text = pages(hall.state, [KitPart.CERTIFICATES])
    assert ["sharingthetitleofChampion" in page for page in text] == [True, True, False, False]
    assert ["sharingthetitleofVice" in page for page in text] == [False, False, True, True]


def test_a_rehearsal_says_so_and_gives_no_certificates() -> None:
    hall = Hall(4, rehearsal=True)
    hall.begin()
    hall.do(cmd.Rehearse(token=ORGANISER))
    text = pages(hall.state, list(KitPart))
    assert len(text) == 1 + 1 + 1 + 1 + 1 + 1
    assert all("REHEARSAL" in page for page in text)


def test_what_cannot_be_printed_is_refused_with_a_reason() -> None:
    hall = Hall(4)

    def codes(*parts: KitPart) -> list[str]:
        with pytest.raises(Refused) as refused:
            build_kit_data(hall.state, 1, parts, "en", {}, day=DAY)
        return [violation.code for violation in refused.value.violations]

    assert codes(KitPart.SEATS) == ["print_no_round"]
    hall.seat()
    assert codes(*KitPart) == ["print_unlocked"]
    assert codes(KitPart.STANDINGS, KitPart.CERTIFICATES) == ["print_nothing"]
    assert set(build_kit_data(hall.state, 1, [KitPart.EMPTY], "en", {}, day=DAY)["parts"]) == {
        KitPart.EMPTY
    }
    with pytest.raises(
        BadInput, match="'xx' is not an available language: choose from en, pl, hu, it"
    ):
        build_kit_data(hall.state, 1, [KitPart.EMPTY], "xx", {}, day=DAY)


def test_sheets_have_codes_only_where_there_are_links() -> None:
    hall = Hall(8)
    hall.begin()
    data = build_kit_data(hall.state, 1, [KitPart.SHEETS], "en", {2: "http://host/#x"}, day=DAY)
    codes = [sheet["code"] for sheet in data["parts"][KitPart.SHEETS]["sheets"]]
    assert codes[0] is None
    assert codes[1].startswith("<svg")


def test_rounds_have_roman_numbers() -> None:
    assert [format_roman(n) for n in (1, 2, 4, 9, 14, 20)] == ["I", "II", "IV", "IX", "XIV", "XX"]


def test_every_player_of_an_online_table_has_a_slip_of_their_own() -> None:
    hall = Hall(8)
    hall.begin()
    links = {(2, seat): f"http://host/room/ABCDE#secret{seat}" for seat in range(4)}
    data = build_kit_data(hall.state, 1, [KitPart.SLIPS], "en", {}, day=DAY, seat_links=links)
    slips = data["parts"][KitPart.SLIPS]["slips"]
    names = [hall.state.players[player].name for player in hall.round.tables[1].seats]
    assert [slip["name"] for slip in slips] == names
    assert [slip["address"] for slip in slips] == list(links.values())
    assert {slip["label"] for slip in slips} == {"Table 2"}
    assert len({slip["code"] for slip in slips}) == 4


@pytest.mark.clause("M-12", "M-14")
@pytest.mark.parametrize("language", LANGUAGES)
def test_papers_of_a_swiss_tournament(language: str) -> None:
    hall, words = Hall(5, format_=FormatKey.SWISS), load_texts(language)
    for _ in range(2):
        hall.begin()
        play_by_number(hall)
        hall.close()
    seats, cards, *sheets, spare, standings = pages(
        hall.state,
        [KitPart.SEATS, KitPart.CARDS, KitPart.SHEETS, KitPart.EMPTY, KitPart.STANDINGS],
        language,
    )
    assert hall.round.bye is not None
    assert f"{hall.state.get_player_name(hall.round.bye)}{tight(words['bye'])}" in seats
    assert len(sheets) == 2
    assert "P00" in cards
    assert tight(words["spare"]) in spare
    assert tight(words["buchholz"]) in standings
    assert tight(words["choice_opponents"]) in standings
