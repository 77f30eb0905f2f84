"""The log: its chain, its file, and the refusal of every damage with the line it is on."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from hashlib import sha256
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kostka.events.codec import from_builtins, from_json, to_builtins, to_json
from kostka.events.errors import BadInput, BadRecord
from kostka.events.log import Entry, Log, LogFormat, detect_game_kind


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str


class Moved(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    by: int


class Scored(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    points: Fraction


Event = Moved | Scored
FORMAT: LogFormat[Header, Event] = LogFormat("demo", 2, Header, Event)

HEAD = b'{"kostka":"demo","schema":2,"header":{"name":"Ala"}}'
MOVED = b'{"n":1,"at":1700,"event":{"type":"Moved","by":3}}'
SCORED = b'{"n":2,"at":null,"event":{"type":"Scored","points":"27/2"}}'


LATEST = 253_402_300_799_999
"""The last millisecond of the year 9999."""

PINNED = [
    sha256(HEAD).hexdigest(),
    sha256(sha256(HEAD).hexdigest().encode() + MOVED).hexdigest(),
    sha256(
        sha256(sha256(HEAD).hexdigest().encode() + MOVED).hexdigest().encode() + SCORED
    ).hexdigest(),
]


def build_small_log() -> Log[Header, Event]:
    log = FORMAT.new_log(Header("Ala"))
    log.append(Moved(3), 1700)
    log.append(Scored(Fraction(27, 2)))
    return log


def seal_lines(*bodies: bytes) -> bytes:
    """Write lines with fitting hashes by hand, as the description of the file says."""
    text, chain = b"", ""
    for body in bodies:
        chain = sha256(chain.encode() + body).hexdigest()
        text += body[:-1] + b',"hash":"' + chain.encode() + b'"}\n'
    return text


def get_refusal(data: bytes, form: LogFormat[Header, Event] = FORMAT) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        form.parse_log(data)
    error = caught.value
    assert str(error) == f"line {error.line}: {error.why}"
    return error


def check_message(error: Exception) -> None:
    assert str(error).isprintable(), "one line, without control characters"
    assert len(str(error)) < 250


# --- the chain and the file -------------------------------------------------------------------


def test_a_saved_log_is_the_file_that_is_described() -> None:
    assert build_small_log().to_bytes() == seal_lines(HEAD, MOVED, SCORED)


def test_the_chain_of_a_log_never_changes() -> None:
    """Written down once: published hashes of old games must fit for ever."""
    hashes = [line[-66:-2].decode() for line in build_small_log().lines]
    assert hashes == PINNED


def test_entries_hold_number_time_event_and_hash() -> None:
    log = build_small_log()
    assert log.entries == [
        Entry(1, 1700, Moved(3), PINNED[1]),
        Entry(2, None, Scored(Fraction(27, 2)), PINNED[2]),
    ]
    assert log.events == [Moved(3), Scored(Fraction(27, 2))]
    assert log.hash == PINNED[2]
    assert log.header == Header("Ala")
    assert log.append(Moved(5), 1800).n == 3


def test_a_saved_log_is_read_as_it_was() -> None:
    log = build_small_log()
    again = FORMAT.parse_log(log.to_bytes())
    assert (again.header, again.entries, again.hash) == (log.header, log.entries, log.hash)
    assert again.to_bytes() == log.to_bytes()
    again.append(Moved(1))
    log.append(Moved(1))
    assert again.to_bytes() == log.to_bytes()


def test_a_log_without_events_is_a_log() -> None:
    log = FORMAT.parse_log(FORMAT.new_log(Header("Ala")).to_bytes())
    assert log.entries == []
    assert log.hash == PINNED[0]


def test_a_log_up_to_any_line_is_a_log() -> None:
    lines = build_small_log().to_bytes().splitlines(keepends=True)
    assert [len(FORMAT.parse_log(b"".join(lines[:end])).entries) for end in (1, 2, 3)] == [0, 1, 2]


@given(
    st.text(max_size=10),
    st.lists(
        st.tuples(
            st.one_of(
                st.builds(Moved, st.integers(-(2**63), 2**63 - 1)),
                st.builds(Scored, st.fractions()),
            ),
            st.one_of(st.none(), st.integers(0, LATEST)),
        ),
        max_size=5,
    ),
)
@settings(deadline=None)
def test_any_log_is_read_as_it_was_saved(
    name: str, happened: list[tuple[Event, int | None]]
) -> None:
    log = FORMAT.new_log(Header(name))
    for event, at in happened:
        log.append(event, at)
    assert FORMAT.parse_log(log.to_bytes()).entries == log.entries
    assert log.to_bytes().count(b"\n") == len(happened) + 1


# --- damage -----------------------------------------------------------------------------------


def iterate_bit_flips(data: bytes) -> Iterator[tuple[int, bytes]]:
    for at, byte in enumerate(data):
        for flipped in {byte ^ 1, byte ^ 0x20, byte ^ 0x80, 0, ord("\n"), ord(" "), ord("9")}:
            if flipped != byte:
                yield at, data[:at] + bytes([flipped]) + data[at + 1 :]


def test_a_change_of_any_byte_is_found_on_its_line() -> None:
    data = build_small_log().to_bytes()
    tried = 0
    for at, damaged in iterate_bit_flips(data):
        line = data.count(b"\n", 0, at) + 1
        error = get_refusal(damaged)
        assert error.line == line, (at, damaged)
        check_message(error)
        tried += 1
    assert tried > 5 * len(data)


def test_a_missing_or_added_byte_is_found_on_its_line() -> None:
    data = build_small_log().to_bytes()
    for at in range(len(data)):
        line = data.count(b"\n", 0, at) + 1
        assert get_refusal(data[:at] + data[at + 1 :]).line == line
        assert get_refusal(data[:at] + b"x" + data[at:]).line == line


def test_a_log_cut_off_anywhere_in_a_line_is_refused() -> None:
    data = build_small_log().to_bytes()
    for end in range(1, len(data)):
        if data[end - 1 : end] != b"\n":
            error = get_refusal(data[:end])
            assert error.line == data.count(b"\n", 0, end) + 1
            wanted = "this is not a saved game" if error.line == 1 else "the line is cut off"
            assert error.why == wanted


def test_lines_that_are_missing_doubled_or_swapped_are_refused() -> None:
    head, moved, scored = build_small_log().to_bytes().splitlines(keepends=True)
    changed = "the line was changed: its hash does not fit"
    for lines, line in (
        ([head, scored], 2),
        ([head, scored, moved], 2),
        ([head, moved, moved], 3),
        ([head, head, moved], 2),
        ([moved, scored], 1),
    ):
        error = get_refusal(b"".join(lines))
        assert error.line == line
        if lines[line - 1] in (moved, scored) and line > 1:
            assert error.why == changed


def test_an_event_with_a_wrong_number_is_refused() -> None:
    assert str(get_refusal(seal_lines(HEAD, MOVED.replace(b'"n":1', b'"n":2')))) == (
        "line 2: event 2 stands where event 1 belongs"
    )
    assert str(get_refusal(seal_lines(HEAD, MOVED, SCORED.replace(b'"n":2', b'"n":1')))) == (
        "line 3: event 1 stands where event 2 belongs"
    )
    assert get_refusal(seal_lines(HEAD, MOVED.replace(b'"n":1', b'"n":0'))).line == 2


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "line 1: the file is empty"),
        (b"\n", "line 1: this is not a saved game (expected JSON, got nothing)"),
        (b"hello", "line 1: this is not a saved game"),
        (b"{}\n", "line 1: this is not a saved game (the field kostka is missing)"),
        (b"[]\n", "line 1: this is not a saved game (expected an object, got a list)"),
        (b"null\n", "line 1: this is not a saved game (expected an object, got null)"),
        (HEAD + b"\n", "line 1: this is not a saved game (the field hash is missing)"),
        (
            seal_lines(HEAD).replace(b'"demo"', b'"deno"'),
            "line 1: the line was changed: its hash does not fit",
        ),
        (seal_lines(HEAD)[:-1] + b" \n", "line 1: the line does not end with its hash"),
        (seal_lines(HEAD).replace(b"\n", b"\r\n"), "line 1: the line does not end with its hash"),
        (seal_lines(HEAD) + b"\n", "line 2: this is not an event (expected JSON, got nothing)"),
        (
            seal_lines(HEAD, MOVED) + b"{}\n",
            "line 3: this is not an event (the field n is missing)",
        ),
        (
            seal_lines(HEAD.replace(b"demo", b"word")),
            "line 1: a saved game of 'word', not of 'demo'",
        ),
        (
            seal_lines(HEAD.replace(b"demo", b"a\\nb" * 100)),
            f"line 1: a saved game of '{('a?b' * 14)[:40]}…', not of 'demo'",
        ),
        (
            seal_lines(HEAD.replace(b":2,", b":1,")),
            "line 1: schema version 1 is not known here, only 2",
        ),
        (
            seal_lines(HEAD.replace(b":2,", b":3,")),
            "line 1: schema version 3 is not known here, only 2",
        ),
        (
            seal_lines(HEAD.replace(b'"Ala"', b"7")),
            "line 1: expected text, got a whole number, at name",
        ),
        (
            seal_lines(HEAD.replace(b'"name":"Ala"', b'"name":"Ala","age":7')),
            "line 1: there is no field age",
        ),
        (seal_lines(HEAD.replace(b'"name":"Ala"', b"")), "line 1: the field name is missing"),
        (
            seal_lines(HEAD.replace(b":2,", b":true,")),
            (
                "line 1: this is not a saved game"
                " (expected a whole number, got true or false, at schema)"
            ),
        ),
        (
            seal_lines(HEAD.replace(b'{"name":"Ala"}', b"[]")),
            "line 1: this is not a saved game (expected an object, got a list, at header)",
        ),
        (
            seal_lines(HEAD, MOVED.replace(b":3", b':"3"')),
            "line 2: expected a whole number, got text, at by",
        ),
        (
            seal_lines(HEAD, MOVED.replace(b":3", b":3.5")),
            "line 2: expected a whole number, got a number, at by",
        ),
        (
            seal_lines(HEAD, MOVED.replace(b"Moved", b"Flew")),
            "line 2: 'Flew' is not one of the possible values, at type",
        ),
        (
            seal_lines(HEAD, MOVED.replace(b'"type":"Moved",', b"")),
            "line 2: the field type is missing",
        ),
        (
            seal_lines(HEAD, MOVED.replace(b"1700", b'"now"')),
            "line 2: this is not an event (expected a whole number or null, got text, at at)",
        ),
        (
            seal_lines(HEAD, MOVED, SCORED.replace(b"27/2", b"a lot")),
            "line 3: 'a lot' is not an exact number, at points",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_damage_has_its_message(data: bytes, message: str) -> None:
    assert str(get_refusal(data)) == message


@pytest.mark.parametrize("points", ["1.5", "null", "true", "[]", "{}", '"1/0"', '""', '"nan"'])
def test_points_that_are_no_exact_number_are_refused_on_their_line(points: str) -> None:
    error = get_refusal(seal_lines(HEAD, MOVED, SCORED.replace(b'"27/2"', points.encode())))
    assert error.line == 3
    check_message(error)


@pytest.mark.parametrize(
    "line",
    [
        b"\xff\xfe\x00",
        b'{"n":1,"at":1,"event":{"type":"\xff","by":3}}',
        b'{"n":1,"at":1,"event":{"type":"\\ud800","by":3}}',
        b"{'n':1}",
        b'{"n":1,',
        b"B3 B4 B5",
        b"NaN",
        b"[" * 100_000,
        b"[" * 100_000 + b"]" * 100_000,
        b'{"n":1,"at":1,"event":' + b'{"a":' * 100_000 + b"1" + b"}" * 100_001,
        b'{"n":1,"at":1,"event":{"type":"Moved","by":' + b"[" * 100_000 + b"]" * 100_000 + b"}}",
        b'{"n":1,"at":1,"event":{"type":"Moved","by":' + b"9" * 5000 + b"}}",
        b'{"n":1,"at":1,"event":{"type":"Moved","by":1e400}}',
        b'{"n":' + b"9" * 4000 + b',"at":1,"event":{"type":"Moved","by":3}}',
        b'{"n":-1,"at":1,"event":{"type":"Moved","by":3}}',
        b'{"n":1,"at":1,"event":{"type":"Moved","by":"' + b"x" * 10_000_000 + b'"}}',
        b'{"n":1,"at":1,"event":{"type":"' + b"x" * 10_000_000 + b'","by":3}}',
        b'{"n":1,"at":1,"event":{"type":"Moved","by":3,"' + b"x" * 10_000_000 + b'":1}}',
        b'{"n":1,"at":1,"event":{"type":"Moved","by":3,"a\\nb\\u001b[2J":1}}',
        b"x" * 10_000_000,
    ],
    ids=lambda line: f"{line[:50]!r} and so on, {len(line)} bytes",
)
def test_no_line_however_odd_does_harm(line: bytes) -> None:
    """Neither as it is nor with a hash that fits."""
    for data in (seal_lines(HEAD) + line + b"\n", seal_lines(HEAD, line)):
        error = get_refusal(data)
        assert error.line == 2
        check_message(error)
    check_message(get_refusal(line + b"\n"))


def test_a_huge_schema_version_is_refused_at_a_glance() -> None:
    check_message(get_refusal(seal_lines(HEAD.replace(b":2,", b":" + b"9" * 4000 + b","))))


@pytest.mark.parametrize(
    ("at", "limit"), [(-1, "of at least 0"), (LATEST + 1, f"of at most {LATEST}")]
)
def test_a_time_that_no_clock_shows_is_refused(at: int, limit: str) -> None:
    assert FORMAT.parse_log(seal_lines(HEAD, MOVED.replace(b"1700", b"0"))).entries[0].at == 0
    assert (
        FORMAT.parse_log(seal_lines(HEAD, MOVED.replace(b"1700", b"%d" % LATEST))).entries[0].at
        == LATEST
    )
    assert str(get_refusal(seal_lines(HEAD, MOVED.replace(b"1700", b"%d" % at)))) == (
        f"line 2: this is not an event (expected a whole number {limit}, at at)"
    )


@pytest.mark.parametrize("at", [-1, LATEST + 1])
def test_a_time_that_could_not_be_read_again_is_not_written(at: int) -> None:
    log = FORMAT.new_log(Header("Ala"))
    with pytest.raises(ValueError, match="at"):
        log.append(Moved(3), at)
    assert log.entries == []


# --- older schemas ----------------------------------------------------------------------------


def upgrade_schema_1(part: str, raw: dict[str, Any]) -> dict[str, Any]:
    """Read schema 1: the header called the name `who`, and moves did not say by how much."""
    if part == "header":
        return {"name": raw["who"]}
    return raw | {"by": 1} if raw["type"] == "Moved" else raw


def upgrade_schema_0(part: str, raw: dict[str, Any]) -> dict[str, Any]:
    """Read schema 0: events called their type `kind`."""
    return raw if part == "header" else {"type": raw["kind"]}


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    size: int
    delay: int = 0


class Ruled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rules: Rules


GROWN: LogFormat[Ruled, Event] = LogFormat(
    "demo", 2, Ruled, Event, later_fields={"rules": {"delay": 0}}
)


def test_a_field_that_came_later_is_written_only_where_it_says_something() -> None:
    old = GROWN.new_log(Ruled(Rules(7)))
    assert b'"header":{"rules":{"size":7}}' in old.lines[0]
    old.append(Moved(3), 1700)
    assert GROWN.parse_log(old.to_bytes()).header == Ruled(Rules(7, 0))
    assert GROWN.parse_log(old.to_bytes()).to_bytes() == old.to_bytes()
    new = GROWN.new_log(Ruled(Rules(7, 10)))
    assert b'"header":{"rules":{"size":7,"delay":10}}' in new.lines[0]
    assert GROWN.parse_log(new.to_bytes()).header == Ruled(Rules(7, 10))


UPGRADING: LogFormat[Header, Event] = LogFormat(
    "demo", 2, Header, Event, {0: upgrade_schema_0, 1: upgrade_schema_1}
)
OLD_HEAD = b'{"kostka":"demo","schema":1,"header":{"who":"Ala"}}'
OLD_MOVED = b'{"n":1,"at":5,"event":{"type":"Moved"}}'


def test_a_log_of_an_older_schema_is_upgraded() -> None:
    log = UPGRADING.parse_log(seal_lines(OLD_HEAD, OLD_MOVED, SCORED))
    assert log.header == Header("Ala")
    assert log.events == [Moved(1), Scored(Fraction(27, 2))]
    assert [entry.at for entry in log.entries] == [5, None]
    assert log.to_bytes().startswith(b'{"kostka":"demo","schema":2,"header":{"name":"Ala"}')
    assert UPGRADING.parse_log(log.to_bytes()).entries == log.entries


def test_upgrades_are_done_one_after_the_other() -> None:
    head = OLD_HEAD.replace(b":1,", b":0,")
    log = UPGRADING.parse_log(seal_lines(head, OLD_MOVED.replace(b"type", b"kind")))
    assert (log.header, log.events) == (Header("Ala"), [Moved(1)])


def test_a_log_of_the_present_schema_is_not_upgraded() -> None:
    assert UPGRADING.parse_log(seal_lines(HEAD, MOVED)).events == [Moved(3)]


def test_schemas_without_an_upgrade_are_refused() -> None:
    for schema in (b"-1", b"3"):
        data = seal_lines(HEAD.replace(b":2,", b":" + schema + b","))
        assert str(get_refusal(data, UPGRADING)) == (
            f"line 1: schema version {schema.decode()} is not known here, only 0 to 2"
        )


def test_the_hash_of_an_old_log_is_checked_before_it_is_upgraded() -> None:
    damaged = seal_lines(OLD_HEAD, OLD_MOVED).replace(b"Ala", b"Ela")
    assert str(get_refusal(damaged, UPGRADING)) == (
        "line 1: the line was changed: its hash does not fit"
    )


def test_an_old_log_that_cannot_be_upgraded_is_refused_with_its_line() -> None:
    head = OLD_HEAD.replace(b'"who"', b'"wer"')
    assert str(get_refusal(seal_lines(head), UPGRADING)) == (
        "line 1: this is not a valid header of schema version 1"
    )
    event = OLD_MOVED.replace(b'"type"', b'"kind"')
    assert str(get_refusal(seal_lines(OLD_HEAD, event), UPGRADING)) == (
        "line 2: this is not a valid event of schema version 1"
    )


# --- values as JSON ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (Fraction(27, 2), b'"27/2"'),
        (Fraction(-27, 2), b'"-27/2"'),
        (Fraction(13), b"13"),
        (Fraction(26, 2), b"13"),
        (Fraction(-4), b"-4"),
        (Fraction(0), b"0"),
        (Fraction(1, 3), b'"1/3"'),
    ],
)
def test_fractions_are_written_exactly(value: Fraction, written: bytes) -> None:
    assert to_json(value) == written
    assert from_json(written, Fraction) == value
    assert from_builtins(to_builtins(value), Fraction) == value
    assert to_builtins([value]) == [written.decode().strip('"') if b"/" in written else int(value)]


@given(st.fractions())
@settings(deadline=None)
def test_every_fraction_is_read_as_it_was_written(value: Fraction) -> None:
    assert from_json(to_json(value), Fraction) == value


@pytest.mark.parametrize("text", ["1.5", "null", "[]", '"1/0"', '"x"', '"0x1"', "true"])
def test_what_is_no_exact_number_is_refused(text: str) -> None:
    with pytest.raises(BadInput) as caught:
        from_json(text, Fraction)
    check_message(caught.value)
    with pytest.raises(BadInput):
        from_builtins(msgspec.json.decode(text), Fraction)


def test_a_fraction_of_a_million_digits_is_refused_at_once() -> None:
    """Ten to the power of a number that is written in a few bytes would take all memory."""
    with pytest.raises(BadInput):
        from_json(b'"1e999999"', Fraction)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "expected JSON, got nothing"),
        (b"{", "the JSON ends too early, after byte 1"),
        (b"[]", "expected an object, got a list"),
        (b"{}", "the field name is missing"),
        (b'{"name":7}', "expected text, got a whole number, at name"),
        (b'{"name":"a","b":1}', "there is no field b"),
        (
            '{"name":"\ud800"}',
            "the text is not UTF-8, from position 9 on",
        ),
    ],
)
def test_values_that_cannot_be_read_are_refused_with_the_field(
    data: bytes | str, message: str
) -> None:
    with pytest.raises(BadInput) as caught:
        from_json(data, Header)
    assert str(caught.value) == message


def test_plain_values_are_read_with_the_same_checks() -> None:
    assert from_builtins({"name": "Ala"}, Header) == Header("Ala")
    with pytest.raises(BadInput, match=r"^expected text, got a whole number, at name$"):
        from_builtins({"name": 7}, Header)
    with pytest.raises(BadInput, match=r"^there is no field b$"):
        from_builtins({"name": "Ala", "b": 1}, Header)


@pytest.mark.parametrize("opening", [b"[", b'{"a":'])
def test_deep_nesting_is_refused(opening: bytes) -> None:
    for kind in (list, dict, Header):
        with pytest.raises(BadInput) as caught:
            from_json(opening * 100_000, kind)
        check_message(caught.value)


def test_what_json_cannot_hold_is_an_error_of_the_program() -> None:
    with pytest.raises(NotImplementedError):
        to_json(object())
    with pytest.raises(NotImplementedError):
        to_builtins(object())


def test_the_kind_of_game_is_told_by_the_first_line() -> None:
    assert detect_game_kind(b'{"kostka":"word","schema":1,"more":"things"}\n{}\n') == "word"
    for data in (b"", b"\n", b"{}\n", b"[]", b'{"kostka":1}', b"\xff", b"[" * 100_000):
        assert detect_game_kind(data) is None
