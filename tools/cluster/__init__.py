"""A whole cluster on one machine: PostgreSQL with a synchronous standby, three nodes, haproxy.

`make cluster` runs it for people, the fault laboratory in `tests/tools/faults` breaks it.
"""
