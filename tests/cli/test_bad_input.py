"""Whatever is typed: one clear line, exit status 1 or 2, never a traceback, never a hang."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

GAME = Path(__file__).parent.parent / "games" / "classic-went_out.jsonl"


def kostka(
    *arguments: str | bytes, data: bytes = b"", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "kostka.cli", *arguments],
        input=data,
        capture_output=True,
        timeout=60,
        check=False,
        env={**os.environ, **environment},
    )


CHECK = ("check", "--edition", "classic")
SCORE = ("score", "--edition", "classic", "--match", "-")

WRONG: list[tuple[int, tuple[str | bytes, ...], bytes]] = [
    (2, (), b""),
    (2, ("nonsense",), b""),
    (2, ("check",), b""),
    (2, (*CHECK,), b""),
    (2, (*CHECK, "--nonsense", "B3"), b""),
    (2, ("check", "B3 B4 B5"), b""),
    (2, ("score", "--edition", "classic"), b""),
    (2, ("replay",), b""),
    (1, (*CHECK, "Q7"), b""),
    (1, (*CHECK, "B3 B4 B14"), b""),
    (1, (*CHECK, "B0"), b""),
    (1, (*CHECK, "B" + "9" * 50_000), b""),
    (1, (*CHECK, "B3 " * 40_000), b""),
    (1, (*CHECK, "B3|"), b""),
    (1, (*CHECK, b"\xff\xfe\x80"), b""),
    (1, (*CHECK, "B٣"), b""),
    (1, (*CHECK, "\x1b[31mB3\n\n\x07"), b""),
    (1, ("check", "--edition", "", "B3"), b""),
    (1, ("check", "--edition", "monopoly", "B3"), b""),
    (1, ("check", "--edition", "none.json", "B3"), b""),
    (1, ("check", "--edition", "/.json", "B3"), b""),
    (1, (*CHECK, "--rule", "opening_threshold", "B3"), b""),
    (1, (*CHECK, "--rule", "opening_threshold=-5", "B3"), b""),
    (1, (*CHECK, "--rule", "players_max=9", "B3"), b""),
    (1, (*CHECK, "--rule", "opening_threshold=1e999", "B3"), b""),
    (1, (*CHECK, "--rule", f"opening_threshold={'9' * 4000}", "B3"), b""),
    (1, (*CHECK, "--rule", "box=" + "[" * 50_000, "B3"), b""),
    (1, (*CHECK, "--rule", "box=7", "B3"), b""),
    (1, (*CHECK, "--rule", "key=mine", "B3"), b""),
    (1, ("editions", "nonsense"), b""),
    (1, ("editions", "--clause", ""), b""),
    (1, SCORE, b"\xff\xfe\x00"),
    (1, SCORE, b"x" * 10_000_000),
    (1, SCORE, b"A: " + b"B3 " * 3_000_000),
    (1, SCORE, b"A:\x00\nB: \x00"),
    (2, ("word",), b""),
    (2, ("word", "check"), b""),
    (2, ("word", "nonsense", "kot"), b""),
    (1, ("word", "check", "--language", "xx", "kot"), b""),
    (1, ("word", "check", "--language", "", "kot"), b""),
    (1, ("word", "check", "--language", "none.toml", "kot"), b""),
    (1, ("word", "check", "--language", "/.toml", "kot"), b""),
    (1, ("word", "check", "--language", "pyproject.toml", "kot"), b""),
    (1, ("replay", "no such file"), b""),
    (1, ("replay", "/"), b""),
    (1, ("replay", "\x01"), b""),
    (1, ("replay", "-"), b""),
    (1, ("replay", "-"), b"\n"),
    (1, ("replay", "-"), b"x" * 10_000_000),
    (1, ("replay", "-"), b"\xff\xfe" * 1000),
    (1, ("replay", "-"), b"[" * 5_000_000),
    (1, ("replay", "-"), b'{"a":' * 1_000_000 + b"\n"),
    (1, ("replay", "-"), b"null\n"),
    (1, ("replay", "-"), b'{"kostka":"numbers","schema":1e400,"header":{},"hash":""}\n'),
    (1, ("replay", "-"), b'{"kostka":"chess","schema":1,"header":{},"hash":""}\n'),
    (1, ("replay", "-", "--verify"), GAME.read_bytes()[:-100]),
    (1, ("replay", "-"), GAME.read_bytes().replace(b'"Placed"', b'"Played"')),
]


@pytest.mark.parametrize(("status", "arguments", "data"), WRONG, ids=range(len(WRONG)))
def test_one_clear_line(status: int, arguments: tuple[str | bytes, ...], data: bytes) -> None:
    done = kostka(*arguments, data=data)
    shown = done.stderr.decode()
    assert done.returncode == status, shown
    assert "Traceback" not in shown
    assert shown.startswith("kostka")
    assert shown.count("\n") == 1
    assert len(shown) < 400
    assert "\x1b" not in shown
    assert not done.stdout


def test_an_empty_set_is_not_valid() -> None:
    done = kostka(*CHECK, "")
    assert done.returncode == 1
    assert done.stdout == b"not valid: there is a set without tiles (N-11)\n"


def test_output_does_not_depend_on_the_locale() -> None:
    done = kostka("replay", str(GAME), LC_ALL="C", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "Łucja places" in done.stdout.decode("utf-8")


def test_a_reader_that_has_seen_enough_gets_no_traceback() -> None:
    shell = f"{sys.executable} -m kostka.cli replay {GAME} --json | head -n 1"
    done = subprocess.run(["sh", "-c", shell], capture_output=True, timeout=60, check=False)
    assert done.stdout.count(b"\n") == 1
    assert done.stderr == b""


def test_every_command_has_help_with_an_example() -> None:
    for command in ([], ["editions"], ["check"], ["score"], ["replay"]):
        done = kostka(*command, "--help")
        assert done.returncode == 0
        assert b"example: kostka" in done.stdout
