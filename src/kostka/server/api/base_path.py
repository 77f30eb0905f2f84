"""Middleware: the whole site below a path, such as `/games` behind a reverse proxy.

Requests lose the path here, so nothing behind this knows of it. A proxy may also strip the path
itself: addresses without it work too.
"""

from __future__ import annotations

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send


class BasePath:
    """Removes the base path from the address of every request."""

    def __init__(self, app: ASGIApp, path: str) -> None:
        """Wrap an application; an empty path changes nothing."""
        self.app = app
        self._path = path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if self._path and scope["type"] != "lifespan":
            if scope["path"] == self._path and scope["type"] == "http":
                await RedirectResponse(f"{self._path}/")(scope, receive, send)
                return
            if scope["path"].startswith(f"{self._path}/"):
                scope = {**scope, "path": scope["path"].removeprefix(self._path)}
        await self.app(scope, receive, send)
