"""Serves the files of the browser client: read once, scripts without comments, all compressed.

Their version is a hash of everything and part of their addresses. So a browser may cache these
files forever and still never shows an old one after an update.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, cached_property
from gzip import compress
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path, PurePosixPath
from posixpath import normpath

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kostka.events.errors import format_input, make_refusal
from kostka.server.api import problems as http_problems
from kostka.server.openapi.descriptions import (
    ANYTHING,
    HTML,
    Answer,
    build_error_answers,
    describe_route,
)


def find_client_folder() -> Path:
    """Return the folder of the client: in the package, or at the root of the repository."""
    packaged = Path(__file__).parent / "web"
    return packaged if (packaged / "index.html").exists() else Path(__file__).parents[3] / "web"


WEB = find_client_folder()

MANIFEST = "manifest.webmanifest"

CACHE_FOREVER = "public, max-age=31536000, immutable"
CACHE_REVALIDATED = "no-cache"

_MEDIA_TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}
_COMPRESSED_TYPES = {".js", ".css", ".json", ".svg", ".html", ".webmanifest", ".txt", ".md"}
_UNSERVED_TYPES = {".ts", ".md"}
_TOOL_FILES = {"jsconfig.json", "package.json", "package-lock.json"}
_IMPORT = re.compile(r"""(?m)^(?:import|export)\b[^"';]*?["'](\.[^"']+)["']""")
_COMMENT = re.compile(r"(?m)^[ \t]*/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*\n|^[ \t]*//.*\n|/\*\*.*?\*/ ?")


class Part(msgspec.Struct, frozen=True):
    """A part of the client that is loaded when it is first needed."""

    name: str
    module: str
    component: str
    styles: tuple[str, ...] = ()


class Page(Part, frozen=True, kw_only=True):
    """A part with addresses of its own: `/room/{code}`."""

    paths: tuple[str, ...]
    layout: str = "plain"


class RouteTable(msgspec.Struct, frozen=True):
    """The file `app/routes.json`: the only place where a page is declared."""

    pages: tuple[Page, ...]
    parts: tuple[Part, ...]


def read_route_table(folder: Path = WEB) -> RouteTable:
    """Read which pages the client has."""
    return msgspec.json.decode((folder / "app/routes.json").read_bytes(), type=RouteTable)


class Asset(msgspec.Struct, frozen=True):
    """One file as it is sent."""

    media_type: str
    body: bytes
    compressed: bytes | None


def strip_comments(script: str) -> str:
    """Return a script without whole lines of comment and without JSDoc."""
    return _COMMENT.sub("", script)


