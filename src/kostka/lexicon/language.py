"""A language as its file describes it: its name, its letter tiles, and its word files."""

from __future__ import annotations

import tomllib
from typing import Literal

import msgspec

from kostka.events.codec import from_builtins
from kostka.events.errors import BadInput, format_input, quote

MAX_TILES = 500
MIN_LETTERS = 2
MAX_WORD_LISTS = 3


class Language(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One language. The file has these fields; `docs/word-languages.md` explains them."""

    name: str
    letters: dict[str, int]
    """How many tiles there are of each letter, in capitals, in the order of the alphabet (W-1)."""
    jokers: int
    words: list[str]
    """The files beside this one that hold the words, the commonest words first."""
    sha256: str | None = None
    """The hash of a packed file, which is opened only if it matches."""
    forms: str | None = None
    """The file beside this one that says which forms belong to the same word (W-15)."""
    forms_sha256: str | None = None
    """The hash of that file, which is opened only if it matches."""
    dictionary: Literal["sgjp"] | None = None
    """The dictionary that knows more about a word, if it is installed."""
    counts: dict[str, int] = {}
    """How many words a packed file holds, of which kinds."""
    sources: list[dict[str, str]] = []
    """What the words were made from, and under which licences."""

    def __post_init__(self) -> None:
        """Refuse a language that nobody could play in."""
        for letter, count in self.letters.items():
            _check_letter(letter, count)
        if len(self.letters) < MIN_LETTERS:
            raise BadInput(f"a language has at least {MIN_LETTERS} letters (W-1)")
        if self.jokers < 0:
            raise BadInput(f"{format_input(self.jokers)} jokers: none or more (W-1)")
        if self.tile_count > MAX_TILES:
            raise BadInput(f"{format_input(self.tile_count)} tiles: at most {MAX_TILES} (W-1)")
        if not 1 <= len(self.words) <= MAX_WORD_LISTS:
            raise BadInput(f"a language has 1 to {MAX_WORD_LISTS} files of words")
        if (self.forms is None) != (self.forms_sha256 is None):
            raise BadInput("a table of forms has a file and a hash: forms and forms_sha256")
        for name in (*self.words, *([] if self.forms is None else [self.forms])):
            if not name or "/" in name or "\\" in name or name.startswith("."):
                raise BadInput(f"{quote(name)}: words stand in files in the same folder")

    @property
    def tile_count(self) -> int:
        """How many tiles the bag holds, with its jokers."""
        return sum(self.letters.values()) + self.jokers


def _check_letter(letter: str, count: int) -> None:
    small = letter.lower()
    if not len(letter) == len(small) == 1 or letter == small or small.upper() != letter:
        raise BadInput(f"{quote(letter)} is not a capital letter (W-1)")
    if count < 1:
        raise BadInput(f"{format_input(count)} tiles of {quote(letter)}: at least 1 (W-1)")


def parse_language(data: bytes) -> Language:
    """Parse the file of a language."""
    try:
        fields = tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BadInput(f"line {line} is not UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"it is not TOML: {error}") from None
    except RecursionError:
        raise BadInput("it is not TOML: nested too deeply") from None
    return from_builtins(fields, Language)
