"""What the rules page asks for: editions, house rules in the address, and refusals in one line."""

from __future__ import annotations

import asyncio
import json
import threading
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request

from kostka.editions import EDITIONS, apply_house_rules, load_clauses
from kostka.events.codec import to_builtins
from kostka.events.errors import BadInput
from kostka.server.api.rules import build_rules, send_rules
from kostka.server.games import get_game_kind
from tests.server.running import fetched, server


def test_an_edition_with_what_follows_from_it() -> None:
    values = get_game_kind("classic").editions["twist"].build_rule_values()
    assert values["opening_threshold"] == 30
    assert values["pool_end"] == "play_on"
    assert (values["tiles"], values["number_tiles"], values["jokers"]) == (112, 104, 8)
    assert (values["special_jokers"], values["double"], values["rack_size"]) == (6, 2, 14)
    assert (values["even_stacks"], values["odd_stack"]) == (16, None)
    six = get_game_kind("classic").editions["six"].build_rule_values()
    assert (six["even_stacks"], six["odd_stack"]) == (22, 6)


def test_without_house_rules_the_table_plays_by_the_book() -> None:
    for key in (*EDITIONS, "word"):
        answer = build_rules(key, [])
        assert answer["edition"] == answer["book"]
        assert answer["editions"] == [*EDITIONS, "word"]
        assert list(answer["clauses"]) == list(load_clauses())
        json.dumps(answer)


def test_house_rules_come_with_the_address() -> None:
    asked = [("turn_seconds", "null"), ("box.ordinary", "4"), ("time_out", "stands")]
    answer = build_rules("classic", asked)
    changed = {name for name, value in answer["edition"].items() if value != answer["book"][name]}
    assert changed == {
        "turn_seconds",
        "time_out",
        "ordinary",
        "jokers",
        "tiles",
        "odd_stack",
    }
    assert answer["edition"]["tiles"] == 108


def test_the_word_game_has_its_rules_too() -> None:
    answer = build_rules("word", [("judging", "challenge"), ("turn_seconds", "null")])
    book = answer["book"]
    assert (book["tiles"], book["letter_tiles"], book["jokers"]) == (112, 110, 2)
    changed = {name for name, value in answer["edition"].items() if value != book[name]}
    assert changed == {"judging", "turn_seconds"}
    assert answer["clauses"]["W-13"]["editions"] == ("word",)
    with pytest.raises(BadInput, match="not a house rule"):
        build_rules("word", [("rack_size", "3")])


def test_rules_are_put_together_beside_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    threads = []

    def told(*_: object) -> dict[str, Any]:
        threads.append(threading.current_thread())
        return {}

    monkeypatch.setattr("kostka.server.api.rules.build_rules", told)
    scope = {"type": "http", "path_params": {"edition": "word"}, "query_string": b"lexicon=en"}
    assert asyncio.run(send_rules(Request(scope))).status_code == 200
    assert threading.main_thread() not in threads


def test_an_address_may_hold_every_field() -> None:
    for key, book in EDITIONS.items():
        fields = to_builtins(apply_house_rules(book, opening_threshold=20))
        box = {f"box.{name}": value for name, value in fields.pop("box").items()}
        asked = {name: value for name, value in (fields | box).items() if name != "key"}
        written = [(n, v if isinstance(v, str) else json.dumps(v)) for n, v in asked.items()]
        answer = build_rules(key, written)
        assert answer["edition"] == answer["book"] | {"opening_threshold": 20}


@pytest.mark.parametrize(
    "asked",
    [
        [("opening_threshold", "-1")],
        [("opening_threshold", "many")],
        [("opening_threshold", "1"), ("opening_threshold", "2")],
        [("key", "mine")],
        [("box", '{"ordinary": 4}')],
        [("box.", "4")],
        [("", "")],
        [("turn_seconds", "[" * 5000)],
        [("turn_seconds", "9" * 5000)],
        [("pool_end", "never")],
    ],
)
def test_nonsense_is_refused_in_one_line(asked: list[tuple[str, str]]) -> None:
    with pytest.raises(BadInput) as refused:
        build_rules("classic", asked)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 250


def test_over_the_network(tmp_path: Path) -> None:
    async def ask() -> None:
        async with server(tmp_path) as url:
            answer = await fetched(url, "/api/rules/classic?opening_threshold=0")
            assert answer.status == 200
            found = json.loads(answer.body)
            assert (found["book"]["opening_threshold"], found["edition"]["opening_threshold"]) == (
                30,
                0,
            )
            assert (await fetched(url, "/api/rules/chess")).status == 404
            refused = await fetched(url, "/api/rules/classic?opening_threshold=101")
            assert refused.status == 400
            why = "opening_threshold 101 is not within 0 to 100 (N-22)"
            assert json.loads(refused.body)["error"] == why
            assert b"<!doctype html>" in (await fetched(url, "/rules/classic")).body

    asyncio.run(asyncio.wait_for(ask(), 60))
