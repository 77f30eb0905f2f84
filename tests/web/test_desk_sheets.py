"""Sheets that a table's phone sends: what it computes, and what the tournament makes of them."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from random import Random
from typing import Any

import pytest

from kostka.editions import TOURNAMENT
from kostka.events.codec import from_builtins, to_builtins
from kostka.events.errors import Refused
from kostka.tournament.score_sheet import LETTERS, ScoreSheet, check_and_score_game
from tests.web.test_javascript import HERE, node

SHEETS = 3000
OPENINGS = ["opened", "opened", "unopened", "could_open", "announced"]


def _line(random: Random) -> dict[str, Any]:
    """A line as somebody may type it; small sums now and then, so that there are ties."""
    total = random.choice([None, 0, 5, 5, 7, random.randint(0, 150), random.randint(0, 900)])
    return {
        "by": "sum",
        "tiles": [],
        "sum": total,
        "jokers": random.choice([0, 0, 0, 0, 1, 2]),
        "opened": random.choice(OPENINGS),
        "presence": random.choice(["here"] * 8 + ["left", "absent"]),
        "written": "",
    }


def _sheet(random: Random) -> dict[str, Any]:
    lines = [_line(random) for _ in range(random.choice([2, 3, 3, 4, 4, 4, 5]))]
    out = random.randrange(len(lines))
    end = random.choice([out, out, "pool_empty", "round_time"])
    if end == out:
        lines[out]["presence"] = "here"
    return {"end": end, "lines": lines, "tie": random.random() < 0.5, "reason": ""}


def _as_written(sheet: dict[str, Any]) -> ScoreSheet:
    """The paper of a sheet by this test's own reading."""
    out = sheet["end"]
    racks = [
        None
        if line["presence"] == "absent"
        else {
            "tiles": 0 if seat == out else line["sum"] or 0,
            "jokers": 0 if seat == out else line["jokers"],
            "left": line["presence"] == "left",
        }
        for seat, line in enumerate(sheet["lines"])
    ]
    ending = "went_out" if isinstance(out, int) else out
    paper: ScoreSheet = from_builtins(
        {"ending": ending, "racks": racks, "tie": sheet["tie"]}, ScoreSheet
    )
    return paper


def _ask_client(sheets: list[dict[str, Any]]) -> list[dict[str, Any]]:
    done = subprocess.run(
        [node(), str(HERE / "sheets.mjs")],
        input=json.dumps(sheets),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answer: list[dict[str, Any]] = json.loads(done.stdout)
    return answer


@pytest.mark.clause("Z-16", "Z-17", "Z-18")
def test_a_phone_judges_and_scores_a_sheet_as_the_tournament_does() -> None:
    random = Random(1)
    sheets = [_sheet(random) for _ in range(SHEETS)]
    seen: Counter[str] = Counter()
    for sheet, told in zip(sheets, _ask_client(sheets), strict=True):
        names = LETTERS[: len(sheet["lines"])]
        if "problem" in told:
            seen[told["problem"]] += 1
            # What was not typed is no 0 by itself; all else is refused by the tournament too.
            if told["problem"] != "missing":
                with pytest.raises(Refused):
                    check_and_score_game(
                        TOURNAMENT, names, _as_written(sheet), {"table": 1, "game": 1}, timed=True
                    )
            continue
        paper: ScoreSheet = from_builtins(told["paper"], ScoreSheet)
        lines = check_and_score_game(TOURNAMENT, names, paper, {"table": 1, "game": 1}, timed=True)
        assert told["lines"] == [
            None
            if line is None
            else {key: to_builtins(line)[key] for key in ("why", "points", "big", "count")}
            for line in lines
        ], sheet
        assert told["again"] == told["paper"]
        seen.update(line.why for line in lines if line)
        seen["tied"] += sum(line.big for line in lines if line) > 1
    assert min(seen[code] for code in ("players", "missing", "empty", "jokers", "tiles", "tie")) > 5
    why = ("won", "rack", "not_opened", "announced", "could_have_opened", "difference", "left")
    assert min(seen[code] for code in (*why, "tied")) > 5
