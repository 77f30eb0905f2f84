"""Tournaments by the regulation: an event-sourced state machine, from registration to titles.

`decisions` maps every command to the roles that may give it and to the function that decides it
(in `registration`, `rounds`, `results`, `refereeing` and `undo`); `evolution` applies the events,
`views` shows the state to a role. `score_sheet` checks and scores a game; `seating`, `standings`
and `titles` compute; `changes` previews a command; `history` and `exports` describe and export the
log; `formats` has what differs between the regulation and Swiss rounds, which `pairing` pairs;
`proposals` seats a round; `player_list` parses lists of players; `proof` verifies a log.
"""

from kostka.events.game import SPECTATOR, Viewer
from kostka.tournament import commands, events
from kostka.tournament.changes import Change, preview_command
from kostka.tournament.clocks import compute_time_left
from kostka.tournament.commands import AnyCommand, FivePlayers
from kostka.tournament.decisions import decide, require_grant
from kostka.tournament.events import AnyEvent, CallReason, NewPlayer, Settings, TieResolution
from kostka.tournament.evolution import evolve, evolve_all
from kostka.tournament.formats import FORMATS, Format, FormatKey
from kostka.tournament.game import FORMAT, TOURNAMENTS, Tournament
from kostka.tournament.history import HistoryLine, list_history
from kostka.tournament.next_step import OrganiserStep, find_next_step
from kostka.tournament.online import build_score_sheet, list_room_rules
from kostka.tournament.player_list import PlayerList, parse_player_list
from kostka.tournament.proof import compute_proven_state, iterate_proven_states
from kostka.tournament.regulation_notes import list_regulation_clauses, list_regulation_notes
from kostka.tournament.roles import Author, Link, Role, hash_token
from kostka.tournament.rounds import list_seat_warnings
from kostka.tournament.score_sheet import ScoreSheet, SheetRack
from kostka.tournament.standings import StandingsRow, compute_standings
from kostka.tournament.state import Header, Phase, State, Status, create_initial_state
from kostka.tournament.titles import Title, TitleHolder, list_title_holders, list_undecided_ties
from kostka.tournament.views import View, view

__all__ = [
    "FORMAT",
    "FORMATS",
    "SPECTATOR",
    "TOURNAMENTS",
    "AnyCommand",
    "AnyEvent",
    "Author",
    "CallReason",
    "Change",
    "FivePlayers",
    "Format",
    "FormatKey",
    "Header",
    "HistoryLine",
    "Link",
    "NewPlayer",
    "OrganiserStep",
    "Phase",
    "PlayerList",
    "Role",
    "ScoreSheet",
    "Settings",
    "SheetRack",
    "StandingsRow",
    "State",
    "Status",
    "TieResolution",
    "Title",
    "TitleHolder",
    "Tournament",
    "View",
    "Viewer",
    "build_score_sheet",
    "commands",
    "compute_proven_state",
    "compute_standings",
    "compute_time_left",
    "create_initial_state",
    "decide",
    "events",
    "evolve",
    "evolve_all",
    "find_next_step",
    "hash_token",
    "iterate_proven_states",
    "list_history",
    "list_regulation_clauses",
    "list_regulation_notes",
    "list_room_rules",
    "list_seat_warnings",
    "list_title_holders",
    "list_undecided_ties",
    "parse_player_list",
    "preview_command",
    "require_grant",
    "view",
]
