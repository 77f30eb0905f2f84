"""`kostka replay` for the word game: events as text and as JSON."""

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
"""Fits a narrow terminal."""


def print_json_replay(game: Game) -> None:
    """Print one JSON object for the header and one per event."""
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
        print_json(
            {"n": entry.n, "at": entry.at, **_encode_event(state, seen)}
            | _encode_state_summary(state)
        )


def _encode_event(state: State, event: ev.AnyEvent) -> dict[str, Any]:
    fields: dict[str, Any] = to_builtins(event)
    match event:
        case ev.Placed():
            fields["tiles"] = _format_letters(state, event.tiles)
            fields["table"] = _format_each_word(state, event.table, event.letters)
        case ev.WordRefused():
            fields["table"] = _format_each_word(state, event.table, event.letters)
        case ev.Drew():
            fields["tiles"] = _format_letters(state, event.tiles)
        case ev.Mixed():
            fields["order"] = _format_letters(state, event.order)
        case ev.StartDrawn():
            fields["draws"] = [[seat, _format_letters(state, [tile])] for seat, tile in event.draws]
    return fields


def _format_letters(state: State, tiles: Iterable[TileId]) -> str:
    """Format tiles as letters; `?` is a joker, `·` a hidden tile."""
    return "".join([state.bag.faces[tile] if tile in state.bag else "·" for tile in tiles])


def _format_each_word(
    state: State, words: Iterable[Iterable[TileId]], letters: Letters
) -> list[str]:
    return [format_words(state.bag, [word], letters) for word in words]


def _encode_state_summary(state: State) -> dict[str, Any]:
    return {
        "turn": state.turn,
        "pool": len(state.pool),
        "racks": [len(seat.rack) for seat in state.seats],
        "table_now": _format_each_word(state, state.table, state.letters),
    }


# --- as text ----------------------------------------------------------------------------------


def print_text_replay(game: Game, paint: Painter) -> None:
    """Print every event in one or a few lines."""
    over = game.state.phase is Phase.FINISHED
    for event, state in WORD_GAME.replay(game.log):
        for line in _describe_event(state, event, paint, over=over):
            print(line)


def _describe_event(
    state: State, event: ev.AnyEvent, paint: Painter, *, over: bool
) -> Iterator[str]:
    who = state.header.names[event.seat] if hasattr(event, "seat") else ""
    match event:
        case ev.StartDrawn():
            names = state.header.names
            draws = [
                f"{names[seat]} {_format_letters(state, [tile])}" for seat, tile in event.draws
            ]
            yield f"     for the start: {', '.join(draws)}"
        case ev.StarterFound():
            yield f"     {who} starts"
        case ev.Dealt():
            yield f"     {event.each} tiles each, {len(state.pool)} left"
        case ev.Placed():
            points = _format_turn_score(
                TurnScore(state.turns, event.words, event.doubled, event.points)
            )
            placed = _format_letters(state, event.tiles)
            yield f"{state.turns:4} {paint.format_bold(who)} places {placed}: {points}"
            yield from _format_table(state, event, paint)
        case ev.Drew():
            tiles = _format_letters(state, event.tiles) if over else f"{len(event.tiles)} hidden"
            why = "" if event.reason is DrawReason.TURN else f" ({event.reason.replace('_', ' ')})"
            left = len(state.pool)
            yield f"{state.turns:4} {paint.format_bold(who)} draws {tiles}{why}, {left} left"
        case ev.WordRefused():
            wrong = ", ".join(event.wrong)
            what = "the move is undone and the turn is over (W-13)"
            yield f"{state.turns:4} {paint.format_bold(who)} lays a wrong word: {wrong}; {what}"
        case ev.Challenged():
            wrong = ", ".join(event.wrong)
            found = f"{wrong}: the move is undone" if wrong else "all words are valid"
            yield f"     {who} challenges the last move: {found} (W-13)"
        case ev.Finished():
            yield from _format_result(state, event, paint)
        case _:
            yield from _describe_minor_event(state, event, who)
    if over and isinstance(event, ev.Placed | ev.Drew) and state.seats[event.seat].rack:
        rack = _format_letters(state, sorted(state.seats[event.seat].rack))
        yield f"          {paint.format_dim('rack')} {rack}"


def _describe_minor_event(state: State, event: ev.AnyEvent, who: str) -> Iterator[str]:
    match event:
        case ev.RandomnessCommitted():
            yield f"     {who} commits to randomness for the shuffle"
        case ev.RandomnessAdded():
            yield f"     {who} adds to the shuffle"
        case ev.Mixed(mixing) if mixing > 1:
            yield "     the returned tiles are mixed into the bank"
        case ev.Passed():
            yield f"{state.turns:4} {who} passes"
        case ev.TimedOut():
            yield f"{state.turns:4} {who} runs out of time"
        case ev.Accepted():
            yield f"     {who} accepts the last move"
        case ev.LastMoveMade():
            yield "     last move, unless somebody challenges it"
        case ev.Left():
            yield f"     {who} leaves"
        case ev.LastRoundBegan():
            order = ", ".join(state.header.names[seat] for seat in event.seats)
            yield f"     last round: {order} (W-16)"


def _format_table(state: State, event: ev.Placed, paint: Painter) -> Iterator[str]:
    """Format the words, several per line, with the new ones marked."""
    made, line, width = set(event.words), "", 0
    for word in _format_each_word(state, event.table, event.letters):
        if width + len(word) > WIDTH:
            yield f"         {line}"
            line, width = "", 0
        line += f" {paint.format_bold(word) if word.upper() in made else word}"
        width += len(word) + 1
    yield f"         {line}"


def _format_turn_score(turn: TurnScore) -> str:
    """Format the points of a turn with the word that earned them."""
    word = turn.words[0] if turn.words else "no new word (W-6)"
    doubled = ", doubled" if turn.doubled else ""
    return f"{word} {turn.points}{doubled}"


def _format_result(state: State, event: ev.Finished, paint: Painter) -> Iterator[str]:
    yield paint.format_bold(f"The end: {event.ending.replace('_', ' ')}")
    width = max(map(len, state.header.names))
    for seat, line in enumerate(event.sheet.lines):
        name = state.header.names[seat]
        wins = "wins" if line.big else ""
        how = " + ".join(map(_format_turn_score, line.turns))
        yield f"  {name:<{width}}  {line.points:>4}  {wins:4}  {how}".rstrip()
