"""`kostka forget-guest`, with a server that runs and without one."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from kostka.cli.main import main
from kostka.client import Refused, connect
from kostka.protocol.requests import Begin
from kostka.protocol.rooms import Settings
from kostka.server.storage.sqlite_file import FILE_NAME
from tests.cli.test_backup import kostka
from tests.server.processes import serving
from tests.server.running import plays_on

NAME = "Xaverine"


async def play_a_little(url: str) -> tuple[str, str]:
    """Open a room and play; return the guest's id and token."""
    async with connect(url, name=NAME) as guest:
        await guest.create_room(Settings("travel", seats=2, bots=(1,)))
        await guest.ask(Begin)
        await plays_on(guest, turns=2)
        assert guest.token is not None
        return guest.guest, guest.token


def read_data(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.glob(f"{FILE_NAME}*"))


def test_a_running_server_forgets_a_guest_itself(tmp_path: Path) -> None:
    async def forget(url: str) -> None:
        guest, token = await play_a_little(url)
        status, out, errors = await kostka("forget-guest", guest, "--data", str(tmp_path))
        assert (status, errors) == (0, "")
        assert f"guest {guest} is forgotten" in out
        with pytest.raises(Refused, match="token"):
            async with connect(url, token=token):
                pass
        status, out, errors = await kostka("forget-guest", guest, "--data", str(tmp_path))
        assert (status, out) == (1, "")
        assert errors == f"kostka: {tmp_path}: there is no guest {guest}\n"

    with serving(tmp_path) as process:
        asyncio.run(asyncio.wait_for(forget(process.url), 60))
        assert process.faults == []
        assert NAME not in process.log.read_text(encoding="utf-8")
    assert main(["verify-data", "--data", str(tmp_path)]) == 0


def test_without_a_server_the_command_does_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(tmp_path) as process:
        guest, _ = asyncio.run(asyncio.wait_for(play_a_little(process.url), 60))
    assert NAME.encode() in read_data(tmp_path)
    assert main(["forget-guest", guest, "--data", str(tmp_path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"forgotten": guest}
    assert NAME.encode() not in read_data(tmp_path)
    assert guest.encode() not in read_data(tmp_path)
    assert main(["forget-guest", guest, "--data", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"kostka: {tmp_path}: there is no guest {guest}\n"
    assert main(["verify-data", "--data", str(tmp_path)]) == 0


def test_there_must_be_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["forget-guest", "0123", "--data", str(tmp_path / "new")]) == 1
    assert "no kostka data" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
