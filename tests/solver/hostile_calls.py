"""Calls of the number kernel with arguments that the solver would never pass.

Each must return a correct result or raise an ordinary exception. Wrong memory accesses are for the
sanitizers to find: see `tests/tools/fuzz_kernels.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from random import Random
from types import ModuleType
from typing import Any

from kostka.editions import EDITIONS, apply_house_rules
from kostka.editions.set_rules import SetRules
from kostka.melds import interpret_set
from kostka.solver import reference
from kostka.solver.engine import pack_set_rules
from kostka.solver.input_check import check_position_tiles, count_box_faces
from kostka.solver.task import Task, count_faces
from kostka.tiles.tile import FACES
from tests.solver.position_makers import MAKERS, Position

REFUSALS = (TypeError, ValueError, OverflowError, AttributeError, LookupError, MemoryError)
NUMBERS: list[Any] = [0, 1, -1, 2, 30, 200, 201, 2**31 - 1, 2**31, -(2**31), 2**53, 2**53 + 1]
NUMBERS += [2**63 - 1, 2**63, -(2**63), -(2**33), 2**70, True, None, "7", 1.5, b"\1", [], FACES[0]]
SMALL_EFFORTS = (-(2**63), -1, 0, 1, 2, 50, 500, 5_000)
TWIN_EFFORT = 2_000


class OddFace:
    """Looks like a face, with a rank that no face has."""

    def __init__(self, rank: Any) -> None:
        self._rank = rank

    @property
    def rank(self) -> Any:
        if isinstance(self._rank, Exception):
            raise self._rank
        return self._rank


class OddSequence:
    """Claims to be long but is not, or ends with an error."""

    def __init__(self, items: list[Any], error: Exception | None = None) -> None:
        self.items = items
        self.error = error

    def __len__(self) -> int:
        return 10_000

    def __iter__(self) -> Iterator[Any]:
        yield from self.items
        if self.error is not None:
            raise self.error


class NumberCalls:
    """Endless calls, the same ones for the same seed."""

    def __init__(self, kernel: ModuleType, rng: Random) -> None:
        """Call a kernel whose faces are set."""
        self.kernel = kernel
        self.rng = rng
        self.outcomes: Counter[str] = Counter()

    def call(self) -> None:
        """Call the kernel once; raise `AssertionError` if its result is wrong."""
        call = self.rng.choice((self.search, self.search, self.play, self.play_position))
        try:
            self.outcomes[f"{call.__name__}: {call()}"] += 1
        except REFUSALS as refusal:
            self.outcomes[f"{call.__name__}: {type(refusal).__name__}"] += 1

    # --- search -------------------------------------------------------------------------------

    def search(self) -> str:
        """Search with counts that are mostly possible, and compare with the Python twin."""
        rng = self.rng
        share = rng.choice((0.02, 0.1, 0.3, 1.0))
        must = self.make_counts(share * rng.choice((0, 0.5)))
        may = self.make_counts(share)
        gains: Any = self.make_gains()
        worth, effort = rng.choice((-1, -1, 0, 30, 200)), rng.choice(SMALL_EFFORTS)
        rules = self.make_rules()
        asked = (bytes(must), bytes(may), gains, worth, effort, pack_set_rules(rules))
        if rng.random() < 0.3:
            return self.search_oddly([*asked])
        sets, gain, proven = self.kernel.search(*asked)
        if sets is None:
            return "no sets" if proven else "not proven"
        used = count_faces(chain.from_iterable(sets))
        for face, needed, allowed in zip(used, must, may, strict=True):
            assert needed <= face <= needed + allowed, "tiles that were not there, or are missing"
        assert all(interpret_set(meld, rules) for meld in sets), (sets, rules)
        extra = [face - needed for face, needed in zip(used, must, strict=True)]
        assert gain == sum(map(int.__mul__, extra, gains)), "the gain is not that of the tiles"
        is_asked = worth < 0 or not any(must)  # an opening lies beside the table
        if proven and is_asked and sum(must) + sum(may) <= 12:
            threshold = None if worth < 0 else worth
            task = Task(tuple(must), tuple(may), gains, threshold, TWIN_EFFORT, rules)
            twin = reference.search(task)
            assert not twin.proven or twin.gain == gain, (
                f"{task}: {sets}, {gain}, but the twin has {twin}"
            )
        return "sets"

    def search_oddly(self, arguments: list[Any]) -> str:
        """Replace one argument by something odd."""
        at = self.rng.randrange(len(arguments))
        arguments[at] = self.make_odd_argument()
        if at == 4 and isinstance(arguments[4], int) and arguments[4] > 5_000:
            arguments[1] = bytes(len(FACES))  # so that it ends
        self.kernel.search(*arguments[: self.rng.choice((6, 6, 6, 5))])
        return "odd"

    def make_rules(self) -> SetRules:
        return SetRules(*(self.rng.random() < 0.6 for _ in SetRules._fields))

    def make_counts(self, share: float) -> list[int]:
        most = self.rng.choice((1, 1, 2, 3, 4, 255 if self.rng.random() < 0.05 else 2))
        return [self.rng.randint(0, most) if self.rng.random() < share else 0 for _ in FACES]

    def make_gains(self) -> tuple[int, ...]:
        rng = self.rng
        largest = rng.choice((1, 13, 100, 2**40, 2**53))
        return tuple(rng.randint(rng.choice((0, -largest)), largest) for _ in FACES)

    def make_odd_argument(self) -> Any:
        rng = self.rng
        odd: list[Any] = [
            *(rng.choice(NUMBERS), rng.choice(NUMBERS), b"", rng.randbytes(rng.randrange(200))),
            *(bytes(2**20), bytearray(56), memoryview(b"x" * 56)[::2], "x" * 56, (), [0] * 56),
            *(tuple(rng.choice(NUMBERS) for _ in FACES), tuple(range(57)), (2**53,) * 56),
            *(frozenset(), set(), {b""}, {rng.randbytes(3) for _ in range(100)}, OddSequence([])),
        ]
        return rng.choice(odd)

    # --- play ---------------------------------------------------------------------------------

    def play_position(self) -> str:
        """Play a proper position, or one with a single odd argument."""
        rng = self.rng
        rules = self.make_rules()
        edition = EDITIONS[rng.choice(("classic", "six", "twist"))]
        edition = apply_house_rules(edition, **rules._asdict())
        position = rng.choice(MAKERS)(edition, rng)
        table, rack = position.table, position.rack
        if rng.random() < 0.2:  # everything that fits onto a table
            table = (table * 20)[: rng.randrange(90)]
        valid = {bytes([face.rank - 1 for face in meld]) for meld in table}
        gains: tuple[int, ...] = self.make_gains() if rng.random() < 0.3 else (1,) * len(FACES)
        worth = rng.choice((-1, -1, 0, 30))
        effort = rng.choice((0, 500, 5_000))
        box = count_box_faces(edition.box)
        if rng.random() < 0.5:
            bits = pack_set_rules(rules)
            return self.play_oddly([table, rack, box, valid, gains, worth, effort, True, bits])
        least_change, bits = rng.random() < 0.5, pack_set_rules(rules)
        laid = self.kernel.play(table, rack, box, valid, gains, worth, effort, least_change, bits)
        if laid is None:
            return "None"
        self.check_play(position, laid)
        return "play"

    def play_oddly(self, arguments: list[Any]) -> str:
        arguments[self.rng.randrange(len(arguments))] = self.rng.choice(
            (self.make_odd_argument(), self.make_odd_table())
        )
        if isinstance(arguments[6], int) and arguments[6] > 5_000:
            arguments[1] = []
        self.kernel.play(*arguments[: self.rng.choice((9, 9, 9, 8))])
        return "odd"

    def check_play(self, position: Position, laid: Any) -> None:
        _, after, placed, kept, _, _, _, _ = laid
        before = count_faces(chain.from_iterable(laid[0]))
        assert laid[0] == tuple(map(tuple, laid[0]))
        table = count_faces(chain.from_iterable(after))
        added = tuple(now - then for now, then in zip(table, before, strict=True))
        assert added == count_faces(placed), "tiles have come from nowhere"
        assert not Counter(placed) - Counter(position.rack), "tiles that are not on the rack"
        rules = position.edition.set_rules
        assert all(interpret_set(meld, rules) for meld in after), (after, rules)
        assert not Counter(after[:kept]) - Counter(laid[0]), "sets are not kept"
        check_position_tiles(position.edition, after, [])

    def play(self) -> str:
        """Play nonsense."""
        rng = self.rng
        valid = {rng.choice((b"", rng.randbytes(2), bytes([0, 1, 2]))) for _ in range(3)}
        self.kernel.play(
            self.make_odd_table(),
            self.make_odd_tiles(),
            rng.choice((bytes([3] * 56), bytes([255] * 56), rng.randbytes(56), bytes(56))),
            valid,
            self.make_gains(),
            rng.choice(NUMBERS),
            rng.choice(SMALL_EFFORTS),
            rng.choice((True, False, None, [], OddSequence([]))),
            rng.choice((0, 1, 7, *NUMBERS)),
        )
        return "nonsense"

    def make_odd_table(self) -> Any:
        rng = self.rng
        table: list[Any] = [self.make_odd_tiles() for _ in range(rng.choice((0, 1, 3, 56, 90)))]
        if rng.random() < 0.3:
            table = [[]] * rng.choice((1, 55, 56, 57, 63, 64, 65, 85, 86, 1000))
        return rng.choice((table, tuple(table), iter(table), OddSequence(table)))

    def make_odd_tiles(self) -> Any:
        rng = self.rng
        tiles: list[Any] = rng.choices(FACES, k=rng.choice((0, 1, 2, 3, 3, 3, 4, 13, 60, 300)))
        if rng.random() < 0.2:
            tiles += [OddFace(rng.choice((*NUMBERS, ValueError("x"), 57, 56))), *tiles[:1]]
        if rng.random() < 0.1:
            tiles = [FACES[0], FACES[1], FACES[2]]
        error = LookupError("ends early") if rng.random() < 0.1 else None
        return rng.choice((tiles, tuple(tiles), iter(tiles), OddSequence(tiles, error)))
