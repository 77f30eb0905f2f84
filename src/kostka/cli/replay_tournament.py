"""`kostka replay` for tournaments: every entry as text or JSON, and the proof of all draws."""

from __future__ import annotations

from datetime import UTC, datetime

from kostka.cli.terminal import Painter, print_json
from kostka.events.codec import to_builtins
from kostka.tournament import Tournament
from kostka.tournament import events as ev
from kostka.tournament.history import list_history
from kostka.tournament.proof import compute_proven_state


def print_json_replay(game: Tournament) -> None:
    """Print one JSON object for the tournament and one per entry."""
    state = game.state
    print_json(
        {
            "title": state.header.title,
            "commitment": state.public_commitment or None,
            "seed": state.public_seed or None,
            "finished": state.finished,
        }
    )
    for entry in game.log.entries:
        print_json({"n": entry.n, "at": entry.at, **to_builtins(entry.event)})


def print_text_replay(game: Tournament, paint: Painter) -> None:
    """Print each entry with its author."""
    print(paint.format_bold(game.state.header.title))
    for line in list_history(game.log):
        at = "" if line.at is None else f"{datetime.fromtimestamp(line.at / 1000, UTC):%H:%M} "
        undone = paint.format_dim(" (undone)") if line.undone else ""
        print(f"{line.entry:4} {at}{line.by.name}: {line.text}{undone}")
    if not game.state.public_seed:
        print(paint.format_dim("There was no draw yet, so its seed stays hidden."))


def print_proof(game: Tournament, *, as_json: bool) -> None:
    """Prove every entry, draws and lots included, and print what was proven."""
    state = compute_proven_state(game.log)
    draws = [
        event
        for event in game.log.events
        if isinstance(event, ev.Seated) and event.how is ev.SeatingMethod.DRAW
    ]
    commitment, seed = state.public_commitment, state.public_seed
    if as_json:
        print_json(
            {
                "commitment": commitment or None,
                "seed": seed or None,
                "draws": [[one.round, one.draw, one.words or ""] for one in draws],
                "entries": len(game.log.entries),
                "finished": state.finished,
            }
        )
        return
    ending = "over" if state.finished else "not over yet"
    print(f"The record is complete: {len(game.log.entries)} entries, the tournament is {ending}.")
    if commitment:
        shown = seed or "(kept secret until the first draw)"
        print(f"The draw is as committed: the SHA-256 of the seed {shown}")
        print(f"  prefixed with 'kostka draw 1:' is {commitment}.")
    else:
        print(f"The seed of the draw was public from the start: {seed}.")
    for one in draws:
        words = f", with the words {one.words!r}" if one.words else ""
        print(f"Draw {one.draw} of round {one.round} follows from the seed{words}.")
    print("All entries were made again by the regulation and lead to the same events.")
