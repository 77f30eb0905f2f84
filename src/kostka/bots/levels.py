"""All bots of the number game, by level and by strategy. A new bot gets its entry here."""

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
from kostka.bots.strategy_variants import Dripper, Dumper, Impatient, JokerSaver, LateOpener, Wary
from kostka.bots.thinker import Thinker
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
"""Every strategy by name: those of the levels, weakest first, then the variants."""

LEVELS = {
    "beginner": "rack",
    "easy": "adder",
    "steady": "shifter",
    "skilled": "placer",
    "strong": "holder",
    "master": "thinker",
}
"""The strategy of each level, weakest first. The names are those of the client (`level.1` ...)."""

_BY_LEVEL = {str(number): name for number, name in enumerate(LEVELS.values(), start=1)} | LEVELS


def make_bot(name: str, seed: int) -> Bot:
    """Make a bot for one seat of one game, by the name or number of its level, or by strategy.

    The same seed and views give the same commands.
    """
    random = Random(seed)  # noqa: S311  (play, not secrets)
    return StrategyBot(STRATEGIES[resolve_bot_name(name)](random))


def resolve_bot_name(name: str) -> str:
    """Return the strategy of a level or strategy name; raise BadInput if there is none."""
    wanted = name.strip().lower()
    wanted = _BY_LEVEL.get(wanted, wanted)
    if wanted not in STRATEGIES:
        levels, strategies = ", ".join(LEVELS), ", ".join(STRATEGIES)
        raise BadInput(
            f"{quote(name)} is not a bot: choose a level (1 to {len(LEVELS)}, or {levels}),"
            f" or a strategy ({strategies})"
        )
    return wanted
