"""`kostka` with a fault put in on purpose: nothing checks who owns what is written.

The laboratory runs nodes like this to show that it would notice. Moves are written whoever owns the
room, and over those of others if need be. The product has no such option.
"""

from __future__ import annotations

from kostka.cli.main import run
from kostka.server.storage import postgres_writer

APPEND_MOVES_OF_ANYBODY = """
WITH mark AS (UPDATE commits SET batch = $2 WHERE epoch = $1)
INSERT INTO lines SELECT game, first, last, line FROM unnest($3::bigint[], $4::integer[],
    $5::integer[], $6::bytea[], $7::bigint[]) AS new (game, first, last, line, lease)
ON CONFLICT (game, first) DO UPDATE SET last = excluded.last, line = excluded.line
"""


def remove_fencing() -> None:
    vars(postgres_writer)["APPEND_MOVES"] = APPEND_MOVES_OF_ANYBODY


if __name__ == "__main__":
    remove_fencing()
    run()
