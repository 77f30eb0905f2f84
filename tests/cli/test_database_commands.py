"""The operating commands on PostgreSQL, beside nodes that run and without any."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from kostka.cli.main import main
from kostka.client import Refused, connect
from tests.cli.test_backup import kostka
from tests.cli.test_forget_guest import NAME, play_a_little
from tests.postgres import PASSWORD, get_server
from tests.server.processes import serving
from tests.server.storage.test_backup import write_sample
from tests.server.upkeep.test_several_nodes import find_leftovers


@pytest.fixture
def url() -> Iterator[str]:
    with get_server().lend_database() as url:
        yield url


@pytest.fixture
def empty_url() -> Iterator[str]:
    with get_server().lend_database(template="template0") as url:
        yield url


@pytest.fixture
def data(tmp_path: Path) -> Path:
    asyncio.run(write_sample(tmp_path / "data"))
    return tmp_path / "data"


def get_place(url: str) -> str:
    """Return how a command names a database."""
    return f"postgresql://{url.rpartition('@')[2]}"


def make_environment(url: str, node: str) -> dict[str, str]:
    return {**os.environ, "KOSTKA_DATABASE": url, "KOSTKA_NODE": node}


def test_commands_say_what_they_did(
    data: Path, empty_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backup, place, database = str(tmp_path / "backup"), get_place(empty_url), ["--database"]
    database.append(empty_url)
    assert main(["migrate", str(data), empty_url]) == 0
    counts = "1 guest, 1 room, 1 game, 1 tournament"
    assert capsys.readouterr().out == f"{place}: {counts}, copied from {data}\n"
    assert main(["verify-data", *database]) == 1  # the sample is not a whole game
    assert capsys.readouterr().out.endswith(f"{place}: 3 faults in {counts}\n")
    assert main(["backup", backup, *database]) == 0
    assert f"{backup}: {counts}, as of 2" in capsys.readouterr().out
    assert main(["restore", backup, *database]) == 1
    assert capsys.readouterr().err == (
        f"kostka: {place}: there is data in this database; --replace moves it aside\n"
    )
    assert main(["restore", backup, *database, "--replace", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["database"] == place
    assert told["old_data"].startswith("before_restore_")
    assert main(["migrate", empty_url, str(tmp_path / "back"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["from"], told["to"]) == (place, str(tmp_path / "back"))
    assert told["counts"] == {"guests": 1, "rooms": 1, "games": 1, "tournaments": 1}
    assert main(["verify-data", "--data", str(tmp_path / "back")]) == 1
    assert "3 faults" in capsys.readouterr().out


def test_the_environment_may_name_the_database(
    url: str, data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KOSTKA_DATABASE", url)
    monkeypatch.setenv("KOSTKA_DATA", "/nowhere")
    assert main(["verify-data"]) == 0
    assert capsys.readouterr().out.startswith(f"{get_place(url)}: no faults")
    assert main(["verify-data", "--data", str(data)]) == 1  # options win over variables
    assert capsys.readouterr().out.endswith("1 tournament\n")
    assert main(["verify-data", "--data", str(data), "--database", url]) == 1
    assert capsys.readouterr().err == (
        "kostka: the data is in a folder or in a database: use --data or --database\n"
    )


# --- bad input --------------------------------------------------------------------------------

SECRET = "s3cret-Passw0rd"  # noqa: S105

WRONG_URLS = {
    "another scheme": f"mysql://kostka:{SECRET}@127.0.0.1/kostka",
    "nothing": "",
    "no slashes": f"postgresql:kostka:{SECRET}@127.0.0.1",
    "spaces": f"postgresql://kostka:{SECRET} x@127.0.0.1/kostka",
    "slash in the password": f"postgresql://kostka:a/{SECRET}@127.0.0.1/kostka",
    "port": f"postgresql://kostka:{SECRET}@127.0.0.1:x/kostka",
    "nobody there": f"postgresql://kostka:{SECRET}@127.0.0.1:1/kostka",
    "no such host": f"postgresql://kostka:{SECRET}@nowhere.invalid/kostka",
    "option": f"postgresql://kostka:{SECRET}@127.0.0.1:1/kostka?sslmode={SECRET}",
}


def list_commands(url: str, folder: Path) -> list[list[str]]:
    return [
        ["backup", str(folder / "f"), "--database", url],
        ["restore", str(folder / "backup"), "--database", url],
        ["verify-data", "--database", url],
        ["forget-guest", "0123", "--database", url],
        ["migrate", str(folder / "data"), url],
        ["migrate", url, str(folder / "new")],
    ]


def run_command(command: list[str]) -> int:
    try:
        return main(command)
    except SystemExit as wrong_usage:
        return int(wrong_usage.code or 0)


@pytest.mark.parametrize("url", WRONG_URLS.values(), ids=WRONG_URLS)
def test_wrong_urls_are_one_line_without_the_password(
    data: Path, tmp_path: Path, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", str(tmp_path / "backup"), "--data", str(data)]) == 0
    capsys.readouterr()
    for command in list_commands(url, tmp_path):
        assert run_command(command) in (1, 2)
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.count("\n") == 1, told.err
        assert told.err.startswith("kostka")
        assert SECRET not in told.err
        assert "Traceback" not in told.err
    assert not (tmp_path / "f").exists()


def test_no_message_repeats_a_password(capsys: pytest.CaptureFixture[str]) -> None:
    url = f"postgresql://kostka:{SECRET}@127.0.0.1/kostka"
    for command in (["verify-data", url], ["backup", "f", "--databse", url], [url]):
        assert run_command(command) == 2
        told = capsys.readouterr().err
        assert told.count("\n") == 1
        assert SECRET not in told


def test_a_wrong_password_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    server = get_server()
    server.run_sql("CREATE ROLE careful LOGIN PASSWORD 'right'")
    rules = server.data / "pg_hba.conf"
    before = rules.read_text()
    rules.write_text(f"host all careful 127.0.0.1/32 scram-sha-256\n{before}")
    try:
        server.run_sql("SELECT pg_reload_conf()")
        url = f"postgresql://careful:{SECRET}@127.0.0.1:{server.port}/postgres"
        assert main(["verify-data", "--database", url]) == 1
        assert capsys.readouterr().err == (
            f"kostka: {get_place(url)}: the database refuses this user or password (28P01)\n"
        )
        for command in list_commands(url.replace(SECRET, "right"), tmp_path)[-1:]:
            assert main(command) == 1
            assert "no kostka data in this database" in capsys.readouterr().err
    finally:
        rules.write_text(before)
        server.run_sql("SELECT pg_reload_conf(); DROP ROLE careful")


def test_rights_that_are_missing_are_one_line(
    url: str, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = get_server()
    server.run_sql("CREATE ROLE guest LOGIN")
    try:
        poor = url.replace(f"kostka:{PASSWORD}", "guest")
        for command in (["verify-data", "--database", poor], ["migrate", str(data), poor]):
            assert main(command) == 1
            assert capsys.readouterr().err == (
                f"kostka: {get_place(url)}: the database user lacks a right that kostka needs"
                " (42501)\n"
            )
        server.run_sql("GRANT pg_read_all_data TO guest")
        assert main(["verify-data", "--database", poor]) == 0
        assert main(["backup", str(data / "backup"), "--database", poor]) == 0
    finally:
        server.run_sql("DROP ROLE guest")


def test_other_databases_are_one_line(
    url: str, empty_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(write_sample(tmp_path / "data"))
    assert main(["backup", str(tmp_path / "backup"), "--data", str(tmp_path / "data")]) == 0
    server = get_server()
    server.run_sql("CREATE TABLE songs (title text)", empty_url.rpartition("/")[2])
    server.run_sql("UPDATE kostka SET version = 99", url.rpartition("/")[2])
    missing = server.make_url("missing")
    capsys.readouterr()
    for where, reasons in (
        (empty_url, ("no kostka data in this database", "belongs to another program")),
        (url, ("a newer kostka wrote this database (version 99; this one knows ",)),
        (missing, ("there is no such database",)),
    ):
        for command in list_commands(where, tmp_path):
            assert main(command) == 1
            told = capsys.readouterr()
            assert told.out == ""
            assert told.err.count("\n") == 1
            assert any(reason in told.err for reason in reasons), told.err
            assert PASSWORD not in told.err


# --- beside nodes -----------------------------------------------------------------------------


def test_running_nodes_forget_a_guest_themselves(url: str, tmp_path: Path) -> None:
    async def forget(first: str, second: str) -> None:
        guest, token = await play_a_little(first)
        async with connect(second, token=token):
            status, out, errors = await kostka("forget-guest", guest, "--database", url)
        assert (status, errors) == (0, "")
        assert out == f"{get_place(url)}: guest {guest} is forgotten; backups still have the name\n"
        with pytest.raises(Refused, match="token"):
            async with connect(second, token=token):
                pass
        status, out, errors = await kostka("forget-guest", guest, "--database", url)
        assert (status, out) == (1, "")
        assert errors == f"kostka: {get_place(url)}: there is no guest {guest}\n"

    with (
        serving(tmp_path, log=tmp_path / "1", environment=make_environment(url, "one")) as one,
        serving(tmp_path, log=tmp_path / "2", environment=make_environment(url, "two")) as two,
    ):
        asyncio.run(asyncio.wait_for(forget(one.url, two.url), 60))
        assert one.faults + two.faults == []
        assert find_leftovers(url, NAME) == []
        assert asyncio.run(kostka("verify-data", "--database", url))[0] == 0
        status, out, errors = asyncio.run(kostka("migrate", url, str(tmp_path / "new")))
        assert (status, out) == (1, "")
        assert errors == f"kostka: {get_place(url)}: kostka runs on this database (node one, two)\n"
        backup = str(tmp_path / "backup")
        assert asyncio.run(kostka("backup", backup, "--database", url))[0] == 0
        status, out, errors = asyncio.run(kostka("restore", backup, "--replace", "--database", url))
        assert (status, out) == (1, "")
        assert errors == f"kostka: {get_place(url)}: kostka runs on this database (node one, two)\n"


def test_without_nodes_the_command_does_it(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(tmp_path, environment=make_environment(url, "one")) as process:
        guest, _ = asyncio.run(asyncio.wait_for(play_a_little(process.url), 60))
    assert find_leftovers(url, NAME) != []
    assert main(["forget-guest", guest, "--database", url, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"forgotten": guest}
    assert find_leftovers(url, NAME, guest) == []
    assert main(["forget-guest", guest, "--database", url]) == 1
    assert capsys.readouterr().err == f"kostka: {get_place(url)}: there is no guest {guest}\n"
    assert main(["verify-data", "--database", url]) == 0
