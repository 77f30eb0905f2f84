"""Storage: the `Store` promise and its implementation in SQLite.

`store.py` is the promise: what is stored, and what every store guarantees. `sqlite_store.py` keeps
it with one SQLite file; `group_commit.py` is its writer thread, `sqlite_file.py` the file with its
tables and upgrades, `sqlite_logs.py` the lines of logs, `data_folder.py` creates the folder,
`folder_lock.py` locks it.

`backup.py` and `restore.py` copy the file out and in; `sqlite_snapshot.py` reads all of it beside a
running server.
"""
