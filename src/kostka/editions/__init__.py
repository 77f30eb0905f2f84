"""Rules as data: the editions, house rules, and the clauses they are made of.

Start with `model.py`: an `Edition` holds every number and choice of a rule book. `books.py` has the
released editions as literals. `clauses.toml` has every numbered clause, which `clauses.py` loads.
"""

from kostka.editions.books import (
    CLASSIC,
    EDITIONS,
    MSO,
    SIX,
    TOURNAMENT,
    TRAVEL,
    TWIST,
    get_edition,
)
from kostka.editions.clauses import Clause, get_clause, load_clauses
from kostka.editions.model import Edition, apply_house_rules

__all__ = [
    "CLASSIC",
    "EDITIONS",
    "MSO",
    "SIX",
    "TOURNAMENT",
    "TRAVEL",
    "TWIST",
    "Clause",
    "Edition",
    "apply_house_rules",
    "get_clause",
    "get_edition",
    "load_clauses",
]
