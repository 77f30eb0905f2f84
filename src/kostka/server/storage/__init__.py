"""Storage: the `Store` promise and its implementations in SQLite and PostgreSQL.

`store.py` is the promise: what is stored, and what every store guarantees. `group_commit.py`
gathers concurrent writes into batches for both stores.

`sqlite_store.py` keeps the promise with one SQLite file; `sqlite_writer.py` is its writer thread,
`sqlite_changes.py` applies changes, `sqlite_file.py` is the file with its tables and upgrades,
`sqlite_logs.py` the lines of logs, `data_folder.py` creates the folder, `folder_lock.py` locks it.

`postgres_store.py` keeps it with a PostgreSQL database that several nodes share, with
`postgres_reads.py` for what only reads. `postgres_writer.py` commits batches exactly once,
`postgres_changes.py` applies changes, `postgres_logs.py` has the lines of logs and the one
statement that writes moves. `postgres_nodes.py` registers nodes and ends dead ones,
`postgres_leases.py` says who owns what. `postgres_schema.py` has the tables and upgrades,
`postgres_connection.py` and `postgres_pool.py` the connections.

Commands work on both, wherever `data_place.py` says that the data is. `record_tables.py` copies all
rows from one store to another, with `sqlite_records.py` and `postgres_records.py`. `migration.py`
does that; `backup.py` and `restore.py` copy to and from a file, which is an SQLite database in any
case. `snapshot.py` is how everything is read at one moment, in `sqlite_snapshot.py` and
`postgres_snapshot.py`. `postgres_session.py` is a connection without an event loop,
`postgres_copies.py` has the transactions over a whole database. `forget_requests.py` asks servers
to forget a guest.
"""
