"""`kostka score`: score a finished game or a match from the tiles left on the racks."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from typing import Any

from kostka.cli.arguments import Commands, add_edition_options, parse_edition, read_file
from kostka.cli.terminal import format_signed, print_json
from kostka.editions import Edition
from kostka.events.errors import BadInput, quote
from kostka.numbers.events import Ending
from kostka.numbers.match import list_standings
from kostka.numbers.score_explanation import describe_points, find_score_clause
from kostka.numbers.scoring import ScoreSheet, list_tile_points
from kostka.numbers.typed_racks import TypedRack, score_typed_racks
from kostka.tabletop.match import Standing
from kostka.tiles import format_set, parse_set

MARKS: dict[str, dict[str, bool]] = {
    "unopened": {"opened": False},
    "could-open": {"opened": False, "could_have_opened": True},
    "announced": {"opened": False, "announced": True},
    "no-turn": {"opened": False, "had_turn": False},
}

MAX_DIGITS = 5

HELP = """\
Write a rack as a name, a colon and the tiles left or their sum; nothing for the player who went
out:

  'Ann:'   'Ben: B3 K13 J'   'Cid: 27'

and, for a player who had not opened, one of these words:

  unopened     never opened; if tiles are given, it is worked out whether they could have (N-41)
  could-open   could have opened but did not (needed if only a sum is given)
  announced    announced the opening in time
  no-turn      never opened and had no turn with this rack

If no rack is empty, the pool has run out and the lowest rack wins (N-53).
A match is a file (- for standard input) with one rack per line and a blank line between games.

example: kostka score --edition classic 'Ann:' 'Ben: B3 K13 J' 'Cid: R5 R6 unopened'
"""


def add_command(commands: Commands) -> None:
    """Add `kostka score` and its options."""
    command = commands.add_parser(
        "score",
        help="score a finished game or a match",
        description="Score a finished game or the games of a match by the tiles left on the racks.",
        epilog=HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add_edition_options(command)
    command.add_argument("--json", action="store_true", help="print one JSON object per game")
    games = command.add_mutually_exclusive_group(required=True)
    games.add_argument(
        "--match", metavar="FILE", help="score the games in a file (- for standard input)"
    )
    games.add_argument(
        "racks", nargs="*", default=[], metavar="RACK", help="a player's rack, as 'NAME: TILES'"
    )
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> bool:
    """Score the games and print the results."""
    edition = parse_edition(arguments)
    games = _read_match_file(arguments.match) if arguments.match else [_parse_game(arguments.racks)]
    scored = [(racks, *score_typed_racks(edition, racks)) for racks in games]
    ranking = list_standings(edition, [sheet for _, _, sheet in scored])
    names = [rack.name for rack in games[0]]
    if arguments.json:
        for number, game in enumerate(scored, start=1):
            print_json(_encode_game(edition, number, *game))
        if arguments.match:
            print_json(_encode_match_standings(names, len(games), ranking))
        return True
    for number, game in enumerate(scored, start=1):
        print(_format_game(edition, f"Game {number}" if arguments.match else "Game", *game))
    if arguments.match:
        print(_format_match_standings(names, len(games), ranking))
    return True


# --- reading ----------------------------------------------------------------------------------


def _read_match_file(name: str) -> list[list[TypedRack]]:
    """Parse the games of a match; all have the same players, in the order of the first game."""
    try:
        text = read_file(name).decode()
    except UnicodeDecodeError as error:
        raise BadInput(f"{quote(name)} is not UTF-8 text, at byte {error.start}") from None
    games: list[list[TypedRack]] = [[]]
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            games.append([])
        elif not line.lstrip().startswith("#"):
            try:
                games[-1].append(_parse_rack(line))
            except BadInput as error:
                raise BadInput(f"{quote(name)}, line {number}: {error}") from None
    games = [game for game in games if game]
    if not games:
        raise BadInput(f"{quote(name)} does not contain a game")
    names = [rack.name for rack in games[0]]
    for number, game in enumerate(games, start=1):
        if sorted(rack.name for rack in game) != sorted(names):
            raise BadInput(f"game {number} does not have the players of game 1 (N-60)")
        game.sort(key=lambda rack: names.index(rack.name))
    return games


def _parse_game(texts: Iterable[str]) -> list[TypedRack]:
    return [_parse_rack(text) for text in texts]


def _parse_rack(text: str) -> TypedRack:
    name, colon, rest = text.partition(":")
    name = " ".join(name.split())
    if not colon or not name:
        raise BadInput(f"{quote(text)} is not a rack: write 'NAME: TILES'")
    fields: dict[str, Any] = {}
    tiles: list[str] = []
    for word in rest.split():
        if word.lower() in MARKS:
            fields |= MARKS[word.lower()]
        elif word != "-":
            tiles.append(word)
    if len(tiles) == 1 and tiles[0].isdecimal():
        digits = tiles[0].lstrip("0") or "0"
        if len(digits) > MAX_DIGITS:
            raise BadInput(f"{quote(digits)} is not a possible rack count")
        return TypedRack(name=name, total=int(digits), **fields)
    return TypedRack(name=name, faces=tuple(parse_set(" ".join(tiles))), **fields)


# --- writing ----------------------------------------------------------------------------------


def _encode_game(
    edition: Edition, number: int, racks: Sequence[TypedRack], ending: Ending, sheet: ScoreSheet
) -> dict[str, Any]:
    players = [
        {
            "name": rack.name,
            "points": line.points,
            "big": line.big,
            "rack": [str(face) for face in rack.faces] if rack.total is None else None,
            "count": line.count,
            "why": line.why,
            "how": describe_points(sheet, seat, list_tile_points(edition, rack.faces)),
            "clause": find_score_clause(sheet, seat),
        }
        for seat, (rack, line) in enumerate(zip(racks, sheet.lines, strict=True))
    ]
    return {"game": number, "ending": ending, "players": players}


def _encode_match_standings(
    names: Sequence[str], games: int, ranking: Iterable[Standing]
) -> dict[str, Any]:
    places = [
        {"place": s.place, "name": names[s.seat], "big": s.big, "points": s.points} for s in ranking
    ]
    return {"match": games, "standings": places}


def _format_game(
    edition: Edition, title: str, racks: Sequence[TypedRack], ending: Ending, sheet: ScoreSheet
) -> str:
    width = max(len(rack.name) for rack in racks)
    lines = [f"{title}, {edition.key}: {ending.replace('_', ' ')}"]
    for seat, (rack, line) in enumerate(zip(racks, sheet.lines, strict=True)):
        tiles = f"   {format_set(rack.faces)}" if rack.faces else ""
        counts = list_tile_points(edition, rack.faces)
        reason = f"{describe_points(sheet, seat, counts)} ({find_score_clause(sheet, seat)})"
        big = f"{line.big} big" if line.big else ""
        lines.append(
            f"  {rack.name:<{width}}  {format_signed(line.points):>6}  {big:5}  {reason}{tiles}"
        )
    return "\n".join(lines)


def _format_match_standings(names: Sequence[str], games: int, ranking: Iterable[Standing]) -> str:
    width = max(map(len, names))
    lines = [f"After {games} games" if games > 1 else "After 1 game"]
    for s in ranking:
        big = f"{s.big} big" if s.big else ""
        who = f"{s.place}. {names[s.seat]:<{width}}"
        lines.append(f"  {who}  {format_signed(s.points):>6}  {big}".rstrip())
    return "\n".join(lines)
