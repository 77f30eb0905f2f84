"""The word game: an event-sourced state machine like the number game's, on the same log."""

from kostka.events.game import SPECTATOR, Viewer
from kostka.word.bag import POLISH, Bag, LetterBag, bag_of
from kostka.word.commands import (
    Accept,
    AddRandomness,
    AnyCommand,
    Challenge,
    Draw,
    Leave,
    Pass,
    Place,
    RunOutOfTime,
    Start,
)
from kostka.word.decisions import check_placing, decide
from kostka.word.edition import WORD, Judging, WordEdition, word_house_rules
from kostka.word.events import AnyEvent, DrawReason, Ending
from kostka.word.evolution import evolve, evolved
from kostka.word.game import FORMAT, WORD_GAME, Game
from kostka.word.languages import bag_in, edition_in
from kostka.word.proof import Proof, verify
from kostka.word.scoring import ScoreLine, ScoreSheet, TurnScore
from kostka.word.state import Header, Phase, State, initial
from kostka.word.table import Judge, Letters, Turn, TurnCheck, Words, check_turn, texts
from kostka.word.theme import Theme, read_theme
from kostka.word.validity import judge_of, use_lexicon
from kostka.word.views import View, shown_header, view, view_event, views

__all__ = [
    "FORMAT",
    "POLISH",
    "SPECTATOR",
    "WORD",
    "WORD_GAME",
    "Accept",
    "AddRandomness",
    "AnyCommand",
    "AnyEvent",
    "Bag",
    "Challenge",
    "Draw",
    "DrawReason",
    "Ending",
    "Game",
    "Header",
    "Judge",
    "Judging",
    "Leave",
    "LetterBag",
    "Letters",
    "Pass",
    "Phase",
    "Place",
    "Proof",
    "RunOutOfTime",
    "ScoreLine",
    "ScoreSheet",
    "Start",
    "State",
    "Theme",
    "Turn",
    "TurnCheck",
    "TurnScore",
    "View",
    "Viewer",
    "WordEdition",
    "Words",
    "bag_in",
    "bag_of",
    "check_placing",
    "check_turn",
    "decide",
    "edition_in",
    "evolve",
    "evolved",
    "initial",
    "judge_of",
    "read_theme",
    "shown_header",
    "texts",
    "use_lexicon",
    "verify",
    "view",
    "view_event",
    "views",
    "word_house_rules",
]
