"""Subjects of commits are short and imperative, since the rule was made."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from tests.style.sources import ROOT
from tools.check_commit_subject import find_subject_fault

FIRST = "c3d668c30aa7b6edc1dcd95b7bcd36531a707be0"
"""Commits after this one, which is version 0.1.0, follow the rule."""


@pytest.mark.parametrize(
    "subject", ["Add a server", "rooms: merge Steward into LiveRoom", "docs, cli: seed examples"]
)
def test_good_subjects_pass(subject: str) -> None:
    assert find_subject_fault(f"{subject}\n\nWhy.") is None


@pytest.mark.parametrize(
    ("subject", "fault"),
    [
        ("", "empty"),
        ("Add " + "x" * 80, "84 characters"),
        ("Fixed the clock", "imperative"),
        ("rooms: adding a lock", "imperative"),
        ("Who was heard just now is not asked", "imperative"),
        ("Add a server.", "full stop"),
    ],
)
def test_faults_are_found(subject: str, fault: str) -> None:
    found = find_subject_fault(subject)
    assert found is not None
    assert fault in found


def test_every_commit_since_the_rule_follows_it() -> None:
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("not a checkout")
    listing = subprocess.run(
        [git, "log", "--format=%s", "--no-merges", f"{FIRST}..HEAD"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listing.returncode:
        pytest.skip(f"commit {FIRST} is not in this clone")
    faults = {subject: find_subject_fault(subject) for subject in listing.stdout.splitlines()}
    assert not {subject: fault for subject, fault in faults.items() if fault}
