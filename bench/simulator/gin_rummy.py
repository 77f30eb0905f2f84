"""The peer of the simulator: RLCard's gin rummy with its random agents.

Its fastest mode is measured: the plain loop over `env.step` with the agents' `step`, which keeps no
trajectories; `env.run` is about a tenth slower. Every action of an agent is a step.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from bench.simulator.throughput import Block

PACKAGE = "rlcard"


class GinRummy:
    """Games of RLCard, one after another."""

    name = PACKAGE

    def __init__(self, seed: int) -> None:
        """Set the environment up once for many games, as intended."""
        package, agents = import_module("rlcard"), import_module("rlcard.agents")
        import_module("numpy").random.seed(seed)  # the agents draw from it
        self._env: Any = package.make("gin-rummy", config={"seed": seed})
        self._agent: Any = agents.RandomAgent(num_actions=self._env.num_actions)

    def play_games(self, games: int) -> Block:
        """Play this many games."""
        env, choose, steps = self._env, self._agent.step, 0
        for _ in range(games):
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(choose(state))
                steps += 1
            env.get_payoffs()
        return Block(games, steps)
