"""W-15 counted again with the dictionary's own analyser, which the table of forms was not made by.

The table comes from what the dictionary generates for each lemma. Here the dictionary is asked the
other way round: which lemmas a listed word and a laid word can be forms of.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from kostka.lexicon import load_lexicon
from kostka.word import WORD, Theme
from kostka.word.edition import ThemeForms
from kostka.word.validity import build_word_judge

morfeusz2 = pytest.importorskip("morfeusz2", reason="there is no morfeusz2 for this machine")

THEMES = 300
WORDS_EACH = 10

POLISH = load_lexicon("pl")
LEMMAS = (Path(__file__).parent.parent / "lexicon" / "sample.txt").read_text("utf-8").split()
TRICKY_WORDS = (
    "mam mieć mama mamić kot kota koty piec zamek zamka psy pies kosa kos zimny lepszy najlepszy"
    " dobry robić robiony robienie ludzie człowiek rok lata lato gdyby gdybym zrobić zróbże ul oś"
    " mgr rak raka dam dać dama damie pan pani panie to tego ten być jest był biały biel"
)
TRICKY = TRICKY_WORDS.split()
NOT_WORDS = {"brev", "ign", "interp", "adja", "numcomp", "pacta", "romandig", "dig", "substa"}


def make_analyser() -> Any:
    return morfeusz2.Morfeusz(praet="composite", case_handling=morfeusz2.STRICTLY_CASE_SENSITIVE)


ANALYSER = make_analyser()


def find_lemmas(word: str) -> set[str]:
    """The lemmas of a word; names and abbreviations are none. A word with an ending is its head."""
    answers = ANALYSER.analyse(word)
    whole = [reading for begin, end, reading in answers if (begin, end) == (0, 1)]
    if max(end for _, end, _ in answers) > 1:
        endings = [reading[2].split(":")[0] for begin, _, reading in answers if begin > 0]
        if "ign" in [reading[2] for _, _, reading in answers] or not {
            "aglt",
            "part",
            "ppron3",
        } & set(endings):
            return set()
    return {
        lemma
        for _, lemma, tag, *_ in whole
        if tag.split(":")[0] not in NOT_WORDS
        and not tag.startswith("pref")
        and lemma.split(":")[0].islower()
    }


def list_forms(lemma: str) -> list[str]:
    return sorted({form for form, *_ in ANALYSER.generate(lemma) if form.isalpha()})


def pick_words(rng: Random, theme: list[str], pool: list[str]) -> list[str]:
    """Words that belong to a theme, that look like its words, and any others."""
    related = [form for word in theme for lemma in find_lemmas(word) for form in list_forms(lemma)]
    alike = [
        other
        for word in rng.sample(related, min(4, len(related)))
        for other in (word[:-1], f"{word}y", f"nie{word}", f"{word[:-1]}a")
    ]
    words = [*rng.choices(related or pool, k=WORDS_EACH), *alike, *rng.choices(pool, k=4)]
    known = [word for word in dict.fromkeys(words) if word in POLISH]
    return rng.sample(known, min(WORDS_EACH, len(known)))


@pytest.mark.clause("W-12", "W-15")
def test_every_word_belongs_to_a_theme_if_the_dictionary_says_so() -> None:
    rng = Random("theme forms")
    pool = sorted({form for lemma in [*LEMMAS, *TRICKY] for form in list_forms(lemma)})
    asked, inside, differences = 0, 0, []
    for number in range(THEMES):
        theme = rng.sample(TRICKY if number % 2 else pool, 3)
        listed = Theme("t", tuple(word.upper() for word in theme))
        judge = build_word_judge(POLISH, replace(WORD, theme=listed))
        by_list = build_word_judge(
            POLISH, replace(WORD, theme=listed, theme_forms=ThemeForms.LISTED)
        )
        lemmas = set().union(*map(find_lemmas, theme))
        for word in pick_words(rng, theme, pool):
            belongs = word in theme or not lemmas.isdisjoint(find_lemmas(word))
            asked += 1
            inside += belongs
            if (judge(word.upper()) is None) is not belongs:
                differences.append((theme, word, belongs))
            assert (by_list(word.upper()) is None) is (word in theme)
    assert differences == []
    assert asked > 1_500
    assert asked // 3 < inside < asked
