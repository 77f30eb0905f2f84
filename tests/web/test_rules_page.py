"""The rules pages: every clause where it holds, numbers of the edition, examples that are true."""

from __future__ import annotations

import json
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from kostka.editions import EDITIONS, TWIST, Edition, load_clauses
from kostka.editions.set_rules import SetRules
from kostka.events.errors import Violation
from kostka.languages import LANGUAGES
from kostka.melds import check_turn, judge_meld
from kostka.server.api.rules import build_rules
from kostka.server.games import get_game_kind
from kostka.server.static import WEB
from kostka.tiles.box import TileId, get_box
from kostka.tiles.notation import parse_set, parse_table
from kostka.tiles.tile import Face
from tests.editions.test_clauses import problems_of_the_source
from tests.web.test_javascript import node

HERE = Path(__file__).parent
MINUS = "\N{MINUS SIGN}"
VALUES = get_game_kind("classic").editions["classic"].build_rule_values()
HOUSE: dict[str, list[tuple[str, str]]] = {
    "no threshold, no clock": [("opening_threshold", "0"), ("turn_seconds", "null")],
    "as travel ends": [("pool_end", "last_round_without_drawer"), ("match_counts", "points")],
    "never opened counts": [("not_opened", "null"), ("could_have_opened", "null")],
    "no new deal": [("three_doubles_redeal", "false"), ("failed_move_penalty", "3")],
    "penalty as with real tiles": [("invalid_move", "penalty"), ("time_out", "stands")],
    "loose tiles go back": [("time_out", "valid_part_stands")],
    "seat A starts": [("first_starter", "first_seat")],
    "an idle turn costs": [("idle_time_out", "penalty")],
    "twist jokers": [("box.double", "1"), ("box.mirror", "1")],
    "announced": [("announced_opening", "count_rack"), ("tie", "fewer_tiles")],
}

STRICT_SETS = SetRules(
    joker_only_sets=False, single_tile_mirrors=False, adjacent_colour_changes=False
)

Page = dict[str, Any]


def book() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        (WEB / "rules/numbers/book.json").read_text(encoding="utf-8")
    )
    return found


def specs() -> list[dict[str, Any]]:
    return [spec for section in book()["sections"] for spec in section["clauses"]]


def parts() -> Iterator[dict[str, Any]]:
    for spec in specs():
        yield from spec.get("parts", [])
        yield from (part for fact in spec.get("facts", []) for part in fact["parts"])


def conditions() -> set[str]:
    """Every condition that the book makes."""
    examples = [example for spec in specs() for example in spec.get("examples", [])]
    found = [it.get("when", "") for it in (*specs(), *parts(), *examples)]
    found += [spec.get("reading", "") for spec in specs()]
    return {term for when in found for term in when.split()}


def examples() -> list[tuple[str, dict[str, Any]]]:
    return [(spec["id"], example) for spec in specs() for example in spec.get("examples", [])]


@cache
def pages() -> dict[str, dict[str, Page]]:
    """Make every page by the client's own script: of the editions, and with house rules."""
    names = [*EDITIONS, *HOUSE]
    answers = [build_rules(key, []) for key in EDITIONS]
    answers += [build_rules("classic", asked) for asked in HOUSE.values()]
    done = subprocess.run(
        [node(), str(HERE / "rules_pages.mjs")],
        input=json.dumps(answers),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return dict(zip(names, json.loads(done.stdout), strict=True))


def shown(page: Page) -> dict[str, dict[str, Any]]:
    return {clause["id"]: clause for section in page["sections"] for clause in section["clauses"]}


def words(page: Page, clause: str) -> str:
    return " ".join(part["text"] for part in shown(page)[clause]["parts"])


def fact(page: Page, name: str) -> tuple[str, str]:
    facts = {fact["id"]: fact for fact in shown(page)["N-1"]["facts"]}
    return facts[name]["text"], facts[name]["was"]


# --- the book ---------------------------------------------------------------------------------


def test_the_book_has_every_clause_of_the_number_games_once() -> None:
    wanted = [
        name for name, clause in load_clauses().items() if EDITIONS.keys() & {*clause.editions}
    ]
    assert sorted(spec["id"] for spec in specs()) == sorted(wanted)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_placeholder_is_a_field_of_the_edition(language: str) -> None:
    text = (WEB / f"rules/numbers/texts/{language}.json").read_text(encoding="utf-8")
    used = set(re.findall(r"\{(\w+)\}", text))
    assert used - {"count"} <= VALUES.keys()
    assert {part["count"] for part in parts() if "count" in part} <= VALUES.keys()


def test_every_condition_is_about_a_field_and_a_value_it_can_have() -> None:
    kinds = get_type_hints(Edition)
    for term in conditions():
        field, _, wanted = term.lstrip("!").partition("=")
        assert field in VALUES, term
        kind = kinds.get(field)
        if isinstance(kind, type) and issubclass(kind, StrEnum):
            assert {*wanted.split("|")} <= {str(value) for value in kind}, term


def test_every_choice_of_an_edition_changes_what_its_rules_say() -> None:
    asked = {term.lstrip("!").partition("=")[0] for term in conditions()}
    asked |= {part["count"] for part in parts() if "count" in part}
    texts = (WEB / "rules/numbers/texts/en.json").read_text(encoding="utf-8")
    asked |= set(re.findall(r"\{(\w+)\}", texts))
    assert VALUES.keys() - asked == {"tiles"}


# --- the pages --------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", EDITIONS)
def test_a_page_has_the_clauses_that_hold_for_its_edition(key: str, language: str) -> None:
    page = pages()[key][language]
    wanted = {name for name, clause in load_clauses().items() if key in clause.editions}
    assert shown(page).keys() == wanted
    assert not page["house"]
    assert not any(clause["off"] for clause in shown(page).values())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [*EDITIONS, *HOUSE])
