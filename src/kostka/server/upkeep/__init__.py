"""Upkeep of a server's data: what operators do beside serving games.

`verification.py` checks every log and every reference. `forget_watch.py` forgets guests whom the
operator has marked, `retention.py` removes what is too old.
"""
