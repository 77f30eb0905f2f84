"""Settings: flags before the environment before defaults, and one line for each mistake."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from kostka.cli.main import build_parser, main
from kostka.events.errors import BadInput
from kostka.server.settings import (
    SETTINGS,
    ServerSettings,
    find_node_address,
    get_host_name,
    parse_proxies,
    read_settings,
)
from tools.write_settings_table import DOCUMENT, insert_settings_table

CASES = {
    "KOSTKA_PORT": ["x", "-1", "65536", "8_000", "٣", " 80", "9" * 5000],
    "KOSTKA_HOST": [" ", "\n", "a\x00b"],
    "KOSTKA_DATA": [" ", "a\x1b"],
    "KOSTKA_METRICS_PORT": ["none", "70000"],
    "KOSTKA_METRICS_HOST": ["\t"],
    "KOSTKA_OPEN": ["maybe", "2"],
    "KOSTKA_BASE_PATH": ["games", "/a//b", "/..", "/a b", '/"', "/ä", "//evil.example"],
    "KOSTKA_NODE": [" ", "a b", "a/b", ".a", "x" * 64],
    "KOSTKA_NODE_ADDRESS": ["x", "a:b", "0.0.0.0:80", "[::]:80", "a b:80", ":80"],
    "KOSTKA_TRUSTED_PROXIES": ["*", "proxy", "10.0.0.1/8", "::1,x"],
}
"""Values that are refused, by variable."""


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[ServerSettings]:
    """The settings that a command would serve with."""
    seen: list[ServerSettings] = []
    for module in ("serve", "play"):
        monkeypatch.setattr(f"kostka.cli.{module}.serve_until_stopped", seen.append)
    for setting in SETTINGS:
        monkeypatch.delenv(setting.variable, raising=False)
    return seen


def test_defaults_serve_this_machine_only(
    served: list[ServerSettings], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["serve"]) == 0
    assert served == [
        ServerSettings(host="127.0.0.1", port=8000, data=tmp_path / "kostka", open=False)
    ]


def test_flags_win_over_the_environment_and_it_over_defaults(
    served: list[ServerSettings], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KOSTKA_PORT", "81")
    monkeypatch.setenv("KOSTKA_HOST", "::1")
    monkeypatch.setenv("KOSTKA_DATA", "")  # the same as none
    assert main(["serve", "--port", "82"]) == 0
    (settings,) = served
    assert (settings.port, settings.host) == (82, "::1")
    assert settings.data == ServerSettings().data


def test_play_is_serve_that_opens_the_page(
    served: list[ServerSettings], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KOSTKA_OPEN", "no")
    assert main(["serve", "--port", "82"]) == main(["serve", "--port", "82", "--open"]) == 0
    assert main(["play", "--port", "82"]) == 0
    without, opened, played = served
    assert not without.open
    assert opened.open
    assert played == opened


@pytest.mark.parametrize(
    ("variable", "value"), [(name, value) for name, values in CASES.items() for value in values]
)
def test_a_wrong_value_is_one_line_with_its_variable_or_flag(
    variable: str,
    value: str,
    served: list[ServerSettings],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(BadInput, match=f"^{variable}: '"):
        read_settings({}, {variable: value})
    (setting,) = [one for one in SETTINGS if one.variable == variable]
    if setting.metavar:
        with pytest.raises(SystemExit, match="2"):
            main(["serve", setting.flag, value])
        assert f"argument {setting.flag}: '" in get_only_line(capsys)
    if "\x00" not in value:
        monkeypatch.setenv(variable, value)
        with pytest.raises(SystemExit, match="2"):
            main(["serve"])
        assert f"kostka serve: {variable}: '" in get_only_line(capsys)
    assert served == []


def test_a_misspelt_variable_is_noticed(
    served: list[ServerSettings],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("KOSTKA_CHROMIUM", "/usr/bin/chromium")  # of the tests, not a setting
    assert main(["serve"]) == 0
    monkeypatch.setenv("KOSTKA_PROT", "80")
    with pytest.raises(SystemExit, match="2"):
        main(["serve"])
    line = get_only_line(capsys)
    assert "kostka serve: KOSTKA_PROT is not a setting; did you mean 'port'?" in line
    assert len(served) == 1


def get_only_line(capsys: pytest.CaptureFixture[str]) -> str:
    line, rest = capsys.readouterr().err.split("\n")
    assert rest == ""
    return line


def test_every_setting_is_described_and_in_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        build_parser(["serve"]).parse_args(["serve", "--help"])
    text = re.sub(r"\s+", " ", capsys.readouterr().out)
    assert len(SETTINGS) == len(fields(ServerSettings))
    for setting in SETTINGS:
        assert setting.flag in text
        assert f"variable: {setting.variable})" in text
        assert setting.description in text
        assert not setting.description.endswith(".")


def test_the_table_in_the_documentation_is_as_the_settings_are() -> None:
    """After a change: `make api`."""
    text = DOCUMENT.read_text(encoding="utf-8")
    assert insert_settings_table(text) == text


def test_trusted_proxies_are_addresses_or_networks() -> None:
    assert parse_proxies("10.0.0.0/8, 192.0.2.1,::1") == ("10.0.0.0/8", "192.0.2.1", "::1")
    assert parse_proxies("") == ()
    for wrong in ("*", "proxy.example.org", "10.0.0.1/8"):
        with pytest.raises(BadInput, match="is not an address or a network"):
            parse_proxies(wrong)


@pytest.mark.parametrize("wrong", ["mysql://ala:secret@db/kostka", "postgres:/secret", "secret"])
def test_a_wrong_database_is_refused_without_repeating_its_password(
    wrong: str, served: list[ServerSettings], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(BadInput, match="looks like postgresql://") as refused:
        read_settings({}, {"KOSTKA_DATABASE": wrong})
    assert wrong not in str(refused.value)
    with pytest.raises(SystemExit, match="2"):
        main(["serve", "--database", wrong])
    assert wrong not in get_only_line(capsys)
    assert served == []


def test_settings_do_not_print_the_password() -> None:
    settings = read_settings({}, {"KOSTKA_DATABASE": "postgresql://ala:secret@db/kostka"})
    assert settings.database == "postgresql://ala:secret@db/kostka"
    assert "secret" not in repr(settings)


def test_a_node_is_called_like_its_machine_and_reached_where_it_listens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("kostka.server.settings.gethostname", lambda: "-my host.example_1")
    assert get_host_name() == ServerSettings().node == "myhost.example_1"
    assert find_node_address(ServerSettings(host="10.0.0.5"), 81) == "10.0.0.5:81"
    assert find_node_address(ServerSettings(host="::1"), 81) == "[::1]:81"
    given = ServerSettings(host="0.0.0.0", node_address="a.example:82")  # noqa: S104
    assert find_node_address(given, 81) == "a.example:82"
    with pytest.raises(BadInput, match="use --node-address"):
        find_node_address(ServerSettings(host="0.0.0.0"), 81)  # noqa: S104