def test_nothing_is_left_unsaid_on_a_page(name: str, language: str) -> None:
    for clause in shown(pages()[name][language]).values():
        texts = [part["text"] for part in clause["parts"]] + [clause["title"]]
        texts += [text for fact in clause["facts"] for text in (fact["name"], fact["text"])]
        assert clause["off"] or len(texts) > 1, clause["id"]
        for text in texts:
            assert text
            assert not re.search(r"[{}]|undefined|\bnull\b|NaN|\[object", text), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_say_the_numbers_of_their_edition(language: str) -> None:
    keys = ("classic", "six", "travel", "twist", "tournament")
    classic, six, travel, twist, cup = (pages()[key][language] for key in keys)
    assert f"{MINUS}50" in fact(classic, "joker_left")[0]
    assert f"{MINUS}30" in fact(travel, "joker_left")[0]
    assert "156" in fact(six, "numbers")[0]
    assert "8" in fact(twist, "jokers")[0]
    assert "60" in words(classic, "N-26")
    assert "30" in words(classic, "N-26")
    assert "40" in words(cup, "Z-11")
    assert "22" in words(six, "N-5")
    assert "16" in words(twist, "N-5")
    assert f"{MINUS}200" in words(classic, "N-41")
    assert words(classic, "N-50") != words(cup, "N-50")
    assert words(twist, "N-27") != words(travel, "N-27")


def test_house_rules_change_the_words_and_are_marked() -> None:
    page = pages()["no threshold, no clock"]["en"]
    assert page["house"]
    assert fact(page, "opening") == ("with any set", "at least 30 points")
    assert fact(page, "time") == ("unlimited", "60 seconds")
    marked = {name for name, c in shown(page).items() if any(p["changed"] for p in c["parts"])}
    assert marked == {"N-22", "N-26", "N-41"}
    assert "30" not in words(page, "N-22")


def test_rules_that_a_table_plays_without_are_named() -> None:
    off = {
        name: [clause["id"] for clause in shown(pages()[name]["en"]).values() if clause["off"]]
        for name in HOUSE
    }
    assert off["never opened counts"] == ["N-41"]
    assert off["no new deal"] == ["N-7"]
    assert off["as travel ends"] == ["N-42", "N-50"]
    assert off["twist jokers"] == []


def test_house_rules_bring_clauses_of_other_editions() -> None:
    assert {"T-1", "T-10", "T-30"} <= shown(pages()["twist jokers"]["en"]).keys()
    assert "T-20" not in shown(pages()["twist jokers"]["en"])
    assert "Z-12" in shown(pages()["penalty as with real tiles"]["en"])
    assert "N-51" in shown(pages()["as travel ends"]["en"])
    assert words(pages()["seat A starts"]["en"], "Z-3").startswith("A starts the first game")


def test_every_refusal_leads_to_a_clause_of_the_page() -> None:
    cited = {problem.clause for _, problem in problems_of_the_source() if problem.clause}
    for key in EDITIONS:
        found = pages()[key]["en"]["found"]
        lost = {name for name in cited if found[name] is None}
        assert not [name for name in lost if key in load_clauses()[name].editions]
    # The pool runs out in every edition, if not in the same way.
    assert pages()["travel"]["en"]["found"]["N-50"] == "N-51"
    assert pages()["twist"]["en"]["found"]["N-50"] == "N-52"
    assert pages()["classic"]["en"]["found"]["Z-17"] == "N-50"


