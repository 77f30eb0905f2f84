"""Word games in rooms: settings, themes, bots, challenges, whole games and their records."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from msgspec import Raw

from kostka import numbers, word
from kostka.client import Connection, Refused, connect
from kostka.events import errors
from kostka.events.codec import to_json
from kostka.protocol import requests, responses
from kostka.protocol.requests import Begin, Do, Sit, WordDo
from kostka.protocol.rooms import Settings, Stage
from kostka.server.api.themes import LIFETIME, ThemeUploads
from kostka.server.games.word import PlayableWordEdition
from kostka.server.rooms.room import NOTHING
from kostka.server.storage.store import MAX_UPLOADS
from kostka.word import Judging, Theme, parse_theme
from tests.server.running import fetched, server
from tests.server.stores import open_store
from tests.server.words import Lively, plays_words
from tests.server.workers.tasks_here import TasksHere
from tests.server.world import World, run, world
from tests.word.players import KNOWN, Habits

BLUFFING = Habits(bluffs=0.3, challenges=0.4)


def encode_theme(title: str, words: str) -> bytes:
    return to_json(parse_theme(title, words.encode()))


def seated(**settings: object) -> Settings:
    return Settings("word", **settings)  # type: ignore[arg-type]


def played(
    folder: Path, settings: Settings, then: Callable[[str, Connection], Awaitable[None]]
) -> None:
    """Let two people play a whole game, while a third one looks on."""

    async def play() -> None:
        async with (
            server(folder) as url,
            connect(url, name="Ala") as ala,
            connect(url, name="Bob") as bob,
            connect(url, name="Cyd") as cyd,
        ):
            room = await ala.create_room(settings)
            await bob.enter_room(room.code)
            await bob.ask(Sit, seat=1)
            await cyd.enter_room(room.code)
            await ala.ask(Begin)
            ways = [plays_words(one, Lively(n, BLUFFING)) for n, one in enumerate((ala, bob))]
            await asyncio.gather(*ways)
            await cyd.wait_until(lambda one: one.is_game_over)
            await then(url, cyd)

    asyncio.run(asyncio.wait_for(play(), 60))


@pytest.mark.clause("W-13", "W-16")
@pytest.mark.parametrize("judging", Judging)
def test_a_whole_game_and_its_record(judging: Judging, tmp_path: Path) -> None:
    async def looked_at(url: str, cyd: Connection) -> None:
        assert cyd.word is not None
        result = cyd.word.view.result
        assert result is not None
        assert cyd.room is not None
        assert cyd.room.kind == "word"
        assert [one.points for one in sorted(cyd.room.standings, key=lambda one: one.seat)] == [
            line.points for line in result.sheet.lines
        ]
        record = await fetched(url, f"/api/games/{cyd.word.game}")
        assert record.status == 200
        steps = await fetched(url, f"/api/games/{cyd.word.game}/steps")
        brought = await fetched(url, "/api/steps", body=record.body)
        assert (steps.status, brought.body) == (200, steps.body)
        told = json.loads(steps.body)
        assert told["faces"] == list(cyd.faces)
        last = told["steps"][-1]
        assert [seat["points"] for seat in last["seats"]] == [
            line.points for line in result.sheet.lines
        ]
        assert last["events"][-1]["type"] == "Finished"

    played(tmp_path, seated(rules={"judging": judging.value}), looked_at)


def test_bots_play_with_somebody_and_help_them(tmp_path: Path) -> None:
    async def play() -> None:
        async with server(tmp_path) as url, connect(url, name="Ala") as ala:
            await ala.create_room(seated(seats=4, bots=(1, 2, 3), rules={"judging": "challenge"}))
            await ala.ask(Begin)
            await ala.wait_until(lambda one: one.is_my_turn)
            assert ala.word is not None
            turn = ala.word.view.turns
            hints = [await ala.ask(requests.AskHint, turn=turn, grade=grade) for grade in (1, 2, 3)]
            assert all(isinstance(hint, responses.WordHint) for hint in hints)
            some, tiles, whole = hints
            assert (some.tiles, tiles.table) == (None, None)
            assert some.points == whole.points > 0  # fourteen letters make a word of six
            judged = await ala.send_word_draft(whole.table, whole.letters)
            assert (judged.points, judged.made, judged.problems) == (whole.points, whole.words, ())
            await ala.send_command(word.Place(ala.seat or 0, whole.table, whole.letters))
            await plays_words(ala, Lively(1))
            assert ala.is_game_over

    asyncio.run(asyncio.wait_for(play(), 60))


@pytest.mark.clause("W-1")
def test_rooms_that_the_word_game_does_not_allow_are_refused(tmp_path: Path) -> None:
    async def play(made: World) -> None:
        ala = await made.comes("Ala")
        for settings in (
            seated(seats=5),
            seated(bots=(4,)),
            seated(rules={"rack_size": 3}),
            seated(rules={"judging": "maybe"}),
            seated(rules={"turn_seconds": 0}),
            seated(rules={"lexicon": "xx"}),
            seated(rules={"lexicon": ["pl"]}),
            Settings(
                "classic", rules={"theme": await made.themes.add_theme(encode_theme("A", "kot"))}
            ),
        ):
            assert await ala.ask(requests.Create, settings=settings) == "bad_settings", settings
        for theme in ("unknown", {"title": "A", "words": ["KOT"]}):
            asked = {"settings": seated(rules={"theme": theme})}
            assert await ala.ask(requests.Create, **asked) == "theme_gone"
        assert not await ala.ask(requests.Create, settings=seated(seats=4))
        assert await ala.ask(requests.SeatBot, seat=1, level=4) == "bad_settings"
        assert not await ala.ask(requests.SeatBot, seat=1, level=3)

    async def in_world() -> None:
        async with world(tmp_path) as made:
            await play(made)

    run(in_world())


@pytest.mark.clause("W-1", "W-12")
def test_the_game_is_played_in_other_languages_too(tmp_path: Path) -> None:
    async def play() -> None:
        async with server(tmp_path) as url, connect(url, name="Ala") as ala:
            await ala.create_room(seated(bots=(1,), rules={"lexicon": "en"}))
            await ala.ask(Begin)
            assert "Q" in ala.faces
            assert "Ł" not in ala.faces
            assert ala.word is not None
            assert ala.word.view.header.edition.lexicon == "en"

    asyncio.run(asyncio.wait_for(play(), 60))


def test_messages_of_the_other_kind_of_game_are_refused(tmp_path: Path) -> None:
    async def play() -> None:
        async with server(tmp_path) as url, connect(url) as ala, connect(url) as bob:
            await ala.create_room(seated(bots=(1,)))
            await ala.ask(Begin)
            await bob.create_room(Settings("classic", bots=(1,)))
            await bob.ask(Begin)
            with pytest.raises(Refused, match="another kind"):
                await bob.ask(WordDo, turn=1, command=word.Draw(0))
            with pytest.raises(Refused, match="another kind"):
                await bob.ask(requests.WordDraft, turn=1, table=())
            with pytest.raises(Refused, match="another kind"):
                await ala.ask(Do, turn=1, command=numbers.Draw(0))
            with pytest.raises(Refused, match="another kind"):
                await ala.ask(requests.Draft, turn=1, table=())

    asyncio.run(asyncio.wait_for(play(), 60))


@pytest.mark.clause("W-15")
def test_a_theme_is_brought_and_played_with(tmp_path: Path) -> None:
    async def play() -> None:
        async with server(tmp_path) as url, connect(url, name="Ala") as ala:
            text = "\n".join(KNOWN[:50]).encode()
            brought = await fetched(url, "/api/themes?title=Zwierz%C4%99ta", body=text)
            told = json.loads(brought.body)
            assert (brought.status, told["title"], told["words"]) == (200, "Zwierzęta", 50)
            room = await ala.create_room(seated(bots=(1,), rules={"theme": told["theme"]}))
            assert room.theme is not None
            assert (room.theme.title, room.theme.words) == ("Zwierzęta", 50)
            await ala.ask(Begin)
            assert ala.word is not None
            assert ala.word.view.header.edition.theme == Theme("Zwierzęta", ())

    asyncio.run(asyncio.wait_for(play(), 60))


@pytest.mark.clause("W-15")
def test_word_lists_that_are_none_are_refused_in_one_line(tmp_path: Path) -> None:
    async def play() -> None:
        async with server(tmp_path) as url:
            for title, body, status, code, why in (
                ("Z", b"", 400, "theme_empty", "empty"),
                ("Z", b" \n,\n", 400, "theme_empty", "empty"),
                ("Z", "kot\nżółw".encode("cp1250"), 400, "theme_encoding", "line 2 .*not UTF-8"),
                ("Z", "kot\n".encode("utf-16"), 400, "theme_encoding", "not UTF-8"),
                ("Z", b"kot 12", 400, "theme_no_word", "'12'"),
                ("", b"kot", 400, "theme_title", "title"),
                ("Z" * 41, b"kot", 400, "theme_title", "title"),
                ("Z", b"kot\n" * 12_500_000, 413, "too_long", "longer than 500000 bytes"),
            ):
                answer = await brought(url, title, body)
                assert answer[:2] == (status, code)
                assert re.search(why, answer[2]), answer
                assert "\n" not in answer[2]

    asyncio.run(asyncio.wait_for(play(), 60))


async def brought(url: str, title: str, body: bytes) -> tuple[int, str, str]:
    page = await fetched(url, f"/api/themes?title={title}", body=body)
    told = json.loads(page.body)
    return page.status, told["problems"][0]["code"], told["error"]


@pytest.mark.clause("W-4", "W-15")
def test_a_theme_with_which_nobody_could_begin_is_refused(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            ala = await made.comes("Ala")
            for words, lexicon, why in (
                ("kot koszyk", "pl", ""),
                ("kot", "pl", ""),  # kotach
                ("nad pod", "pl", "theme_no_first_word"),
                ("nad abcdef", "pl", "theme_no_first_word"),
                ("kot kosałki", "en", "theme_no_first_word"),
                ("basket", "en", ""),
            ):
                rules = {
                    "theme": await made.themes.add_theme(encode_theme("Z", words)),
                    "lexicon": lexicon,
                }
                assert await ala.ask(requests.Create, settings=seated(rules=rules)) == why, words

    run(play())


def test_themes_are_kept_for_a_while(tmp_path: Path) -> None:
    time = [0]
    kot = Raw(to_json(Theme("1", ("KOT",))))

    async def choose() -> None:
        store = await open_store(tmp_path)
        kept = ThemeUploads(TasksHere(), store, lambda: time[0])
        names = []
        for time[0] in range(MAX_UPLOADS + 1):
            names.append(await kept.add_theme(encode_theme(str(time[0]), "kot")))
        with pytest.raises(errors.Refused, match="send it again"):
            await kept.find_theme_for_rules({"theme": names[0]})
        assert await kept.find_theme_for_rules({"theme": names[1]}) == kot
        assert await kept.find_theme_for_rules({}) == NOTHING
        time[0] = LIFETIME + 1
        with pytest.raises(errors.Refused, match="send it again"):
            await kept.find_theme_for_rules({"theme": names[1]})
        await store.close()

    run(choose())


def test_a_themed_match_survives_a_restart(tmp_path: Path) -> None:
    async def begin() -> tuple[str, str | None, int]:
        async with world(tmp_path) as made:
            ala = await made.comes("Ala")
            name = await made.themes.add_theme(encode_theme("Z", " ".join(KNOWN)))
            settings = seated(bots=(1,), games=2, rules={"theme": name})
            assert not await ala.ask(requests.Create, settings=settings)
            assert not await ala.ask(requests.Begin)
            await ala.until(lambda one: one.word is not None and one.word.view.turn == one.seat)
            assert ala.word is not None
            return ala.here.code, ala.token, ala.word.view.turns

    async def go_on() -> None:
        code, token, turns = await begin()
        async with world(tmp_path) as made:
            ala = await made.comes("", code, token)
            assert ala.word is not None
            assert ala.word.view.turns == turns
            seen = ala.here
            assert (seen.stage, seen.theme and seen.theme.words) == (Stage.PLAYING, len(KNOWN))
            edition = made.lobby.rooms[code].room.edition
            assert isinstance(edition, PlayableWordEdition)
            assert edition.edition.theme == Theme("Z", KNOWN)

    run(go_on())
