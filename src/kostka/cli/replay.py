"""`kostka replay`: print a saved game, or prove that it was played by the rules."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from kostka import numbers, tournament, word
from kostka.cli import replay_numbers, replay_tournament, replay_word
from kostka.cli.arguments import Commands, read_file
from kostka.cli.terminal import Painter, add_colour_option, is_colour_wanted, print_json
from kostka.events.errors import BadInput, quote
from kostka.events.log import detect_game_kind
from kostka.tabletop.randomness import Contribution


def add_command(commands: Commands) -> None:
    """Add `kostka replay` and its options."""
    command = commands.add_parser(
        "replay",
        help="replay or verify a saved game or tournament",
        description="Print a saved game turn by turn, or a tournament entry by entry. A file that"
        " was tampered with is rejected. Racks are shown if the game is over.",
        epilog="example: kostka replay game.jsonl; kostka replay game.jsonl --verify",
        allow_abbrev=False,
    )
    command.add_argument("file", metavar="FILE", help="saved game (- for standard input)")
    command.add_argument("--json", action="store_true", help="print one JSON object per event")
    command.add_argument(
        "--verify", action="store_true", help="verify the shuffle and every move instead"
    )
    add_colour_option(command)
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> bool:
    """Replay or verify the game."""
    try:
        _replay_game(read_file(arguments.file), arguments)
    except BadInput as error:
        raise BadInput(f"{quote(Path(arguments.file).name)}, {error}") from None
    except LookupError:
        # Hashes can match in a forged file too; only --verify finds the line.
        name = quote(Path(arguments.file).name)
        raise BadInput(f"{name} is not a record of a real game: see --verify") from None
    return True


def _replay_game(data: bytes, arguments: argparse.Namespace) -> None:
    """Replay or verify the game, whichever kind the file holds."""
    paint = Painter(colour=is_colour_wanted(arguments.colour))
    if detect_game_kind(data) == tournament.FORMAT.game:
        _replay_tournament(tournament.Tournament.load(data), arguments, paint)
        return
    if detect_game_kind(data) == word.FORMAT.game:
        words = word.Game.load(data)
        if arguments.verify:
            _print_proof(words, word.verify_log(words.log), as_json=arguments.json)
        elif arguments.json:
            replay_word.print_json_replay(words)
        else:
            _print_heading(words, paint)
            replay_word.print_text_replay(words, paint)
            _print_footer(words, paint)
        return
    game = numbers.Game.load(data)
    if arguments.verify:
        _print_proof(game, numbers.verify_log(game.log), as_json=arguments.json)
    elif arguments.json:
        replay_numbers.print_json_replay(game)
    else:
        _print_heading(game, paint)
        replay_numbers.print_text_replay(game, paint)
        _print_footer(game, paint)


def _replay_tournament(
    saved: tournament.Tournament, arguments: argparse.Namespace, paint: Painter
) -> None:
    if arguments.verify:
        replay_tournament.print_proof(saved, as_json=arguments.json)
    elif arguments.json:
        replay_tournament.print_json_replay(saved)
    else:
        replay_tournament.print_text_replay(saved, paint)


def _print_heading(game: numbers.Game | word.Game, paint: Painter) -> None:
    header = game.log.header
    first = game.log.entries[0].at if game.log.entries else None
    when = f", {datetime.fromtimestamp(first / 1000, UTC):%Y-%m-%d %H:%M} UTC" if first else ""
    print(paint.format_bold(f"{header.edition.key}: {', '.join(header.names)}{when}"))


def _print_footer(game: numbers.Game | word.Game, paint: Painter) -> None:
    if game.state.result is None:
        print(paint.format_dim("The game is not over, so the racks stay hidden."))


def _print_proof(
    game: numbers.Game | word.Game, proof: numbers.Proof | word.Proof, *, as_json: bool
) -> None:
    if as_json:
        print_json(proof)
        return
    state = "finished" if proof.finished else "not finished yet"
    print(f"The record is complete: {len(game.log.entries)} events, the game is {state}.")
    seed = proof.seed or "(kept secret until the game is over)"
    print(f"The shuffle is as committed: the SHA-256 of the seed {seed}")
    print(f"  prefixed with 'kostka seed 1:' is {proof.commitment}.")
    for line in _describe_contributions(game.log.header.names, proof.contributions):
        print(line)
    for number, order in enumerate(proof.orders, start=1):
        print(f"Deal {number} follows the order committed before it: {order}.")
    print(f"All {proof.commands} commands were replayed and lead to the same events.")
    if proof.rechained:
        print("A name was removed from this record later, and its lines were chained again:")
        print("  the hashes of the lines are not those from the time of the game.")
    if not proof.names_chained:
        print("The names of the players are not part of the proof.")
    if isinstance(proof, word.Proof) and not proof.looked_up:
        print("The lexicon of the game is not installed here:")
        print("  words are accepted as they were judged in the game.")


def _describe_contributions(
    names: Sequence[str], contributions: Sequence[Contribution]
) -> Iterator[str]:
    """Describe who added to the shuffle, and how."""
    revealed = [
        one for one in contributions if one.commitment is not None and one.words is not None
    ]
    if revealed:
        yield f"Added to the shuffle, as committed to before: {_list_names(names, revealed)}."
    missing = [one for one in contributions if one.words is None]
    if missing:
        yield f"Committed to, but not revealed before the deal: {_list_names(names, missing)}."
    spoken = [one for one in contributions if one.commitment is None]
    if spoken:
        yield f"Added to the shuffle without a commitment: {_list_names(names, spoken)}."
    if not revealed and not spoken:
        yield "No player added to the shuffle: it follows from the seed alone."


def _list_names(names: Sequence[str], contributions: Sequence[Contribution]) -> str:
    return ", ".join(names[one.seat] for one in contributions)
