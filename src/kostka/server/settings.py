"""Every setting of a server, declared once.

Each field of `ServerSettings` is a setting: its flag (`--metrics-port`) and its environment
variable (`KOSTKA_METRICS_PORT`) follow from its name. The options and the help of `kostka serve`
and the table in docs/operating.md come from here, so a new setting is one more field.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import partial
from ipaddress import ip_network
from pathlib import Path
from socket import gethostname
from typing import Any, NamedTuple, TypeVar

from kostka.events.errors import BadInput, quote
from kostka.events.whole_numbers import parse_whole_number

T = TypeVar("T")

WILDCARD_HOSTS = ("0.0.0.0", "::")  # noqa: S104  (the operator asks for it)
MAX_PORT = 65_535
MAX_DAYS = 36_500

VARIABLE_PREFIX = "KOSTKA_"
"""How the names of all environment variables begin."""

_SWITCH_WORDS = {"1": True, "yes": True, "true": True, "0": False, "no": False, "false": False}


def get_default_data_folder() -> Path:
    """Return the data folder of this user."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "kostka"


def make_number_parser(minimum: int, maximum: int) -> Callable[[str], int]:
    """Return a parser of whole numbers within limits."""
    return partial(parse_whole_number, minimum=minimum, maximum=maximum)


def parse_text(text: str) -> str:
    """Return a text as it is; raise `BadInput` if it is empty or not printable."""
    if not text.strip() or not text.isprintable():
        raise BadInput(f"{quote(text)} is empty or not printable")
    return text


def parse_path(text: str) -> Path:
    """Return the path of a file or folder, which need not exist; `~` is the home folder."""
    return Path(parse_text(text)).expanduser()


def parse_switch(text: str) -> bool:
    """Return whether something is switched on."""
    found = _SWITCH_WORDS.get(text.lower())
    if found is None:
        raise BadInput(f"{quote(text)} is neither yes nor no")
    return found


def parse_base_path(text: str) -> str:
    """Return a path such as `/games`; empty for the root."""
    path = text.rstrip("/")
    if path and not re.fullmatch(r"(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+", path):
        raise BadInput(f"{quote(text)} is not a path such as /games")
    return path


def parse_proxies(text: str) -> tuple[str, ...]:
    """Return the addresses and networks in a list separated by commas."""
    proxies = tuple(part.strip() for part in text.split(",") if part.strip())
    for proxy in proxies:
        try:
            ip_network(proxy)
        except ValueError:
            raise BadInput(f"{quote(proxy)} is not an address or a network") from None
    return proxies


def parse_database_url(text: str) -> str:
    """Return the address of a database; a refusal never quotes it, because of its password."""
    if not re.fullmatch(r"postgres(ql)?://\S+", text):
        raise BadInput("a database looks like postgresql://user:password@host:5432/name")
    return text


def parse_node_name(text: str) -> str:
    """Return the name of a node."""
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,62}", text):
        raise BadInput(f"{quote(text)} is not a name of letters, digits, dots and dashes")
    return text


def parse_node_address(text: str) -> str:
    """Return an address such as `10.0.0.5:8000`, which must not stand for all addresses."""
    host, _, port = text.rpartition(":")
    if not re.fullmatch(r"[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\]", host) or not port.isascii():
        raise BadInput(f"{quote(text)} is not an address such as 10.0.0.5:8000")
    if host.strip("[]") in WILDCARD_HOSTS:
        raise BadInput(f"{quote(text)} is not an address at which other nodes reach this one")
    _parse_port(port)
    return text


def get_host_name() -> str:
    """Return the name of this machine, as far as it can be the name of a node."""
    return re.sub(r"[^A-Za-z0-9._-]|^[._-]+", "", gethostname())[:63] or "node"


def _declare(  # noqa: PLR0913  (each is a part of a declaration)
    parse: Callable[[str], T],
    metavar: str,
    description: str,
    default: T | Callable[[], T],
    default_text: str | None = None,
    *,
    is_secret: bool = False,
) -> T:
    """Declare a setting; `default` may be a function, then `default_text` describes the result.

    A secret does not appear when the settings are printed.
    """
    metadata = {
        "parse": parse,
        "metavar": metavar,
        "description": description,
        "default_text": str(default) if default_text is None else default_text,
    }
    declared: Any = (
        field(default_factory=default, metadata=metadata, repr=not is_secret)
        if callable(default)
        else field(default=default, metadata=metadata, repr=not is_secret)
    )
    return declared  # type: ignore[no-any-return]  # what the field holds is a T


