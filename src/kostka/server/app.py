"""Wires the application together: what there is, which routes, and what runs beside them."""

from __future__ import annotations

from asyncio import CancelledError, create_task, get_running_loop, sleep
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from secrets import token_bytes

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from kostka.protocol import PROTOCOL
from kostka.server.api.base_path import BasePath
from kostka.server.api.check import CheckRoute
from kostka.server.api.cost_limits import CostLimits
from kostka.server.api.errors import HttpErrors
from kostka.server.api.games import GameRecords
from kostka.server.api.lobby import LobbyRoutes, list_open_rooms
from kostka.server.api.monitoring import MonitoringRoutes, add_store_metrics
from kostka.server.api.personal_data import PersonalDataRoutes
from kostka.server.api.readiness import ReadinessRoute
from kostka.server.api.rules import send_rules
from kostka.server.api.security_headers import SecurityHeaders
from kostka.server.api.solve import SolveRoute
from kostka.server.api.themes import ThemeUploads
from kostka.server.cluster.forwarder import Forwarder
from kostka.server.cluster.node_metrics import add_node_metrics
from kostka.server.cluster.relay_headers import RelayedRequests
from kostka.server.cluster.routing import build_routing
from kostka.server.cluster.status import StatusPublisher
from kostka.server.ops import logs
from kostka.server.ops.process_metrics import ProcessMetrics
from kostka.server.ops.server_clock import ServerClock
from kostka.server.rooms.clock_watch import watch_clock
from kostka.server.rooms.lobby import Lobby
from kostka.server.rooms.name_filter import NameFilter
from kostka.server.rooms.scheduler import BOT_PACE, BotPace
from kostka.server.settings import ServerSettings
from kostka.server.static import load_assets
from kostka.server.storage.store import Store
from kostka.server.tournaments.problems import STATUSES as TOURNAMENT_STATUSES
from kostka.server.tournaments.routes import TournamentRoutes
from kostka.server.transport.cost_budget import CostBudget
from kostka.server.transport.fast_websocket import Outbox
from kostka.server.transport.processor_time import MeteredThreads
from kostka.server.transport.websocket import accept_connection
from kostka.server.upkeep.forget_watch import ForgetWatch
from kostka.server.upkeep.retention import Retention
from kostka.server.workers.worker_pool import WorkerPool

SWEEP_SECONDS = 60

DUE_SECONDS = 1
"""Between two looks for rooms in which something is due."""

DEFAULT_SETTINGS = ServerSettings()


