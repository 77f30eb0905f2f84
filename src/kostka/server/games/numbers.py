"""The number game on the server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from enum import StrEnum
from functools import cache
from typing import Any, cast, get_args, get_type_hints

import msgspec
from msgspec.structs import replace

from kostka.bots import LEVELS, Bot, make_bot
from kostka.editions import EDITIONS, Edition, get_edition, house_rules
from kostka.editions.model import RANGES
from kostka.events.codec import to_builtins, to_json
from kostka.events.errors import BadInput, quote
from kostka.events.game import Viewer
from kostka.events.log import Log
from kostka.melds.jokers import jokers_read
from kostka.melds.turn import Table as Sets
from kostka.melds.turn import TurnCheck, check_turn
from kostka.numbers import commands as cmd
from kostka.numbers import events as ev
from kostka.numbers.explain import sums
from kostka.numbers.game import Game
from kostka.numbers.match import standings
from kostka.numbers.proof import verify
from kostka.numbers.replay import Replay, replay
from kostka.numbers.state import Header, State
from kostka.numbers.views import View, own, view, view_event
from kostka.protocol.requests import AskHint, Do, Draft
from kostka.protocol.responses import DraftJudged, DraftNews, GameNews, Hint, Problem
from kostka.server.games.game_kind import NULL, Around, Book
from kostka.server.games.house_rule_option import Knob
from kostka.server.games.number_hints import hint
from kostka.server.games.set_verdict import set_judged
from kostka.tabletop.match import Sheet, Standing
from kostka.tiles.box import Box
from kostka.word.theme import Theme

NumbersLog = Log[Header, ev.AnyEvent]


NO_KNOBS = frozenset(
    {"key", "age", "players_min", "players_max", "box", "no_threshold_advised_for"}
    | {"turn_seconds_choices", "timed_rounds"}
)
"""Fields of an edition that a form does not offer. House rules may change most of them too."""


def _knobs() -> Iterator[Knob]:
    ranges = {name: (low, high) for name, low, high, _ in RANGES}
    for name, annotation in get_type_hints(Edition).items():
        kinds = get_args(annotation) or (annotation,)
        if name in NO_KNOBS:
            continue
        if name in ranges:
            low, high = ranges[name]
            yield Knob(name, "number", low, high, optional=type(None) in kinds)
        elif issubclass(annotation, StrEnum):
            yield Knob(name, "choice", choices=tuple(choice.value for choice in annotation))
        else:
            assert annotation is bool, name
            yield Knob(name, "switch")


class Numbers:
    """Every edition with number tiles."""

    name = "numbers"
    books: Mapping[str, Book] = EDITIONS
    players_clause = "N-1"
    levels = len(LEVELS)
    knobs: tuple[Knob, ...] = tuple(_knobs())
    requests: tuple[type, ...] = (Do, Draft)
    whenever: tuple[type, ...] = (cmd.Leave, cmd.AskRedeal)
    periods: tuple[type, ...] = (ev.TurnBegan, ev.Finished)
    thread: Executor | None = None

    # --- games --------------------------------------------------------------------------------

    def book(self, key: str, rules: Mapping[str, Any]) -> Edition:
        """Give the rules of a table; raises `BadInput` for what nobody could play."""
        return house_rules(get_edition(key), **rules)

    def themed(self, book: Edition, theme: Theme) -> Edition:
        """Refuse a theme: numbers have none."""
        raise BadInput(f"{book.key} has no theme {quote(theme.title)} (W-15)")

    def check_theme(self, _: Edition) -> None:
        """Leave every edition be: numbers have no theme."""

    def tiles(self, book: Edition) -> int:
        """Say how many tiles the box holds."""
        return book.tiles

    def times(self, book: Edition) -> tuple[int | None, ...]:
        """Give the times for a move that the rule book names, its own first."""
        return tuple(dict.fromkeys((book.turn_seconds, *book.turn_seconds_choices)))

    def is_ready(self, _: Edition) -> bool:
        """Say yes: there is nothing to load."""
        return True

    def get_ready(self, _: Edition) -> None:
        """Do nothing."""

    def rule_values(self, book: Edition) -> dict[str, Any]:
        """Give every field of an edition, and what follows: the words that rules may use."""
        even = book.stack_heights.count(book.stack_height)
        odd = [height for height in book.stack_heights if height != book.stack_height]
        fields = to_builtins(book)
        box = fields.pop("box")
        return {
            **fields,
            **box,
            "tiles": book.tiles,
            "number_tiles": book.tiles - book.jokers,
            "jokers": book.jokers,
            "special_jokers": book.jokers - book.box.ordinary,
            "rack_size": book.rack_size,
            "even_stacks": even,
            "odd_stack": odd[0] if odd else None,
        }

    def dealt(
        self, book: Edition, names: Sequence[str], seed: bytes, *, starter: int | None, at: int
    ) -> Game:
        """Open a game and deal."""
        game = Game.new(book, names, seed, starter=starter, at=at)
        game.do(cmd.Start(), at)
        return game

    def load(self, data: bytes) -> Game:
        """Take up a saved game."""
        return Game.load(data)

    def verify(self, log: NumbersLog) -> None:
        """Prove a record, or raise `BadRecord`."""
        verify(log)

    def replay(self, log: NumbersLog) -> Replay | None:
        """Give all steps of a game; None while it goes on."""
        return replay(log)

    def standings(self, book: Edition, sheets: Sequence[Sheet]) -> list[Standing]:
        """Rank the players of a match (N-60, N-61)."""
        return standings(book, sheets)

    # --- turns --------------------------------------------------------------------------------

    def waits_for(self, state: State) -> tuple[int, ...]:
        """Say whose command a running game waits for."""
        return () if state.turn is None else (state.turn,)

    def challengers(self, _: State) -> tuple[int, ...]:
        """Say who may challenge the last move: nobody, for every move is checked."""
        return ()

    def seconds(self, state: State) -> int | None:
        """Say how much time they have, without their time banks; None for no limit."""
        return None if state.turn is None else state.edition.turn_seconds

    def time_is_up(self, state: State, draft: Sets | None) -> cmd.RunOutOfTime:
        """End the turn with the draft as it lies (N-26)."""
        assert state.turn is not None
        return cmd.RunOutOfTime(state.turn, draft)

    def round_time_is_up(self, state: State) -> cmd.EndRoundTime | None:
        """Let everybody make one more move, unless they do already (Z-17)."""
        ending = state.round_over or state.last_round is not None
        return cmd.EndRoundTime() if state.edition.timed_rounds and not ending else None

    def player(self, level: int, seed: int, _: Edition) -> Bot:
        """Make a bot."""
        return make_bot(str(level), seed)

    def hint(self, view: View, _: Edition, asked: AskHint) -> Hint:
        """Answer who asks for a hint while on turn."""
        return hint(view, asked)

    # --- drafts -------------------------------------------------------------------------------

    def draft(self, request: Draft) -> Sets:
        """Give the draft that a client sends, as it is kept."""
        return request.table

    def may_lay(self, state: State, seat: int) -> bool:
        """Whether a player may move tiles about now."""
        return state.turn == seat and state.drawn is None

    def check(self, state: State, draft: Sets) -> TurnCheck:
        """Judge a draft of the player on turn."""
        assert state.turn is not None
        seat = state.seats[state.turn]
        return check_turn(state.edition, state.table, seat.rack, draft, opened=seat.opened)

    def judged(self, number: int, state: State, draft: Sets) -> DraftJudged:
        """Say of every set of a draft what it is, and what stands in the way of finishing."""
        check = self.check(state, draft)
        return DraftJudged(
            number,
            state.turns,
            tuple([set_judged(state.box.get_faces(meld)) for meld in draft]),
            check.value,
            tuple(map(Problem.of, check.violations)),
        )

    def draft_news(self, seat: int, turn: int, draft: Sets) -> DraftNews:
        """Show a draft to others."""
        return DraftNews(seat, turn, draft)

    # --- news ---------------------------------------------------------------------------------

    def header(self, log: NumbersLog) -> Header:
        """Give the header as everybody may see it."""
        return log.header

    def news(self, state: State, around: Around, gap: Any) -> GameNews:  # noqa: ANN401  (any mark)
        """Say what is told of a game, with gaps for what differs from one viewer to another."""
        over = state.result is not None
        seen = view(state, None, hidden=gap)
        return GameNews(
            game=around.name,
            view=replace(seen, viewer=gap, header=around.header, drawn=None if over else gap),
            events=gap,
            clock=around.clock,
            faces=_faces(state.box) if around.first else None,
            draft=around.draft,
            jokers=jokers_read(state.box, state.table),
            sums=sums(state) if state.result is not None else None,
        )

    def fillings(self, state: State, viewer: Viewer) -> list[bytes]:
        """Write what a viewer knows of a running game alone: the racks, and the tile drawn."""
        gaps = [NULL] * (len(state.seats) + 1)
        if viewer is not None:
            rack, drawn = own(state, viewer)
            gaps[viewer] = to_json(rack)
            if drawn is not None:
                gaps[-1] = b"%d" % drawn
        return gaps

    view_event = staticmethod(view_event)


@cache
def _faces(box: Box) -> tuple[str, ...]:
    """Write what each tile of a box shows; there are few kinds of boxes."""
    return cast("tuple[str, ...]", msgspec.Raw(to_json([str(face) for face in box.faces])))
