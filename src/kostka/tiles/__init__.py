"""Tiles, boxes, their notation and their shuffle."""

from kostka.tiles.box import Box, BoxSpec, TileId, box_of
from kostka.tiles.notation import format_set, format_table, parse_set, parse_table, parse_tile
from kostka.tiles.tile import Colour, Face, Kind, joker, number_tile

__all__ = [
    "Box",
    "BoxSpec",
    "Colour",
    "Face",
    "Kind",
    "TileId",
    "box_of",
    "format_set",
    "format_table",
    "joker",
    "number_tile",
    "parse_set",
    "parse_table",
    "parse_tile",
]
