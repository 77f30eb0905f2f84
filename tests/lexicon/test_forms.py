"""The table of forms, on small languages of letters that nobody speaks."""

from __future__ import annotations

from random import Random

import pytest

from kostka.lexicon import load_lexicon
from kostka.lexicon.forms import FormTable, pack_forms

LANGUAGES = 40
CASES_EACH = 50


def make_language(rng: Random) -> list[frozenset[str]]:
    """Words with all their forms; some begin with nie or naj, some have nothing in common."""
    words = []
    endings = ["", "a", "y", "om", "ie", "niea"]
    for _ in range(rng.randint(1, 30)):
        stem = "".join(rng.choices("aniej", k=rng.randint(0, 4)))
        starts = rng.choice([[""], ["", "nie"], ["", "naj", "nienaj"], ["nie"]])
        chosen = rng.sample(endings, rng.randint(1, 5))
        forms = {start + stem + ending for start in starts for ending in chosen}
        if rng.random() < 0.2:
            forms.add("".join(rng.choices("aniejomy", k=3)))
        words.append(frozenset(filter(None, forms)) or frozenset({"nie"}))
    return words


@pytest.mark.clause("W-15")
def test_a_form_belongs_to_every_word_that_has_it() -> None:
    rng = Random("forms")
    for _ in range(LANGUAGES):
        words = make_language(rng)
        table = FormTable(pack_forms(words))
        every = sorted(set().union(*words))
        strange = ["".join(rng.choices("aniejomy", k=rng.randint(1, 7))) for _ in range(10)]
        for form in [*rng.choices(every, k=CASES_EACH - 10), *strange]:
            found = table.find_lexemes(form)
            assert {frozenset(table.list_forms(one)) for one in found} == {
                word for word in words if form in word
            }
            for lexeme in found:
                assert table.count_forms(lexeme) == len(table.list_forms(lexeme))


def test_the_same_words_give_the_same_bytes_in_any_order() -> None:
    words = make_language(Random(1))
    assert pack_forms(words) == pack_forms([sorted(word, reverse=True) for word in words[::-1]])


def test_the_table_is_small_and_read_only_when_it_is_needed() -> None:
    polish = load_lexicon.__wrapped__("pl")
    assert "forms" not in vars(polish)
    assert polish.forms is not None
    assert polish.forms is polish.forms
    assert load_lexicon("en").forms is None


@pytest.mark.clause("W-15")
@pytest.mark.parametrize(
    ("word", "forms"),
    [
        ("kot", "kota koty kotów"),
        ("psy", "pies psem"),
        ("żyrafa", "żyrafy"),
        ("mam", "mieć mama mamić"),  # of three words
        ("ludzie", "człowiek"),
        ("najlepszy", "dobry najlepszym lepszego"),
        ("robić", "nierobione robienie robiłby"),
        ("ul", "ule"),  # too short to be laid itself
        ("gdyby", "gdybym"),
    ],
)
def test_polish_forms(word: str, forms: str) -> None:
    table = load_lexicon("pl").forms
    assert table is not None
    found = {form for lexeme in table.find_lexemes(word) for form in table.list_forms(lexeme)}
    assert set(forms.split()) <= found
    assert "krowa" not in found
