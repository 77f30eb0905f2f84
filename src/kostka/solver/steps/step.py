"""One step of a play, and how to put it in a sentence."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from kostka.solver.task import Sets
from kostka.tiles.notation import format_set, format_table
from kostka.tiles.tile import Face

Tiles = tuple[Face, ...]


class StepCode(StrEnum):
    """What a step does."""

    TAKE = "take"
    """Tiles are taken out of a set; the others stay."""
    SPLIT = "split"
    """A set becomes several; tiles between them may become free."""
    BREAK_UP = "break_up"
    """All tiles of a set become free."""
    REPLACE = "replace"
    """Tiles take the place of jokers, which become free (N-24)."""
    ADD = "add"
    """Tiles are added to a set."""
    JOIN = "join"
    """Sets become one, perhaps with tiles added."""
    LAY = "lay"
    """A new set of free tiles, from the rack or the table."""


class Step(msgspec.Struct, frozen=True, gc=False):
    """One thing to do: sets and free tiles become other sets and other free tiles."""

    code: StepCode
    sets: Sets = ()
    """The sets on the table that are changed."""
    tiles: Tiles = ()
    """The free tiles that are laid."""
    becomes: Sets = ()
    """The sets that replace them."""
    free: Tiles = ()
    """The tiles that are free afterwards."""
    rack: Tiles = ()
    """Those of `tiles` that come from the rack."""

    @property
    def sentence_values(self) -> dict[str, str]:
        """What a sentence about the step names, in notation."""
        return {
            "sets": format_table(self.sets),
            "tiles": format_set(self.tiles),
            "becomes": format_table(self.becomes),
            "free": format_set(self.free),
        }

    @property
    def text(self) -> str:
        """The step as an English sentence."""
        return self._choose_template().format(**self.sentence_values).replace(" | ", " and ")

    def __str__(self) -> str:
        return self.text

    def _choose_template(self) -> str:
        match self.code:
            case StepCode.SPLIT if self.free:
                return "split {sets} into {becomes}, with {free} free"
            case StepCode.JOIN if self.tiles:
                return "join {sets} with {tiles}"
            case StepCode.LAY if len(self.rack) == len(self.tiles):
                return "lay {tiles} from the rack"
            case StepCode.REPLACE if sum(not face.number for face in self.sets[0]) > 1:
                return "put {tiles} for {free} in {sets}"
        return _TEMPLATES[self.code]


_TEMPLATES = {
    StepCode.TAKE: "take {free} from {sets}",
    StepCode.SPLIT: "split {sets} into {becomes}",
    StepCode.BREAK_UP: "break up {sets}",
    StepCode.REPLACE: "put {tiles} for the joker in {sets}",
    StepCode.ADD: "add {tiles} to {sets}",
    StepCode.JOIN: "join {sets}",
    StepCode.LAY: "lay {tiles}",
}
