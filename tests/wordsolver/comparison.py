"""Compares the solver with brute force on one position."""

from __future__ import annotations

from collections.abc import Iterator

from kostka.word import check_turn
from kostka.wordsolver import Answer, build_vocabulary_from_words, solve
from tests.oracle.word_turns import best_turn
from tests.wordsolver.case_makers import LETTERS, Case


def solve_case(case: Case) -> Answer:
    words = {word.lower(): 0 for word in case.words}
    return solve(build_vocabulary_from_words(words, tuple(LETTERS)), case.position)


def list_differences(case: Case) -> list[str]:
    """What is wrong with the solver's answer."""
    answer = solve_case(case)
    best = best_turn(case.position, case.words, case.judge)
    found = list_faults(case, answer)
    if not (answer.proven and answer.kept_most):
        found.append("not proven")
    if (answer.points, answer.kept) != best:
        found.append(f"{answer.points} points, {answer.kept} words kept, but {best}")
    return found


def list_faults(case: Case, answer: Answer) -> list[str]:
    """What the rules say against an answer."""
    if not answer.points:
        return [] if answer.table == case.position.table else ["no turn, but another table"]
    check = check_turn(answer.build_turn(case.position), case.judge)
    found = [str(violation) for violation in check.violations]
    said = answer.points, len(answer.word), sorted(answer.placed)
    true = check.points, len(check.scoring_word), sorted(check.placed)
    if said != true or answer.word not in check.words:
        found.append(f"said {said} for {answer.word}, but it is {true} for {check.words}")
    return found


def list_traits(case: Case) -> Iterator[str]:
    """What a position shows, so that a run says what it has tried."""
    position, answer = case.position, solve_case(case)
    if not answer.points:
        yield "without a turn"
    if answer.points > len(answer.word):
        yield "doubled"
    if answer.kept < len(position.table):
        yield "rebuilt"
    if position.letters.keys() & {
        t for t, s in answer.letters.items() if position.letters.get(t, s) != s
    }:
        yield "with a joker taken"
    if answer.letters.keys() - position.letters.keys():
        yield "with an own joker"
    if not position.opened:
        yield "before the first word"
