"""Attacks against a real server, and what they do to it.

`attacks.py` lists them, `hostile_uploads.py` has the files they send, `flood.py` sends many
requests at once. `delay_watch.py` is a process that measures how long a server takes for one small
request after the other: the attacked server, and beside it `idle_server.py`, the canary that shows
the machine's own pauses. `measurement.py` reads memory and processor time.
`tests/tools/attack_server.py` is the command.
"""
