"""The number game: an event-sourced state machine for every number edition, and the match.

Start with `decisions.py`: a command leads to events, or is refused with the reasons in
`problems.py`. `evolution.py` applies events to the `state.py`, `views.py` hides what a player may
not know. `setup.py` deals, `redeal.py` knows who may ask for a new deal, `ending.py` finds the next
turn or the end, `scoring.py` and `score_explanation.py` fill the score sheet. `game.py`,
`match.py`, `proof.py` and `replay.py` are about whole games; `typed_racks.py` and `real_table.py`
help at tables with real tiles.
"""

from kostka.events.game import SPECTATOR, Viewer
from kostka.numbers.commands import (
    AddRandomness,
    Announce,
    AnyCommand,
    AskRedeal,
    CommitRandomness,
    Draw,
    EndGame,
    EndRoundTime,
    EndTurn,
    Leave,
    Pass,
    Penalise,
    Place,
    RunOutOfTime,
    Start,
    Undo,
    UseTime,
)
from kostka.numbers.decisions import decide
from kostka.numbers.events import AnyEvent, Ending
from kostka.numbers.evolution import evolve, evolve_all
from kostka.numbers.game import FORMAT, NUMBERS, Game
from kostka.numbers.match import Match, list_standings
from kostka.numbers.proof import verify_log
from kostka.numbers.scoring import (
    ScoreSheet,
    count_rack_points,
    score_going_out,
    score_lowest_rack_win,
)
from kostka.numbers.state import Header, Phase, State, create_state
from kostka.numbers.views import View, view, view_event
from kostka.tabletop.match import Standing, find_next_starter
from kostka.tabletop.proof import Proof

__all__ = [
    "FORMAT",
    "NUMBERS",
    "SPECTATOR",
    "AddRandomness",
    "Announce",
    "AnyCommand",
    "AnyEvent",
    "AskRedeal",
    "CommitRandomness",
    "Draw",
    "EndGame",
    "EndRoundTime",
    "EndTurn",
    "Ending",
    "Game",
    "Header",
    "Leave",
    "Match",
    "Pass",
    "Penalise",
    "Phase",
    "Place",
    "Proof",
    "RunOutOfTime",
    "ScoreSheet",
    "Standing",
    "Start",
    "State",
    "Undo",
    "UseTime",
    "View",
    "Viewer",
    "count_rack_points",
    "create_state",
    "decide",
    "evolve",
    "evolve_all",
    "find_next_starter",
    "list_standings",
    "score_going_out",
    "score_lowest_rack_win",
    "verify_log",
    "view",
    "view_event",
]
