"""What a valid set, table and turn is, and every violation with its clause.

Start with `reading.py`: it reads tiles as a run or a group and finds their value. `meld.py` judges
one set, `turn.py` a whole turn. `invalid_sets.py` explains why tiles are not a set, with the texts
of `problems.py`; `tile_meanings.py` and `jokers.py` say what jokers stand for. `enumeration.py`
lists the sets that some tiles can make, and `tile_assignment.py` lays sets of faces with tiles.
"""

from kostka.melds.meld import Meld, judge_meld
from kostka.melds.reading import MeldKind, Reading, interpret_set
from kostka.melds.turn import Table, TurnCheck, check_turn

__all__ = [
    "Meld",
    "MeldKind",
    "Reading",
    "Table",
    "TurnCheck",
    "check_turn",
    "interpret_set",
    "judge_meld",
]
