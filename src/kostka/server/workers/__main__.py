"""`python -m kostka.server.workers`: one worker process, started by the server."""

from kostka.server.workers.child import run_worker

run_worker()
