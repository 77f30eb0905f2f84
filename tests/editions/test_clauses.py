"""The clauses as data: all that the rule pages have, short, and cited where rules are broken."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs

import kostka
from kostka.editions import EDITIONS, Clause, Edition, get_clause, load_clauses
from kostka.editions.clauses import ClauseKind, list_advice_clauses
from kostka.events.errors import BadInput, Problem

SOURCE = Path(kostka.__file__).parent

N = [*range(1, 8), *range(10, 14), *range(20, 29), 40, 41, 42, *range(50, 56), 60, 61, 70]
T = [*range(1, 6), 10, 11, 12, *range(20, 25), *range(30, 37)]
W = [*range(1, 20)]
Z = [*range(1, 9), *range(10, 22), *range(30, 34)]
M = [*range(1, 6), *range(10, 15)]
IDS = [f"{page}-{n}" for page, ns in zip("NTWZM", (N, T, W, Z, M), strict=True) for n in ns]
PHYSICAL = {"N-27", "Z-1", "Z-2", "Z-8", "Z-13", "Z-14", "Z-21"}
ADVICE = {"N-70", "T-36", "W-18"}
NUMBER_GAMES = set(EDITIONS)
FIRST_FIVE = {"classic", "six", "travel", "twist", "tournament"}
"""The editions of the rule pages; the fields of later ones say what applies to them."""
ALL = [pytest.param(found, id=found.id) for found in load_clauses().values()]


def test_every_clause_of_the_pages_is_there_in_their_order() -> None:
    assert len(IDS) == len(set(IDS)) == 32 + 20 + 19 + 24 + 10
    assert list(load_clauses()) == IDS


@pytest.mark.parametrize("found", ALL)
def test_a_clause_is_short_and_complete(found: Clause) -> None:
    sentences = re.split(r"(?<=[.!?])\s+(?=[A-Z])", found.text)
    assert 1 <= len(sentences) <= 3
    assert found.text.endswith(".")
    assert found.text.isprintable()
    assert 2 <= len(found.title.split()) <= 5
    assert load_clauses()[found.id] is found


@pytest.mark.parametrize("found", ALL)
def test_a_clause_names_editions_that_exist(found: Clause) -> None:
    known = {"W": {"word"}, "Z": {"tournament"}, "M": {"mso"}}.get(found.id[0], NUMBER_GAMES)
    assert found.editions
    assert set(found.editions) <= known
    assert len(set(found.editions)) == len(found.editions)


@pytest.mark.parametrize("found", ALL)
def test_a_clause_is_a_rule_an_advice_or_for_real_tables(found: Clause) -> None:
    if found.id in ADVICE:
        assert found.kind is ClauseKind.ADVICE
    elif found.id in PHYSICAL:
        assert found.kind is ClauseKind.PHYSICAL
    else:
        assert found.kind is ClauseKind.RULE


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("N-2", {"classic", "six", "travel", "twist"}),
        ("N-7", {"classic", "six", "tournament"}),
        ("N-27", {"classic", "six", "travel", "twist"}),
        ("N-41", {"classic", "six", "tournament"}),
        ("N-42", {"classic", "six", "twist", "tournament"}),
        ("N-50", {"classic", "six", "tournament"}),
        ("N-51", {"travel"}),
        ("N-52", {"twist"}),
        ("T-4", FIRST_FIVE),
        ("T-10", {"twist"}),
        ("N-10", FIRST_FIVE),
    ],
)
def test_clauses_hold_for_the_editions_of_the_pages(name: str, keys: set[str]) -> None:
    assert set(get_clause(name).editions) & FIRST_FIVE == keys


@pytest.mark.clause("N-2", "N-7", "N-41", "N-42", "N-50", "N-51", "N-52")
def test_clauses_hold_for_the_editions_whose_fields_say_so() -> None:
    for key, book in EDITIONS.items():
        assert (key in get_clause("N-2").editions) == (book.first_starter == "highest_tile")
        assert (key in get_clause("N-7").editions) == book.three_doubles_redeal
        assert (key in get_clause("N-41").editions) == (book.not_opened is not None)
        assert (key in get_clause("N-42").editions) == (book.match_counts == "wins_then_points")
        assert (key in get_clause("N-51").editions) == (
            book.pool_end == "last_round_without_drawer"
        )
        assert (key in get_clause("N-52").editions) == (book.pool_end == "play_on")
        assert (key in get_clause("T-10").editions) == (book.box.double > 0)


# --- looking up -------------------------------------------------------------------------------


def test_a_clause_is_looked_up_in_any_case() -> None:
    assert get_clause(" n-24\n") is load_clauses()["N-24"]
    assert str(get_clause("N-4")) == (
        "N-4 Direction of play: Turns pass clockwise, that is, to the neighbour on the left."
    )
    assert str(get_clause("T-35")).startswith("T-35 One mirror per set (an interpretation): ")


@pytest.mark.parametrize(
    ("name", "quoted"),
    [("N-8", "'N-8'"), ("", "''"), ("N", "'N'"), ("a\nb", "'a?b'"), ("9" * 99, f"'{'9' * 40}…'")],
)
def test_an_unknown_clause_is_refused(name: str, quoted: str) -> None:
    with pytest.raises(BadInput) as refused:
        get_clause(name)
    assert (
        str(refused.value) == f"{quoted} is not a clause: they run from N-1, T-1, W-1, Z-1 and M-1"
    )


@pytest.mark.clause("N-70", "T-36")
@pytest.mark.parametrize(
    ("key", "ids"),
    [
        ("classic", ["N-70"]),
        ("six", ["N-70"]),
        ("travel", ["N-70"]),
        ("twist", ["N-70", "T-36"]),
        ("tournament", ["N-70"]),
        ("word", ["W-18"]),
        ("chess", []),
    ],
)
def test_every_box_has_its_advice(key: str, ids: list[str]) -> None:
    assert [found.id for found in list_advice_clauses(key)] == ids


# --- where clauses are cited ------------------------------------------------------------------


def problems_of_the_source() -> Iterator[tuple[str, Problem]]:
    for path in sorted(SOURCE.rglob("problems.py")):
        name = ".".join(("kostka", *path.relative_to(SOURCE).with_suffix("").parts))
        for constant, found in vars(importlib.import_module(name)).items():
            if isinstance(found, Problem):
                yield f"{name}.{constant}", found


def test_every_problem_cites_a_clause_that_exists() -> None:
    problems = dict(problems_of_the_source())
    assert {name.rsplit(".", 1)[0] for name in problems} >= {
        "kostka.melds.problems",
        "kostka.numbers.problems",
    }
    # The server has reasons of its own (a room that is full), and so has the reader of player
    # lists (a file that cannot be read). These are not rules of a game or of a tournament.
    own = {
        name
        for name in problems
        if name.startswith(("kostka.server.", "kostka.tournament.problems.LIST_"))
    }
    reasons = {name for name in own if not problems[name].clause}
    assert reasons
    cited = {name: problem.clause for name, problem in problems.items() if name not in reasons}
    assert {name for name, clause in cited.items() if clause not in load_clauses()} == set()


def test_a_code_says_the_same_wherever_it_is_used() -> None:
    """Translations go by the code; two kinds of game may have the same thing to say."""
    texts: dict[str, set[str]] = {}
    places = []
    for name, problem in problems_of_the_source():
        texts.setdefault(problem.code, set()).add(problem.template)
        places.append((name.rsplit(".", 1)[0], problem.code))
    assert not {code: found for code, found in texts.items() if len(found) > 1}
    assert len(places) == len(set(places))


def test_every_clause_that_the_source_names_exists() -> None:
    named = {
        found
        for path in SOURCE.rglob("*.py")
        for found in re.findall(r"\b[NTWZ]-\d+\b", path.read_text(encoding="utf-8"))
    }
    assert named - load_clauses().keys() == set()


READINGS = """
N-1 N-3 N-5 N-7 N-12 N-13 N-20 N-24 N-26 N-41 N-50 N-52 N-53 N-54
T-4 T-12 T-20 T-22 T-23 T-24 T-31 T-32 T-33 T-34 T-35
W-1 W-3 W-4 W-5 W-6 W-7 W-10 W-12 W-13 W-15 W-16 W-17 W-19
Z-3 Z-6 Z-12 Z-17 Z-32
"""
"""The clauses that add to their source, or choose between its readings, by the rule pages."""


def test_every_reading_of_the_rule_pages_is_called_one() -> None:
    flagged = {name for name, clause in load_clauses().items() if clause.interpretation}
    assert {*READINGS.split()} - flagged == set(), "a clause that hides what we chose"


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("N-12", "joker_only_sets"),
        ("N-26", "idle_time_out"),
        ("T-4", "joker_only_sets"),
        ("T-23", "adjacent_colour_changes"),
        ("T-31", "single_tile_mirrors"),
    ],
)
def test_a_reading_that_players_may_change_names_its_house_rule(name: str, field: str) -> None:
    assert field in get_clause(name).text
    assert field in {entry.name for entry in structs.fields(Edition)}
