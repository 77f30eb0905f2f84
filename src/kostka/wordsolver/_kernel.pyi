from typing import Self

class Index:
    def __new__(cls, packed: bytes, alphabet: tuple[str, ...], shortest: int, /) -> Self: ...
    def classes(self) -> int: ...
    def has(self, word: bytes, accepted: int, /) -> bool: ...
    def search(
        self,
        table: tuple[bytes, ...],
        table_jokers: bytes,
        rack: bytes,
        own_jokers: int,
        first_word: int,
        shortest: int,
        accepted: int,
        rebuilt: int,
        effort: int,
        /,
    ) -> tuple[int, list[tuple[bytes, bytes, int]], int, bytes, bytes, bool, bool]: ...