class Assets:
    """All files of the client."""

    def __init__(self, base_path: str = "", folder: Path = WEB) -> None:
        """Read all files of a folder; pages ask for them below the base path."""
        self._base_path = base_path
        bodies = {
            path.relative_to(folder).as_posix(): _read_file(path, folder)
            for path in sorted(folder.rglob("*"))
            if path.is_file()
            and path.suffix not in _UNSERVED_TYPES
            and path.name not in _TOOL_FILES
        }
        digest = sha256()
        for name, body in bodies.items():
            digest.update(f"{name} {len(body)} ".encode() + body)
        self.version = digest.hexdigest()[:16]
        self._html = bodies.pop("index.html").decode()
        self._bodies = bodies
        self.table = read_route_table(folder)
        self.index = self._render_html()
        worker = bodies.pop("worker/service_worker.js")
        bodies[MANIFEST] = bodies[MANIFEST].replace(b'"/"', f'"{base_path}/"'.encode())
        self.files = {name: _make_asset(name, body) for name, body in bodies.items()}
        self.worker = self._render_worker_constants() + worker

    def _render_worker_constants(self) -> bytes:
        """Return the version and its files as constants for the service worker."""
        files = [f"{self._base_path}/static/{self.version}/{name}" for name in self.files]
        values = {"VERSION": self.version, "BASE_PATH": self._base_path, "FILES": files}
        encoded = [
            f"const {name} = {msgspec.json.encode(value).decode()};\n"
            for name, value in values.items()
        ]
        return "".join(encoded).encode()

    def _render_html(self, page: Page | None = None) -> bytes:
        """Return the HTML file with what a page needs, so that a browser asks for it at once."""
        scripts = list_imported_scripts(self._bodies)
        if page is not None:
            scripts += [
                one
                for one in list_imported_scripts(self._bodies, page.module)
                if one not in scripts
            ]
        styles = () if page is None else page.styles
        head = [
            *[f'<link rel="stylesheet" href="/static/{name}" />' for name in styles],
            *[f'<link rel="modulepreload" href="/static/{name}" />' for name in scripts],
        ]
        table = msgspec.json.encode(self.table).decode().replace("<", "\\u003c")
        data = f'<script type="application/json" id="routes">{table}</script>'
        html = self._html.replace("</head>", "\n".join([*head, data, "</head>"]))
        html = html.replace("<html ", f'<html data-base="{self._base_path}" ')
        return html.replace("/static/", f"{self._base_path}/static/{self.version}/").encode()

    @cached_property
    def routes(self) -> list[Route]:
        """The routes of all files. All pages share one HTML file and its script."""
        return [
            *[route for page in self.table.pages for route in self._list_page_routes(page)],
            Route("/sw.js", self._send_service_worker),
            Route("/static/{path:path}", self._send_file),
        ]

    def _list_page_routes(self, page: Page) -> list[Route]:
        html = self._render_html(page)

        @describe_route("The client's page.", {200: Answer("Its HTML.", media=HTML)})
        async def send_page(_: Request) -> Response:
            return _make_html_response(html)

        return [Route(path, send_page) for path in page.paths]

    def build_index_response(self, status: int = 200) -> Response:
        """Return the HTML file for any address; its script shows what the address asks for."""
        return _make_html_response(self.index, status)

    @describe_route(
        "The service worker: the client opens without a network.",
        {200: Answer("A script.", media="text/javascript")},
    )
    async def _send_service_worker(self, _: Request) -> Response:
        headers = {"cache-control": CACHE_REVALIDATED}
        return Response(self.worker, media_type="text/javascript", headers=headers)

    @describe_route(
        "The files of the client.",
        {200: Answer("A file.", media=ANYTHING)}
        | build_error_answers(s404="There is no such file."),
    )
    async def _send_file(self, request: Request) -> Response:
        name = request.path_params["path"]
        version, _, rest = name.partition("/")
        is_current = version == self.version
        # A page that was opened before an update still asks for the version it knows.
        asset = self.files.get(name) or self.files.get(rest)
        if asset is None:
            raise make_refusal(http_problems.NO_FILE(path=format_input(request.url.path)))
        headers = {
            "cache-control": CACHE_FOREVER if is_current else CACHE_REVALIDATED,
            "etag": f'"{self.version}"',
        }
        if request.headers.get("if-none-match") == headers["etag"]:
            return Response(status_code=304, headers=headers)
        if asset.compressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers |= {"content-encoding": "gzip", "vary": "accept-encoding"}
            return Response(asset.compressed, media_type=asset.media_type, headers=headers)
        return Response(asset.body, media_type=asset.media_type, headers=headers)


@cache
def load_assets(base_path: str) -> Assets:
    """Return the files of the client; a process reads them once for each base path."""
    return Assets(base_path)


def list_imported_scripts(bodies: Mapping[str, bytes], first: str = "app/main.js") -> list[str]:
    """Return a script and all that it imports, so that a browser can ask for them at once."""
    scripts = [first]
    for name in scripts:
        folder = PurePosixPath("/", name).parent
        for imported in _IMPORT.findall(bodies[name].decode()):
            other = normpath(folder / imported).lstrip("/")
            if other not in scripts:
                scripts.append(other)
    return scripts


def _make_html_response(html: bytes, status: int = 200) -> Response:
    return Response(html, status, {"cache-control": CACHE_REVALIDATED}, media_type="text/html")


def _read_file(path: Path, folder: Path) -> bytes:
    body = path.read_bytes()
    if path.suffix == ".js" and path.relative_to(folder).parts[0] != "vendor":
        return strip_comments(body.decode()).encode()
    return body


def _make_asset(name: str, body: bytes) -> Asset:
    suffix = Path(name).suffix
    media_type = _MEDIA_TYPES.get(suffix) or guess_type(name)[0] or "application/octet-stream"
    return Asset(media_type, body, compress(body, mtime=0) if suffix in _COMPRESSED_TYPES else None)
