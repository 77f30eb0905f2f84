"""Which words the solver may lay: by theme, by how common they are, with vulgar ones or without."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kostka.lexicon import Tier, load_lexicon
from kostka.lexicon.lexicon import pack_words
from kostka.word import WORD, apply_word_house_rules, get_word_judge, parse_theme
from kostka.word.edition import ThemeForms
from kostka.wordsolver import build_vocabulary, engine

WORDS = ("kot", "dupa", "gżegżółka", "xyz")


@pytest.mark.clause("W-12", "W-15")
def test_a_theme_has_only_words_of_the_lexicon() -> None:
    theme = parse_theme("Animals", " ".join(WORDS).encode())
    edition = apply_word_house_rules(WORD, theme=theme)
    assert [word in build_vocabulary(edition) for word in ("KOT", "DUPA", "XYZ", "PIES")] == [
        True,
        True,
        False,
        False,
    ]
    clean = build_vocabulary(apply_word_house_rules(WORD, theme=theme, vulgar=False))
    assert "KOT" in clean
    assert "DUPA" not in clean


@pytest.mark.clause("W-15")
def test_the_words_of_a_theme_are_the_same_for_the_search_and_for_the_judge() -> None:
    theme = parse_theme("Animals", "kot pies żyrafa ul mam".encode())
    related, others = ["KOTY", "PSY", "ŻYRAFĄ", "ULE", "MIELI", "MAMA"], ["KROWA", "PIESEK"]
    words = [*related, *others]
    for forms, wanted in ((ThemeForms.ALL, related), (ThemeForms.LISTED, [])):
        edition = replace(WORD, theme=theme, theme_forms=forms)
        vocabulary, judge = build_vocabulary(edition), get_word_judge(edition)
        assert [word for word in words if word in vocabulary] == wanted
        assert [word for word in words if judge(word) is None] == wanted


def test_bots_may_know_common_words_only() -> None:
    edition = apply_word_house_rules(WORD, theme=parse_theme("Animals", " ".join(WORDS).encode()))
    known = load_lexicon("pl")
    for tier in Tier:
        vocabulary = build_vocabulary(edition, tier)
        for word in WORDS[:3]:
            how_common = known.find_tier(word)
            assert how_common is not None
            assert (word.upper() in vocabulary) == (how_common <= tier)


@pytest.mark.skipif(not engine.KERNEL, reason="the kernel is not built")
def test_the_kernel_refuses_long_words_that_end_like_short_ones() -> None:
    """What both have in common is read once, with the short one."""
    end = "abcdefgh" * 5
    packed = pack_words({"a" + end: 0, "bhgfedcbahgfedcbabcd" + end: 0})
    with pytest.raises(ValueError, match="longer than 48 letters"):
        engine.build_index(packed, tuple("abcdefgh"), 2)
