"""Runs a proxy with its file in deploy/ in front of two servers, and uses both sites through it.

`python -m tests.deploy.proxied_site nginx` needs a network of its own, in which it has several
addresses: `unshare --map-root-user --net`. Any fault is an error.
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from os import environ
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from kostka.client import connect
from kostka.protocol.requests import Begin
from kostka.protocol.rooms import Settings
from kostka.server.api.games import UPLOAD_RATE
from kostka.server.tournaments.export_routes import MAX_FILE_BYTES
from tests.server.running import plays_on

DEPLOY = Path(__file__).parents[2] / "deploy"

OWN_PORTS = (8080, 8081)
"""The ports of the proxy: for the site of its own, and for the one below a path."""

SERVER, CLIENT, NEIGHBOUR = "192.0.2.1", "192.0.2.2", "192.0.2.3"
ADDRESSES = (SERVER, CLIENT, NEIGHBOUR)
STRANGER = "203.0.113.77"

WAIT_SECONDS = 30

NGINX = """
user root;
daemon off;
pid {folder}/nginx.pid;
error_log stderr;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""
"""What Debian's own nginx.conf does: it includes the files of sites."""


class Site(NamedTuple):
    """A server behind the proxy."""

    port: int
    """Of the proxy."""
    path: str
    backend: int

    def ask(
        self,
        path: str,
        *,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        source: str = CLIENT,
    ) -> tuple[int, Mapping[str, str], bytes]:
        """Ask through the proxy from an address; return status, headers and body."""
        connection = HTTPConnection(SERVER, self.port, WAIT_SECONDS, (source, 0))
        try:
            method = "GET" if body is None else "POST"
            connection.request(method, self.path + path, body, dict(headers or {}))
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            connection.close()

    def ask_json(self, path: str, **how: Any) -> Any:
        status, _, body = self.ask(path, **how)
        assert status in (200, 201), (path, status, body)
        return json.loads(body)


SITES = (Site(OWN_PORTS[0], "", 8000), Site(OWN_PORTS[1], "/games", 8001))


def prepare_network() -> None:
    """Add the addresses to this network."""
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    for address in ADDRESSES:
        subprocess.run(["ip", "address", "add", f"{address}/32", "dev", "lo"], check=True)


@contextmanager
def run_process(command: list[str], **how: Any) -> Iterator[None]:
    with subprocess.Popen(command, **how) as process:
        try:
            yield
        finally:
            process.terminate()
            process.wait(WAIT_SECONDS)


def build_proxy_command(kind: str, folder: Path) -> list[str]:
    """Write the configuration of a proxy; return its command. Only names and ports change."""
    ports = iter(map(str, OWN_PORTS))
    if kind == "nginx":
        text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
        text = re.sub(r"listen \[::\]:80;\n", "", text)  # IPv6 may be missing
        text = re.sub(r"(?<=listen )80(?=;)", lambda _: next(ports), text)
        (folder / "site.conf").write_text(text, encoding="utf-8")
        main = folder / "nginx.conf"
        main.write_text(NGINX.format(folder=folder), encoding="utf-8")
        return ["nginx", "-p", str(folder), "-e", "stderr", "-c", str(main)]
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    text = re.sub(r"(?m)^\w+\.example\.org(?= \{)", lambda _: f"http://:{next(ports)}", text)
    (folder / "Caddyfile").write_text(text, encoding="utf-8")
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


def wait_until_up(site: Site) -> None:
    until = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            if site.ask("/healthz")[0] == 200:
                return
        except OSError:
            pass
        assert time.monotonic() < until, f"port {site.port} does not answer"
        time.sleep(0.05)


def check_pages(site: Site) -> None:
    """Pages, files and routes are there, and the home page is found without its slash."""
    status, _, page = site.ask("/")
    assert status == 200
    assert f'data-base="{site.path}"' in page.decode()
    (script,) = re.findall(r'<script type="module" src="([^"]+)"', page.decode())
    assert site.ask(script.removeprefix(site.path))[0] == 200
    assert site.ask_json("/api/editions")["editions"]
    assert site.ask("/metrics")[0] == 404
    if site.path:
        status, headers, _ = site.ask("")
        assert status in (301, 302)
        assert headers["Location"].endswith("/games/")


