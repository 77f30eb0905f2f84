"""The exercises of the learn page, done by mouse and by keys, and checked by the server."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from kostka.server.static import WEB
from tests.browser.conftest import NewPerson
from tests.browser.person import Person
from tests.browser.serving import Server

LEARN = WEB / "learn"
EXERCISES: list[dict[str, Any]] = json.loads((LEARN / "exercises.json").read_text("utf-8"))

SOLUTION = """(exercise) => import(document.querySelector('script[src$="main.js"]').src
  .replace("app/main.js", "board/notation.js"))
  .then(({ parseStartPosition, findTilesForSets }) =>
    findTilesForSets(exercise.solution, parseStartPosition(exercise)))"""
"""The tiles of a solution, by the page's own numbers."""


def words(language: str) -> dict[str, str]:
    read: dict[str, str] = json.loads((LEARN / f"texts/{language}.json").read_text("utf-8"))
    return read


def begins(person: Person, server: Server, name: str) -> dict[str, Any]:
    """Go to an exercise; return it."""
    person.open(f"{server.url}/learn/{name}")
    exercise = next(one for one in EXERCISES if one["id"] == name)
    expect(person.page.locator(".rack [data-tile]")).to_have_count(len(exercise["rack"].split()))
    return exercise


@pytest.mark.parametrize(
    ("hands", "chapters"),
    [("mouse", {"basics", "moves"}), ("keys", {"jokers", "twist"})],
    ids=["mouse", "keys"],
)
def test_a_chapter_from_its_first_exercise_to_its_last(
    hands: str, chapters: set[str], new_person: NewPerson, server: Server
) -> None:
    person = new_person(hands)
    page, text = person.page, words("en")
    chosen = [one for one in EXERCISES if one["chapter"] in chapters]
    person.open(f"{server.url}/learn")
    person.hands.press(page.locator(f'a[href="/learn/{chosen[0]["id"]}"].learn-lesson'))
    for exercise in chosen:
        name = exercise["id"]
        heading = page.get_by_role("heading", level=1)
        expect(heading).to_have_text(text[f"exercise.{name}.title"])
        expect(page.locator(".rack [data-tile]")).to_have_count(len(exercise["rack"].split()))
        person.lay_table(page.evaluate(SOLUTION, exercise))
        person.hands.press(person.find_button("action.done"))
        expect(page.locator(".learn-coach")).to_contain_text(text["learn.right"])
        expect(page.locator(".learn-coach")).to_contain_text(text[f"exercise.{name}.done"])
        onwards = page.locator(".table-main-buttons a")
        expect(onwards).to_be_focused()
        person.hands.press(onwards)
    person.open(f"{server.url}/learn")
    done = page.locator(".learn-lesson.is-done")
    expect(done).to_have_count(len(chosen))
    told = {str(link.get_attribute("href")).rsplit("/", 1)[1] for link in done.all()}
    assert told == {exercise["id"] for exercise in chosen}


def test_what_is_wrong_is_told_with_its_clause_and_in_the_reader_s_language(
    new_person: NewPerson, server: Server
) -> None:
    person = new_person(locale="pl")
    exercise = begins(person, server, "joker_run")
    page, text = person.page, words("pl")
    status = page.locator(".table-actions .table-status")
    person.hands.press(person.find_button("action.done"))
    expect(status).to_contain_text("N-20")
    person.hands.move_to_new_set(page.evaluate(SOLUTION, exercise)[2][0])
    expect(page.locator(".felt .set.is-invalid")).to_have_count(1)
    person.hands.press(person.find_button("action.done"))
    expect(status.locator(".tile")).to_have_count(1)
    person.hands.press(status.locator(".rules-clause-button"))
    expect(page.locator(".rules-dialog")).to_be_visible()
    page.keyboard.press("Escape")
    person.hands.press(person.find_button("action.reset"))
    expect(status).to_have_text("")
    person.hands.press(person.find_button("action.hint"))
    expect(status).to_contain_text(text["exercise.joker_run.hint"])
    expect(page.locator(".is-hinted")).to_have_count(len(exercise["hint"].split()))


def test_a_legal_turn_that_leaves_tiles_is_not_the_end(
    new_person: NewPerson, server: Server
) -> None:
    person = new_person()
    begins(person, server, "add")
    person.hands.move_to_set_of(6, 2)  # blue 3 to the blue run
    expect(person.page.locator(".felt .set.is-valid")).to_have_count(1)
    person.hands.press(person.find_button("action.done"))
    expect(person.page.locator(".table-actions .table-status")).to_have_text(
        words("en")["learn.rest"]
    )


def test_the_solution_lays_itself_and_counts_for_nothing(
    new_person: NewPerson, server: Server
) -> None:
    person = new_person(reduced_motion="no-preference")
    exercise = begins(person, server, "mirror_run")
    page, text = person.page, words("en")
    person.hands.press(page.get_by_role("button", name=text["learn.show"], exact=True))
    expect(page.locator(".rack [data-tile]")).to_have_count(0)
    expect(page.locator(".felt .set")).to_have_count(2)
    assert person.read_table() == page.evaluate(SOLUTION, exercise)
    again = page.get_by_role("button", name=text["learn.try"], exact=True)
    expect(again).to_be_focused()
    person.hands.press(again)
    expect(page.locator(".rack [data-tile]")).to_have_count(5)
    expect(person.find_button("action.done")).to_be_visible()
    person.open(f"{server.url}/learn")
    expect(page.locator(".learn-lesson")).to_have_count(len(EXERCISES))
    expect(page.locator(".learn-lesson.is-done")).to_have_count(0)
