"""A whole tournament of 100 over five rounds, with all that goes wrong in a hall.

What the papers say is kept apart and counted by `tests.oracle.tournament`; the standings must be
the same, and after every round also what a reload of the saved file gives.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random
from typing import get_args

import pytest
from msgspec.structs import replace

from kostka.numbers.events import Ending
from kostka.tournament import (
    FORMAT,
    AnyEvent,
    ScoreSheet,
    Settings,
    SheetRack,
    Status,
    TieResolution,
    Title,
    Tournament,
    compute_standings,
    list_history,
    list_title_holders,
    list_undecided_ties,
)
from kostka.tournament import commands as cmd
from kostka.tournament.state import TournamentTable
from tests.oracle.tournament import Line, Sheet, final
from tests.tools.record_tournament import SAVED, play_full_tournament
from tests.tournament.hall import HEAD, ORGANISER, REFEREE, Hall

ROUNDS = 5

Spot = tuple[int, int, int]


class Day:
    """A hall, and the pile of paper beside it."""

    def __init__(self, players: int, seed: int) -> None:
        self.hall = Hall(players, settings=Settings(rounds=ROUNDS, minutes=90))
        self.dice = Random(seed)
        self.pile: dict[Spot, Sheet] = {}
        """What really stands on paper, whatever was typed."""
        self.penalties: dict[str, int] = {}
        self.excluded: set[str] = set()
        self.unnoticed: list[tuple[Spot, ScoreSheet]] = []
        """Slips that somebody notices only in the next round."""

    def gone(self, player: int) -> bool:
        status = self.hall.state.players[player].status
        return status in (Status.WITHDRAWN, Status.EXCLUDED)

    def game(self, table: TournamentTable) -> ScoreSheet:
        """Let a table play a game."""
        there = [p for p in table.seats if not self.gone(p)]
        out = self.dice.random() < 0.8
        winner = self.dice.choice(there)
        racks: dict[int, SheetRack] = {}
        jokers = 2
        for player in there:
            has = self.dice.random() < 0.1 and jokers > 0
            jokers -= has
            opened = self.dice.random() < 0.9
            racks[player] = SheetRack(
                tiles=self.dice.randint(1, 60),
                jokers=int(has),
                opened=opened,
                could_have_opened=not opened and self.dice.random() < 0.3,
            )
        if out:
            racks[winner] = SheetRack()
            ending = Ending.WENT_OUT
        else:
            ending = self.dice.choice([Ending.POOL_EMPTY, Ending.ROUND_TIME])
        counts = [rack.tiles + 50 * rack.jokers for rack in racks.values()]
        return ScoreSheet(
            ending,
            tuple(racks.get(player) for player in table.seats),
            tie=not out and counts.count(min(counts)) > 1,
        )

    def sheet(self, table: TournamentTable, paper: ScoreSheet) -> Sheet:
        """Copy a game to the pile."""
        lines = [
            Line(
                self.hall.state.get_player_name(player),
                rack.tiles,
                rack.jokers,
                not rack.opened,
                rack.could_have_opened,
            )
            for player, rack in zip(table.seats, paper.racks, strict=True)
            if rack is not None
        ]
        return Sheet(paper.ending is Ending.WENT_OUT, lines)

    def play_round(self) -> None:
        """Play and type, with slips that are corrected before and after the end of the round."""
        hall, number = self.hall, self.hall.round.number
        for spot, paper in self.unnoticed:
            before = hall.seats
            hall.do(hall.correction(spot, paper))
            assert hall.seats == before  # the seats of a started round are frozen
        later: list[tuple[Spot, ScoreSheet]] = []
        for table, game in list(hall.round.list_missing_results()):
            if number in (2, 4) and game == 2 and table.number == 3:
                self.leave(table)
            paper = self.game(table)
            spot = (number, table.number, game)
            self.pile[spot] = self.sheet(table, paper)
            if self.dice.random() < 0.1:
                wrong = self.game(table)
                hall.enter(table.number, game, wrong)
                if wrong != paper:
                    later.append((spot, paper))
            else:
                hall.enter(table.number, game, paper)
                if self.dice.random() < 0.2:  # the phone did not hear the answer
                    assert hall.enter(table.number, game, paper) == []
        self.dice.shuffle(later)
        self.unnoticed = [later.pop()] if later and number < ROUNDS else []
        half = len(later) // 2
        for spot, paper in later[:half]:
            hall.do(hall.correction(spot, paper))
        hall.close()
        for spot, paper in later[half:]:
            hall.do(hall.correction(spot, paper, token=ORGANISER))

    def leave(self, table: TournamentTable) -> None:
        self.hall.do(cmd.Withdraw(table.seats[1], token=ORGANISER, reason="has to go"))

    def check(self) -> None:
        """Compare with the pencil, and with the saved file."""
        state = self.hall.state
        found = [
            (row.place, row.name, row.big, row.points)
            for row in compute_standings(state)
            if row.games
        ]
        if not self.unnoticed:
            assert found == final(list(self.pile.values()), self.penalties, self.excluded)
        assert Tournament.load(self.hall.tournament.to_bytes()).state == state


@pytest.mark.clause("Z-4", "Z-7")
def test_a_hundred_players_over_five_rounds_come_out_as_the_papers_say() -> None:
    day = Day(97, seed=7)
    hall = day.hall
    late = iter(["Late One", "Late Two", "Late Three"])
    for number in range(1, ROUNDS + 1):
        if number == 3:
            day.hall.add(next(late))
        hall.seat()
        if number == 1:  # 97 sit at 22 tables of 4 and 3 of 3; one more comes to each of two
            hall.lock()
            for name in (next(late), next(late)):
                hall.add(name)
                player = next(p.id for p in hall.state.players.values() if p.name == name)
                hall.do(cmd.SeatLate(player, token=ORGANISER))
            hall.start()
        else:
            hall.lock()
            hall.start()
        sizes = [len(table.seats) for table in hall.round.tables]
        assert sizes == sorted(sizes, reverse=True)
        day.play_round()
        if number == 2:
            rude = hall.seats[0][0]
            hall.do(cmd.Warn(rude, token=REFEREE, reason="hints to the next table"))
            hall.do(cmd.Penalise(hall.seats[1][0], points=25, token=REFEREE, reason="phone"))
            day.penalties[hall.state.get_player_name(hall.seats[1][0])] = 25
        if number == 3:
            hall.do(cmd.Exclude(rude, token=HEAD, reason="hints again"))
            day.excluded.add(hall.state.get_player_name(rude))
        day.check()
    assert len(hall.state.players) == 100
    assert len(day.pile) == 3 * sum(len(round_.tables) for round_ in hall.state.rounds)
    assert not day.unnoticed
    for tie in list_undecided_ties(hall.state):
        hall.do(cmd.DecideTitles(tie, TieResolution.SHARED, token=HEAD, reason="level"))
    hall.do(cmd.Finish(token=ORGANISER))
    day.check()
    lines = list_history(hall.tournament.log)
    assert len(lines) == len(hall.tournament.log.entries)
    assert all(line.text.isprintable() and line.by.name and line.at for line in lines)


@pytest.mark.parametrize("path", sorted(SAVED.glob("*.jsonl")), ids=lambda path: path.stem)
def test_tournaments_of_every_schema_version_load(path: Path) -> None:
    tournament = Tournament.load(path.read_bytes())
    assert {type(event) for event in tournament.log.events} == set(get_args(AnyEvent))
    found = [(one.title, one.row.name) for one in list_title_holders(tournament.state)]
    assert found == [
        (Title.CHAMPION, "P001"),
        (Title.VICE_CHAMPION, "P003"),
        (Title.VICE_CHAMPION, "P006"),
    ]
    assert compute_standings(tournament.state)[-1].name == "P005"  # excluded


def test_there_is_a_tournament_of_this_version() -> None:
    """Rule books may have changed since, so that the edition in its header is an older one."""
    saved = Tournament.load((SAVED / f"{FORMAT.schema}.jsonl").read_bytes()).log
    played = play_full_tournament().tournament.log
    assert played.events == saved.events
    assert replace(played.header, edition=saved.header.edition) == saved.header


def test_the_pencil_counts_as_the_regulation_does() -> None:
    sheets = [
        Sheet(went_out=True, lines=[Line("A", 0), Line("B", 5, 1), Line("C", 9, not_opened=True)]),
        Sheet(went_out=False, lines=[Line("A", 10), Line("B", 4), Line("C", 4)]),
    ]
    assert final(sheets, {"B": 2}, {"C"}) == [
        (1, "A", 1, Fraction(149)),
        (2, "B", 1, Fraction(-54)),
        (None, "C", 1, Fraction(-97)),
    ]
