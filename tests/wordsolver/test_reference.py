"""The plain Python search and the kernel find turns that are worth the same."""

from __future__ import annotations

from random import Random

import pytest

from kostka.lexicon.lexicon import pack
from kostka.wordsolver import KERNEL, Vocabulary, reference, solve, vocabulary_of_words
from tests.wordsolver.comparing import faults
from tests.wordsolver.makers import LETTERS, case


@pytest.mark.skipif(not KERNEL, reason="the kernel is not built")
def test_kernel_and_reference_agree() -> None:
    rng = Random(42)
    for _ in range(60):
        tried = case(rng)
        words = {word.lower(): 0 for word in tried.words}
        small = tuple(letter.lower() for letter in LETTERS)
        plain = Vocabulary(reference.Index(pack(words), small, 2), tuple(LETTERS))
        rebuilt = rng.choice((None, 0, 1, 1, 2))
        quick = solve(vocabulary_of_words(words, tuple(LETTERS)), tried.position, rebuilt=rebuilt)
        slow = solve(plain, tried.position, rebuilt=rebuilt)
        assert quick.proven
        assert slow.proven
        assert (quick.points, quick.kept) == (slow.points, slow.kept), tried
        assert not faults(tried, slow), tried
        assert not faults(tried, quick), tried


def test_the_reference_stops_where_its_effort_ends() -> None:
    tried = case(Random(1))
    words = {word.lower(): 0 for word in tried.words}
    index = reference.Index(pack(words), tuple(letter.lower() for letter in LETTERS), 2)
    assert not solve(Vocabulary(index, tuple(LETTERS)), tried.position, effort=1).proven
