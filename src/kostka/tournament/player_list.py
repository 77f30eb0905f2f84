"""Parse lists of players: typed, pasted, CSV of any dialect, workbooks.

Nothing is dropped silently: rejected lines are reported with their number and the reason.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence

import msgspec

from kostka.events.errors import Violation, make_refusal
from kostka.languages import load_column_headings
from kostka.tournament import problems
from kostka.tournament.events import NewPlayer
from kostka.tournament.names import clean_player, clean_text, find_name_problems, make_identity_key
from kostka.tournament.spreadsheet import MAX_COLUMNS, MAX_ROWS, is_workbook, read_workbook
from kostka.tournament.state import MAX_PLAYERS

MAX_BYTES = 4_000_000

MAX_TEXT_LENGTH = 1_000_000
"""Of text and CSV: 5,000 lines of 200 characters."""

MAX_CELL_LENGTH = 1000
"""The rest of a cell is not read: such a cell is not a name."""

_BOMS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)

_CENTRAL = frozenset("ąćęłńóśźżĄĆĘŁŃÓŚŹŻáéíöőúüűÁÉÍÖŐÚÜŰ")
_WESTERN = frozenset("àáâäçèéêëìíîïñòóôöùúûüßÀÁÂÄÇÈÉÊËÌÍÎÏÑÒÓÔÖÙÚÛÜ")
"""Letters of Polish and Hungarian, and of Western names, to tell old encodings apart."""

_NUMBERED = re.compile(r"\s*[0-9]{1,4}[.)]\s+")


class ListedPlayer(msgspec.Struct, frozen=True, gc=False):
    """A player found in a list, and the line (from 1) where."""

    line: int
    player: NewPlayer


class LineProblem(msgspec.Struct, frozen=True, gc=False):
    """Why a line was rejected."""

    line: int
    violation: Violation

    def __str__(self) -> str:
        return f"line {self.line}: {self.violation.text}"


class PlayerList(msgspec.Struct, frozen=True, gc=False):
    """The players found in a list, to be reviewed before they are added."""

    players: tuple[ListedPlayer, ...]
    problems: tuple[LineProblem, ...]
    encoding: str = ""
    """The encoding of the file; empty for text and workbooks."""


def parse_player_list(
    data: bytes | str, known: Iterable[NewPlayer] = (), encoding: str | None = None
) -> PlayerList:
    """Parse a list of players; refuse one that is too long or cannot be read.

    `known` are the players already registered; `encoding` overrides the guess of `decode_text`.
    """
    if len(data) > MAX_BYTES:
        raise make_refusal(problems.LIST_BIG())
    if isinstance(data, str):
        return _build_player_list(_split_into_rows(data), known, "")
    if is_workbook(data):
        return _build_player_list([(row, True) for row in read_workbook(data)], known, "")
    if data.startswith(b"%PDF"):
        raise make_refusal(problems.LIST_PDF())
    text, used = decode_text(data, encoding)
    return _build_player_list(_split_into_rows(text), known, used)


def decode_text(data: bytes, encoding: str | None = None) -> tuple[str, str]:
    """Decode text; return it with the encoding used."""
    try:
        if encoding is not None:
            return data.decode(encoding), encoding
        for mark, name in _BOMS:
            if data.startswith(mark):
                return data.decode(name), name
        if b"\0" in data:
            # In UTF-16 every second byte of a Latin letter is zero; which one gives the byte order.
            name = "utf-16-le" if data[1::2].count(0) > data[::2].count(0) else "utf-16-be"
            return data.decode(name), name
    except (UnicodeDecodeError, LookupError):
        raise make_refusal(problems.LIST_ENCODING()) from None
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return _decode_windows_text(data)


def _decode_windows_text(data: bytes) -> tuple[str, str]:
    """Choose between two old encodings by the letters that are likely in names."""
    central = data.decode("cp1250", errors="replace")
    western = data.decode("cp1252", errors="replace")
    if sum(c in _WESTERN for c in western) > sum(c in _CENTRAL for c in central):
        return western, "cp1252"
    return central, "cp1250"


_Row = tuple[list[str], bool]
"""The cells of a line, and whether its quotation marks are closed."""


def _split_into_rows(text: str) -> list[_Row]:
    if len(text) > MAX_TEXT_LENGTH:
        raise make_refusal(problems.LIST_BIG())
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if len(lines) > MAX_ROWS:
        raise make_refusal(problems.LIST_ROWS(most=MAX_ROWS))
    separator = _guess_separator(lines)
    if lines[0].lower().startswith("sep="):  # Excel's way to declare the separator
        separator, lines[0] = lines[0][4:5] or separator, ""
    return [_split_cells(line, separator) for line in lines]


def _guess_separator(lines: Sequence[str]) -> str:
    """Return the separator that most lines contain; in doubt the semicolon, as Excel here."""
    return max(";\t,", key=lambda mark: sum(mark in line for line in lines))


def _split_cells(line: str, separator: str) -> _Row:
    """Split a line into cells; quotation marks that are not CSV are part of a name."""
    try:
        return next(csv.reader([line], delimiter=separator, strict=True), []), True
    except csv.Error:
        return line.split(separator), line.count('"') % 2 == 0


class _Columns(msgspec.Struct):
    """Which columns hold the names and the classes."""

    name: tuple[int, ...] = (0,)
    """Two columns if first name and surname are separate."""
    group: int | None = 1

    def parse_player(self, cells: Sequence[str]) -> NewPlayer:
        def get_cell(at: int | None) -> str:
            return cells[at] if at is not None and at < len(cells) else ""

        name = " ".join(get_cell(at) for at in self.name)
        number = _NUMBERED.match(name)
        name = name[number.end() :] if number else name
        return clean_player(NewPlayer(name, get_cell(self.group)))


def _find_columns_by_heading(cells: Sequence[str]) -> _Columns | None:
    """Return the columns by their headings; None if the row has none."""
    words = [clean_text(cell).casefold().rstrip(".:") for cell in cells]

    def find_column(kind: str) -> int | None:
        headings = load_column_headings(kind)
        return next((at for at, word in enumerate(words) if word in headings), None)

    group, surname, first = (find_column(kind) for kind in ("group", "surname", "first_name"))
    if first is None and surname is not None:  # in Italian the first name is just "nome"
        first = find_column("name_beside_surname")
    if surname is not None:
        return _Columns((surname,) if first is None else (first, surname), group)
    if first is not None:
        return _Columns((first,), group)
    whole = find_column("name")
    return None if whole is None else _Columns((whole,), group)


def _guess_columns(rows: Sequence[list[str]]) -> _Columns:
    """Take the first column that is not numbering as names, the next one as classes."""
    firsts = [row[0].strip().rstrip(".)") for row in rows if len(row) > 1]
    if firsts and all(first.isdecimal() for first in firsts):
        return _Columns((1,), 2)
    return _Columns()


def _build_player_list(
    rows: Sequence[_Row], known: Iterable[NewPlayer], encoding: str
) -> PlayerList:
    filled = [
        (line, cells, closed)
        for line, (row, closed) in enumerate(rows, start=1)
        if any(map(clean_text, cells := [cell[:MAX_CELL_LENGTH] for cell in row[:MAX_COLUMNS]]))
    ]
    columns = _find_columns_by_heading(filled[0][1]) if filled else None
    if columns is not None:
        del filled[0]
    else:
        columns = _guess_columns([cells for _, cells, _ in filled])
    players: list[ListedPlayer] = []
    wrong: list[LineProblem] = []
    seen = {make_identity_key(clean_player(player)) for player in known}
    for line, cells, closed in filled:
        player = columns.parse_player(cells)
        found = [*find_name_problems(player)]
        if not closed:
            found.append(problems.QUOTE_OPEN())
        if not found and make_identity_key(player) in seen:
            found.append(problems.NAME_TWICE(name=player.name))
        if not found and len(players) >= MAX_PLAYERS:
            found.append(problems.TOO_MANY_PLAYERS(most=MAX_PLAYERS))
        if found:
            wrong += [LineProblem(line, violation) for violation in found]
        else:
            seen.add(make_identity_key(player))
            players.append(ListedPlayer(line, player))
    return PlayerList(tuple(players), tuple(wrong), encoding)
