"""Scores of a real table: the client's own, which needs no network, and those of the rules."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from kostka.editions import EDITIONS, Edition
from kostka.events.codec import to_builtins
from kostka.events.errors import BadInput
from kostka.numbers.match import list_standings
from kostka.numbers.scoring import ScoreSheet
from kostka.numbers.typed_racks import TypedRack, score_typed_racks
from kostka.tiles import parse_set
from kostka.tiles.box import get_box
from tests.web.test_javascript import HERE, node

MATCHES = 1200
GAMES = 3
STATES: dict[str, dict[str, Any]] = {
    "opened": {},
    "unopened": {"opened": False},
    "could_open": {"opened": False, "could_have_opened": True},
    "announced": {"opened": False, "announced": True},
    "no_turn": {"opened": False, "had_turn": False},
}


def _rack(random: Random, faces: list[str]) -> dict[str, Any]:
    """A rack as somebody may type it; a small count now and then, so that there are ties."""
    by = random.choice(["tiles", "tiles", "sum"])
    most = random.choice([1, 2, 5, 14, 30])
    tiles = [faces.pop() for _ in range(random.randint(0, min(most, len(faces))))]
    states = ["could_open"] if by == "sum" else ["no_turn"]
    return {
        "by": by,
        "tiles": tiles if by == "tiles" else [],
        "sum": random.choice([0, 1, 5, 5, 13, random.randint(0, 150)]) if by == "sum" else None,
        "jokers": random.choice([0, 0, 0, 1, 2]) if by == "sum" else 0,
        "opened": random.choice(["opened", "unopened", "unopened", "announced", *states]),
    }


def _game(random: Random, edition: Edition, players: int) -> dict[str, Any]:
    faces = [str(face) for face in get_box(edition.box).faces]
    random.shuffle(faces)
    if random.random() < 0.3:  # low tiles: sets that are not worth enough
        low = random.choice([4, 5, 6])
        faces = [face for face in faces if not face[1:] or int(face[1:]) <= low]
    racks = [_rack(random, faces) for _ in range(players)]
    if random.random() < 0.2:  # the same racks again: ties, and more tiles than the box has
        racks[0] = racks[-1] | {"tiles": list(racks[-1]["tiles"])}
    out = random.choice([None, random.randrange(players)])
    return {"racks": racks, "out": out}


def _typed(edition: Edition, seat: int, rack: dict[str, Any], *, out: bool) -> TypedRack:
    name = f"player {seat}"
    if out:
        return TypedRack(name=name)
    if rack["by"] == "sum":
        total = rack["sum"] + rack["jokers"] * edition.joker_penalty
        return TypedRack(name=name, total=total, **STATES[rack["opened"]])
    faces = tuple(parse_set(" ".join(rack["tiles"])))
    return TypedRack(name=name, faces=faces, **STATES[rack["opened"]])


def _score(edition: Edition, game: dict[str, Any]) -> ScoreSheet | None:
    """Score it by the rules; nothing if they refuse, or if it is not as it was said to end."""
    racks = [
        _typed(edition, seat, rack, out=seat == game["out"])
        for seat, rack in enumerate(game["racks"])
    ]
    emptied = [seat for seat, rack in enumerate(racks) if rack.is_empty]
    if emptied != ([] if game["out"] is None else [game["out"]]):
        return None
    try:
        return score_typed_racks(edition, racks)[1]
    except BadInput:
        return None


def _ask_client(matches: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    done = subprocess.run(
        [node(), str(HERE / "scores.mjs")],
        input=json.dumps(matches),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answer: list[dict[str, Any]] = json.loads(done.stdout)
    return answer


@pytest.mark.clause("N-40")
@pytest.mark.clause("N-41")
@pytest.mark.clause("N-53")
@pytest.mark.clause("N-54")
@pytest.mark.clause("N-61")
def test_the_client_scores_as_the_rules_do() -> None:
    random = Random(1)
    matches: list[dict[str, Any]] = []
    for _ in range(MATCHES):
        edition = random.choice(list(EDITIONS.values()))
        players = random.randint(edition.players_min, edition.players_max)
        games = [_game(random, edition, players) for _ in range(GAMES)]
        matches.append({"edition": edition.key, "games": games})
    seen = set()
    for match, told in zip(matches, _ask_client(matches), strict=True):
        edition = EDITIONS[match["edition"]]
        sheets = [_score(edition, game) for game in match["games"]]
        for game, sheet, client in zip(match["games"], sheets, told["games"], strict=True):
            if sheet is None:
                assert isinstance(client, str), (edition.key, game)
                seen.add(client)
            else:
                assert client == list(to_builtins(sheet)["lines"]), (edition.key, game)
                seen.update(line.why for line in sheet.lines)
                seen.add(f"{len(sheet.winners)} won")
        ranking = list_standings(edition, [sheet for sheet in sheets if sheet])
        assert told["standings"] == to_builtins(ranking)
    assert seen >= {"won", "rack", "not_opened", "announced", "could_have_opened", "difference"}
    assert seen >= {"1 won", "2 won", "empty", "box", "tie"}
