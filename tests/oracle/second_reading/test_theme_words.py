"""W-15 against the second reading: themes and forms that were typed by hand."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from kostka.lexicon import load_lexicon
from kostka.word import WORD, Theme
from kostka.word.validity import build_word_judge
from tests.oracle.second_reading.theme_words import PARADIGMS, has_theme_word

CASES = 1_500
OFTEN = 20
POLISH = load_lexicon("pl")
FORMS = sorted(frozenset[str]().union(*PARADIGMS))


@pytest.mark.clause("W-15")
def test_a_theme_has_the_words_that_a_second_reading_says() -> None:
    rng, seen = Random("themes, read again"), Counter[str]()
    while seen.total() < CASES:
        listed = rng.sample(FORMS, rng.randint(1, 3))
        theme = Theme("t", tuple(word.upper() for word in listed))
        judge = build_word_judge(POLISH, replace(WORD, theme=theme))
        for _ in range(10):
            nearby = sorted(next(forms for forms in PARADIGMS if listed[0] in forms))
            word = rng.choice(rng.choice((FORMS, nearby)))
            expected = has_theme_word(listed, word)
            assert (judge(word.upper()) is None) == expected, (listed, word)
            kind = "listed" if word in listed else "form" if expected else "outside"
            seen[kind] += 1
    assert set(seen) == {"listed", "form", "outside"}
    assert min(seen.values()) >= OFTEN, seen


@pytest.mark.clause("W-12", "W-15")
def test_every_typed_form_brings_all_forms_of_its_word() -> None:
    for forms in PARADIGMS:
        for listed in sorted(forms):
            theme = Theme("t", (listed.upper(),))
            judge = build_word_judge(POLISH, replace(WORD, theme=theme))
            missing = [word for word in sorted(forms) if judge(word.upper()) is not None]
            assert not missing, listed
