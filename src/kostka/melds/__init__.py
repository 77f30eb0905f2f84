"""What a valid set, table and turn is, and every violation with its clause."""

from kostka.melds.meld import Meld, judge
from kostka.melds.reading import MeldKind, Reading, read_set
from kostka.melds.turn import Table, TurnCheck, check_turn

__all__ = ["Meld", "MeldKind", "Reading", "Table", "TurnCheck", "check_turn", "judge", "read_set"]
