"""The benchmark as a whole, on a few positions."""

from __future__ import annotations

import msgspec
import pytest

from bench.machine import describe_machine
from bench.solver import comparison, report
from bench.solver.comparison import Result, Row
from bench.solver.judging import Difference
from bench.spread import Spread

FAST, SLOW = Spread(10.0, 20.0, 30.0, 40.0), Spread(1000.0, 2000.0, 6000.0, 1234567.0)

ROW = Row(
    positions="classic opened",
    n=300,
    with_play=140,
    least_change=False,
    ours=FAST,
    passes=3,
    ours_first=FAST,
    unproven=0,
    not_least=300,
    rival="rummikub-solver",
    theirs=SLOW,
    their_passes=1,
    faster_median=100.0,
    faster_p99=200.0,
    faster_first_median=70.0,
    faster_first_p99=80.0,
)
DIFFERENCE = Difference("classic opened", 4, "rummikub-solver", 3, 2, "kostka", "so", "", "K1")


def result(*rows: Row, differences: list[Difference] | None = None) -> Result:
    fresh = {"kostka": SLOW, "rummikub-solver": Spread(*[5000.0] * 4)}
    return Result({"cores": 2}, [0.5, 1.5], 3, list(rows), fresh, differences or [])


def test_the_report_shows_both_sides_and_how_much_faster() -> None:
    least = msgspec.structs.replace(
        ROW, least_change=True, not_least=4, faster_median=50.0, faster_p99=20.0
    )
    lines = list(report.format_report_lines(result(ROW, least)))
    assert "Load average before and after: 0.5, 1.5" in lines
    assert "classic opened: 300, 140 with a play" in lines
    (ours,) = [line.split() for line in lines if line.startswith("  kostka  ")]
    assert any(line.startswith("  kostka, first pass") for line in lines)
    assert ours[1:] == ["10", "20", "30", "40"]
    (theirs,) = [line.split() for line in lines if line.startswith("  rummikub-solver")]
    numbers = ["1,000", "2,000", "6,000", "1,234,567"]
    ratios = ["100.0", "200.0", "70.0", "80.0", "50.0", "20.0"]
    assert theirs == ["rummikub-solver*", *numbers, *ratios, "0"]
    assert any("5.0 times as long" in line for line in lines)
    assert "Answers not proven to be the best: none" in lines
    assert "Not proven to change the table least: 4 of classic opened" in lines
    assert lines[-1] == "Every answer is as good as that of each rival."


def test_the_report_names_what_is_not_proven_and_every_difference() -> None:
    row = msgspec.structs.replace(ROW, unproven=2, their_unproven=1)
    lines = list(report.format_report_lines(result(row, differences=[DIFFERENCE])))
    unproven = "2 of classic opened, 1 of classic opened by the rummikub-solver"
    assert f"Answers not proven to be the best: {unproven}" in lines
    said = "classic opened, line 4: kostka 3, rummikub-solver 2 tiles. Right: kostka (so)"
    assert lines[-3:] == [said, "    rack  K1", "    table"]


def test_a_better_answer_of_others_is_a_failure() -> None:
    assert result(ROW, differences=[DIFFERENCE]).is_never_worse
    lost = msgspec.structs.replace(DIFFERENCE, right="rummikub-solver")
    assert not result(ROW, differences=[DIFFERENCE, lost]).is_never_worse


def test_what_is_said_about_the_machine() -> None:
    known = describe_machine()
    assert sorted(known) == ["cores", "kernel", "kostka", "python"]


@pytest.mark.xdist_group("peer")
def test_a_quick_run_with_all_rivals() -> None:
    pytest.importorskip("rummikub_solver", reason="make bench installs the peer")
    pytest.importorskip("highspy")
    said: list[str] = []
    found = comparison.run_solver_benchmark(quick=True, peer=True, progress=said.append)
    assert found.is_never_worse
    rivals = {(row.positions.split()[0], row.rival) for row in found.rows}
    assert rivals == {
        ("classic", "rummikub-solver"),
        ("classic", "integer program"),
        ("six", "rummikub-solver"),
        ("six", "integer program"),
        ("twist", "integer program"),
    }
    assert all(row.n == comparison.QUICK_EACH for row in found.rows)
    assert list(found.fresh) == ["kostka", "rummikub-solver"]
    assert said[-1] == "fresh processes"
