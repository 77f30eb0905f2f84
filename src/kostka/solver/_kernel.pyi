from collections.abc import Sequence

from kostka.tiles.tile import Face

def use(faces: tuple[Face, ...], /) -> None: ...
def search(
    must: bytes, may: bytes, gains: tuple[int, ...], worth: int, effort: int, rules: int, /
) -> tuple[tuple[tuple[Face, ...], ...] | None, int, bool]: ...
def play(
    table: Sequence[Sequence[Face]],
    rack: Sequence[Face],
    held: bytes,
    valid: set[bytes],
    gains: tuple[int, ...],
    worth: int,
    effort: int,
    least_change: bool,
    rules: int,
    /,
) -> (
    tuple[
        tuple[tuple[Face, ...], ...],
        tuple[tuple[Face, ...], ...],
        tuple[Face, ...],
        int,
        int,
        bool,
        bool,
        bool,
    ]
    | None
): ...
