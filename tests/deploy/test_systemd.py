"""The units for systemd: no mistakes in them, and a strict sandbox."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.debian_tools import require_program

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
SERVICES = sorted(str(path.relative_to(DEPLOY)) for path in DEPLOY.rglob("*.service"))
UNITS = [*SERVICES, *sorted(path.name for path in DEPLOY.glob("*.timer"))]

MAX_EXPOSURE = 2.0


def analyze(*arguments: str) -> str:
    command = [require_program("systemd-analyze"), "--no-pager", *arguments]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=60, check=False, cwd=DEPLOY
    )
    return done.stdout + done.stderr


def test_there_are_units_to_check() -> None:
    assert UNITS == [
        "cluster/kostka@.service",
        "kostka-backup.service",
        "kostka.service",
        "kostka-backup.timer",
    ]


@pytest.mark.parametrize("service", SERVICES)
def test_the_sandbox_is_strict(service: str) -> None:
    report = analyze("security", "--offline=true", service)
    found = re.search(r"Overall exposure level for \S+: (\d+\.\d)", report)
    assert found, report
    assert float(found[1]) <= MAX_EXPOSURE, report


@pytest.mark.parametrize("unit", UNITS)
def test_systemd_understands_every_line(unit: str) -> None:
    lines = analyze("verify", "--man=no", f"./{unit}").splitlines()
    # The program is not installed where tests run.
    assert [line for line in lines if "/opt/kostka/bin/kostka is not executable" not in line] == []


def test_workers_may_limit_themselves() -> None:
    """A worker ignores it if its limits cannot be set, so nobody would notice."""
    text = (DEPLOY / "kostka.service").read_text(encoding="utf-8")
    *_, last = re.findall(r"^SystemCallFilter=(.*)$", text, re.MULTILINE)
    assert {"prlimit64", "setrlimit", "setpriority"} <= set(last.split())
