"""A record outlives the lexicon that its words were judged by."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from kostka.cli.main import main
from kostka.events.errors import BadRecord
from kostka.events.log import Log
from kostka.lexicon import load_lexicon
from kostka.word import FORMAT, WORD, AnyEvent, Game, Header, register_lexicon, verify_log
from kostka.word import events as ev
from kostka.word.validity import compute_version_hash, get_word_judge
from tests.word.few_words import FewWords
from tests.word.test_recorded_games import FILES, every_game, iterate_forgeries

NO_WORDS = FewWords([])

register_lexicon("emptied", NO_WORDS)


def judged_by(path: Path, name: str, version: str, **changes: Any) -> Log[Header, AnyEvent]:
    """A recorded game whose words were judged by this version of a lexicon."""
    log = FORMAT.parse_log(path.read_bytes())
    edition = replace(log.header.edition, lexicon=name, **changes)
    return again(log, replace(log.header, edition=edition, lexicon_hash=version), log.events)


def again(
    log: Log[Header, AnyEvent], header: Header, events: list[AnyEvent]
) -> Log[Header, AnyEvent]:
    forged = FORMAT.new_log(header)
    for entry, event in zip(log.entries, events, strict=True):
        forged.append(event, entry.at, more=entry.more)
    return FORMAT.parse_log(forged.to_bytes())


def test_a_game_says_by_which_version_its_words_are_judged() -> None:
    header = Game.new(WORD, ("Ala", "Bob"), bytes(32)).log.header
    told = load_lexicon("pl").language.sha256
    assert told is not None
    assert header.lexicon_hash == load_lexicon("pl").version_hash == told[:16]
    assert load_lexicon("en").version_hash != load_lexicon("pl").version_hash


@every_game
def test_words_are_looked_up_again_in_the_lexicon_of_the_game(path: Path) -> None:
    version = compute_version_hash(FORMAT.parse_log(path.read_bytes()).header.edition)
    assert verify_log(judged_by(path, "pl", version)).looked_up
    with pytest.raises(BadRecord):
        verify_log(judged_by(path, "emptied", NO_WORDS.version_hash))


def test_a_proof_leaves_the_judges_of_running_games_alone() -> None:
    before = get_word_judge.cache_info()
    for path in FILES:
        verify_log(judged_by(path, "pl", load_lexicon("pl").version_hash))
    assert get_word_judge.cache_info() == before


@every_game
def test_with_another_lexicon_they_are_taken_as_they_were_judged(path: Path) -> None:
    for name in ("emptied", "no more there"):
        proof = verify_log(judged_by(path, name, "0123456789abcdef"))
        assert (proof.looked_up, proof.finished) == (False, True)


@every_game
def test_all_else_is_proved_with_another_lexicon_too(path: Path) -> None:
    log = judged_by(path, "emptied", "0123456789abcdef")
    found = [*iterate_forgeries(log)]
    for at, event in Random(path.stem).sample(found, 12):
        events = [event if number == at else old for number, old in enumerate(log.events)]
        with pytest.raises(BadRecord) as refused:
            verify_log(again(log, log.header, events))
        assert refused.value.line >= at + 2, event


@pytest.mark.clause("W-15")
def test_a_theme_does_not_change_with_the_lexicon() -> None:
    (path,) = (path for path in FILES if path.stem.startswith("theme"))  # its listed forms alone
    log = FORMAT.parse_log(path.read_bytes())
    theme = log.header.edition.theme
    assert theme is not None
    placed = next(event for event in log.events if isinstance(event, ev.Placed))
    fewer = replace(theme, words=tuple(w for w in theme.words if w != placed.words[0]))
    with pytest.raises(BadRecord, match=rf"{placed.words[0]} is not a word of the theme \(W-15\)"):
        verify_log(judged_by(path, "emptied", "0123456789abcdef", theme=fewer))


def test_the_oldest_records_do_not_say_which_version_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = FORMAT.parse_log(FILES[0].read_bytes())
    oldest = again(log, replace(log.header, lexicon_hash=msgspec.UNSET), log.events).to_bytes()
    assert b"lexicon_hash" not in oldest
    assert Game.load(oldest).to_bytes() == oldest
    path = tmp_path / "oldest.jsonl"
    path.write_bytes(oldest)
    assert main(["replay", str(path), "--verify"]) == 0
    assert capsys.readouterr().out.endswith("words are accepted as they were judged in the game.\n")
    assert main(["replay", str(path), "--verify", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["looked_up"] is False
