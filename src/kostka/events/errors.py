"""The three kinds of error: unreadable input, a refused command, a damaged record."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import msgspec

MAX_QUOTED_LENGTH = 40
"""The most characters of input that an error message quotes."""


def format_input(value: object, limit: int = MAX_QUOTED_LENGTH) -> str:
    """Return input as text for a message: one printable line, cut to the limit."""
    try:
        text = str(value)
    except ValueError:  # Python does not write numbers of thousands of digits
        text = "a number too long to write"
    if len(text) > limit:
        text = f"{text[:limit]}…"
    return "".join(c if c.isprintable() else "?" for c in text)


def quote(value: object) -> str:
    """Return input as text for a message, in quotation marks."""
    return f"'{format_input(value)}'"


class BadInput(ValueError):  # noqa: N818  (it names what is wrong, not that something is)
    """The input cannot be read at all: a tile, a field, a shape that does not exist."""


class BadRecord(BadInput):
    """A saved game was changed, cut off or never was one; `line` says where."""

    def __init__(self, line: int, why: str) -> None:
        """Store the line, counted from 1, and the reason."""
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


class Violation(msgspec.Struct, frozen=True, gc=False):
    """One broken rule: a stable code, the clause, and what the message has to name."""

    code: str
    clause: str
    values: dict[str, str | int] = msgspec.field(default_factory=dict)
    template: str = ""

    @property
    def text(self) -> str:
        """The violation as an English sentence, without its clause."""
        return self.template.format(**self.values)

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})"


@dataclass(frozen=True)
class Problem:
    """A way to break a rule. Calling it with values makes the violation.

    Programs and translations use the code; the template is the English text.
    """

    code: str
    clause: str
    template: str

    def with_clause(self, clause: str) -> Problem:
        """Return the same problem under another clause, for editions where that one applies."""
        return replace(self, clause=clause)

    def __call__(self, **values: str | int) -> Violation:
        """Make the violation, naming what the template asks for."""
        return Violation(self.code, self.clause, values, self.template)


@dataclass(eq=False)
class Refused(Exception):  # noqa: N818
    """A command that the rules do not allow, with every reason. Nothing has changed."""

    violations: tuple[Violation, ...] = field(default_factory=tuple)

    def __str__(self) -> str:
        return "; ".join(map(str, self.violations))


def make_refusal(*violations: Violation) -> Refused:
    """Make the exception for one or more violations, to be raised."""
    return Refused(violations)
