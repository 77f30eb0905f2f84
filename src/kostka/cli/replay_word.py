"""`kostka replay` for the word game: its events in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from kostka.cli.terminal import Painter, print_json
from kostka.events.codec import to_builtins
from kostka.tiles import TileId
from kostka.word import SPECTATOR, WORD_GAME, DrawReason, Game, Letters, Phase, State, view_event
from kostka.word import events as ev
from kostka.word.notation import format_words
from kostka.word.scoring import TurnScore

WIDTH = 70
"""Words fit a narrow terminal."""


def replay_json(game: Game) -> None:
    """Write an object for the header, and one for every event."""
    over = game.state.phase is Phase.FINISHED
    header = game.log.header
    theme = header.edition.theme
    print_json(
        {
            "edition": header.edition.key,
            "lexicon": header.edition.lexicon,
            "judging": header.edition.judging,
            "theme": theme and theme.title,
            "players": header.names,
            "commitment": header.commitment,
            "finished": over,
        }
    )
    for entry, (event, state) in zip(game.log.entries, WORD_GAME.replay(game.log), strict=True):
        seen = view_event(event, SPECTATOR, over=over)
        print_json({"n": entry.n, "at": entry.at, **_in_notation(state, seen)} | _summary(state))


def _in_notation(state: State, event: ev.AnyEvent) -> dict[str, Any]:
    fields: dict[str, Any] = to_builtins(event)
    match event:
        case ev.Placed():
            fields["tiles"] = _letters(state, event.tiles)
            fields["table"] = _words(state, event.table, event.letters)
        case ev.Drew():
            fields["tiles"] = _letters(state, event.tiles)
        case ev.Mixed():
            fields["order"] = _letters(state, event.order)
        case ev.StartDrawn():
            fields["draws"] = [[seat, _letters(state, [tile])] for seat, tile in event.draws]
    return fields


def _letters(state: State, tiles: Iterable[TileId]) -> str:
    """Write tiles as letters; `?` is a joker, `·` a tile that is hidden."""
    return "".join([state.bag.faces[tile] if tile in state.bag else "·" for tile in tiles])


def _words(state: State, words: Iterable[Iterable[TileId]], letters: Letters) -> list[str]:
    return [format_words(state.bag, [word], letters) for word in words]


def _summary(state: State) -> dict[str, Any]:
    return {
        "turn": state.turn,
        "pool": len(state.pool),
        "racks": [len(seat.rack) for seat in state.seats],
        "table_now": _words(state, state.table, state.letters),
    }


# --- as text ----------------------------------------------------------------------------------


def replay_text(game: Game, paint: Painter) -> None:
    """Tell every event in a line or a few."""
    over = game.state.phase is Phase.FINISHED
    for event, state in WORD_GAME.replay(game.log):
        for line in _told(state, event, paint, over=over):
            print(line)


def _told(state: State, event: ev.AnyEvent, paint: Painter, *, over: bool) -> Iterator[str]:
    who = state.header.names[event.seat] if hasattr(event, "seat") else ""
    match event:
        case ev.StartDrawn():
            names = state.header.names
            draws = [f"{names[seat]} {_letters(state, [tile])}" for seat, tile in event.draws]
            yield f"     for the start: {', '.join(draws)}"
        case ev.StarterFound():
            yield f"     {who} starts"
        case ev.Dealt():
            yield f"     {event.each} tiles each, {len(state.pool)} left"
        case ev.Placed():
            points = _points(TurnScore(state.turns, event.words, event.doubled, event.points))
            placed = _letters(state, event.tiles)
            yield f"{state.turns:4} {paint.strong(who)} places {placed}: {points}"
            yield from _table(state, event, paint)
        case ev.Drew():
            tiles = _letters(state, event.tiles) if over else f"{len(event.tiles)} hidden"
            why = "" if event.reason is DrawReason.TURN else f" ({event.reason.replace('_', ' ')})"
            yield f"{state.turns:4} {paint.strong(who)} draws {tiles}{why}, {len(state.pool)} left"
        case ev.Challenged():
            wrong = ", ".join(event.wrong)
            found = f"{wrong}: the move is undone" if wrong else "all words are valid"
            yield f"     {who} challenges the last move: {found} (W-13)"
        case ev.Finished():
            yield from _result(state, event, paint)
        case _:
            yield from _told_briefly(state, event, who)
    if over and isinstance(event, ev.Placed | ev.Drew) and state.seats[event.seat].rack:
        rack = _letters(state, sorted(state.seats[event.seat].rack))
        yield f"          {paint.faint('rack')} {rack}"


def _told_briefly(state: State, event: ev.AnyEvent, who: str) -> Iterator[str]:
    match event:
        case ev.RandomnessAdded():
            yield f"     {who} adds to the shuffle"
        case ev.Mixed(mixing) if mixing > 1:
            yield "     the tiles that went back are mixed into the bank"
        case ev.Passed():
            yield f"{state.turns:4} {who} passes"
        case ev.TimedOut():
            yield f"{state.turns:4} {who} runs out of time"
        case ev.Accepted():
            yield f"     {who} accepts the last move"
        case ev.LastMoveMade():
            yield "     the last move is made, if nobody challenges it"
        case ev.Left():
            yield f"     {who} leaves"
        case ev.LastRoundBegan():
            order = ", ".join(state.header.names[seat] for seat in event.seats)
            yield f"     last round: {order} (W-16)"


def _table(state: State, event: ev.Placed, paint: Painter) -> Iterator[str]:
    """Write the words, some a line; those that were made are marked."""
    made, line, width = set(event.words), "", 0
    for word in _words(state, event.table, event.letters):
        if width + len(word) > WIDTH:
            yield f"         {line}"
            line, width = "", 0
        line += f" {paint.strong(word) if word.upper() in made else word}"
        width += len(word) + 1
    yield f"         {line}"


def _points(turn: TurnScore) -> str:
    """Say how the points of a turn came about."""
    word = turn.words[0] if turn.words else "no new word"
    doubled = ", doubled" if turn.doubled else ""
    return f"{word} {turn.points}{doubled}"


def _result(state: State, event: ev.Finished, paint: Painter) -> Iterator[str]:
    yield paint.strong(f"The end: {event.ending.replace('_', ' ')}")
    width = max(map(len, state.header.names))
    for seat, line in enumerate(event.sheet.lines):
        name = state.header.names[seat]
        wins = "wins" if line.big else ""
        how = " + ".join(map(_points, line.turns))
        yield f"  {name:<{width}}  {line.points:>4}  {wins:4}  {how}".rstrip()