# --- examples ---------------------------------------------------------------------------------

SETS = [(name, example) for name, example in examples() if "set" in example]
MOVES = [example for _, example in examples() if "move" in example]


@pytest.mark.parametrize(("name", "example"), SETS, ids=[f"{n} {e['set']}" for n, e in SETS])
def test_a_set_that_is_shown_is_what_the_page_says(name: str, example: dict[str, Any]) -> None:
    judged = [judge_meld(faces) for faces in parse_table(example["set"])]
    if "problem" in example:
        (wrong,) = judged
        assert isinstance(wrong, Violation), name
        assert wrong.code == example["problem"]
        assert example.get("values", {}).items() <= wrong.values.items()
        return
    melds = [meld for meld in judged if not isinstance(meld, Violation)]
    assert len(melds) == len(judged), name
    if "value" in example:
        assert sum(meld.value for meld in melds) == example["value"]
    if "reads" in example:
        assert " ".join(" ".join(meld.reads) for meld in melds) == example["reads"]


def test_problems_that_are_shown_can_be_said() -> None:
    """Their texts name tiles; the page knows them only from the book."""
    texts = json.loads((WEB / "app/texts/en.json").read_text(encoding="utf-8"))
    for name, example in SETS:
        if "problem" in example:
            needed = set(re.findall(r"\{(\w+)\}", texts[f"problem.{example['problem']}"]))
            assert needed == example.get("values", {}).keys(), name


@pytest.mark.parametrize("move", MOVES, ids=[move["move"] for move in MOVES])
def test_a_move_that_is_shown_can_be_played(move: dict[str, Any]) -> None:
    box = get_box(TWIST.box)
    before, after = (parse_table(move[when]) for when in ("before", "after"))
    rack, free = (parse_set(move[name]) if move.get(name) else [] for name in ("rack", "free"))
    lying = list(chain.from_iterable(before))
    assert Counter(lying + rack) == Counter([*chain.from_iterable(after), *free])
    assert not [faces for faces in (*before, *after) if isinstance(judge_meld(faces), Violation)]
    if free:  # a part of a move: the joker is still in the hand
        return
    tiles = box.pick_tiles(lying)
    own = box.pick_tiles(rack, tiles)
    left: dict[Face, list[TileId]] = {}
    for face, tile in zip(lying + rack, tiles + own, strict=True):
        left.setdefault(face, []).append(tile)
    laid = iter(tiles)
    old = tuple(tuple(next(laid) for _ in faces) for faces in before)
    new = tuple(tuple(left[face].pop() for face in faces) for faces in after)
    check = check_turn(TWIST, old, own, new, opened=True)
    assert check.violations == ()
    assert sorted(check.placed) == sorted(own)


# --- readings ---------------------------------------------------------------------------------


@pytest.mark.clause("N-12", "N-26", "T-4", "T-23", "T-31")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reading_says_what_the_book_leaves_open(language: str) -> None:
    """And which house rule changes it; the others show one sentence for all."""
    texts = json.loads((WEB / f"rules/numbers/texts/{language}.json").read_text(encoding="utf-8"))
    names = json.loads((WEB / f"app/texts/{language}.json").read_text(encoding="utf-8"))
    told = {name for name, entry in texts["clauses"].items() if "open" in entry}
    assert told >= {"N-12", "N-13", "N-26", "N-52", "T-4", "T-12", "T-23", "T-24", "T-31", "T-33"}
    assert "Z-17" in told
    assert all(load_clauses()[name].interpretation for name in told)
    for spec in specs():
        for field in spec.get("settings", []):
            assert field in VALUES
            assert f"house.{field}" in names


@pytest.mark.clause("T-4", "T-23", "T-31", "N-26")
def test_forbidden_sets_are_not_shown_as_examples() -> None:
    strict = ("joker_only_sets", "single_tile_mirrors", "adjacent_colour_changes")
    answer = build_rules("twist", [(field, "false") for field in strict])
    for spec in specs():
        for example in spec.get("examples", []):
            if "set" not in example or "problem" in example:
                continue
            met = all(
                bool(answer["edition"][term])
                for term in example.get("when", "").split()
                if term in strict
            )
            table = parse_table(example["set"])
            judged = [judge_meld(meld, STRICT_SETS) for meld in table]
            assert not met or not any(isinstance(one, Violation) for one in judged), example
