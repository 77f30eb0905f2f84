"""Tiles, boxes, their notation and their shuffle.

Start with `tile.py` (what a tile shows) and `box.py` (every physical tile has an id). `notation.py`
parses and formats tiles, sets and tables; `shuffle.py` is the fair shuffle that players can check.
"""

from kostka.tiles.box import Box, BoxSpec, TileId, get_box
from kostka.tiles.notation import format_set, format_table, parse_set, parse_table, parse_tile
from kostka.tiles.tile import Colour, Face, Kind, make_joker, make_number_tile

__all__ = [
    "Box",
    "BoxSpec",
    "Colour",
    "Face",
    "Kind",
    "TileId",
    "format_set",
    "format_table",
    "get_box",
    "make_joker",
    "make_number_tile",
    "parse_set",
    "parse_table",
    "parse_tile",
]
