"""`kostka solve`: one question, or many, one a line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kostka import solver
from kostka.cli.main import main
from kostka.cli.solve import MAX_LINE_LENGTH
from kostka.editions import CLASSIC
from kostka.events.codec import to_builtins
from kostka.solver.answer import Answer
from kostka.solver.steps import list_steps
from kostka.tiles import parse_set, parse_table
from tests.cli.test_bad_input import kostka

SOLVE = ("solve", "--edition", "classic")
E2 = ("--rack", "B3 B5 B6 K13", "--table", "K1 K2 K3 | K4 R4 B4 O4")
KEYS = {
    "placed",
    "tiles",
    "points",
    "table",
    "reads",
    "kept",
    "optimal",
    "moved",
    "kept_most",
    "least_change",
    "value",
    "steps",
    "kernel",
}


@pytest.fixture(autouse=True)
def _no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def answers(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines(capsys)]


# --- one question -----------------------------------------------------------------------------


def test_the_answer_of_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SOLVE, "--json", *E2]) == 0
    (answer,) = answers(capsys)
    assert answer.keys() == KEYS
    assert answer["placed"] == ["B3", "B5", "B6"]
    assert (answer["tiles"], answer["points"], answer["value"]) == (3, 14, 0)
    assert answer["table"][0] == "K1 K2 K3"
    assert answer["reads"] == [meld.split() for meld in answer["table"]]
    assert sorted(answer["table"][1:]) == ["B3 B4 B5 B6", "K4 R4 O4"]
    assert (answer["kept"], answer["moved"]) == (1, 1)
    assert answer["optimal"] is answer["kept_most"] is True
    assert answer["steps"] == ["take B4 from K4 R4 B4 O4", "lay B3 B4 B5 B6"]
    assert answer["kernel"] is solver.KERNEL


def test_the_answer_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SOLVE, *E2]) == 0
    printed = lines(capsys)
    assert printed[:4] == [
        "Place B3 B5 B6: 3 tiles, 14 points off the rack",
        "  1. take B4 from K4 R4 B4 O4",
        "  2. lay B3 B4 B5 B6",
        "The table afterwards",
    ]
    assert sorted(printed[4:6]) == ["  K4 R4 O4", "  [B3] B4 [B5] [B6]"]
    assert printed[6:] == [
        "  kept: K1 K2 K3",
        "No play is better, and no equal one changes the table less.",
    ]


@pytest.mark.clause("N-40")
def test_who_lays_the_whole_rack_goes_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SOLVE, "--rack", "B3", "--table", "B4 B5 B6"]) == 0
    assert lines(capsys)[0] == "Place B3 and go out: 1 tile, 3 points off the rack"
    assert main([*SOLVE, "--rack", "B3 K9", "--table", "B4 B5 B6", "--objective", "out"]) == 1
    assert lines(capsys) == ["No play places the whole rack."]


def test_kept_sets_are_faint_and_placed_tiles_stand_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([*SOLVE, *E2, "--colour", "always"]) == 0
    printed = capsys.readouterr().out
    assert "\x1b[2m  kept: K1 K2 K3\x1b[0m" in printed
    assert "\x1b[94;7mB3\x1b[0m \x1b[94mB4\x1b[0m" in printed


def test_many_kept_sets_fit_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    groups = [f"K{n} R{n} B{n}" for n in range(1, 14)]
    assert main([*SOLVE, "--rack", "O1", "--table", " | ".join(groups)]) == 0
    printed = lines(capsys)
    assert max(map(len, printed)) <= 80
    at = next(at for at, line in enumerate(printed) if line.startswith("  kept: "))
    kept = " ".join(" ".join(printed[at:-1]).split())
    assert kept == "kept: " + " | ".join(groups[1:])


@pytest.mark.clause("N-20")
def test_where_nothing_can_be_placed_the_answer_is_no(capsys: pytest.CaptureFixture[str]) -> None:
    question = (*SOLVE, "--rack", "B3 K9", "--table", "R4 R5 R6")
    assert main([*question]) == 1
    assert lines(capsys) == ["No tile can be placed: draw (N-20)."]
    for more in ((), ("--moves", "3")):
        assert main([*question, "--json", *more]) == 1
        (answer,) = answers(capsys)
        assert answer["placed"] == answer["steps"] == []
        assert (answer["tiles"], answer["table"], answer["kept"]) == (0, ["R4 R5 R6"], 1)


@pytest.mark.clause("N-22")
def test_an_opening_leaves_the_table_alone(capsys: pytest.CaptureFixture[str]) -> None:
    table = ("--table", "R4 R5 R6 | K7 B7 O7", "--unopened")
    assert main([*SOLVE, "--json", "--rack", "R7 K10 K11 K12 R3", *table]) == 0
    (answer,) = answers(capsys)
    assert answer["placed"] == ["K10", "K11", "K12"]
    assert (answer["value"], answer["kept"], answer["moved"]) == (33, 2, 0)
    assert sorted(answer["table"]) == ["K10 K11 K12", "K7 B7 O7", "R4 R5 R6"]
    assert main([*SOLVE, "--rack", "R7 K10 K11 K12 R3", *table]) == 0
    assert lines(capsys)[:2] == [
        "Open with K10 K11 K12: 3 tiles, 33 points off the rack; the opening is worth 33",
        "  1. lay K10 K11 K12 from the rack",
    ]
    assert main([*SOLVE, "--rack", "R7 K9 K10 K8 R3", *table]) == 1
    assert lines(capsys) == ["No opening is possible: draw (N-22)."]


@pytest.mark.clause("N-40")
def test_what_is_best_depends_on_the_objective(capsys: pytest.CaptureFixture[str]) -> None:
    # The joker makes either K1 K2 J K4 K5 or R13 B13 J, never both.
    question = (*SOLVE, "--json", "--rack", "K1 K2 K4 K5 R13 B13 J")
    assert main([*question]) == 0
    assert main([*question, "--objective", "points"]) == 0
    assert main([*question, "--objective", "fewest"]) == 0
    assert main([*question, "--objective", "out"]) == 1
    tiles, points, fewest, out = answers(capsys)
    assert (tiles["tiles"], tiles["points"]) == (5, 62)
    assert (points["tiles"], points["points"]) == (3, 76)
    assert (fewest["tiles"], out["tiles"]) == (3, 0)


def test_house_rules_count(capsys: pytest.CaptureFixture[str]) -> None:
    question = (*SOLVE, "--json", "--rack", "K1 K2 J", "--unopened")
    assert main([*question]) == 1
    assert main([*question, "--rule", "opening_threshold=0", "--rule", "joker_penalty=7"]) == 0
    no, yes = answers(capsys)
    assert (no["tiles"], yes["tiles"], yes["points"]) == (0, 3, 10)


def test_the_best_plays_one_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    question = (*SOLVE, "--rack", "K1 K2 K3 R7 R8 R9", "--table", "B1 B2 B3")
    assert main([*question, "--json", "--moves", "3"]) == 0
    best, second, third = answers(capsys)
    assert best["tiles"] == 6
    assert (second["tiles"], third["tiles"]) == (3, 3)
    assert (second["placed"], third["placed"]) == (["R7", "R8", "R9"], ["K1", "K2", "K3"])
    assert main([*question, "--json", "--moves", "1000"]) == 0
    every = answers(capsys)
    assert every == [best, second, third]
    assert main([*question, "--moves", "2"]) == 0
    first, second_in_words = capsys.readouterr().out.split("\n\n")
    assert first.startswith(
        "Play 1: place K1 K2 K3 R7 R8 R9 and go out: 6 tiles, 30 points off the rack\n"
    )
    assert first.endswith("No play is better, and no equal one changes the table less.")
    assert second_in_words.splitlines() == [
        "Play 2: place R7 R8 R9: 3 tiles, 24 points off the rack",
        "  1. lay R7 R8 R9 from the rack",
        "The table afterwards",
        "  [R7] [R8] [R9]",
        "  kept: B1 B2 B3",
        "No further play is better, and no equal one changes the table less.",
    ]


def answer_of(rack: str, table: str, **fields: Any) -> Answer:
    usual: dict[str, Any] = {
        "before": tuple(map(tuple, parse_table("B4 B5 B6"))),
        "placed": tuple(parse_set(rack)),
        "points": 3,
        "table": tuple(map(tuple, parse_table(table))),
        "kept": 0,
        "value": 0,
        "optimal": True,
        "kept_most": True,
        "fewest_moved": True,
    }
    return Answer(**usual | fields)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (
            answer_of("B3", "B3 B4 B5 B6", optimal=False, kept_most=False),
            "The search was cut short: there may be a better play.",
        ),
        (
            answer_of("B3", "B3 B4 B5 B6", kept_most=False),
            "No play is better; an equal one might change the table less.",
        ),
        (
            answer_of("B3", "B3 B4 B5 B6", fewest_moved=False),
            "No play is better, and no equal one keeps more sets as they are.",
        ),
        (
            answer_of("", "B4 B5 B6", kept=1, optimal=False),
            "No play found, but the search was cut short: there may be one.",
        ),
    ],
)
def test_what_is_not_proven_is_said(
    answer: Answer,
    words: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(solver, "solve", lambda *_, **__: answer)
    assert main([*SOLVE, "--rack", "B3", "--table", "B4 B5 B6"]) == (0 if answer.placed else 1)
    assert lines(capsys)[-1] == words


def test_without_the_kernel_it_says_so_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(solver, "KERNEL", False)
    assert main([*SOLVE, "--rack", "B3", "--table", "B4 B5 B6", "--json", "--moves", "2"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["kernel"] is False
    assert printed.err.count("\n") == 1
    assert "compiled kernel not found" in printed.err
    batch = tmp_path / "batch"
    batch.write_text('{"edition":"classic","rack":"B3"}\n' * 3)
    assert main(["solve", "--batch", str(batch)]) == 0
    assert capsys.readouterr().err == printed.err


# --- wrong questions --------------------------------------------------------------------------

WRONG: list[tuple[int, tuple[str | bytes, ...]]] = [
    (2, ("solve",)),
    (2, SOLVE),
    (2, ("solve", "--rack", "B3")),
    (2, (*SOLVE, "--rack", "B3", "--batch", "-")),
    (2, (*SOLVE, "--batch", "-")),
    (2, ("solve", "--batch", "-", "--unopened")),
    (2, ("solve", "--batch", "-", "--table", "")),
    (2, ("solve", "--batch", "-", "--rule", "joker_penalty=3")),
    (2, ("solve", "--batch", "-", "--objective", "tiles")),
    (2, ("solve", "--batch", "-", "--moves", "3")),
    (2, ("solve", "--batch", "-", "--jobs", "0")),
    (2, (*SOLVE, "--rack", "B3", "--jobs", "2")),
    (2, (*SOLVE, "--rack", "B3", "--moves", "0")),
    (2, (*SOLVE, "--rack", "B3", "--moves", "-1")),
    (2, (*SOLVE, "--rack", "B3", "--moves", "1001")),
    (2, (*SOLVE, "--rack", "B3", "--moves", "٣")),
    (2, (*SOLVE, "--rack", "B3", "--moves", "9" * 50_000)),
    (2, (*SOLVE, "--rack", "B3", "--moves", "three")),
    (2, (*SOLVE, "--rack", "B3", "--objective", "nonsense")),
    (2, (*SOLVE, "--rack", "B3", "--objective", "x" * 50_000)),
    (2, (*SOLVE, "--rack", "B3", "B4")),
    (1, (*SOLVE, "--rack", "B3 | B4")),
    (1, (*SOLVE, "--rack", "Q7")),
    (1, (*SOLVE, "--rack", "B14")),
    (1, (*SOLVE, "--rack", b"\xff\xfe")),
    (1, (*SOLVE, "--rack", "\x1b[31mB3\n")),
    (1, (*SOLVE, "--rack", "B3 " * 40_000)),
    (1, (*SOLVE, "--rack", "B3", "--table", "B4 B5 B6 |")),
    (1, (*SOLVE, "--rack", "B3", "--table", "B4 B5 B6 B7 X")),
    (1, ("solve", "--edition", "monopoly", "--rack", "B3")),
    (1, (*SOLVE, "--rule", "joker_penalty=-1", "--rack", "B3")),
    (1, ("solve", "--batch", "no such file")),
    (1, ("solve", "--batch", "no such file", "--jobs", "2")),
    (1, ("solve", "--batch", "/")),
    (1, ("solve", "--batch", "")),
]

BROKEN_RULES = [
    ("N-1", ("--rack", "B3 B3 B3")),
    ("N-1", ("--rack", "B3 B3", "--table", "B3 B4 B5")),
    ("N-1", ("--rack", "C")),
    ("N-1", ("--rack", "B3 " * 200)),
    ("N-11", ("--rack", "B3", "--table", "B4 B5")),
    ("N-11", ("--rack", "B3", "--table", "K1 K2 K3 | B4 B5 B7")),
    ("N-10", ("--rack", "B3", "--table", "K3 K3 R3")),
]


@pytest.mark.parametrize(("status", "arguments"), WRONG, ids=range(len(WRONG)))
def test_one_clear_line(status: int, arguments: tuple[str | bytes, ...]) -> None:
    assert_one_clear_line(status, *arguments)


@pytest.mark.parametrize(("clause", "arguments"), BROKEN_RULES)
@pytest.mark.clause("N-1", "N-10", "N-11")
def test_a_question_against_the_rules_names_the_clause(
    clause: str, arguments: tuple[str, ...]
) -> None:
    assert f"({clause})" in assert_one_clear_line(1, *SOLVE, *arguments)


def assert_one_clear_line(status: int, *arguments: str | bytes) -> str:
    done = kostka(*arguments)
    shown = done.stderr.decode()
    assert done.returncode == status, shown
    assert "Traceback" not in shown
    assert shown.startswith("kostka")
    assert shown.count("\n") == 1
    assert len(shown) < 400
    assert "\x1b" not in shown
    assert not done.stdout
    return shown


def test_help_has_an_example() -> None:
    done = kostka("solve", "--help")
    assert done.returncode == 0
    assert b"example: kostka solve" in done.stdout


def test_what_only_a_batch_needs_is_not_loaded() -> None:
    program = "import sys, kostka.cli.main; print('concurrent.futures' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout.strip() == b"False"


# --- a batch ----------------------------------------------------------------------------------


def question(rack: object = "B3", table: object = "B4 B5 B6", **fields: object) -> str:
    return json.dumps({"edition": "classic", "rack": rack, "table": table, **fields})


def batch(text: str | bytes, *more: str) -> list[dict[str, Any]]:
    """Answer a batch from standard input; that all goes well is asserted."""
    data = text.encode() if isinstance(text, str) else text
    done = kostka("solve", "--batch", "-", *more, data=data)
    assert (done.returncode, done.stderr) == (0, b"")
    return [json.loads(line) for line in done.stdout.splitlines()]


GOOD = [
    question(),
    question("B3 K9"),
    question("K9"),
    question("K9", opened=False),
    question("K10 K11 K12", opened=False),
    question(["B3", "J"], ["B4 B5 B6", "K1 R1 O1"]),
    question("B3 K9", [], objective="points"),
    question("K1 K2 K3", ""),
    '{"edition":"twist","rack":"R6 R7 C B9"}',
    question(edition=to_builtins(CLASSIC)),
]


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_one_answer_a_line_in_the_order_of_the_questions(jobs: str) -> None:
    answers = batch("\n".join(GOOD * 5), "--jobs", jobs)
    assert [answer["tiles"] for answer in answers] == [1, 1, 0, 0, 3, 2, 0, 3, 4, 1] * 5
    assert all(answer.keys() == KEYS for answer in answers)
    assert answers[: len(GOOD)] * 5 == answers


def test_a_batch_in_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "questions"
    path.write_text(f"{question()}\r\n{question('K9')}")
    for more in ((), ("--json",), ("--jobs", "2")):
        assert main(["solve", "--batch", str(path), *more]) == 0
        assert [answer["tiles"] for answer in answers(capsys)] == [1, 0]


def test_several_plays_in_a_batch() -> None:
    several, none, one = batch(
        f"{question('B3 B7', moves=5)}\n{question('K9', moves=5)}\n{question()}\n"
    )
    assert [play["placed"] for play in several["plays"]] == [["B3", "B7"], ["B7"], ["B3"]]
    assert [play["tiles"] for play in none["plays"]] == [0]
    assert one["tiles"] == 1


BAD: list[tuple[str | bytes, str]] = [
    ("nonsense", "this is not JSON: invalid character"),
    ("null", "expected an object"),
    ("7", "expected an object"),
    ("[]", "expected an object"),
    ("{}", "the field edition is missing"),
    ('{"edition":"classic"}', "the field rack is missing"),
    (question(7), "rack"),
    (question(["B3", 7]), "rack"),
    (question(None), "rack"),
    (question("Q7"), "'Q7' is not a tile"),
    (question("B3 | B4"), "'|'"),
    (question("B3 " * 50_000), "too many"),
    (question("B3", ["B4 B5 B6", ""]), "empty set"),
    (question("B3", {"sets": []}), "table"),
    (question("B3", [["B4", "B5", "B6"]]), "table"),
    (question("B3", "B4 B5"), "(N-11)"),
    (question("B3 B3 B3"), "(N-1)"),
    (question(edition="monopoly"), "'monopoly' is not an edition"),
    (question(edition="/etc/passwd.json"), "is not an edition"),
    (question(edition={"key": "mine"}), "edition"),
    (question(edition=to_builtins(CLASSIC) | {"joker_penalty": -1}), "N-40"),
    (question(edition=None), "edition"),
    (question(opened="yes"), "opened"),
    (question(opened=1), "opened"),
    (question(objective="nonsense"), "nonsense"),
    (question(moves=0), "moves"),
    (question(moves=1001), "moves"),
    (question(moves=10**400), "moves"),
    (question(moves=True), "moves"),
    (question(effort=7), "there is no field effort"),
    (b'{"edition":"classic","rack":"\xff"}', "utf-8"),
    (b"\xff\xfe\x00\x00", "this is not JSON"),
    (b'{"edition":"classic","rack":' + b"[" * 100_000, "rack"),
    ("[" * 100_000, "expected an object"),
    ('{"a":' * 100_000, "there is no field a"),
    (b'{"edition":"classic","rack":"B3"} {}', "this is not JSON"),
    (b"x" * (3 * MAX_LINE_LENGTH + 5), "longer than 1 MB"),
    (b" " * MAX_LINE_LENGTH + b"7", "longer than 1 MB"),
]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bad_line_gets_an_error_and_the_batch_goes_on(jobs: str) -> None:
    text = b""
    for line, _ in BAD:
        text += (line.encode() if isinstance(line, str) else line) + b"\n" + question().encode()
        text += b"\n\n \t\n"
    found = batch(text, "--jobs", jobs)
    assert len(found) == 2 * len(BAD)
    for at, (_, words) in enumerate(BAD):
        error, answer = found[2 * at : 2 * at + 2]
        assert error.keys() == {"error", "line"}
        assert words.lower() in error["error"].lower()
        assert error["line"] == 4 * at + 1
        assert "\n" not in error["error"]
        assert len(error["error"]) < 300
        assert answer["tiles"] == 1


def test_without_standard_input_there_is_one_clear_line() -> None:
    shell = f"{sys.executable} -m kostka.cli solve --batch - <&-"
    done = subprocess.run(["sh", "-c", shell], capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr == b"kostka: there is no standard input\n"


def test_an_empty_batch_is_done_at_once() -> None:
    assert batch("") == batch("\n\n") == batch("", "--jobs", "2") == []


def running(*arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "kostka.cli", "solve", *arguments]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_answers_come_while_questions_are_still_being_asked(jobs: str) -> None:
    with running("--batch", "-", "--jobs", jobs) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for rack, tiles in (("B3", 1), ("K9", 0), ("B3 B7", 2)):
            process.stdin.write(question(rack).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["tiles"] == tiles
        process.stdin.close()
        assert process.wait(60) == 0


def test_a_named_pipe_will_do(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with running("--batch", str(path)) as process, path.open("wb", buffering=0) as pipe:
        assert process.stdout is not None
        for _ in range(2):
            pipe.write(question().encode() + b"\n")
            assert json.loads(process.stdout.readline())["tiles"] == 1
        pipe.close()
        assert process.wait(60) == 0


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_reader_that_has_seen_enough_gets_no_traceback(jobs: str) -> None:
    command = [sys.executable, "-m", "kostka.cli", "solve", "--batch", "-", "--jobs", jobs]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(question().encode() + b"\n")
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        process.stdin.write(question().encode() + b"\n")
        process.stdin.flush()  # and it stays open: the command must not wait for more
        assert process.wait(60) == 0
        assert process.stderr.read() == b""


def test_the_steps_of_an_answer_are_those_of_the_move() -> None:
    (answer,) = batch(question("B3 B5 B6", "K4 R4 B4 O4"))
    before, after = (
        tuple(map(tuple, parse_table(text)))
        for text in ("K4 R4 B4 O4", " | ".join(answer["table"]))
    )
    assert answer["steps"] == [step.text for step in list_steps(before, after)]
