"""The best turn of the word game for a table and a rack."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kostka.events.errors import BadInput
from kostka.lexicon.word_list import MAX_WORD_LENGTH
from kostka.word import get_bag, spell_words
from kostka.word.bag import JOKER
from kostka.wordsolver.answer import Answer, Position
from kostka.wordsolver.tile_assignment import NewWord, assign_tiles
from kostka.wordsolver.vocabulary import Vocabulary

DEFAULT_EFFORT = 400_000_000
"""How many words a search may examine, which takes about two seconds.

There is no clock, so a question has the same answer on every machine.
"""

FIRST_EFFORT = 10_000_000
"""How many words the search for the first of several answers may examine."""

EFFORT_FACTOR = 10

MAX_WORDS = 64
MAX_JOKERS = 4
MAX_TILES = 512


class SearchResult(NamedTuple):
    """The result of a search, with letters as indices of the alphabet."""

    points: int
    made: list[tuple[bytes, bytes, int]]
    kept: int
    own_jokers: bytes
    taken: bytes
    proven: bool
    kept_most: bool


def solve(
    vocabulary: Vocabulary,
    position: Position,
    *,
    rebuilt: int | None = None,
    effort: int = DEFAULT_EFFORT,
) -> Answer:
    """Find the turn with the most points; among those, one that breaks up few words.

    With `rebuilt`, at most that many words are broken up.
    """
    bag = get_bag(position.edition.bag)
    names = spell_words(bag, position.table, position.letters)
    _check_limits(position, names)
    own = bag.get_letters(position.rack)
    result = SearchResult(
        *vocabulary.index.search(
            tuple([vocabulary.encode_word(name) for name in names]),
            vocabulary.encode_word("".join(position.letters.values())),
            vocabulary.encode_word(own.replace(JOKER, "")),
            own.count(JOKER),
            0 if position.opened else position.edition.first_word,
            position.edition.shortest_word,
            vocabulary.accepted,
            MAX_WORDS if rebuilt is None else rebuilt,
            effort,
        )
    )
    return _build_answer(vocabulary, position, result)


def _build_answer(vocabulary: Vocabulary, position: Position, result: SearchResult) -> Answer:
    """Turn a search result into an answer in tiles."""
    if not result.points:
        return Answer(
            table=position.table,
            letters=dict(position.letters),
            placed=(),
            word="",
            points=0,
            kept=len(position.table),
            proven=result.proven,
            kept_most=result.proven,
        )
    made = [
        NewWord(
            vocabulary.decode_word(word),
            vocabulary.alphabet[letter],
            vocabulary.decode_word(jokers),
        )
        if letter >= 0
        else NewWord(vocabulary.decode_word(word))
        for word, jokers, letter in result.made
    ]
    kept = [at for at in range(len(position.table)) if result.kept >> at & 1]
    own_jokers, taken = (
        vocabulary.decode_word(result.own_jokers),
        vocabulary.decode_word(result.taken),
    )
    table, letters = assign_tiles(position, kept, made, own_jokers, taken)
    fresh = table[len(kept) :]
    mine = set(position.rack)
    first = max([word for word in fresh if mine.intersection(word)], key=len)
    return Answer(
        table=(*table[: len(kept)], first, *[word for word in fresh if word != first]),
        letters=letters,
        placed=tuple([tile for word in table for tile in word if tile in mine]),
        word=spell_words(get_bag(position.edition.bag), [first], letters)[0],
        points=result.points,
        kept=len(kept),
        proven=result.proven,
        kept_most=result.kept_most,
    )


def solve_progressively(
    vocabulary: Vocabulary,
    position: Position,
    *,
    rebuilt: int | None = None,
    effort: int = DEFAULT_EFFORT,
) -> Iterator[Answer]:
    """Yield better and better answers with growing effort, the first one soon."""
    given, best = min(FIRST_EFFORT, effort), None
    while True:
        answer = solve(vocabulary, position, rebuilt=rebuilt, effort=given)
        if best is None or _is_better(answer, best):
            best = answer
            yield answer
        if given == effort or (answer.proven and answer.kept_most):
            return
        given = min(given * EFFORT_FACTOR, effort)


def _is_better(answer: Answer, than: Answer) -> bool:
    one = answer.points, answer.kept, answer.proven, answer.kept_most
    return one > (than.points, than.kept, than.proven, than.kept_most)


def _check_limits(position: Position, names: list[str]) -> None:
    """Refuse positions that the rules may allow but the search cannot handle."""
    own_jokers = get_bag(position.edition.bag).get_letters(position.rack).count(JOKER)
    if len(names) > MAX_WORDS:
        raise BadInput(f"{len(names)} words on the table: the solver handles at most {MAX_WORDS}")
    if max(own_jokers, len(position.letters)) > MAX_JOKERS:
        raise BadInput(f"the solver handles at most {MAX_JOKERS} jokers on a rack or a table")
    if max(map(len, names), default=0) > MAX_WORD_LENGTH:
        raise BadInput(f"the solver handles words of at most {MAX_WORD_LENGTH} letters")
    if sum(map(len, names)) + len(position.rack) > MAX_TILES:
        raise BadInput(f"the solver handles at most {MAX_TILES} tiles")
