"""The plain Python search and the kernel find turns that are worth the same."""

from __future__ import annotations

from random import Random

import pytest

from kostka.lexicon.lexicon import pack_words
from kostka.wordsolver import KERNEL, Vocabulary, build_vocabulary_from_words, reference, solve
from tests.wordsolver.case_makers import LETTERS, make_case
from tests.wordsolver.comparison import list_faults


@pytest.mark.skipif(not KERNEL, reason="the kernel is not built")
def test_kernel_and_reference_agree() -> None:
    rng = Random(42)
    for _ in range(60):
        tried = make_case(rng)
        words = {word.lower(): 0 for word in tried.words}
        small = tuple(letter.lower() for letter in LETTERS)
        plain = Vocabulary(reference.Index(pack_words(words), small, 2), tuple(LETTERS))
        rebuilt = rng.choice((None, 0, 1, 1, 2))
        quick = solve(
            build_vocabulary_from_words(words, tuple(LETTERS)), tried.position, rebuilt=rebuilt
        )
        slow = solve(plain, tried.position, rebuilt=rebuilt)
        assert quick.proven
        assert slow.proven
        assert (quick.points, quick.kept) == (slow.points, slow.kept), tried
        assert not list_faults(tried, slow), tried
        assert not list_faults(tried, quick), tried


def test_the_reference_stops_where_its_effort_ends() -> None:
    tried = make_case(Random(1))
    words = {word.lower(): 0 for word in tried.words}
    index = reference.Index(pack_words(words), tuple(letter.lower() for letter in LETTERS), 2)
    assert not solve(Vocabulary(index, tuple(LETTERS)), tried.position, effort=1).proven
