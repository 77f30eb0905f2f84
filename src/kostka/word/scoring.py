"""The score of a word game: the points of every turn, and the winners (W-7, W-8, W-16)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class TurnScore(msgspec.Struct, frozen=True, gc=False):
    """How the points of one turn were found."""

    turn: int
    """Which turn of the game it was, from 1."""
    words: tuple[str, ...]
    """All words made, the longest, which counts, first (W-7)."""
    doubled: bool
    """Whether the whole rack was placed (W-8)."""
    points: int


class ScoreLine(msgspec.Struct, frozen=True, gc=False):
    """One player's line on the score sheet."""

    points: int
    big: int
    """1 for a win, also for one that is shared."""
    tiles: int
    """How many are left on the rack; they cost nothing."""
    turns: tuple[TurnScore, ...]

    @property
    def won(self) -> bool:
        """Whether the player has won, alone or with others."""
        return self.big > 0


class ScoreSheet(msgspec.Struct, frozen=True, gc=False):
    """The score sheet of one game, a line for every seat."""

    lines: tuple[ScoreLine, ...]

    def __post_init__(self) -> None:
        """Refuse a sheet that no game gives: somebody wins, and every line adds up."""
        if not self.winners or any(
            line.points != sum_turn_points(line.turns) for line in self.lines
        ):
            raise ValueError("a score sheet has a winner, and its lines add up")

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won."""
        return tuple(seat for seat, line in enumerate(self.lines) if line.won)


class FinalPlayer(msgspec.Struct, frozen=True, gc=False):
    """A player at the end of a game."""

    turns: tuple[TurnScore, ...]
    tiles: int
    present: bool


def sum_turn_points(turns: Sequence[TurnScore]) -> int:
    """Add up the points of turns."""
    return sum([turn.points for turn in turns])


def score_players(players: Sequence[FinalPlayer]) -> ScoreSheet:
    """Score a game: the most points win, ties share the win, players who left lose it (W-16)."""
    most = max(sum_turn_points(player.turns) for player in players if player.present)
    return ScoreSheet(
        tuple(
            ScoreLine(
                points=sum_turn_points(player.turns),
                big=int(player.present and sum_turn_points(player.turns) == most),
                tiles=player.tiles,
                turns=player.turns,
            )
            for player in players
        )
    )
