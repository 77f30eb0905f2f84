"""The benchmark of the word game's solver."""

from __future__ import annotations

import pytest

from bench.word import benchmark as word
from bench.word.positions import SIZES, read_word_positions
from kostka.lexicon import load_lexicon
from kostka.word import WORD, get_bag, spell_words


@pytest.mark.parametrize("size", SIZES)
def test_the_stored_positions_are_tables_of_valid_words(size: int) -> None:
    known = load_lexicon("pl")
    for position in read_word_positions(size):
        names = spell_words(get_bag(WORD.bag), position.table, position.letters)
        assert len(set(names)) == size
        assert [name for name in names if name.lower() not in known] == []


def test_a_short_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word, "QUICK_POSITIONS", 1)
    said: list[str] = []
    result = word.run_word_benchmark(quick=True, progress=said.append)
    assert [(line.words, line.positions) for line in result.lines] == [(5, 1), (15, 1)]
    assert all(line.points >= line.first_points > 0 for line in result.lines)
    assert said == ["5 words: 1 of 1", "15 words: 1 of 1"]
    assert len([*word.format_report_lines(result)]) == 6
