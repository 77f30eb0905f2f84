"""The files of the browser client, read once: scripts without comments, all compressed.

Their version is a hash of everything. It is part of the addresses that the page begins with, so a
browser may keep these files for ever and still never shows an old one after an update.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from gzip import compress
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path, PurePosixPath
from posixpath import normpath

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kostka.events.errors import format_input, refuse
from kostka.server.api import problems as http_problems


def find_web() -> Path:
    """Return the folder of the client: in the package, or at the root of the repository."""
    packaged = Path(__file__).parent / "web"
    return packaged if (packaged / "index.html").exists() else Path(__file__).parents[3] / "web"


WEB = find_web()

FOR_EVER = "public, max-age=31536000, immutable"
ASK_FIRST = "no-cache"

_TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}
_PACKED = {".js", ".css", ".json", ".svg", ".html", ".webmanifest", ".txt", ".md"}
_NOT_SERVED = {".ts", ".md"}
_TOOL_FILES = {"jsconfig.json", "biome.json", "package.json", "package-lock.json"}
_IMPORT = re.compile(r"""(?m)^(?:import|export)\b[^"';]*?["'](\.[^"']+)["']""")
_COMMENT = re.compile(r"(?m)^[ \t]*/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*\n|^[ \t]*//.*\n|/\*\*.*?\*/ ?")


class Asset(msgspec.Struct, frozen=True):
    """One file as it is sent."""

    kind: str
    body: bytes
    packed: bytes | None


def without_comments(script: str) -> str:
    """Leave out what only people and checkers read: whole lines of comment, and JSDoc."""
    return _COMMENT.sub("", script)


class Assets:
    """All files of the client."""

    def __init__(self, folder: Path = WEB) -> None:
        """Read everything."""
        bodies = {
            path.relative_to(folder).as_posix(): _body(path, folder)
            for path in sorted(folder.rglob("*"))
            if path.is_file() and path.suffix not in _NOT_SERVED and path.name not in _TOOL_FILES
        }
        digest = sha256()
        for name, body in bodies.items():
            digest.update(f"{name} {len(body)} ".encode() + body)
        self.version = digest.hexdigest()[:16]
        page = bodies.pop("index.html").decode()
        early = [f'<link rel="modulepreload" href="/static/{name}" />' for name in modules(bodies)]
        page = page.replace("</head>", "\n".join([*early, "</head>"]))
        self.index = page.replace("/static/", f"/static/{self.version}/").encode()
        worker = bodies.pop("worker/service_worker.js")
        self.files = {name: _asset(name, body) for name, body in bodies.items()}
        self.worker = self._listing() + worker

    def _listing(self) -> bytes:
        """Tell the service worker what belongs to this version."""
        files = [f"/static/{self.version}/{name}" for name in self.files]
        values = {"VERSION": self.version, "FILES": files}
        encoded = [
            f"const {name} = {msgspec.json.encode(value).decode()};\n"
            for name, value in values.items()
        ]
        return "".join(encoded).encode()

    def routes(self, pages: Sequence[str]) -> list[Route]:
        """Return the routes of all files. All pages share one HTML file and its script."""
        return [
            *[Route(path, self._send_page) for path in pages],
            Route("/sw.js", self._send_worker),
            Route("/static/{path:path}", self._send_file),
        ]

    def render_page(self, status: int = 200) -> Response:
        """Return the client's page; its script shows what the address asks for."""
        headers = {"cache-control": ASK_FIRST}
        return Response(self.index, status, headers, media_type="text/html")

    async def _send_page(self, _: Request) -> Response:
        return self.render_page()

    async def _send_worker(self, _: Request) -> Response:
        headers = {"cache-control": ASK_FIRST}
        return Response(self.worker, media_type="text/javascript", headers=headers)

    async def _send_file(self, request: Request) -> Response:
        name = request.path_params["path"]
        version, _, rest = name.partition("/")
        current = version == self.version
        # A page that was opened before an update still asks by the version it knows.
        asset = self.files.get(name) or self.files.get(rest)
        if asset is None:
            raise refuse(http_problems.NO_FILE(path=format_input(request.url.path)))
        headers = {"cache-control": FOR_EVER if current else ASK_FIRST, "etag": f'"{self.version}"'}
        if request.headers.get("if-none-match") == headers["etag"]:
            return Response(status_code=304, headers=headers)
        if asset.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers |= {"content-encoding": "gzip", "vary": "accept-encoding"}
            return Response(asset.packed, media_type=asset.kind, headers=headers)
        return Response(asset.body, media_type=asset.kind, headers=headers)


def modules(bodies: Mapping[str, bytes], first: str = "app/main.js") -> list[str]:
    """Find all scripts that one needs to begin with, so that a browser can ask for them at once."""
    found = [first]
    for name in found:
        here = PurePosixPath("/", name).parent
        for imported in _IMPORT.findall(bodies[name].decode()):
            other = normpath(here / imported).lstrip("/")
            if other not in found:
                found.append(other)
    return found


def _body(path: Path, folder: Path) -> bytes:
    body = path.read_bytes()
    if path.suffix == ".js" and path.relative_to(folder).parts[0] != "vendor":
        return without_comments(body.decode()).encode()
    return body


def _asset(name: str, body: bytes) -> Asset:
    suffix = Path(name).suffix
    kind = _TYPES.get(suffix) or guess_type(name)[0] or "application/octet-stream"
    return Asset(kind, body, compress(body, mtime=0) if suffix in _PACKED else None)
