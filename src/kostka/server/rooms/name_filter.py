"""Which names and titles strangers may be shown: no insults, and nobody who poses as staff.

The filter is cautious: a real name must pass, so it compares words, not letters anywhere. It stops
the obvious; for the rest there are hosts who remove people.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib import resources
from itertools import groupby
from pathlib import Path

from kostka.events.errors import BadInput, Problem, make_refusal, quote
from kostka.server import problems

NEUTRAL_NAME = "Guest"
"""The name under which a guest with a refused name is shown."""

MAX_FILE_BYTES, MAX_WORDS = 100_000, 5000
"""Of an operator's own list."""

_RESERVED_WORDS = frozenset(
    (
        *("admin", "administrator", "adminisztrator", "amministratore", "moderator", "moderatore"),
        *("organiser", "organizer", "organizator", "organizatorka", "szervezo", "organizzatore"),
        *("organizzatrice", "referee", "sedzia", "jatekvezeto", "arbitro", "bot", "system"),
    )
)
"""Roles that guests might pose as, without accents. Bíró, a referee in Hungarian, is a name."""

_LOOK_ALIKES = str.maketrans(
    "0134578@$!|€łđøßæœ" + "авекмнорстухіѕԁјո" + "αβεικνορτυχ",
    "oieastbasiieldosao" + "abekmhopctyxisdjn" + "abeiknoptux",
)
"""Digits, signs and letters of other alphabets that look like plain letters."""


class NameFilter:
    """Words that names may not have: ours, and those of the operator."""

    def __init__(self, words: Iterable[str] = ()) -> None:
        """Add words to our own; `word*` is a beginning, `*word*` a part."""
        patterns = [_build_pattern(word) for word in (*_load_own_words(), *words)]
        self._offensive = re.compile("|".join(patterns))

    @classmethod
    def load(cls, path: Path | None) -> NameFilter:
        """Load the list of an operator, if there is one; raise `BadInput` if it is unusable."""
        if path is None:
            return cls()
        try:
            data = path.read_bytes()[: MAX_FILE_BYTES + 1]
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise BadInput(f"the name filter {quote(str(path))} cannot be read: {reason}") from None
        if len(data) > MAX_FILE_BYTES:
            raise BadInput(f"the name filter {quote(str(path))} is over {MAX_FILE_BYTES} bytes")
        try:
            words = _parse_words(data.decode())
        except UnicodeDecodeError:
            raise BadInput(f"the name filter {quote(str(path))} is not UTF-8") from None
        if len(words) > MAX_WORDS:
            raise BadInput(f"the name filter {quote(str(path))} has over {MAX_WORDS} words")
        return cls(words)

    def require_name(self, name: str) -> None:
        """Refuse a guest's name that is an insult, or that poses as staff or as a bot."""
        problem = self._find_problem(name)
        if problem is not None:
            raise make_refusal(problem())

    def require_title(self, title: str) -> None:
        """Refuse a title that is an insult."""
        if self._is_offensive(title):
            raise make_refusal(problems.TITLE_REFUSED())

    def choose_shown_name(self, name: str) -> str:
        """Return a name, or a neutral one in place of one that would be refused."""
        return name if self._find_problem(name) is None else NEUTRAL_NAME

    def _find_problem(self, name: str) -> Problem | None:
        if self._is_offensive(name):
            return problems.NAME_REFUSED
        if not _RESERVED_WORDS.isdisjoint(_list_words(name)):
            return problems.NAME_RESERVED
        return None

    def _is_offensive(self, text: str) -> bool:
        return any(self._offensive.fullmatch(word) for word in _list_words(text))


def _list_words(text: str) -> set[str]:
    """Return the words of a text in plain letters, read with and without its digits and signs."""
    return _split_plain_words(text) | _split_plain_words(re.sub(r"\d|[^\w\s]", " ", text))


def _split_plain_words(text: str) -> set[str]:
    plain = unicodedata.normalize("NFKD", text).casefold().translate(_LOOK_ALIKES)
    plain = "".join(one for one in plain if not unicodedata.combining(one))
    words = re.findall(r"[^\W\d_]+", plain)
    spelled = "".join(
        "".join(run) + " " if is_letter else " "
        for is_letter, run in groupby(words, key=lambda word: len(word) == 1)
    )
    return {*words, *spelled.split()}  # f.u.c.k is one word too


def _build_pattern(word: str) -> str:
    """Return a pattern in which every letter may be repeated, but none left out."""
    plain = "".join(_split_plain_words(word.strip("*")))
    if not plain:
        raise BadInput(f"{quote(word)} in the name filter has no letters")
    letters = "".join(f"{letter}{{{len(list(run))},}}" for letter, run in groupby(plain))
    start = ".*" if word.startswith("*") else ""
    return start + letters + (".*" if word.endswith("*") else "")


def _parse_words(text: str) -> list[str]:
    """Return the words of a list; lines that begin with # are comments."""
    lines = (line.strip() for line in text.splitlines())
    return [line for line in lines if line and not line.startswith("#")]


@cache
def _load_own_words() -> tuple[str, ...]:
    file = resources.files("kostka.server.rooms") / "offensive_names.txt"
    return tuple(_parse_words(file.read_text(encoding="utf-8")))
