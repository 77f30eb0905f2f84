"""All parts of a cluster on one machine, and what replaces those that die."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from tools.cluster.balancer import Balancer
from tools.cluster.node_process import NodeProcess
from tools.cluster.postgres_pair import PostgresPair
from tools.cluster.programs import require_programs

NAMES = ("one", "two", "three")


class Cluster:
    """A database with a standby, three nodes and haproxy, on consecutive ports."""

    def __init__(self, folder: Path, port: int) -> None:
        """Listen for players on a port; raise `ProgramMissing`."""
        programs, haproxy = require_programs()
        folder.mkdir(parents=True, exist_ok=True)
        ports = {name: port + number for number, name in enumerate(NAMES, start=1)}
        self.pair = PostgresPair(folder, (port + 11, port + 12), programs)
        url = self.pair.make_url()
        self.nodes = [
            NodeProcess(name, port=ports[name], database=url, folder=folder) for name in NAMES
        ]
        self._balancer = Balancer(haproxy, folder, port, ports)

    def start(self, stack: ExitStack) -> None:
        """Start all parts in their order; the stack stops them in the opposite one."""
        stack.callback(self.pair.stop)
        self.pair.start()
        for node in self.nodes:
            stack.callback(node.stop)
            node.start()
        for node in self.nodes:
            node.wait_until_ready()
        stack.callback(self._balancer.stop)
        self._balancer.start()

    def replace_dead_parts(self) -> list[str]:
        """Do what systemd and Patroni do on real machines; return what was replaced."""
        replaced = []
        if not self.pair.primary.is_running:
            self.pair.fail_over()
            self.pair.rebuild_standby()
            replaced.append("the primary of the database, by its standby")
        elif not self.pair.standby.is_running:
            self.pair.rebuild_standby()
            replaced.append("the standby of the database")
        for node in self.nodes:
            if not node.is_running:
                node.start()
                replaced.append(f"node {node.name}")
        return replaced