_parse_days = make_number_parser(0, MAX_DAYS)
_parse_port = make_number_parser(0, MAX_PORT)


@dataclass(frozen=True, kw_only=True)
class ServerSettings:
    """The settings of one server."""

    host: str = _declare(
        parse_text, "HOST", "address to listen on; 0.0.0.0 lets other devices in", "127.0.0.1"
    )
    port: int = _declare(_parse_port, "PORT", "port to listen on; 0 picks a free one", 8000)
    data: Path = _declare(  # noqa: RUF009  (it returns a field)
        parse_path,
        "DIR",
        "folder that holds all data",
        get_default_data_folder,
        "$XDG_DATA_HOME/kostka or ~/.local/share/kostka",
    )
    database: str | None = _declare(
        parse_database_url,
        "URL",
        "PostgreSQL database that holds all data instead of the folder, for several nodes",
        None,
        "none",
        is_secret=True,
    )
    node: str = _declare(
        parse_node_name,
        "NAME",
        "name of this node, another one for each process that shares a database",
        get_host_name,
        "name of the machine",
    )
    node_address: str | None = _declare(
        parse_node_address,
        "HOST:PORT",
        "where other nodes reach this one",
        None,
        "the address it listens on",
    )
    metrics_port: int | None = _declare(
        _parse_port, "PORT", "port for metrics alone; 0 picks a free one", None, "none"
    )
    metrics_host: str = _declare(
        parse_text, "HOST", "address that the metrics port listens on", "127.0.0.1"
    )
    base_path: str = _declare(
        parse_base_path,
        "PATH",
        "path below which a proxy serves the site, such as /games",
        "",
        "none",
    )
    trusted_proxies: tuple[str, ...] = _declare(
        parse_proxies,
        "LIST",
        "addresses or networks of proxies whose X-Forwarded-For is believed, with commas",
        ("127.0.0.1", "::1"),
        "127.0.0.1,::1",
    )
    name_filter: Path | None = _declare(  # noqa: RUF009  (it returns a field)
        parse_path, "FILE", "list of words that names may not have, beside our own", None, "none"
    )
    keep_rooms: int = _declare(
        _parse_days, "DAYS", "days to keep closed rooms and their games; 0 for ever", 0
    )
    keep_guests: int = _declare(
        _parse_days, "DAYS", "days to keep guests who stay away; 0 for ever", 0
    )
    keep_tournaments: int = _declare(
        _parse_days, "DAYS", "days to keep tournaments that do not change; 0 for ever", 0
    )
    open: bool = _declare(
        parse_switch, "", "open the page in a browser", default=False, default_text="no"
    )


class Setting(NamedTuple):
    """How a setting is given and described."""

    name: str
    metavar: str
    """The placeholder of its value in help texts; empty for a switch."""
    description: str
    default_text: str
    parse: Callable[[str], Any]
    """Returns the value, or raises `BadInput`."""

    @property
    def flag(self) -> str:
        """The option of `kostka serve`."""
        return f"--{self.name.replace('_', '-')}"

    @property
    def variable(self) -> str:
        """The environment variable."""
        return f"{VARIABLE_PREFIX}{self.name.upper()}"


SETTINGS = tuple(Setting(name=each.name, **each.metadata) for each in fields(ServerSettings))


def read_settings(given: Mapping[str, Any], environment: Mapping[str, str]) -> ServerSettings:
    """Return the settings: values given by name come first, then the environment, then defaults.

    A variable that is empty counts as not set. Raise `BadInput` naming a variable that is wrong.
    """
    values: dict[str, Any] = {}
    for setting in SETTINGS:
        if setting.name in given:
            values[setting.name] = given[setting.name]
        elif text := environment.get(setting.variable):
            try:
                values[setting.name] = setting.parse(text)
            except BadInput as error:
                raise BadInput(f"{setting.variable}: {error}") from None
    return ServerSettings(**values)


def find_node_address(settings: ServerSettings, port: int) -> str:
    """Return where other nodes reach a server that listens on a port; raise `BadInput`."""
    if settings.node_address is not None:
        return settings.node_address
    if settings.host in WILDCARD_HOSTS:
        raise BadInput(
            f"other nodes cannot reach this one at {settings.host}:"
            " use --node-address to give its own address"
        )
    return f"[{settings.host}]:{port}" if ":" in settings.host else f"{settings.host}:{port}"
