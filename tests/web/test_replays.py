"""The recorded games as the client shows them: every step can be told, in every language."""

from __future__ import annotations

import subprocess
from pathlib import Path

from kostka.events.codec import to_json
from kostka.numbers import Game
from kostka.numbers.replay import build_replay
from kostka.word import Game as WordGame
from kostka.word.replay import build_replay as word_replay
from tests.server.recorded import GAMES
from tests.web.test_javascript import HERE, node

WORD_GAMES = sorted((HERE.parent / "games" / "word").glob("*.jsonl"))


def test_every_step_of_every_recorded_game_has_words(tmp_path: Path) -> None:
    for name, game in GAMES.items():
        found = build_replay(Game.load(game.saved).log)
        (tmp_path / f"{name}.json").write_bytes(to_json(found))
    for path in WORD_GAMES:
        words = word_replay(WordGame.load(path.read_bytes()).log)
        (tmp_path / f"word-{path.stem}.json").write_bytes(to_json(words))
    done = subprocess.run(
        [node(), str(HERE / "replays.mjs"), str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    told = set(done.stdout.split())
    rare = {
        "replay.redeal",
        "replay.penalised",
        "replay.undone",
        "replay.drew_penalty",
        "replay.tried",
        "replay.drew_refill",
        "news.found_wrong_other",
        "news.found_good_other",
        "news.accepted_other",
        "news.word_doubled_other",
    }
    assert rare < told  # the recorded games have all of that
