"""Recorded whole games, one for each edition and each way a game can end in it.

`python -m tests.tools.record_number_games` made them. Each is replayed event by event under watch:
no tile is lost or doubled, the table is always valid, nobody sees what is hidden, and no byte of
the file can change unnoticed. The checks of a single state are used by the other tests
of whole games too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from kostka.editions import EDITIONS, Edition
from kostka.events.codec import to_builtins, to_json
from kostka.events.errors import BadRecord
from kostka.events.log import Log, LogFormat
from kostka.melds import interpret_set
from kostka.numbers import (
    FORMAT,
    NUMBERS,
    SPECTATOR,
    AnyEvent,
    Ending,
    Game,
    Header,
    Phase,
    ScoreSheet,
    State,
    View,
    Viewer,
    verify_log,
    view,
    view_event,
)
from kostka.numbers import events as ev
from kostka.tabletop.events import Event
from kostka.tabletop.views import HIDDEN
from kostka.tiles import TileId
from tests.tools.record_number_games import list_endings, list_facts

GAMES = Path(__file__).parent / "games"
FILES = sorted(GAMES.glob("*.jsonl"))
LARGEST_FILE = 150_000

every_game = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


# --- checks of a single state -----------------------------------------------------------------


def check_tiles(state: State) -> None:
    """Every tile of the box is exactly once on a rack, on the table or in the pool."""
    racks = chain.from_iterable(seat.rack for seat in state.seats)
    tiles = sorted([*racks, *chain.from_iterable(state.table), *chain.from_iterable(state.stacks)])
    assert tiles == ([] if state.phase is Phase.GATHERING else list(state.box.tiles))


def check_table(state: State) -> None:
    """Every set on the table is valid."""
    for meld in state.table:
        assert interpret_set(state.box.get_faces(meld)), state.box.get_faces(meld)


def check_scores(edition: Edition, sheet: ScoreSheet) -> None:
    """The scores add up to zero, and only winners gain."""
    assert sum(line.points for line in sheet.lines) == 0
    assert sheet.winners
    gains = {sheet.lines[seat].points for seat in sheet.winners}
    assert len(gains) == 1
    assert min(gains) >= 0
    for seat, line in enumerate(sheet.lines):
        assert line.big == (seat in sheet.winners and edition.match_counts.value != "points")
        assert seat in sheet.winners or line.points <= 0


def check_view(state: State, shown: View) -> None:
    """A view holds what is open, exactly, and beside it only tiles that the viewer sees (N-28).

    A field that this does not know may hold nothing but such tiles: who adds a field that is open
    to everybody has to say so here.
    """
    viewer, over = shown.viewer, state.phase is Phase.FINISHED
    text = to_json(shown)
    assert not find_secrets(state, text)
    fields: dict[str, Any] = json.loads(text)
    is_open: dict[str, Any] = {
        "viewer": viewer,
        "header": state.header,
        "phase": state.phase,
        "pool": sum(len(stack) for stack in state.stacks),
        "stacks": [len(stack) for stack in state.stacks],
        "middle": state.middle,
        "turn": state.turn,
        "turns": state.turns,
        "turn_open": state.drawn is not None,
        "added": state.added,
        "start_draws": state.start_draws,
        "starter": state.starter,
        "deal": state.deal,
        "order_commitment": state.order_commitment,
        "last_round": state.last_round,
        "round_over": state.round_over,
        "result": state.result if over else None,
        "seed": state.seed if over else None,
    }
    assert {name: fields.pop(name) for name in is_open} == decode_plain(is_open)
    for number, seat in enumerate(state.seats):
        is_open = {
            "name": state.header.names[number],
            "tiles": len(seat.rack),
            "opened": seat.opened,
            "announced": seat.announced,
            "present": seat.present,
            "time_left": seat.time_left,
        }
        assert {name: fields["seats"][number].pop(name) for name in is_open} == is_open
        if over or number == viewer:
            assert fields["seats"][number].pop("rack") == list(seat.rack)
    assert not list(find_leaks(fields, list_known_tiles(state, viewer)))


OPEN_FIELDS = {
    "RandomnessCommitted": {"seat", "commitment"},
    "RandomnessAdded": {"seat", "words"},
    "StartDrawn": {"draws"},
    "StarterFound": {"seat"},
    "Mixed": {"deal", "commitment"},
    "Dealt": {"gifts"},
    "RedealAsked": {"seat"},
    "TurnBegan": {"seat"},
    "Placed": {"seat"},
    "Drew": {"seat", "reason", "stack"},
    "OpeningAnnounced": {"seat"},
    "TurnEnded": {"seat"},
    "Passed": {"seat"},
    "TimedOut": {"seat"},
    "MoveFailed": {"seat", "clauses"},
    "TimeUsed": {"seat", "milliseconds"},
    "FlagFell": {"seat"},
    "Left": {"seat"},
    "LastRoundBegan": {"seats", "ending"},
    "MoveUndone": {"by", "reason"},
    "Penalised": {"seat", "tiles", "by", "reason"},
    "EndedByReferee": {"by", "reason"},
    "Finished": {"ending", "sheet"},
}
"""What everybody may know of an event; the other fields may hold only tiles that one sees."""


def check_event(event: AnyEvent, shown: AnyEvent, after: State, viewer: Viewer) -> None:
    """An event as shown holds only what its viewer may know after it (N-28)."""
    text = to_json(shown)
    assert not find_secrets(after, text)
    fields: dict[str, Any] = json.loads(text)
    original = decode_plain(event)
    name = fields.pop("type")
    assert name == type(event).__name__
    for field in OPEN_FIELDS.get(name, ()):
        assert fields.pop(field) == original[field]
    if isinstance(event, ev.Drew):
        assert len(fields["tiles"]) == len(event.tiles)
    if isinstance(event, ev.TimedOut):
        assert len(fields.get("returned", ())) == len(event.returned)
    if isinstance(event, ev.TimedOut | ev.MoveFailed) and event.seat == viewer:
        assert fields.pop("draft") == original["draft"]  # what one laid oneself
    assert not list(find_leaks(fields, list_known_tiles(after, viewer)))


def decode_plain(value: object) -> Any:
    """Return a value as whoever reads its JSON has it."""
    return json.loads(to_json(value))


def find_secrets(state: State, text: bytes) -> list[str]:
    """Return the secrets of the shuffle that a text betrays before the game is over."""
    if state.phase is Phase.FINISHED:
        return []
    order = ",".join(map(str, state.order))
    return [secret for secret in (state.seed, order) if secret and secret.encode() in text]


def list_known_tiles(state: State, viewer: Viewer) -> set[int]:
    """The tiles that lie open to a viewer."""
    known: set[int] = set(chain.from_iterable(state.table))
    if state.phase is Phase.FINISHED:
        known.update(state.box.tiles)
    elif viewer is not None:
        known.update(state.seats[viewer].rack)
    return known


def find_leaks(value: Any, known: set[int], where: str = "") -> Iterator[str]:
    """Find everything that is not a known tile, a hidden one, or nothing at all."""
    match value:
        case dict():
            for name, inner in value.items():
                yield from find_leaks(inner, known, f"{where}.{name}")
        case list():
            for at, inner in enumerate(value):
                yield from find_leaks(inner, known, f"{where}[{at}]")
        case None | bool() | "":
            pass
        case int() if value == HIDDEN or value in known:
            pass
        case _:
            yield f"{where} shows {value!r}"


def list_viewers(state: State) -> list[Viewer]:
    return [SPECTATOR, *range(len(state.seats))]


# --- there is a game for every ending ---------------------------------------------------------


@pytest.mark.clause("N-40", "N-50", "N-51", "N-52", "Z-17")
def test_every_edition_has_a_game_for_every_way_to_end() -> None:
    recorded = {tuple(path.stem.split("-")[:2]) for path in FILES}
    missing = [
        f"{edition.key}-{ending}.jsonl"
        for edition in EDITIONS.values()
        for ending in list_endings(edition)
        if (edition.key, ending) not in recorded
    ]
    assert not missing, f"run python -m tests.tools.record_number_games: {missing}"


# --- each game --------------------------------------------------------------------------------


@every_game
def test_it_loads_and_is_saved_the_same(path: Path) -> None:
    data = path.read_bytes()
    assert len(data) <= LARGEST_FILE
    assert Game.load(data).to_bytes() == data


@every_game
def test_it_is_proved(path: Path) -> None:
    game = Game.load(path.read_bytes())
    proof = verify_log(game.log)
    assert proof.finished
    assert proof.seed == game.state.seed
    assert proof.commitment == game.log.header.commitment
    assert proof.orders[-1] == game.state.order_commitment
    assert proof.commands > 1


@every_game
@pytest.mark.clause("N-40", "N-53", "N-54")
def test_its_end_is_the_one_on_record(path: Path) -> None:
    game = Game.load(path.read_bytes())
    key, ending = path.stem.split("-")[:2]
    last = game.log.events[-1]
    assert isinstance(last, ev.Finished)
    assert (game.state.edition.key, last.ending) == (key, ending)
    assert game.state.result is not None
    assert game.state.result.ending is last.ending
    assert game.state.result.sheet == last.sheet
    check_scores(game.state.edition, last.sheet)
    for seat, line in zip(game.state.seats, last.sheet.lines, strict=True):
        faces = game.state.box.get_faces(seat.rack)
        assert line.tiles == len(faces)
        assert line.count == sum(f.number or game.state.edition.joker_penalty for f in faces)
    if last.ending is Ending.WENT_OUT:
        assert [line.tiles for line in last.sheet.lines].count(0) == 1
        assert last.sheet.lines[last.sheet.winners[0]].tiles == 0
    elif last.ending in (Ending.ALONE, Ending.FLAG_FELL):
        (alone,) = last.sheet.winners
        assert [seat.present for seat in game.state.seats].count(True) == 1
        assert game.state.seats[alone].present
    else:
        lowest = min(
            line.count
            for line, seat in zip(last.sheet.lines, game.state.seats, strict=True)
            if seat.present
        )
        for number, line in enumerate(last.sheet.lines):
            if number not in last.sheet.winners:
                assert line.points == -max(0, line.count - lowest)


@every_game
@pytest.mark.clause("N-23", "N-24")
def test_tiles_are_kept_and_sets_are_valid_at_every_step(path: Path) -> None:
    for _, state in NUMBERS.replay(FORMAT.parse_log(path.read_bytes())):
        check_tiles(state)
        check_table(state)


@every_game
@pytest.mark.clause("N-28", "Z-19")
def test_nobody_sees_what_is_hidden_at_any_step(path: Path) -> None:
    for event, state in NUMBERS.replay(FORMAT.parse_log(path.read_bytes())):
        for viewer in list_viewers(state):
            check_view(state, view(state, viewer))
            check_event(event, view_event(event, viewer), state, viewer)


@every_game
def test_time_goes_on(path: Path) -> None:
    times = [entry.at for entry in FORMAT.parse_log(path.read_bytes()).entries]
    known = [at for at in times if at is not None]
    assert len(known) == len(times)
    assert known == sorted(known)


# --- what the games hold together -------------------------------------------------------------


def test_every_kind_of_event_is_on_record() -> None:
    held = {type(event) for path in FILES for event in FORMAT.parse_log(path.read_bytes()).events}
    every_kind = {kind for name, kind in vars(ev).items() if is_event(name, kind)}
    assert held == every_kind


def is_event(name: str, kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, Event) and name != "Event"


@pytest.mark.clause("N-7", "N-41")
@pytest.mark.parametrize(
    ("name", "fact"),
    [
        ("six-went_out-redeal", "redeal after draws"),
        ("classic-alone-announced", "announcement helped"),
        ("classic-alone-vain", "announced without use"),
        ("tournament-alone-late", "late tile costs"),
    ],
)
def test_what_new_deals_and_announcements_lead_to_is_on_record(name: str, fact: str) -> None:
    assert fact in list_facts(Game.load((GAMES / f"{name}.jsonl").read_bytes()))


# --- the checks themselves notice -------------------------------------------------------------


@pytest.mark.clause("N-28")
def test_the_checks_notice_what_is_betrayed() -> None:
    game = Game.load((GAMES / "classic-went_out.jsonl").read_bytes())
    events = list(NUMBERS.replay(game.log))[:-1]
    event, state = next(
        (event, state) for event, state in reversed(events) if isinstance(event, ev.Drew)
    )
    mixed = next(event for event, _ in events if isinstance(event, ev.Mixed))
    sealed = game.log.events[0]
    assert isinstance(event, ev.Drew)
    viewer = (event.seat + 1) % len(state.seats)
    fair = view(state, viewer)
    check_view(state, fair)
    check_event(event, view_event(event, viewer), state, viewer)
    next_tile = next(chain.from_iterable(state.stacks))
    others_rack = state.seats[event.seat].rack
    seats = list(fair.seats)
    seats[event.seat] = replace(seats[event.seat], rack=others_rack)
    for betrayed in (
        replace(fair, seed=state.seed),
        replace(fair, drawn=next_tile),
        replace(fair, seats=tuple(seats)),
        replace(fair, table=(*fair.table, others_rack[:1])),
        replace(fair, stacks=tuple(chain.from_iterable(state.stacks))),
        replace(fair, start_draws=((tuple(enumerate(others_rack))),)),
        replace(fair, order_commitment=state.seed),
        msgspec.convert(to_builtins(fair) | {"order": state.order}, WithOrder),
        msgspec.convert(to_builtins(fair) | {"order": state.order[-1:]}, WithOrder),
    ):
        with pytest.raises(AssertionError):
            check_view(state, betrayed)
    for told in (event, mixed, sealed):
        with pytest.raises(AssertionError):
            check_event(told, told, state, viewer)


class WithOrder(View, frozen=True, kw_only=True):
    """A view to which somebody has added a field."""

    order: tuple[TileId, ...]


# --- no byte changes unnoticed ----------------------------------------------------------------

SAMPLES = 30


def find_unchained_names(data: bytes) -> range:
    """Return where the names stand that may be changed: between their brackets."""
    head = data.split(b"\n", 1)[0]
    start = head.rfind(b'"names":[') if json.loads(head)["schema"] > 1 else -1
    return range(start, len(head)) if start >= 0 else range(0)


def find_refused_line(data: bytes) -> int:
    """Return in which line a file is refused."""
    with pytest.raises(BadRecord) as refused:
        Game.load(data)
    assert refused.value.why
    assert str(refused.value).startswith(f"line {refused.value.line}: ")
    return refused.value.line


@every_game
def test_a_changed_byte_is_refused_with_its_line(path: Path) -> None:
    data = path.read_bytes()
    rng = Random(path.stem)
    ends = [at for at, byte in enumerate(data) if byte == ord("\n")]
    positions = [0, ends[0] - 1, ends[0], ends[0] + 1, ends[-2], ends[-2] + 1, len(data) - 2]
    positions += [len(data) - 1, *rng.sample(ends, 3), *rng.sample(range(len(data)), SAMPLES)]
    names = find_unchained_names(data)
    for at in positions:
        if at in names:
            continue
        changed = bytearray(data)
        changed[at] ^= rng.choice((0x01, 0x02, 0x20, 0x80, 0xFF, data[at] ^ ord("\n") or 1))
        assert find_refused_line(bytes(changed)) == 1 + data[:at].count(b"\n"), at


@every_game
def test_a_file_that_is_cut_off_is_refused_with_its_last_line(path: Path) -> None:
    data = path.read_bytes()
    rng = Random(path.stem)
    assert find_refused_line(b"") == 1
    assert find_refused_line(data + data[:1]) == 1 + data.count(b"\n")
    for at in (1, len(data) - 1, *rng.sample(range(1, len(data)), SAMPLES)):
        rest = data[:at]
        if not rest.endswith(b"\n"):
            assert find_refused_line(rest) == 1 + rest.count(b"\n"), at


@every_game
def test_a_file_with_lines_missing_at_the_end_is_no_finished_game(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    for kept in range(len(lines) - 1, 1, -max(1, len(lines) // 20)):
        try:
            game = Game.load(b"".join(lines[:kept]))
            assert game.state.result is None
            assert not verify_log(game.log).finished
        except BadRecord as refused:  # cut off between what follows from one command
            assert refused.line in (kept, kept + 1)  # noqa: PT017


@every_game
def test_lines_swapped_deleted_or_doubled_are_refused(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    rng = Random(path.stem)
    last = len(lines) - 1
    for at in (0, 1, last - 1, *rng.sample(range(2, last - 1), 6)):
        head, here, following, tail = lines[:at], lines[at], lines[at + 1], lines[at + 2 :]
        assert find_refused_line(b"".join([*head, following, here, *tail])) == at + 1
        assert find_refused_line(b"".join([*head, following, *tail])) == at + 1
        assert find_refused_line(b"".join([*head, here, here, following, *tail])) == at + 2
    assert find_refused_line(b"".join([*lines, lines[-1]])) == len(lines) + 1


# --- nor can a record be rewritten ------------------------------------------------------------


def forge_log(log: Log[Header, AnyEvent], at: int, event: AnyEvent) -> Log[Header, AnyEvent]:
    """Write a log again, hashes and all, with another event in one place."""
    forged = FORMAT.new_log(log.header)
    for number, entry in enumerate(log.entries):
        forged.append(event if number == at else entry.event, entry.at, more=entry.more)
    return forged


def iterate_forgeries(log: Log[Header, AnyEvent]) -> Iterator[tuple[int, AnyEvent]]:
    """Return forgeries: where, and what stands there instead."""
    for at, event in enumerate(log.events):
        match event:
            case ev.Sealed(seed):
                yield at, replace(event, seed=seed[::-1])
            case ev.Mixed(_, order):
                yield at, replace(event, order=order[::-1])
                yield at, replace(event, commitment="0" * 64)
            case ev.Placed(_, table, tiles) if len(tiles) > 1:
                yield at, replace(event, tiles=tiles[1:])
                yield at, replace(event, table=table[1:])
            case ev.Drew(_, tiles, _, _):
                yield at, replace(event, tiles=(*tiles, *tiles))
            case ev.TurnBegan(seat):
                yield at, replace(event, seat=(seat + 1) % len(log.header.names))
            case ev.Finished(_, sheet):
                first, *others, last = sheet.lines
                richer = replace(first, points=first.points + 1)
                poorer = replace(last, points=last.points - 1)
                yield at, replace(event, sheet=ScoreSheet((richer, *others, poorer)))


@every_game
@pytest.mark.clause("N-5")
def test_a_forged_record_is_not_proved(path: Path) -> None:
    log = FORMAT.parse_log(path.read_bytes())
    forgeries = list(iterate_forgeries(log))
    chosen = [*forgeries[:3], *Random(path.stem).sample(forgeries, 6), forgeries[-1]]
    for at, event in chosen:
        with pytest.raises(BadRecord) as refused:
            verify_log(FORMAT.parse_log(forge_log(log, at, event).to_bytes()))
        assert refused.value.line == at + 2, event


# --- old records stay readable ----------------------------------------------------------------


@every_game
def test_a_game_of_every_schema_loads_for_ever(path: Path) -> None:
    head = json.loads(path.read_bytes().splitlines()[0])
    assert head["kostka"] == "numbers"
    assert head["schema"] in range(1, FORMAT.schema + 1)
    assert Game.load(path.read_bytes()).state.result is not None


def test_there_is_a_game_of_every_schema() -> None:
    heads = [json.loads(path.read_bytes().splitlines()[0]) for path in FILES]
    assert {head["schema"] for head in heads} == {*range(1, FORMAT.schema + 1)}


class Head0(msgspec.Struct, frozen=True):
    players: str


class Head2(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    names: tuple[str, ...]
    rounds: int


class Said0(msgspec.Struct, frozen=True, tag="Said"):
    what: str


class Said2(msgspec.Struct, frozen=True, tag="Said", forbid_unknown_fields=True):
    words: str
    loud: bool


def names_apart(part: str, raw: dict[str, Any]) -> dict[str, Any]:
    """Schema 0 to 1: the players were one text."""
    return {"names": raw["players"].split("+")} if part == "header" else raw


def words_and_rounds(part: str, raw: dict[str, Any]) -> dict[str, Any]:
    """Schema 1 to 2: rounds are new, and an event changes its fields."""
    if part == "header":
        return raw | {"rounds": 1}
    return {"type": raw["type"], "words": raw["what"], "loud": False}


DEMO_0: LogFormat[Head0, Said0] = LogFormat("demo", 0, Head0, Said0)
DEMO_2: LogFormat[Head2, Said2] = LogFormat(
    "demo", 2, Head2, Said2, {0: names_apart, 1: words_and_rounds}
)


def old_record() -> bytes:
    log = DEMO_0.new_log(Head0("Ann+Ben"))
    log.append(Said0("hello"), 5)
    log.append(Said0("żegnaj"))
    return log.to_bytes()


def test_an_older_schema_is_upgraded_step_by_step() -> None:
    log = DEMO_2.parse_log(old_record())
    assert log.header == Head2(("Ann", "Ben"), 1)
    assert log.events == [Said2("hello", loud=False), Said2("żegnaj", loud=False)]
    assert [entry.at for entry in log.entries] == [5, None]
    again = DEMO_2.parse_log(log.to_bytes())
    assert log.to_bytes().startswith(b'{"kostka":"demo","schema":2,')
    assert (again.header, again.entries) == (log.header, log.entries)


def test_an_older_record_is_checked_before_it_is_upgraded() -> None:
    data = old_record()
    for at in range(len(data)):
        changed = bytearray(data)
        changed[at] ^= 0x01
        with pytest.raises(BadRecord) as refused:
            DEMO_2.parse_log(bytes(changed))
        assert refused.value.line == 1 + data[:at].count(b"\n")


def test_an_unknown_schema_is_refused_with_what_is_known() -> None:
    newer: LogFormat[Head2, Said2] = LogFormat("demo", 3, Head2, Said2)
    with pytest.raises(BadRecord, match=r"^line 1: schema version 3 .* only 0 to 2$"):
        DEMO_2.parse_log(newer.new_log(Head2(("Ann",), 1)).to_bytes())
    older: LogFormat[Head2, Said2] = LogFormat("demo", -1, Head2, Said2)
    with pytest.raises(BadRecord, match=r"^line 1: schema version -1 .* only 0 to 2$"):
        DEMO_2.parse_log(older.new_log(Head2(("Ann",), 1)).to_bytes())


def test_a_game_of_a_newer_version_is_refused_with_what_is_known() -> None:
    header = FORMAT.parse_log(FILES[0].read_bytes()).header
    newer: LogFormat[Header, AnyEvent] = LogFormat(
        "numbers", 3, Header, FORMAT.event_type, unchained_names_since=2
    )
    with pytest.raises(BadRecord, match=r"^line 1: schema version 3 .* only 1 to 2$"):
        Game.load(newer.new_log(header).to_bytes())


def test_a_record_of_another_game_is_refused() -> None:
    with pytest.raises(BadRecord, match=r"^line 1: .*'demo'.*'numbers'$"):
        Game.load(old_record())
