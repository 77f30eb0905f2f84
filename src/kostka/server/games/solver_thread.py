"""The thread in which the word game's solver searches, one search after the other.

A search needs up to 40 MB for a moment. One at a time keeps the server small, leaves the other
cores to everybody else, and sorts the words of a lexicon only once when several games need them at
the same moment. Callers wait for it in the event loop, not in a thread.
"""

from __future__ import annotations

from kostka.server.transport.processor_time import MeteredThreads

SOLVER_THREAD = MeteredThreads(1, "word-solver")
