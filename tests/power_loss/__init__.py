"""Power losses, simulated: everything that was not synced may be gone, in whole or in part.

`recorder.c` is preloaded into a process and records every change to the files of a folder, every
sync, and every word to others in one journal. `recording.py` runs a process that way and reads the
journal, `disk.py` rebuilds what a disk may hold after a power loss at any position of it.
`store_losses.py` and `server_losses.py` check what is rebuilt; `tests/tools/lose_power.py` is the
command.
"""