def build_application(
    store: Store,
    *,
    bot_pace: BotPace = BOT_PACE,
    secret: Callable[[int], bytes] = token_bytes,
    settings: ServerSettings = DEFAULT_SETTINGS,
    clock: ServerClock | None = None,
) -> Starlette:
    """Build the application around a store, which it closes when it ends.

    Shuffles and bots are as random as `secret`.
    """
    clock = clock or ServerClock()
    read_time_ms = clock.read_time_ms
    workers = WorkerPool()
    themes = ThemeUploads(workers, store, read_time_ms)
    lobby = Lobby(
        store,
        read_time_ms,
        secret,
        themes.find_theme_for_rules,
        bot_pace=bot_pace,
        name_filter=NameFilter.load(settings.name_filter),
    )
    tournaments = TournamentRoutes(lobby, workers, settings.host, settings.base_path)
    lobby.add_listener(tournaments.online)  # results of online tables, the end of a round's time
    workers.add_gauges(lobby.metrics)
    add_store_metrics(lobby.metrics, store)
    add_node_metrics(lobby.metrics, store)
    process_metrics = ProcessMetrics(lobby.metrics, lobby.overload.note_loop_delay)
    budget = CostBudget(read_time_ms)
    retention = Retention(lobby, tournaments.registry, settings)
    outbox = Outbox()
    routing = build_routing(
        store,
        budget,
        lobby.metrics,
        is_draining=lambda: lobby.registry.is_draining,
        is_tournament_here=tournaments.registry.is_in_memory,
    )
    publisher = StatusPublisher(
        store,
        lambda: list_open_rooms(live.room for live in lobby.rooms.values()),
        lambda: {
            "draining": lobby.registry.is_draining,
            "rooms": len(lobby.rooms),
            "games": lobby.count_running_games(),
            "sessions": len(lobby.sessions),
            "relayed": 0 if routing is None else routing.relay.count,
            "tournaments": len(tournaments.registry),
        },
    )
    assets = load_assets(settings.base_path)
    errors = HttpErrors(lobby.metrics, TOURNAMENT_STATUSES, assets.build_index_response)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        try:
            get_running_loop().set_default_executor(MeteredThreads(thread_name_prefix="work"))
        except Exception as error:
            logs.log_failure("start_failed", error)
            raise
        logs.log_event("opened", version=PROTOCOL)
        tasks = [
            create_task(publisher.publish_regularly()),
            create_task(_load_due_rooms(lobby)),
            create_task(_run_periodic_cleanup(lobby, tournaments, retention)),
            create_task(tournaments.online.watch_round_times()),
            create_task(ForgetWatch(lobby).watch_requests()),
            create_task(process_metrics.measure()),
            create_task(watch_clock(clock, lobby, lambda: tournaments.registry.has_running_round)),
        ]
        if routing is not None:
            tasks.append(create_task(routing.watch_nodes()))
        yield
        for task in tasks:
            task.cancel()
            with suppress(CancelledError):
                await task
        await workers.close()
        await store.close()

    async def accept_websocket(socket: WebSocket) -> None:
        try_relay = None if routing is None else routing.relay.try_relay
        await accept_connection(socket, lobby, budget, outbox, try_relay)

    app = Starlette(
        routes=[
            *MonitoringRoutes(lobby.metrics, has_own_port=settings.metrics_port is not None).routes,
            *ReadinessRoute(store, lambda: lobby.registry.is_draining).routes,
            *LobbyRoutes(publisher.list_rooms_of_all_nodes).routes,
            Route("/api/rules/{edition:str}", send_rules),
            *CheckRoute(workers).routes,
            *themes.routes,
            *PersonalDataRoutes(lobby).routes,
            *GameRecords(store, workers, read_time_ms).routes,
            *SolveRoute(workers, read_time_ms, lobby.metrics).routes,
            *tournaments.routes,
            WebSocketRoute("/ws", accept_websocket),
            *assets.routes,
        ],
        middleware=[
            Middleware(RelayedRequests, store.relay_key),
            Middleware(SecurityHeaders),
            Middleware(CostLimits, budget, lobby.count_refusal),
            Middleware(BasePath, settings.base_path),
            Middleware(Forwarder, None if routing is None else routing.forwarding),
            Middleware(GZipMiddleware, minimum_size=1000),
        ],
        exception_handlers=errors.handlers_by_exception,
        lifespan=lifespan,
    )
    app.state.settings = settings
    app.state.budget = budget
    app.state.lobby = lobby
    app.state.tournaments = tournaments
    app.state.workers = workers
    return app


async def _load_due_rooms(lobby: Lobby) -> None:
    while True:
        await sleep(DUE_SECONDS)
        try:
            await lobby.registry.load_due_rooms()
        except Exception as error:  # noqa: BLE001  (the next round may work again)
            logs.log_failure("due_rooms_not_loaded", error)


async def _run_periodic_cleanup(
    lobby: Lobby, tournaments: TournamentRoutes, retention: Retention
) -> None:
    while True:
        await sleep(SWEEP_SECONDS)
        try:
            await tournaments.online.enter_missing_results()
            await lobby.close_idle_rooms()
            await lobby.registry.release_quiet_rooms()
            await lobby.forget_closed_rooms()
            await retention.remove_old_data()
        except Exception as error:  # noqa: BLE001  (the next round may work again)
            logs.log_failure("cleanup_failed", error)
