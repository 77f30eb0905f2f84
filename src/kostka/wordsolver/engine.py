"""Builds word indexes in the compiled kernel if it was built, else in the Python reference."""

from __future__ import annotations

from typing import TypeAlias

from kostka.wordsolver import reference

try:
    from kostka.wordsolver import _kernel
except ImportError:  # no C compiler when the package was installed
    KERNEL = False
else:
    KERNEL = True

Index: TypeAlias = "reference.Index | _kernel.Index"
"""Words prepared for a search, by the kernel or by the reference."""


def build_index(packed: bytes, alphabet: tuple[str, ...], shortest: int) -> Index:
    """Prepare packed words for a search; words and alphabet are in lower case."""
    if KERNEL:
        return _kernel.Index(packed, alphabet, shortest)
    return reference.Index(packed, alphabet, shortest)
