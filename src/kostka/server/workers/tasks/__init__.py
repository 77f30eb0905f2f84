"""Everything that worker processes can do: a closed list of named functions."""

from __future__ import annotations

from kostka.server.workers.task import Task
from kostka.server.workers.tasks.game_records import BUILD_STEPS, BUILD_UPLOADED_STEPS, READ_RECORD
from kostka.server.workers.tasks.player_lists import READ_PLAYER_LIST
from kostka.server.workers.tasks.position_answers import SOLVE_POSITION
from kostka.server.workers.tasks.theme_lists import READ_THEME
from kostka.server.workers.tasks.tournament_files import VERIFY_TOURNAMENT
from kostka.server.workers.tasks.turn_verdicts import CHECK_TURN

TASKS: dict[str, Task] = {
    task.name: task
    for task in (
        BUILD_STEPS,
        BUILD_UPLOADED_STEPS,
        CHECK_TURN,
        READ_PLAYER_LIST,
        READ_RECORD,
        READ_THEME,
        SOLVE_POSITION,
        VERIFY_TOURNAMENT,
    )
}
"""All tasks, by name."""
