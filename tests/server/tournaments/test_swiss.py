"""A Swiss tournament over HTTP: created, paired, played online by two, exported."""

from __future__ import annotations

import json
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.server.running import fetched, server
from tests.server.tournaments.test_online import go_online, play_game, seat_players
from tests.server.tournaments.test_online import wait_until_entered as wait_for_results
from tests.server.tournaments.test_routes import run
from tests.server.tournaments.tournament_client import JSON, run_tournament


@pytest.mark.clause("M-10", "M-12", "M-13")
def test_two_players_play_their_table_online_while_the_third_has_a_bye(tmp_path: Path) -> None:
    async def play() -> None:
        async with run_tournament(tmp_path, format="swiss") as desk, AsyncExitStack() as stack:
            await desk.seat_players(3)
            view = await desk.organiser.view()
            assert (view["format"], view["settings"]["rounds"]) == ("swiss", 5)
            assert view["edition"] == "mso"
            assert len(view["rounds"][0]["tables"]) == 1
            bye = view["rounds"][0]["bye"]["name"]
            told = await go_online(desk, 1)
            players = await seat_players(stack, desk, told.body["code"])
            await play_game(players)
            game = players[0].game
            assert game is not None
            assert game.view.starter == 0  # A
            view = await wait_for_results(desk, 1)
            assert sum(view["rounds"][0]["tables"][0]["games"][0]["big"]) >= 1
            row = next(row for row in view["standings"] if row["name"] == bye)
            assert (row["big"], row["points"], row["buchholz"], row["games"]) == (1, 0, 0, 0)
            view = await desk.organiser.execute("CloseRound")
            view = await desk.organiser.execute("SeatRound")
            assert view["rounds"][1]["how"] == "pairing"
            assert view["rounds"][1]["bye"]["name"] != bye
            told = await desk.organiser.ask("/export/standings.csv")
            assert b"Buchholz" in told.body
            told = await desk.organiser.ask("/export/standings.xlsx?language=pl")
            assert told.status == 200

    run(play())


def test_a_format_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    async def play() -> None:
        async with server(tmp_path) as url:
            for fields, part in (
                ({"format": "chess"}, "chess"),
                ({"format": "swiss", "settings": {"rounds": 5, "games": 3}}, "(M-10)"),
            ):
                body = json.dumps({"title": "Cup", **fields}).encode()
                page = await fetched(url, "/api/tournaments", headers=JSON, body=body)
                assert page.status == 400
                assert part in json.loads(page.body)["error"]

    run(play())
