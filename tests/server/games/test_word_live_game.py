"""A running word game: drafts, the clock, challenges, and what everybody is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kostka.events.codec import to_json
from kostka.events.errors import Refused
from kostka.protocol import responses
from kostka.protocol.responses import WordDraftJudged, WordNews, WordsLaid
from kostka.server.games import clock
from kostka.server.games.word import CHALLENGE_SECONDS, RULES, PlayableWordEdition, WordLiveGame
from kostka.word import (
    FORMAT,
    WORD_GAME,
    Challenge,
    Draw,
    Game,
    State,
    Theme,
    Viewer,
    WordEdition,
    apply_word_house_rules,
    view_event,
)
from kostka.word import events as ev
from tests.word.positions import FEW, build_place_command, build_position
from tests.word.test_recorded_games import every_game

NOW = 1_000_000
CHALLENGED = apply_word_house_rules(FEW, judging="challenge")


def table(edition: WordEdition = FEW, state: State | None = None) -> WordLiveGame:
    made = PlayableWordEdition(edition).start_game(
        "g", ("Ala", "Bob"), contributions=(), seed=bytes(32), starter=0, now=NOW, bank_seconds=0
    )
    if state is not None:
        made.game.state = state
    return made


def drafted(made: WordLiveGame, text: str) -> WordsLaid:
    place = build_place_command(made.game.state, text)
    return WordsLaid(place.table, place.letters)


def judged(made: WordLiveGame, text: str) -> WordDraftJudged:
    found = made.rules.build_verdict_message(5, made.game.state, drafted(made, text))
    assert isinstance(found, WordDraftJudged)
    return found


def why(change: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refused:
        change()
    return refused.value.violations[0].code


@pytest.mark.clause("W-7", "W-12", "W-13")
def test_every_word_of_a_draft_is_judged_as_it_forms() -> None:
    made = table(state=build_position(["AKTX?".replace("X", "B"), "A"], "KOSZYK"))
    found = judged(made, "KOSZYK KAT")
    assert [(word.text, word.valid) for word in found.words] == [("KOSZYK", True), ("KAT", True)]
    assert (found.id, found.turn, found.made, found.points) == (5, 1, ("KAT",), 3)
    assert not found.problems
    found = judged(made, "KOSZYK TKB")
    assert found.words[1].valid is False
    assert found.words[1].problem is not None
    assert found.words[1].problem.code == "no_word"
    assert [problem.code for problem in found.problems] == ["no_word"]
    short = judged(made, "KOSZYK KA").words[1]
    assert (short.valid, short.problem and short.problem.code) == (False, "short_word")
    assert judged(made, "KOSZYK KsT").words[1].text == "KST"


@pytest.mark.clause("W-13")
def test_where_words_are_challenged_nobody_is_told_which_are_valid() -> None:
    made = table(CHALLENGED, build_position(["AKTB", "A"], "KOSZYK", edition=CHALLENGED))
    for text, points in (("KOSZYK KAT", 3), ("KOSZYK TKB", 3)):
        found = judged(made, text)
        assert [word.valid for word in found.words] == [True, None]
        assert found.points == points
        assert not found.problems
    assert judged(made, "KOSZYK KA").words[1].valid is False  # its length is there to be seen


@pytest.mark.clause("W-13")
def test_where_a_wrong_word_costs_nobody_is_told_which_are_valid_before() -> None:
    edition = apply_word_house_rules(FEW, judging="penalty")
    made = table(edition, build_position(["AKTB", "A"], "KOSZYK", edition=edition))
    for text in ("KOSZYK KAT", "KOSZYK TKB"):
        found = judged(made, text)
        assert [word.valid for word in found.words] == [True, None]
        assert (found.points, found.problems) == (3, ())
    made.check_and_keep_draft(0, 1, drafted(made, "KOSZYK TKB"))
    made.play_command(0, 1, build_place_command(made.game.state, "KOSZYK TKB"), NOW)
    assert [type(event) for event in made._new_events] == [ev.WordRefused, ev.Drew, ev.TurnBegan]
    assert made.draft is None


@pytest.mark.clause("W-6")
def test_a_draft_tells_which_words_do_not_count() -> None:
    made = table(state=build_position(["KATB", "A"], "KOSZYK"))
    (koszyk,), (own, *at) = made.game.state.table, made.game.state.seats[0].rack[:3]
    relaid = WordsLaid(((own, *koszyk[1:]), (koszyk[0], *at)), {})
    found = RULES.build_verdict_message(5, made.game.state, relaid)
    assert (found.relaid, found.made, found.points) == (("KOSZYK",), ("KAT",), 3)
    assert judged(made, "KOSZYK KAT").relaid == ()


@pytest.mark.clause("W-10")
def test_a_draft_may_be_wrong_but_not_of_foreign_tiles_or_without_letters() -> None:
    made = table(state=build_position(["AKT?", "BOK"], "KOSZYK"))
    state = made.game.state
    mine, theirs = (seat.rack for seat in state.seats)
    laid = drafted(made, "KOSZYK KAs")
    made.check_and_keep_draft(0, 1, laid)
    assert made.draft == laid
    assert why(lambda: made.check_and_keep_draft(0, 1, WordsLaid((theirs,), {}))) == "foreign_tile"
    assert (
        why(lambda: made.check_and_keep_draft(0, 1, WordsLaid((mine,), {})))
        == "joker_without_letter"
    )
    assert (
        why(lambda: made.check_and_keep_draft(0, 1, WordsLaid((mine,), {mine[-1]: "s"})))
        == "no_letter"
    )
    assert why(lambda: made.check_and_keep_draft(0, 2, laid)) == "late"
    assert why(lambda: made.check_and_keep_draft(1, 1, laid)) == "late"
    assert made.draft == laid


@pytest.mark.clause("W-14")
def test_when_time_runs_out_the_draft_is_gone_and_a_tile_drawn() -> None:
    made = table(state=build_position(["AKTB", "BOK"], "KOSZYK"))
    made.check_and_keep_draft(0, 1, drafted(made, "KOSZYK KAT"))
    assert made.deadline == NOW + 60_000
    assert not made.end_turn_if_overdue(NOW + 60_000)
    assert made.end_turn_if_overdue(NOW + 60_000 + clock.GRACE_MS)
    events = made._new_events
    assert [type(event) for event in events] == [ev.TimedOut, ev.Drew, ev.TurnBegan]
    assert made.draft is None
    assert len(made.game.state.seats[0].rack) == 5


@pytest.mark.clause("W-13", "W-16")
@pytest.mark.parametrize("seconds", [60, None])
def test_the_last_move_stands_if_nobody_challenges_it_in_time(seconds: int | None) -> None:
    edition = apply_word_house_rules(CHALLENGED, turn_seconds=seconds)
    made = table(edition, build_position(["KAT", "BOK"], "KOSZYK", pool="", edition=edition))
    made.check_and_keep_draft(0, 1, drafted(made, "KOSZYK KAT"))
    made.play_command(0, 1, build_place_command(made.game.state, "KOSZYK KAT"), NOW + 10)
    assert not made.is_over
    assert made.draft is None
    assert made.waiting_seats == (1,)
    end = NOW + 10 + 1000 * CHALLENGE_SECONDS
    again = WordLiveGame("g", RULES, Game.load(made.game.to_bytes()), 0)
    assert made.deadline == end == again.deadline
    assert not made.end_turn_if_overdue(end)
    made.end_turn_if_overdue(end + clock.GRACE_MS)
    assert made.is_over


@pytest.mark.clause("W-13")
def test_a_challenge_is_for_the_turn_after_the_move() -> None:
    made = table(CHALLENGED, build_position(["TKABO", "BOK"], "KOSZYK", edition=CHALLENGED))
    made.play_command(0, 1, build_place_command(made.game.state, "KOSZYK TKA"), NOW)
    assert why(lambda: made.play_command(1, 1, Challenge(1), NOW)) == "late"
    made.play_command(1, 2, Challenge(1), NOW)
    assert made._new_events[0] == ev.Challenged(1, ("TKA",))
    assert len(made.game.state.seats[0].rack) == 6
    assert why(lambda: made.play_command(1, 2, Draw(1), NOW)) == "late"


def test_a_theme_is_told_by_its_title_alone() -> None:
    words = ("KOSZYK", *[f"SŁOWO{'A' * n}" for n in range(30)])
    made = table(apply_word_house_rules(FEW, theme=Theme("Zwierzęta", words)))
    (message,) = made.encode_state_for_viewers([0], NOW)
    news = responses.decode_message(message)
    assert isinstance(news, WordNews)
    assert news.view.header.edition.theme == Theme("Zwierzęta", ())
    assert b"S\xc5\x81OWO" not in message
    assert news.faces == made.game.state.bag.faces


@every_game
def test_what_is_told_is_the_view_and_nothing_else(path: Path) -> None:
    """What is written once for everybody is to the letter what each may know."""
    log = FORMAT.parse_log(path.read_bytes())
    running = WordLiveGame("100 % game", RULES, Game(WORD_GAME, FORMAT.new_log(log.header)), 0)
    viewers: list[Viewer] = [None, *range(len(log.header.names))]
    for entry in log.entries:
        running.game.log.append(entry.event, entry.at)
        running.game.state = WORD_GAME.evolve(running.game.state, entry.event)
        running._new_events = [entry.event]
        written = running.encode_updates(viewers, NOW)
        for viewer, message in zip(viewers, written, strict=True):
            news = responses.decode_message(message)
            assert isinstance(news, WordNews)
            assert news.view == running.game.view(viewer)
            assert news.events == (view_event(entry.event, viewer, over=running.is_over),)
            assert to_json(news) == message
