"""Chooses the search: the compiled kernel where it was built, else the plain Python reference."""

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
"""Words made ready for a search, whichever it is."""


def build_index(packed: bytes, alphabet: tuple[str, ...], shortest: int) -> Index:
    """Make packed words ready; the alphabet is in small letters, as they are."""
    if KERNEL:
        return _kernel.Index(packed, alphabet, shortest)
    return reference.Index(packed, alphabet, shortest)
