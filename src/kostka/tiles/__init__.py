"""Tiles, boxes, their notation and their shuffle."""

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
