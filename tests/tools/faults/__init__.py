"""The fault laboratory: a cluster under load in which machines, networks and the database fail.

`make faults`. Players keep a ledger of every acknowledgement; afterwards the logs in the database
must contain all of it, once and in one history.
"""
