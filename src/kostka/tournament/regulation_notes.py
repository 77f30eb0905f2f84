"""The regulation, and the choices made where it allows any, to be printed with the results."""

from __future__ import annotations

from kostka.editions import Clause, load_clauses
from kostka.tournament.events import SeatingMethod, Settings
from kostka.tournament.formats import Format
from kostka.tournament.sentences import Sentence, SentenceTemplate
from kostka.tournament.state import State

_ROUNDS = SentenceTemplate("choice_rounds", "Z-3", "{rounds} rounds of {games} games")
_TIMED = SentenceTemplate("choice_timed", "Z-17", "a round lasts {minutes} minutes")
_UNTIMED = SentenceTemplate("choice_untimed", "Z-17", "a round lasts until its games are played")
_STRICT = SentenceTemplate(
    "choice_strict", "Z-5", "later rounds are seated strictly by the standings"
)
_AVOID = SentenceTemplate(
    "choice_avoid", "Z-5", "neighbours in the standings swap tables to avoid repeat meetings"
)
_ONE_GAME = SentenceTemplate("choice_one_game", "M-10", "{rounds} rounds of one game")
_PAIRED = SentenceTemplate(
    "choice_paired",
    "M-11",
    "later rounds pair players with equal or near points; nobody meets twice while this is"
    " possible",
)
_BYE = SentenceTemplate(
    "choice_bye",
    "M-12",
    "the lowest player without a bye sits out if their number is odd: a win without small points",
)
_LATE_OPPONENT = SentenceTemplate(
    "choice_late_opponent",
    "M-12",
    "late arrivals play the one who sits out, or else from the next round",
)
_OPPONENTS = SentenceTemplate(
    "choice_opponents",
    "M-14",
    "equal big and small points: the big points of the opponents met (Buchholz) decide",
)
_SEED = SentenceTemplate("choice_seed", "Z-1", "draws and lots are derived from the seed {seed}")
_COMMITMENT = SentenceTemplate(
    "choice_commitment",
    "Z-1",
    "draws and lots are derived from a seed that is secret until the first draw; its SHA-256 is"
    " {commitment}",
)
_LATE = SentenceTemplate(
    "choice_late",
    "Z-6",
    "late arrivals join a table of 3 before the round starts, or else play from the next round",
)
_GONE = SentenceTemplate(
    "choice_gone",
    "Z-7",
    "players who withdraw keep their points and place; excluded players lose both",
)
_TIES = SentenceTemplate(
    "choice_ties",
    "Z-7",
    "tied players are seated by lot; the head referee decides ties for a title",
)
_REHEARSAL = SentenceTemplate("choice_rehearsal", "Z-4", "this is a rehearsal with made-up results")


def list_regulation_notes(state: State) -> list[Sentence]:
    """List the choices made in a tournament."""
    seed = (
        _SEED(seed=state.public_seed)
        if state.public_seed
        else _COMMITMENT(commitment=state.public_commitment)
    )
    late = (_BYE(), _LATE_OPPONENT()) if state.format.has_byes else (_LATE(),)
    opponents = (_OPPONENTS(),) if state.format.counts_opponents else ()
    settings = list_settings_notes(state.format, state.settings)
    found = [*settings, seed, *late, _GONE(), *opponents, _TIES()]
    return [_REHEARSAL(), *found] if state.header.rehearsal else found


def list_settings_notes(format_: Format, settings: Settings) -> list[Sentence]:
    """List the choices that the settings express."""
    by_standings = _AVOID() if settings.avoid_repeats else _STRICT()
    return [
        _ONE_GAME(rounds=settings.rounds)
        if format_.games == 1
        else _ROUNDS(rounds=settings.rounds, games=settings.games),
        _UNTIMED() if settings.minutes is None else _TIMED(minutes=settings.minutes),
        _PAIRED() if format_.later_rounds is SeatingMethod.PAIRING else by_standings,
    ]


def list_regulation_clauses() -> list[Clause]:
    """Return the clauses that an organiser explains before the first round (Z-4)."""
    return [clause for clause in load_clauses().values() if clause.id.startswith("Z-")]
