"""Checks the subject of a commit message: `python -m tools.check_commit_subject FILE`.

An optional area, then the imperative: `rooms: merge Steward into LiveRoom`. At most 72 characters.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

MAX_LENGTH = 72
_AREA = re.compile(r"^[a-z][\w ,./-]*: ")
_NOT_IMPERATIVE = re.compile(
    r"(?:[A-Za-z]+ed|[A-Za-z]+ing|[Aa]n?|[Tt]he|[Ww]ho|[Ww]hat|[Nn]obody|[Nn]othing|[Ii]t|[Tt]hat"
    r"|[Tt]his|[Tt]here) "
)
_IMPERATIVE = re.compile(r"(?:embed|feed|seed|speed|bring|ring|string|ping) ", re.IGNORECASE)


def find_subject_fault(message: str) -> str | None:
    """Return what is wrong with the subject of a message; None if it is fine."""
    subject = message.split("\n", 1)[0].strip()
    if not subject:
        return "the subject is empty"
    if len(subject) > MAX_LENGTH:
        return f"the subject has {len(subject)} characters, more than {MAX_LENGTH}"
    verb = _AREA.sub("", subject)
    if verb.endswith("."):
        return "the subject ends with a full stop"
    if _NOT_IMPERATIVE.match(verb) and not _IMPERATIVE.match(verb):
        return f"{verb.split()[0]!r} is not an imperative: start with a verb, like 'add' or 'fix'"
    return None


def main() -> int:
    """Check the message in a file; return the exit status."""
    fault = find_subject_fault(Path(sys.argv[1]).read_text(encoding="utf-8"))
    if fault is not None:
        print(f"commit message: {fault}", file=sys.stderr)
    return 0 if fault is None else 1


if __name__ == "__main__":
    sys.exit(main())
