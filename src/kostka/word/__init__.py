"""The word game: an event-sourced state machine like that of the number game.

Start with `turn.py`, which judges the words of a turn, and `decisions.py`, which turns commands
into events. `evolution.py`, `state.py`, `views.py`, `setup.py`, `ending.py`, `scoring.py`,
`game.py`, `proof.py` and `replay.py` are as in the number game. `edition.py` has the rules as
data, `bag.py` and `languages.py` the letter tiles; `validity.py` and `theme.py` say which words
count.
"""

from kostka.events.game import SPECTATOR, Viewer
from kostka.word.bag import POLISH, Bag, LetterBag, get_bag
from kostka.word.commands import (
    Accept,
    AddRandomness,
    AnyCommand,
    Challenge,
    CommitRandomness,
    Draw,
    Leave,
    Pass,
    Place,
    RunOutOfTime,
    Start,
)
from kostka.word.decisions import decide, judge_placing
from kostka.word.edition import WORD, Judging, WordEdition, apply_word_house_rules
from kostka.word.events import AnyEvent, DrawReason, Ending
from kostka.word.evolution import evolve, evolve_all
from kostka.word.game import FORMAT, WORD_GAME, Game
from kostka.word.languages import build_letter_bag, get_word_edition
from kostka.word.proof import Proof, verify_log
from kostka.word.scoring import ScoreLine, ScoreSheet, TurnScore
from kostka.word.state import Header, Phase, State, create_state
from kostka.word.theme import Theme, parse_theme
from kostka.word.turn import Judge, Letters, Turn, TurnCheck, Words, check_turn, spell_words
from kostka.word.validity import get_word_judge, register_lexicon
from kostka.word.views import View, build_views, hide_theme_words, view, view_event

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
    "CommitRandomness",
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
    "apply_word_house_rules",
    "build_letter_bag",
    "build_views",
    "check_turn",
    "create_state",
    "decide",
    "evolve",
    "evolve_all",
    "get_bag",
    "get_word_edition",
    "get_word_judge",
    "hide_theme_words",
    "judge_placing",
    "parse_theme",
    "register_lexicon",
    "spell_words",
    "verify_log",
    "view",
    "view_event",
]
