"""Tournaments by the regulation: an event-sourced state machine, from the list to the titles."""

from kostka.events.game import SPECTATOR, Viewer
from kostka.tournament import commands, events
from kostka.tournament.changes import Change, preview
from kostka.tournament.choices import choices, regulation
from kostka.tournament.clocks import time_left
from kostka.tournament.commands import AnyCommand, Five
from kostka.tournament.decisions import decide, grant_of
from kostka.tournament.events import AnyEvent, NewPlayer, Settings, Sharing, Trouble
from kostka.tournament.evolution import evolve, evolved
from kostka.tournament.game import FORMAT, TOURNAMENTS, Game
from kostka.tournament.history import HistoryLine, history
from kostka.tournament.lists import PlayerList, read_list
from kostka.tournament.online import paper_of
from kostka.tournament.paper import Paper, PaperRack
from kostka.tournament.roles import By, Link, Role, token_hash
from kostka.tournament.rounds import seat_warnings
from kostka.tournament.standings import Row, standings
from kostka.tournament.state import Header, Phase, State, Status, initial
from kostka.tournament.steps import Step, next_step
from kostka.tournament.titles import Title, Titled, open_ties, titles
from kostka.tournament.verifying import proven, verify
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
    "Paper",
    "PaperRack",
    "Phase",
    "PlayerList",
    "Role",
    "Row",
    "Settings",
    "Sharing",
    "State",
    "Status",
    "Step",
    "Title",
    "Titled",
    "Trouble",
    "View",
    "Viewer",
    "choices",
    "commands",
    "decide",
    "events",
    "evolve",
    "evolved",
    "grant_of",
    "history",
    "initial",
    "next_step",
    "open_ties",
    "paper_of",
    "preview",
    "proven",
    "read_list",
    "regulation",
    "seat_warnings",
    "standings",
    "time_left",
    "titles",
    "token_hash",
    "verify",
    "view",
]
