"""The web application: routes, headers, and what runs beside them."""

from __future__ import annotations

from asyncio import CancelledError, create_task, sleep
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from secrets import token_bytes
from time import time_ns

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from kostka.server.api.check import answer_check
from kostka.server.api.errors import HttpErrors
from kostka.server.api.games import GameRecords
from kostka.server.api.lobby import LobbyRoutes
from kostka.server.api.monitoring import MonitoringRoutes
from kostka.server.api.rules import send_rules
from kostka.server.api.solve import SolveRoute
from kostka.server.api.themes import ThemeUploads
from kostka.server.rooms.lobby import Lobby
from kostka.server.rooms.scheduler import BOT_DELAY
from kostka.server.static import Assets
from kostka.server.storage.store import Store
from kostka.server.tournaments.problems import STATUSES as TOURNAMENT_STATUSES
from kostka.server.tournaments.routes import TournamentRoutes
from kostka.server.transport.addresses import LOOPBACK
from kostka.server.transport.fast_websocket import Outbox
from kostka.server.transport.websocket import accept_connection

CONTENT = (
    b"default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self';"
    b" connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none';"
    b" object-src 'none'"
)

HEADERS = (
    (b"content-security-policy", CONTENT),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),  # links to seats are secrets
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)

SWEEP_SECONDS = 60


class SafeHeaders:
    """Puts the same headers on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        await self.app(scope, receive, send_with_headers)


def now() -> int:
    """Return the time in milliseconds."""
    return time_ns() // 1_000_000


def application(
    store: Store,
    *,
    bot_delay: tuple[float, float] = BOT_DELAY,
    secret: Callable[[int], bytes] = token_bytes,
    listens: str = LOOPBACK,
) -> Starlette:
    """Make the application around a store, which it closes when it ends.

    Shuffles and bots are as random as the secret bytes are. Links lead to where it listens.
    """
    themes = ThemeUploads(now)
    lobby = Lobby(store, now, secret, themes.find_attachment, bot_delay=bot_delay)
    desk = TournamentRoutes(lobby, listens)
    lobby.add_listener(desk.online)  # results of online tables, the end of a round's time
    outbox = Outbox()
    assets = Assets()
    errors = HttpErrors(lobby.metrics, TOURNAMENT_STATUSES, assets.render_page)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await lobby.start()
        await desk.online.enter_missing_results()
        tasks = (
            create_task(_sweep_forever(lobby, desk)),
            create_task(desk.online.watch_round_times()),
        )
        yield
        for task in tasks:
            task.cancel()
            with suppress(CancelledError):
                await task
        await store.close()

    async def websocket(socket: WebSocket) -> None:
        await accept_connection(socket, lobby, outbox)

    app = Starlette(
        routes=[
            *MonitoringRoutes(lobby.metrics).routes,
            *LobbyRoutes(lambda: (live.room for live in lobby.rooms.values())).routes,
            Route("/api/rules/{edition:str}", send_rules),
            Route("/api/check", answer_check, methods=["POST"]),
            *themes.routes,
            *GameRecords(store, now).routes,
            *SolveRoute(now, lobby.metrics).routes,
            *desk.routes,
            WebSocketRoute("/ws", websocket),
            *assets.routes,
        ],
        middleware=[Middleware(SafeHeaders), Middleware(GZipMiddleware, minimum_size=1000)],
        exception_handlers=errors.handlers,
        lifespan=lifespan,
    )
    app.state.lobby = lobby
    app.state.desk = desk
    return app


async def _sweep_forever(lobby: Lobby, desk: TournamentRoutes) -> None:
    while True:
        await sleep(SWEEP_SECONDS)
        await desk.online.enter_missing_results()
        await lobby.sweep()
