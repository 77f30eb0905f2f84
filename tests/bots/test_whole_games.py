"""Level 6 and the variants from the deal to the score sheet; the soak plays the other levels."""

from __future__ import annotations

import pytest

from kostka.bots import playouts
from kostka.bots.arena import play_game
from kostka.bots.deals import derive_deal_seed
from kostka.bots.face_counts import count_stuck_tiles, count_table_tiles, lay_highest_gain_tiles
from kostka.bots.levels import LEVELS, STRATEGIES, make_bot, resolve_bot_name
from kostka.editions import CLASSIC, EDITIONS, TWIST
from kostka.editions.set_rules import ALL_SETS
from kostka.events.errors import BadInput
from kostka.solver import engine
from kostka.solver.task import SearchResult, Task, count_faces
from kostka.tiles import parse_set, parse_table
from tests.bots.positions import describe_choice
from tests.positions import build_position

VARIANTS = [name for name in STRATEGIES if name not in LEVELS.values()]


@pytest.mark.parametrize("key", EDITIONS)
@pytest.mark.parametrize("most", [False, True], ids=["few", "many"])
def test_thinkers_play_whole_games(key: str, most: bool) -> None:
    book = EDITIONS[key]
    players = book.players_max if most else book.players_min
    names = ["thinker", "holder", *["thinker"] * players][:players]
    bots = [make_bot(name, number) for number, name in enumerate(names)]
    assert play_game(book, derive_deal_seed(6, 1), bots).result is not None


@pytest.mark.parametrize("name", VARIANTS)
def test_every_study_plays_a_whole_game(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playouts, "WORLDS", 1)  # the one thing that takes long
    assert (
        play_game(CLASSIC, derive_deal_seed(6, 2), [make_bot(name, 1), make_bot("hold", 2)]).result
        is not None
    )


@pytest.mark.clause("N-52")
def test_who_can_lay_nothing_at_the_end_passes() -> None:
    table = "B11 B12 B13 | K7 R7 B7 O7 | B10 O10 K10 R10 | R10 R11 C K13"
    theirs = "K1 K2 K4 K5 R4 R5 B1 B2 B4 O1 O2 O4 O5 O13 J D"
    state = build_position(TWIST, table=table, racks=["R2", theirs], pool="")
    assert describe_choice(state, "thinker") == "Pass"


def test_a_search_that_gives_up_lays_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def gives_up(task: Task) -> SearchResult:
        return SearchResult(None, 0, proven=task is None)

    table, rack = count_table_tiles(parse_table("B4 B5 B6")), count_faces(parse_set("B7 K1"))
    monkeypatch.setattr("kostka.bots.face_counts.search", gives_up)
    assert lay_highest_gain_tiles(table, rack, rack, ALL_SETS) == (table, rack)
    assert count_stuck_tiles(table, rack, ALL_SETS) == 2
    monkeypatch.setattr("kostka.bots.face_counts.search", engine.search)
    assert count_stuck_tiles(table, rack, ALL_SETS) == 1


def test_bots_are_known_by_level_and_by_name() -> None:
    assert [resolve_bot_name(str(level)) for level in range(1, len(LEVELS) + 1)] == [
        *LEVELS.values()
    ]
    assert resolve_bot_name(" Thinker ") == "thinker"
    for wrong in ("0", "7", "٤", "9" * 5000, "", "tinker", "1.0"):
        with pytest.raises(BadInput, match="is not a bot"):
            resolve_bot_name(wrong)
