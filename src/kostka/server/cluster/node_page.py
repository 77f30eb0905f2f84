"""`GET /nodes` on the port for metrics: a page for operators that shows all nodes."""

from __future__ import annotations

from html import escape

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from kostka.server.cluster.status import StatusBoard, decode_status
from kostka.server.storage.store import NodeStatus

COLUMNS = (
    *("node", "address", "version", "state", "leases", "rooms", "games", "tournaments"),
    *("sessions", "relayed", "last heartbeat", "epoch"),
)

_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="2">
<title>kostka: nodes</title>
<style>
body {{ font-family: sans-serif; margin: 2em; }}
table {{ border-collapse: collapse; }}
th, td {{ border-bottom: 1px solid #ccc; padding: 0.3em 0.8em; text-align: right; }}
th:first-child, td:first-child {{ text-align: left; }}
</style>
<h1>Nodes</h1>
<table>
<thead><tr>{head}</tr></thead>
<tbody>
{rows}
</tbody>
</table>
<p>As node {own} saw them at its last heartbeat.</p>
</html>
"""


class NodePage:
    """Shows the nodes that share a store."""

    def __init__(self, board: StatusBoard) -> None:
        """Show what a store knows of the nodes."""
        self._board = board

    @property
    def routes(self) -> list[Route]:
        """The route of the page."""
        return [Route("/nodes", self.send_page)]

    async def send_page(self, _: Request) -> Response:
        """Answer with the page."""
        return HTMLResponse(self.render_page(), headers={"cache-control": "no-store"})

    def render_page(self) -> str:
        """Return the page with one row for each node."""
        nodes = sorted(self._board.list_nodes(), key=lambda one: (one.node.name, one.epoch))
        return _PAGE.format(
            head="".join(f"<th>{name}</th>" for name in COLUMNS),
            rows="\n".join(map(_render_row, nodes)),
            own=escape(self._board.node.name),
        )


def _render_row(one: NodeStatus) -> str:
    status = decode_status(one.status)
    values = (
        *(one.node.name, one.node.address, status.version),
        "draining" if status.draining else "serving",
        *(one.lease_count, status.rooms, status.games, status.tournaments),
        *(status.sessions, status.relayed, f"{one.age_ms} ms", one.epoch),
    )
    return f"<tr>{''.join(f'<td>{escape(str(value))}</td>' for value in values)}</tr>"
