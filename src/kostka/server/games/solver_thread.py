"""The thread in which the word game's solver searches, one search after the other.

A search takes up to 40 MB for a while. One at a time keeps the server small, leaves the other
processors to everybody else, and sorts the words of a lexicon once, though several games ask for
them at the same moment. Whoever waits for it does so in the event loop, not in a thread.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

SEARCHING = ThreadPoolExecutor(1, "searching")
