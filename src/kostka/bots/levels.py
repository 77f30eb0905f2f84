"""The bots there are, by level and by name."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from kostka.bots.adder import Adder
from kostka.bots.bot import Bot
from kostka.bots.holder import Holder
from kostka.bots.placer import Placer
from kostka.bots.playouts import Dreamer
from kostka.bots.rack import RackOnly
from kostka.bots.shifter import Shifter
from kostka.bots.strategy_bot import Strategy, StrategyBot
from kostka.bots.thinker import Thinker
from kostka.bots.variants import Dripper, Dumper, Impatient, JokerSaver, LateOpener, Wary
from kostka.events.errors import BadInput, quote
from kostka.solver import Objective

STRATEGIES: dict[str, Callable[[Random], Strategy]] = {
    "rack": RackOnly,
    "adder": Adder,
    "shifter": Shifter,
    "placer": lambda _: Placer(),
    "holder": lambda _: Holder(),
    "thinker": Thinker,
    "hold": lambda _: Holder(small_opening=False, minds_the_end=False, saves_points=False),
    "hold-small-opening": lambda _: Holder(minds_the_end=False, saves_points=False),
    "hold-mind-end": lambda _: Holder(small_opening=False, saves_points=False),
    "dumper": lambda _: Dumper(),
    "impatient": lambda _: Impatient(),
    "wary": lambda _: Wary(),
    "daring": lambda _: Holder(saves_points=False),
    "dreamer": Dreamer,
    "dearest": lambda _: Placer(Objective.POINTS),
    "joker-saver": lambda _: JokerSaver(),
    "late-opener": lambda _: LateOpener(),
    "dripper": lambda _: Dripper(),
}
"""Every way to play: the six levels, the weakest first, and studies of one thing each."""

LEVELS = ("rack", "adder", "shifter", "placer", "holder", "thinker")

_BY_LEVEL = {str(level): name for level, name in enumerate(LEVELS, start=1)}


def make_bot(name: str, seed: int) -> Bot:
    """Make a bot for one seat of one game: by its name, or by its level from 1 to 6.

    With the same seed and the same views it answers the same.
    """
    return StrategyBot(STRATEGIES[parse_bot_name(name)](Random(seed)))  # noqa: S311  (play, not secrets)


def parse_bot_name(name: str) -> str:
    """Give the name of a bot that is asked for by name or level."""
    wanted = name.strip().lower()
    wanted = _BY_LEVEL.get(wanted, wanted)
    if wanted not in STRATEGIES:
        known = ", ".join(STRATEGIES)
        raise BadInput(
            f"{quote(name)} is no bot: choose a level from 1 to {len(LEVELS)}, or {known}"
        )
    return wanted
