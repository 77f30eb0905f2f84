"""`make cluster`: runs a whole cluster on this machine until Ctrl-C.

Everything listens on the loopback interface alone. What it knows stays in its folder, and the next
start goes on with it. The parts: PostgreSQL with a synchronous standby, three nodes, and haproxy,
at whose address people play.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from contextlib import ExitStack
from pathlib import Path
from types import FrameType
from typing import NoReturn

from tools.cluster.balancer import Balancer
from tools.cluster.node_process import NodeProcess
from tools.cluster.postgres_pair import PostgresPair
from tools.cluster.processes import CommandFailed
from tools.cluster.programs import ProgramMissing, require_programs

NAMES = ("one", "two", "three")


def get_default_folder() -> Path:
    """Return where the data of the cluster stays; PostgreSQL's user cannot enter root's home."""
    if os.geteuid() == 0:
        return Path("/var/lib/kostka-cluster")
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "kostka-cluster"


def start_cluster(stack: ExitStack, folder: Path, port: int) -> None:
    """Start all parts in their order; the stack stops them in the opposite one."""
    programs, haproxy = require_programs()
    folder.mkdir(parents=True, exist_ok=True)
    pair = PostgresPair(folder, (port + 11, port + 12), programs)
    print("starting PostgreSQL and its standby ...", flush=True)
    stack.callback(pair.stop)
    pair.start()
    ports = {name: port + number for number, name in enumerate(NAMES, start=1)}
    url = pair.make_url()
    print(f"starting the nodes {', '.join(NAMES)} ...", flush=True)
    nodes = [NodeProcess(name, port=ports[name], database=url, folder=folder) for name in NAMES]
    for node in nodes:
        stack.callback(node.stop)
        node.start()
    for node in nodes:
        node.wait_until_ready()
    balancer = Balancer(haproxy, folder, port, ports)
    stack.callback(balancer.stop)
    balancer.start()


def end_quietly(_: int, __: FrameType | None) -> NoReturn:
    """Raise what Ctrl-C raises, so that everything is stopped in order."""
    raise KeyboardInterrupt


def main() -> int:
    """Run the cluster."""
    parser = argparse.ArgumentParser(prog="make cluster", description=__doc__)
    parser.add_argument("--port", type=int, default=8000, help="of haproxy; the next 12 are used")
    parser.add_argument("--folder", type=Path, default=get_default_folder())
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, end_quietly)
    with ExitStack() as stack:
        try:
            start_cluster(stack, arguments.folder.resolve(), arguments.port)
            print(
                f"the cluster is at http://127.0.0.1:{arguments.port}/"
                f" (data and logs are in {arguments.folder}; Ctrl-C stops it)",
                flush=True,
            )
            signal.pause()
        except (ProgramMissing, CommandFailed) as error:
            print(error, file=sys.stderr)
            return 1
        except KeyboardInterrupt:
            print("stopping ...", flush=True)
            signal.signal(signal.SIGINT, signal.SIG_IGN)
    return 0


if __name__ == "__main__":
    sys.exit(main())
