"""Tournaments by the regulation: an event-sourced state machine, from the list to the titles."""

from kostka.events.game import SPECTATOR, Viewer
from kostka.tournament import commands, events
from kostka.tournament.changes import Change, preview
from kostka.tournament.clocks import time_left
from kostka.tournament.commands import AnyCommand, Five
from kostka.tournament.decisions import decide, grant_of
from kostka.tournament.events import AnyEvent, NewPlayer, Settings, Sharing, Trouble
from kostka.tournament.evolution import evolve, evolved
from kostka.tournament.game import FORMAT, TOURNAMENTS, Game
from kostka.tournament.history import HistoryLine, history
from kostka.tournament.lists import PlayerList, read_list
from kostka.tournament.next_step import OrganiserStep, find_next_step
from kostka.tournament.online import build_score_sheet
from kostka.tournament.proof import prove_log, prove_stepwise
from kostka.tournament.regulation_notes import list_regulation_clauses, list_regulation_notes
from kostka.tournament.roles import By, Link, Role, token_hash
from kostka.tournament.rounds import seat_warnings
from kostka.tournament.score_sheet import ScoreSheet, SheetRack
from kostka.tournament.standings import Row, standings
from kostka.tournament.state import Header, Phase, State, Status, initial
from kostka.tournament.titles import Title, Titled, open_ties, titles
from kostka.tournament.views import View, view

__all__ = [
    "FORMAT",
    "SPECTATOR",
    "TOURNAMENTS",
    "AnyCommand",
    "AnyEvent",
    "By",
    "Change",
    "Five",
    "Game",
    "Header",
    "HistoryLine",
    "Link",
    "NewPlayer",
    "OrganiserStep",
    "Phase",
    "PlayerList",
    "Role",
    "Row",
    "ScoreSheet",
    "Settings",
    "Sharing",
    "SheetRack",
    "State",
    "Status",
    "Title",
    "Titled",
    "Trouble",
    "View",
    "Viewer",
    "build_score_sheet",
    "commands",
    "decide",
    "events",
    "evolve",
    "evolved",
    "find_next_step",
    "grant_of",
    "history",
    "initial",
    "list_regulation_clauses",
    "list_regulation_notes",
    "open_ties",
    "preview",
    "prove_log",
    "prove_stepwise",
    "read_list",
    "seat_warnings",
    "standings",
    "time_left",
    "titles",
    "token_hash",
    "view",
]
