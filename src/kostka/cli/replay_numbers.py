"""`kostka replay` for the number game: events as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kostka.cli.terminal import Painter, format_signed, print_json
from kostka.events.codec import to_builtins
from kostka.events.errors import format_input
from kostka.events.game import MAX_TEXT_LENGTH
from kostka.numbers import NUMBERS, SPECTATOR, Game, Phase, State, view, view_event
from kostka.numbers import events as ev
from kostka.numbers.replay import find_opening_value
from kostka.numbers.score_explanation import describe_points, find_score_clause
from kostka.numbers.scoring import list_tile_points
from kostka.tabletop.main_time import format_clock
from kostka.tabletop.views import HIDDEN
from kostka.tiles import TileId

EVENT_TILES = ("tiles", "table", "draft", "returned", "order")


# --- as JSON ----------------------------------------------------------------------------------


def print_json_replay(game: Game) -> None:
    """Print one JSON object for the header and one per event."""
    over = game.state.phase is Phase.FINISHED
    header = game.log.header
    print_json(
        {
            "edition": header.edition.key,
            "players": header.names,
            "commitment": header.commitment,
            "finished": over,
        }
    )
    for entry, (event, state) in zip(game.log.entries, NUMBERS.replay(game.log), strict=True):
        seen = view_event(event, SPECTATOR, over=over)
        print_json(
            {"n": entry.n, "at": entry.at, **_encode_event(state, seen)}
            | _encode_state_summary(state)
        )


def _encode_event(state: State, event: ev.AnyEvent) -> dict[str, Any]:
    fields: dict[str, Any] = to_builtins(event)
    for name in EVENT_TILES:
        if isinstance(fields.get(name), tuple):
            fields[name] = [
                " ".join(_format_tile(state, tile) for tile in item)
                if isinstance(item, tuple)
                else _format_tile(state, item)
                for item in fields[name]
            ]
    if isinstance(event, ev.StartDrawn):
        fields["draws"] = [[seat, _format_tile(state, tile)] for seat, tile in event.draws]
    return fields


def _format_tile(state: State, tile: TileId) -> str:
    known = tile != HIDDEN and 0 <= tile < len(state.box)
    return str(state.box.get_face(tile)) if known else "?"


def _encode_state_summary(state: State) -> dict[str, Any]:
    seen = view(state, SPECTATOR)
    return {
        "turn": seen.turn,
        "pool": seen.pool,
        "racks": [seat.tiles for seat in seen.seats],
        "table_now": [" ".join(_format_tile(state, tile) for tile in meld) for meld in seen.table],
    }


# --- as text ----------------------------------------------------------------------------------


def print_text_replay(game: Game, paint: Painter) -> None:
    """Print every event in one or a few lines."""
    over = game.state.phase is Phase.FINISHED
    before = None
    for event, state in NUMBERS.replay(game.log):
        for line in _describe_event(before or state, state, event, paint, over=over):
            print(line)
        before = state


def _describe_event(
    before: State, state: State, event: ev.AnyEvent, paint: Painter, *, over: bool
) -> Iterator[str]:
    """Describe an event in one or a few lines."""
    who = state.header.names[event.seat] if hasattr(event, "seat") else ""
    box = state.box
    match event:
        case ev.StartDrawn():
            draws = [
                f"{state.header.names[s]} {paint.format_tiles([box.get_face(t)])}"
                for s, t in event.draws
            ]
            yield f"     for the start: {', '.join(draws)}"
        case ev.StarterFound():
            yield f"     {who} starts"
        case ev.Dealt():
            each = state.edition.rack_size
            yield f"     deal {state.deal}: {each} tiles each, {state.pool_size} left"
        case ev.RedealAsked():
            yield f"     {who} has three doubles and asks for a new deal (N-7)"
        case ev.Placed():
            value = find_opening_value(before, event)
            opening = "" if value is None else f" and opens with {value}"
            placed = paint.format_tiles(box.get_faces(event.tiles))
            yield f"{state.turns:4} {paint.format_bold(who)} places {placed}{opening}"
            yield from _format_table(state, event, paint)
            yield from _format_rack(state, event.seat, paint, over=over)
        case ev.Drew():
            tiles = _format_hidden_tiles(state, event.tiles, paint, over=over)
            why = (
                "" if event.reason is ev.DrawReason.TURN else f" ({event.reason.replace('_', ' ')})"
            )
            drawn = f"{paint.format_bold(who)} draws {tiles}{why}"
            yield f"{state.turns:4} {drawn}, {state.pool_size} left"
            yield from _format_rack(state, event.seat, paint, over=over)
        case ev.TimedOut():
            yield f"{state.turns:4} {who} runs out of time"
            if event.returned:
                loose = _format_hidden_tiles(state, event.returned, paint, over=over)
                yield f"     {who} takes {loose} back (Z-12)"
        case ev.Finished():
            yield from _format_result(state, event, paint)
        case _:
            yield from _describe_minor_event(state, event, who)


def _format_hidden_tiles(
    state: State, tiles: tuple[TileId, ...], paint: Painter, *, over: bool
) -> str:
    """Format tiles of a rack; while the game goes on, only how many they are."""
    return paint.format_tiles(state.box.get_faces(tiles)) if over else f"{len(tiles)} hidden"


def _describe_minor_event(  # noqa: C901, PLR0912  (a plain list of events)
    state: State, event: ev.AnyEvent, who: str
) -> Iterator[str]:
    match event:
        case ev.RandomnessCommitted():
            yield f"     {who} commits to randomness for the shuffle"
        case ev.RandomnessAdded():
            yield f"     {who} adds to the shuffle"
        case ev.OpeningAnnounced():
            yield f"     {who} will open in the next round (N-41)"
        case ev.Passed():
            yield f"{state.turns:4} {who} passes"
        case ev.MoveFailed():
            yield f"     the move is undone ({', '.join(event.clauses)})"
        case ev.TimeUsed():
            left = state.seats[event.seat].time_left or 0
            yield f"     {who} took {event.milliseconds / 1000:.1f} s and has {format_clock(left)}"
        case ev.FlagFell():
            yield f"{state.turns:4} {who} is out of time (M-4)"
        case ev.Left():
            yield f"     {who} leaves"
        case ev.RoundTimeEnded():
            yield "     the time of the round is over (Z-17)"
        case ev.LastRoundBegan():
            order = ", ".join(state.header.names[seat] for seat in event.seats)
            yield f"     last round: {order}"
        case ev.MoveUndone():
            yield _describe_ruling(event, "undoes the last move")
        case ev.Penalised():
            yield _describe_ruling(event, f"gives {who} {event.tiles} penalty tiles")
        case ev.EndedByReferee():
            yield _describe_ruling(event, "ends the game")


def _describe_ruling(event: ev.MoveUndone | ev.Penalised | ev.EndedByReferee, ruling: str) -> str:
    reason = format_input(event.reason, MAX_TEXT_LENGTH)
    return f"     referee {format_input(event.by)} {ruling}: {reason}"


def _format_table(state: State, event: ev.Placed, paint: Painter) -> Iterator[str]:
    """Format the table, a few sets per line, with the placed tiles marked."""
    placed = set(event.tiles)
    line, width = "", 0
    for meld in event.table:
        faces = state.box.get_faces(meld)
        shown = paint.format_tiles(faces, (tile in placed for tile in meld))
        plain = len(Painter(colour=False).format_tiles(faces, (tile in placed for tile in meld)))
        if width and width + plain > 70:  # noqa: PLR2004  (fits a narrow terminal)
            yield f"          {line}"
            line, width = "", 0
        line = f"{line}  |  {shown}" if line else shown
        width += plain + 5
    if line:
        yield f"          {line}"


def _format_rack(state: State, seat: int, paint: Painter, *, over: bool) -> Iterator[str]:
    rack = view(state, seat).seats[seat].rack if over else None
    if rack:
        faces = sorted(state.box.get_faces(rack))
        yield f"          {paint.format_dim('rack')} {paint.format_tiles(faces)}"


def _format_result(state: State, event: ev.Finished, paint: Painter) -> Iterator[str]:
    yield paint.format_bold(f"The end: {event.ending.replace('_', ' ')}")
    width = max(map(len, state.header.names))
    for seat, line in enumerate(event.sheet.lines):
        name = state.header.names[seat]
        faces = sorted(state.box.get_faces(state.seats[seat].rack))
        counts = list_tile_points(state.edition, faces)
        reason = (
            f"{describe_points(event.sheet, seat, counts)} ({find_score_clause(event.sheet, seat)})"
        )
        rack = paint.format_tiles(faces)
        big = f"{line.big} big" if line.big else ""
        points = format_signed(line.points)
        yield f"  {name:<{width}}  {points:>6}  {big:5}  {reason}   {rack}".rstrip()
