"""Simulates power losses under a store and a server, and checks what is left.

`python -m tests.tools.lose_power --losses 200`, half of them under each. Processes are recorded
while they write; then everything that was not synced is dropped, kept or torn by chance. Every
acknowledged change must be there, every log must load, and the store must go on. Afterwards the
same is tried with a store that syncs too rarely and with a disk that does not sync at all:
there the simulation must find losses, or it proves nothing. Status 1 at the first fault.
"""
# ruff: noqa: T201 (it is a command)

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial
from time import perf_counter

from tests.power_loss.losses import Lost
from tests.power_loss.recording import explain_why_unavailable
from tests.power_loss.server_losses import lose_power_under_server
from tests.power_loss.store_losses import lose_power_under_store


def check_losses_are_found(lose_power: Callable[[], str], what: str) -> None:
    """Check that the simulation notices what is lost."""
    try:
        lose_power()
    except Lost as lost:
        print(f"{what}: found, as it should be ({lost})", flush=True)
    else:
        raise AssertionError(f"{what}: no loss was found")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--losses", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if reason := explain_why_unavailable():
        print(f"power losses: {reason}", file=sys.stderr)
        return 1
    losses, seed, start = arguments.losses // 2, arguments.seed, perf_counter()
    try:
        print(lose_power_under_store(arguments.losses - losses, seed), flush=True)
        print(lose_power_under_server(losses, seed), flush=True)
        for synchronous in ("NORMAL", "OFF"):
            careless = partial(lose_power_under_store, losses, seed, synchronous)
            check_losses_are_found(careless, f"store with synchronous = {synchronous}")
        check_losses_are_found(
            partial(lose_power_under_server, losses, seed, ignore_syncs=True),
            "server on a disk that does not sync",
        )
    except AssertionError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{perf_counter() - start:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
