"""Rooms, the games in them, and what happens in them by itself.

`lobby.py` finds rooms, `live_room.py` owns one while the server runs, `room.py` is a room as it is
saved. `broadcasts.py` sends it, `scheduler.py` does what happens by itself, `shuffle_round.py`
collects the randomness of players before a deal.
"""