def check_long_body(site: Site) -> None:
    """The longest body that the server reads reaches it; a longer one does not."""
    assert site.ask("/api/tournaments/file", body=b"x" * MAX_FILE_BYTES)[0] == 400
    try:
        status, _, _ = site.ask("/api/tournaments/file", body=b"x" * 2 * MAX_FILE_BYTES)
    except ConnectionError:  # it was closed before everything was sent
        return
    assert status in (413, 502), status


async def check_game(site: Site) -> None:
    """A game is played through the proxy by a page of this very site."""
    url = f"ws://{SERVER}:{site.port}{site.path}/ws"
    origin = {"origin": f"http://{SERVER}:{site.port}"}
    async with connect(url, name="Ala", headers=origin) as ala:
        await ala.create_room(Settings("classic", seats=2, bots=(1,)))
        await ala.ask(Begin)
        await plays_on(ala, turns=1)


async def check_long_poll(site: Site) -> None:
    """A page that waits hears of a change at once, and links lead back to this site."""
    made = site.ask_json("/api/tournaments", body=b'{"title":"Cup"}')
    tournament, link = (
        f"/api/tournaments/{made['id']}",
        {"authorization": f"Bearer {made['token']}"},
    )
    (granted,) = site.ask_json(f"{tournament}/links", headers=link)["links"]
    assert granted["url"].startswith(f"http://{SERVER}:{site.port}{site.path}/tournament/")
    version = site.ask_json(tournament)["version"]
    waiting = asyncio.create_task(
        asyncio.to_thread(site.ask_json, f"{tournament}?after={version}", headers=link)
    )
    await asyncio.sleep(0.3)
    assert not waiting.done()
    command = json.dumps({"type": "AddPlayers", "players": [{"name": "Ala"}]}).encode()
    site.ask_json(f"{tournament}/commands", body=command, headers=link)
    assert (await waiting)["version"] > version


def check_addresses(site: Site) -> None:
    """Each address has limits of its own, and cannot pretend to be another one."""

    def upload(source: str, **headers: str) -> int:
        return site.ask("/api/steps", body=b"x\n", source=source, headers=headers)[0]

    statuses = [upload(CLIENT) for _ in range(int(UPLOAD_RATE.burst) + 1)]
    assert statuses == [400] * int(UPLOAD_RATE.burst) + [429], statuses
    assert upload(NEIGHBOUR) == 400
    for header in ("x-forwarded-for", "forwarded", "x-real-ip"):
        assert upload(CLIENT, **{header: STRANGER}) == 429, header
        assert upload(CLIENT, **{header: "127.0.0.1"}) == 429, header


def check_sites(kind: str, folder: Path) -> None:
    """Run everything, and check both sites."""
    with ExitStack() as stack:
        logs = []
        for site in SITES:
            data = folder / f"data-{site.backend}"
            logs.append(folder / f"{site.backend}.log")
            command = [sys.executable, "-m", "kostka.cli", "serve", "--data", str(data)]
            command += ["--port", str(site.backend), "--base-path", site.path or "/"]
            log = stack.enter_context(logs[-1].open("w"))
            stack.enter_context(run_process(command, stdout=subprocess.DEVNULL, stderr=log))
        homes = {name: str(folder) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
        command = build_proxy_command(kind, folder)
        stack.enter_context(run_process(command, env=environ | homes))
        for site in SITES:
            wait_until_up(site)
            check_pages(site)
            asyncio.run(asyncio.wait_for(check_game(site), WAIT_SECONDS))
            asyncio.run(asyncio.wait_for(check_long_poll(site), WAIT_SECONDS))
            check_addresses(site)
            check_long_body(site)
        for log_file in logs:
            assert "proxy_hides_addresses" not in log_file.read_text(encoding="utf-8")


if __name__ == "__main__":
    prepare_network()
    with TemporaryDirectory() as temporary:
        check_sites(sys.argv[1], Path(temporary))
