"""Names that strangers may be shown, and those that they may not."""

from __future__ import annotations

from pathlib import Path

import pytest

from kostka.events.errors import BadInput, Refused
from kostka.protocol import requests
from kostka.server.rooms import name_filter as filters
from kostka.server.rooms.name_filter import NEUTRAL_NAME, NameFilter
from kostka.server.storage import store
from tests.server.rooms.real_names import REAL_NAMES
from tests.server.world import run, world

OURS = NameFilter()


def find_refusal(name: str, names: NameFilter = OURS) -> str:
    try:
        names.require_name(name)
    except Refused as refused:
        return refused.violations[0].code
    return ""


@pytest.mark.parametrize("name", REAL_NAMES)
def test_real_names_pass(name: str) -> None:
    assert not find_refusal(name)
    OURS.require_title(name)
    assert OURS.choose_shown_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        *("fuck", "FUCK you", "Mother Fucker", "fuuuuck", "f.u.c.k", "F U C K", "fück", "xxfuckxx"),
        *("kurwa", "KURWA mać", "kurwaaa", "kurvva kurwa", "k u r w a", "kur\u0301wa", "Kurwa123"),
        *(
            "gówno",
            "gowno",
            "p1zda",
            "chuj",
            "Chuj2",
            "\u0441huj",
        ),  # the last c is Cyrillic
        *("bazdmeg", "BAZMEG", "köcsög", "kocsog", "fasz", "kurva", "f-a-s-z"),
        *("vaffanculo", "Stronzo", "str0nzo", "$tronzo", "c4zzo", "co9lione coglione", "minchia!"),
        *("nigger", "n1gger", "niggger", "Hitler", "h1tler88", "ⓕⓤⓒⓚ"),
    ],
)
def test_insults_are_refused_however_they_are_written(name: str) -> None:
    assert find_refusal(name) == "name_refused"
    assert OURS.choose_shown_name(name) == NEUTRAL_NAME
    with pytest.raises(Refused, match="this title may offend others"):
        OURS.require_title(f"The {name} cup")


@pytest.mark.parametrize(
    "name",
    [
        *("admin", "ADMIN", "Adm1n", "the admin", "Administrator", "Moderator", "admin123"),
        *("Organiser", "Organizator", "Szervező", "Organizzatore", "Sędzia", "Referee", "Árbitro"),
        *("Bot", "Bot 1", "bot 3", "B0t", "BOT6"),
    ],
)
def test_nobody_poses_as_staff_or_as_a_bot(name: str) -> None:
    assert find_refusal(name) == "name_reserved"
    OURS.require_title(name)  # a cup of administrators may be called so


def test_words_near_an_insult_are_none() -> None:
    for name in ("Niger", "Nigeria", "Scunthorpe", "Robot", "Shitake", "Kurowska", "Abbott"):
        assert not find_refusal(name)


def test_an_operator_adds_words(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("# ours\n\nbumble\nzonk*\n*grmpf*\n", encoding="utf-8")
    names = NameFilter.load(file)
    for name in ("Bumble", "ZONKER", "xGRMPFx", "fuck"):
        assert find_refusal(name, names) == "name_refused"
    for name in ("Bumblebee", "Azonk", "Ala"):
        assert not find_refusal(name, names)
    assert not find_refusal("Bumble", NameFilter.load(None))


def test_a_list_that_cannot_be_used_is_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "words.txt"
    monkeypatch.setattr(filters, "MAX_FILE_BYTES", 100)
    monkeypatch.setattr(filters, "MAX_WORDS", 3)
    for content, reason in (
        (None, "cannot be read"),
        (b"\xff\xfe", "not UTF-8"),
        (b"a" * 101, "over 100 bytes"),
        (b"ab\ncd\nef\ngh", "over 3 words"),
        (b"***", "has no letters"),
    ):
        if content is not None:
            file.write_bytes(content)
        with pytest.raises(BadInput, match=reason) as refused:
            NameFilter.load(file)
        assert "\n" not in str(refused.value)


def test_guests_are_refused_such_names_and_shown_under_a_neutral_one(tmp_path: Path) -> None:
    async def look() -> None:
        async with world(tmp_path) as here:
            ala = await here.comes("Ala")
            assert await ala.ask(requests.Rename, name="kurwa") == "name_refused"
            assert await ala.ask(requests.Rename, name="Bot 3") == "name_reserved"
            assert ala.session.name == "Ala"
            assert not await ala.ask(requests.Rename, name="Ola")
            new = await here.comes("Stronzo")
            assert new.session.name == NEUTRAL_NAME
            known = await here.store.find_guest(ala.session.guest)
            assert known is not None
            await here.store.write(
                [store.Guest(known.id, known.token_hash, "admin", known.created, known.last_seen)]
            )
            again = await here.comes("", token=ala.token)
            assert again.session.name == NEUTRAL_NAME

    run(look())
