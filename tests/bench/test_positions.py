"""The stored positions, and how they are made."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest

from bench.solver import make_positions
from bench.solver.kostka_solver import KostkaSolver
from bench.solver.make_positions import (
    DENSE,
    DENSE_RACKS,
    OPENED_EACH,
    OPENING,
    classify_stage,
    collect_positions_by_stage,
    write_positions,
)
from bench.solver.positions import EDITIONS, KINDS, Position, read_positions
from kostka.editions import CLASSIC, get_edition
from kostka.melds import interpret_set
from kostka.tiles import get_box
from tests.bench.fakes import make_position

OURS = KostkaSolver(least_change=True)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("key", EDITIONS)
def test_stored_positions_could_lie_on_a_real_table(key: str, kind: str) -> None:
    positions = read_positions(key, kind)
    box = get_box(get_edition(key).box)
    for found in positions:
        assert found.edition is get_edition(key)
        assert found.rack
        assert not box.describe_shortages(chain(found.rack, *found.table))
        assert all(interpret_set(meld) for meld in found.table)
        assert found.opened is (kind != "opening")
    assert len({found.stored_line for found in positions}) >= 0.95 * len(positions)


@pytest.mark.parametrize("key", EDITIONS)
def test_there_are_as_many_as_wanted_of_every_stage(key: str) -> None:
    stages = [classify_stage(found) for kind in KINDS for found in read_positions(key, kind)]
    assert {name: stages.count(name) for name in stages} == {
        "early": OPENED_EACH,
        "middle": OPENED_EACH,
        "late": OPENED_EACH,
        "dense": DENSE,
        "opening": OPENING,
    }
    for found in read_positions(key, "dense"):
        assert found.table_tile_count >= 0.75 * found.edition.tile_count
        assert len(found.rack) in DENSE_RACKS


def test_a_position_is_written_as_it_is_read() -> None:
    line = b'{"edition":"classic","table":"B3 B4 B5 | K7 R7 O7","rack":"K1 J","opened":true}'
    assert Position.parse_line(line).stored_line == line


def test_the_rack_is_sorted() -> None:
    assert make_position("", "J B3 K1").stored_line == make_position("", "K1 J B3").stored_line


def test_the_same_seeds_give_the_same_positions() -> None:
    wanted = {"early": 3, "opening": 3, "middle": 0, "late": 0, "dense": 0}
    first, again = (collect_positions_by_stage(CLASSIC, OURS, wanted) for _ in range(2))
    assert {name: len(found) for name, found in first.items()} == wanted
    for name, found in first.items():
        assert [one.stored_line for one in found] == [one.stored_line for one in again[name]]


def test_the_files_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENED_EACH", "DENSE", "OPENING"):
        monkeypatch.setattr(make_positions, name, 2)
    write_positions(tmp_path, CLASSIC, OURS)
    counts = {file.name: len(file.read_bytes().splitlines()) for file in tmp_path.iterdir()}
    assert counts == {"classic-opened.txt": 6, "classic-dense.txt": 2, "classic-opening.txt": 2}


@pytest.mark.parametrize(
    ("found", "name"),
    [
        (make_position("", "K1 K2 K3", opened=False), "opening"),
        (make_position("K1 K2 K3", "R1"), "early"),
        (
            make_position(" | ".join(["K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 K12 K13"] * 2), "R1"),
            "middle",
        ),
        (
            make_position(
                " | ".join(f"{c}1 {c}2 {c}3 {c}4 {c}5 {c}6 {c}7 {c}8 {c}9" for c in "KRBOKR"), "O1"
            ),
            "late",
        ),
    ],
)
def test_the_stage_goes_by_the_tiles_on_the_table(found: Position, name: str) -> None:
    assert classify_stage(found) == name
