"""Runs the application until it is told to stop."""

from __future__ import annotations

from socket import socket

import uvicorn
from starlette.applications import Starlette

from kostka.server.hall import Hall

MOST_BYTES = 2**16
"""Of one message from a client; a whole table of the largest box is a tenth of it."""


class Server(uvicorn.Server):
    """Tells everybody that it stops before it closes their connections."""

    def __init__(self, app: Starlette, host: str = "127.0.0.1", port: int = 0) -> None:
        """Serve an application; port 0 is any that is free."""
        config = uvicorn.Config(
            app,
            host=host,
            port=port,
            log_level="warning",
            ws="websockets-sansio",
            ws_max_size=MOST_BYTES,
            ws_per_message_deflate=False,  # costs far more time than it saves
            timeout_graceful_shutdown=5,
        )
        super().__init__(config)
        self.hall: Hall = app.state.hall

    @property
    def port(self) -> int:
        """The port that it listens to, once it has started."""
        return int(self.servers[0].sockets[0].getsockname()[1])

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        """Say good-bye, then end."""
        await self.hall.close()
        await super().shutdown(sockets)
