"""`kostka simulate`: bots against each other, as a table, JSON or CSV."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Any

import pytest

from kostka.cli import simulate
from kostka.cli.main import main

SIMULATE = ("simulate", "--edition", "classic")
TIMES = ("seconds", "games_per_second", "turns_per_second", "jobs")


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main([*arguments, "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    found: dict[str, Any] = json.loads(line)
    return found


def timeless(found: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if name not in TIMES}


def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SIMULATE, "--bots", "4,5", "--games", "21"]) == 0
    printed = capsys.readouterr()
    lines = printed.out.splitlines()
    assert lines[0] == "classic, 2 players, seed 1: 22 games on 11 mirrored deals"
    assert " ".join(lines[1].split()) == "wins win rate, % even big points small points a game"
    assert lines[2].split()[:2] == ["1", "placer"]
    assert lines[3].split()[:2] == ["2", "holder"]
    assert lines[4].startswith("±: 95 % interval over deals")
    assert lines[5].startswith("How they ended: ")
    assert "turns, " in lines[6]
    assert "1 job" in lines[7]
    assert max(map(len, lines)) <= 100
    assert printed.err == ""  # no progress bar where nobody looks


def test_the_answer_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, *SIMULATE, "--bots", "4, holder", "--games", "40", "--seed", "3")
    assert (found["edition"], found["players"], found["seed"]) == ("classic", 2, 3)
    assert (found["deals"], found["games"], found["jobs"]) == (20, 40, 1)
    assert sum(found["endings"].values()) == 40
    assert found["turns_per_game"] == found["turns"] / 40
    assert found["games_per_second"] > 0
    placer, holder = found["bots"]
    assert (placer["bot"], holder["bot"]) == ("placer", "holder")
    assert placer["wins"] + holder["wins"] == 40
    assert placer["even_share"] == 0.5
    assert placer["win_rate"]["mean"] == placer["wins"] / 40
    assert holder["win_rate"]["low"] > 0.5
    assert placer["big_points"] + holder["big_points"] >= 40
    assert placer["points_per_game"]["mean"] == -holder["points_per_game"]["mean"]


def test_bots_of_the_word_game(capsys: pytest.CaptureFixture[str]) -> None:
    question = ("simulate", "--edition", "word", "--rule", "judging=challenge", "--games", "2")
    found = answer(capsys, *question, "--bots", "1,2")
    assert (found["edition"], found["rules"], found["games"]) == ("word", ["judging=challenge"], 2)
    assert [bot["bot"] for bot in found["bots"]] == ["beginner", "steady"]
    assert sum(bot["wins"] for bot in found["bots"]) == 2
    assert all(bot["points_per_game"]["mean"] > 0 for bot in found["bots"])
    for bots, rule in (("1,4", "judging=checked"), ("1", "judging=checked"), ("1,2", "box=3")):
        asked = ["simulate", "--edition", "word", "--bots", bots, "--rule", rule]
        assert main(asked) == 1
        assert len(capsys.readouterr().err.splitlines()) == 1


def test_the_same_games_with_any_number_of_jobs(capsys: pytest.CaptureFixture[str]) -> None:
    question = (*SIMULATE, "--bots", "1,4,3", "--games", "12")
    alone, again, spread = (answer(capsys, *question, "--jobs", jobs) for jobs in "112")
    assert timeless(alone) == timeless(again) == timeless(spread)
    assert spread["jobs"] == 2
    other = answer(capsys, *question, "--seed", "2")
    assert timeless(other) != timeless(alone)


def test_the_answer_as_csv(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SIMULATE, "--bots", "5,5", "--games", "4", "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [(row["place"], row["bot"], row["games"]) for row in rows] == [
        ("1", "holder", "4"),
        ("2", "holder", "4"),
    ]
    assert {"win_rate", "win_rate_low", "win_rate_high", "points_per_game_low"} <= rows[0].keys()
    assert main([*SIMULATE, "--bots", "5,5", "--games", "1", "--csv"]) == 0
    (row, _) = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert (row["deals"], row["win_rate_low"]) == ("1", "")


def test_six_players_and_house_rules(capsys: pytest.CaptureFixture[str]) -> None:
    question = ("simulate", "--edition", "six", "--bots", "4,4,4,4,5", "--games", "5")
    found = answer(capsys, *question)
    assert (found["players"], found["deals"], len(found["bots"])) == (5, 1, 5)
    changed = answer(capsys, *question, "--rule", "joker_penalty=99", "--rule", "stacks_each=1")
    assert timeless(changed) != timeless(found)


# --- round-robin ------------------------------------------------------------------------------

ROBIN = (*SIMULATE, "--bots", "1,4,5", "--round-robin", "--games", "10")


def test_a_round_robin(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, *ROBIN)
    assert (found["deals"], found["games"]) == (5, 30)
    pairs = {(cell["bot"], cell["against"]): cell for cell in found["matrix"]}
    assert len(pairs) == 6
    assert all(cell["games"] == 10 for cell in pairs.values())
    assert pairs["holder", "placer"]["ahead"]["mean"] > 0.5
    for one, other in pairs:
        assert pairs[one, other]["ahead"]["mean"] + pairs[other, one]["ahead"]["mean"] == 1
    assert found["ratings"][0]["bot"] == "holder"
    assert set(found["ratings"][0]["rating"]) == {"mu", "sigma", "ordinal"}
    assert timeless(answer(capsys, *ROBIN, "--jobs", "2")) == timeless(found)


def test_a_round_robin_as_text_and_csv(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ROBIN]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == (
        "How often the bot of the row wins against the bot of the column, %; even is 50."
    )
    assert lines[2].split() == ["rack", "placer", "holder"]
    assert [line.split()[0] for line in lines[3:6]] == ["rack", "placer", "holder"]
    assert lines[7] == "Rating (openskill, Plackett-Luce), the best first:"
    assert main([*ROBIN, "--players", "3", "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert len(rows) == 6
    assert {row["games"] for row in rows} == {"12"}
    assert {"mu", "sigma", "ordinal", "ahead", "ahead_low", "ahead_high"} <= rows[0].keys()


# --- wrong questions --------------------------------------------------------------------------

BOTS = ("--bots", "4,5")
WRONG: list[tuple[int, tuple[str, ...], str]] = [
    (2, SIMULATE, "--bots"),
    (2, ("simulate", *BOTS), "--edition"),
    (2, (*SIMULATE, *BOTS, "--games", "0"), "'0' is not a whole number from 1"),
    (2, (*SIMULATE, *BOTS, "--games", "-3"), "--games"),
    (2, (*SIMULATE, *BOTS, "--games", "many"), "'many' is not a whole number"),
    (2, (*SIMULATE, *BOTS, "--jobs", "0"), "'0' is not a whole number from 1 to 64"),
    (2, (*SIMULATE, *BOTS, "--seed", "x"), "'x' is not a whole number from 0"),
    (2, (*SIMULATE, *BOTS, "--json", "--csv"), "not allowed"),
    (2, (*SIMULATE, *BOTS, "--players", "2"), "only allowed with argument --round-robin"),
    (2, (*SIMULATE, *BOTS, "--round-robin", "--players", "1"), "'1' is not a whole number from 2"),
    (1, (*SIMULATE, "--bots", "4"), "1 players, but classic is for 2 to 4 (N-1)"),
    (1, (*SIMULATE, "--bots", "4,4,4,4,4"), "5 players, but classic is for 2 to 4 (N-1)"),
    (1, (*SIMULATE, "--bots", "4,monster"), "'monster' is not a bot"),
    (1, (*SIMULATE, "--bots", "4,"), "'' is not a bot"),
    (1, (*SIMULATE, "--bots", "4,4", "--round-robin"), "'placer' is in the list twice"),
    (1, (*SIMULATE, *BOTS, "--round-robin", "--players", "3"), "not 2"),
    (1, ("simulate", "--edition", "six", *BOTS), "2 players, but six is for 5 to 6"),
    (1, ("simulate", "--edition", "chess", *BOTS), "'chess'"),
]


@pytest.mark.parametrize(("status", "arguments", "words"), WRONG, ids=range(len(WRONG)))
def test_one_clear_line(
    status: int, arguments: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_status(arguments) == status
    printed = capsys.readouterr()
    (line,) = printed.err.splitlines()
    assert line.startswith("kostka")
    assert words in line
    assert not printed.out


def exit_status(arguments: Sequence[str]) -> object:
    try:
        return main(arguments)
    except SystemExit as stopped:
        return stopped.code


def test_a_game_that_goes_wrong_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kostka.bots.simulation.play_game", lambda *_: 1 / 0)
    assert main([*SIMULATE, *BOTS]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("kostka: classic, deal 1 of seed 1, shuffle seed cd76c13f")
    assert line.endswith("ZeroDivisionError: division by zero")


def test_help_has_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["simulate", "--help"])
    assert "example: kostka simulate" in capsys.readouterr().out


# --- at a terminal ----------------------------------------------------------------------------


def test_the_progress_is_shown_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with simulate._show_progress(10) as done:
        for _ in range(5):
            done(2)
    assert "/10" in terminal.getvalue()


PROGRAM = """
import signal

from kostka.bots.tally import Tally
from kostka.cli.main import run

# A shell that runs the tests in the background lets them ignore the signal.
signal.signal(signal.SIGINT, signal.default_int_handler)

def add_deal(*_):
    print("playing", flush=True)

Tally.add_deal = add_deal
run()
"""


@pytest.mark.parametrize(
    ("jobs", "sent", "status"),
    [
        ("1", signal.SIGINT, 130),
        ("2", signal.SIGINT, 130),
        ("2", signal.SIGKILL, -signal.SIGKILL),
    ],
)
def test_an_end_is_quiet_and_leaves_nobody_behind(jobs: str, sent: int, status: int) -> None:
    arguments = [*SIMULATE, *BOTS, "--games", "1000000", "--jobs", jobs]
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == b"playing\n"
        if sent == signal.SIGINT:
            os.killpg(running.pid, sent)  # as a terminal does, to all
        else:
            running.send_signal(sent)  # to the parent alone
        _, err = running.communicate(timeout=30)
    assert running.returncode == status
    assert not err
    assert_all_gone(running.pid)


def assert_all_gone(group: int) -> None:
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    raise AssertionError("a process is still there")
