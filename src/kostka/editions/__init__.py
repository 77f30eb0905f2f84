"""Rules as data: the editions, house rules, and the clauses they are made of."""

from kostka.editions.books import CLASSIC, EDITIONS, SIX, TOURNAMENT, TRAVEL, TWIST, edition
from kostka.editions.clause_list import Clause, clause, clauses
from kostka.editions.model import Edition, house_rules

__all__ = [
    "CLASSIC",
    "EDITIONS",
    "SIX",
    "TOURNAMENT",
    "TRAVEL",
    "TWIST",
    "Clause",
    "Edition",
    "clause",
    "clauses",
    "edition",
    "house_rules",
]
