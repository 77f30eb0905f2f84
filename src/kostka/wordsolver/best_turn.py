"""The best turn of the word game for a table and a rack."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kostka.events.errors import BadInput
from kostka.word import bag_of, texts
from kostka.word.bag import JOKER
from kostka.wordsolver.answer import Answer, Position
from kostka.wordsolver.laying import Made, lay
from kostka.wordsolver.vocabulary import LONGEST_WORD, Vocabulary

USUAL_EFFORT = 400_000_000
"""How many words a search may look at, which takes about two seconds.

There is no clock: the same question has the same answer on every machine.
"""

FIRST_EFFORT = 10_000_000
"""How many words the first of several answers may look at."""

MORE = 10

MOST_WORDS = 64
MOST_JOKERS = 4
MOST_TILES = 512


class Found(NamedTuple):
    """What the search found, in places of the alphabet."""

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
    effort: int = USUAL_EFFORT,
) -> Answer:
    """Find the turn with the most points; among those, one that breaks up few words of the table.

    With `rebuilt` no more words than that are broken up.
    """
    bag = bag_of(position.edition.bag)
    names = texts(bag, position.table, position.letters)
    _check(position, names)
    own = bag.show(position.rack)
    found = Found(
        *vocabulary.index.search(
            tuple([vocabulary.packed(name) for name in names]),
            vocabulary.packed("".join(position.letters.values())),
            vocabulary.packed(own.replace(JOKER, "")),
            own.count(JOKER),
            0 if position.opened else position.edition.first_word,
            position.edition.shortest_word,
            vocabulary.accepted,
            MOST_WORDS if rebuilt is None else rebuilt,
            effort,
        )
    )
    return _answer(vocabulary, position, found)


def _answer(vocabulary: Vocabulary, position: Position, found: Found) -> Answer:
    """Find tiles for what was found."""
    if not found.points:
        return Answer(
            table=position.table,
            letters=dict(position.letters),
            placed=(),
            word="",
            points=0,
            kept=len(position.table),
            proven=found.proven,
            kept_most=found.proven,
        )
    made = [
        Made(vocabulary.spelled(word), vocabulary.alphabet[letter], vocabulary.spelled(jokers))
        if letter >= 0
        else Made(vocabulary.spelled(word))
        for word, jokers, letter in found.made
    ]
    kept = [at for at in range(len(position.table)) if found.kept >> at & 1]
    own_jokers, taken = vocabulary.spelled(found.own_jokers), vocabulary.spelled(found.taken)
    table, letters = lay(position, kept, made, own_jokers, taken)
    fresh = table[len(kept) :]
    mine = set(position.rack)
    first = max([word for word in fresh if mine.intersection(word)], key=len)
    return Answer(
        table=(*table[: len(kept)], first, *[word for word in fresh if word != first]),
        letters=letters,
        placed=tuple([tile for word in table for tile in word if tile in mine]),
        word=texts(bag_of(position.edition.bag), [first], letters)[0],
        points=found.points,
        kept=len(kept),
        proven=found.proven,
        kept_most=found.kept_most,
    )


def improving(
    vocabulary: Vocabulary,
    position: Position,
    *,
    rebuilt: int | None = None,
    effort: int = USUAL_EFFORT,
) -> Iterator[Answer]:
    """Give answers with ever more effort, the first one soon; each better than the one before."""
    given, best = min(FIRST_EFFORT, effort), None
    while True:
        answer = solve(vocabulary, position, rebuilt=rebuilt, effort=given)
        if best is None or _is_better(answer, best):
            best = answer
            yield answer
        if given == effort or (answer.proven and answer.kept_most):
            return
        given = min(given * MORE, effort)


def _is_better(answer: Answer, than: Answer) -> bool:
    one = answer.points, answer.kept, answer.proven, answer.kept_most
    return one > (than.points, than.kept, than.proven, than.kept_most)


def _check(position: Position, names: list[str]) -> None:
    """Refuse what is beyond the search, though the rules may know it."""
    own_jokers = bag_of(position.edition.bag).show(position.rack).count(JOKER)
    if len(names) > MOST_WORDS:
        raise BadInput(f"{len(names)} words on the table: the solver knows at most {MOST_WORDS}")
    if max(own_jokers, len(position.letters)) > MOST_JOKERS:
        raise BadInput(f"the solver knows at most {MOST_JOKERS} jokers on a rack or a table")
    if max(map(len, names), default=0) > LONGEST_WORD:
        raise BadInput(f"the solver knows words of at most {LONGEST_WORD} letters")
    if sum(map(len, names)) + len(position.rack) > MOST_TILES:
        raise BadInput(f"the solver knows at most {MOST_TILES} tiles")
