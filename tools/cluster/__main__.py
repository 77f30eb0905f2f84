"""`make cluster`: runs a whole cluster on this machine until Ctrl-C.

Everything listens on the loopback interface alone. What it knows stays in its folder, and the next
start goes on with it. The parts: PostgreSQL with a synchronous standby, three nodes, and haproxy,
at whose address people play. Parts that die are replaced.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from contextlib import ExitStack
from pathlib import Path
from time import sleep
from types import FrameType
from typing import NoReturn

from tools.cluster.cluster import Cluster
from tools.cluster.processes import CommandFailed
from tools.cluster.programs import ProgramMissing

LOOK_SECONDS = 0.1
"""Between two looks for parts that have died."""


def get_default_folder() -> Path:
    """Return where the data of the cluster stays; PostgreSQL's user cannot enter root's home."""
    if os.geteuid() == 0:
        return Path("/var/lib/kostka-cluster")
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "kostka-cluster"


def run_cluster(folder: Path, port: int) -> NoReturn:
    """Run a cluster until `KeyboardInterrupt`."""
    cluster = Cluster(folder, port)
    with ExitStack() as stack:
        try:
            print("starting PostgreSQL, its standby, three nodes and haproxy ...", flush=True)
            cluster.start(stack)
            print(
                f"the cluster is at http://127.0.0.1:{port}/"
                f" (data and logs are in {folder}; Ctrl-C stops it)",
                flush=True,
            )
            while True:
                for what in cluster.replace_dead_parts():
                    print(f"replaced {what}", flush=True)
                sleep(LOOK_SECONDS)
        except KeyboardInterrupt:
            print("stopping ...", flush=True)
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            raise


def raise_interrupt(_: int, __: FrameType | None) -> NoReturn:
    """Raise what Ctrl-C raises, so that everything is stopped in order."""
    raise KeyboardInterrupt


def main() -> int:
    """Run the cluster; return the status of the process."""
    parser = argparse.ArgumentParser(prog="make cluster", description=__doc__)
    parser.add_argument("--port", type=int, default=8000, help="of haproxy; the next 12 are used")
    parser.add_argument("--folder", type=Path, default=get_default_folder())
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, raise_interrupt)
    signal.signal(signal.SIGINT, raise_interrupt)  # also where a shell has switched it off
    try:
        run_cluster(arguments.folder.resolve(), arguments.port)
    except (ProgramMissing, CommandFailed) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main())
