"""Tournaments over HTTP. Links give roles; entries are on disk before they are acknowledged.

A result typed on a phone passes through, in this order: `endpoint.py` (rate limits, origin),
`routes.py` (the route), `commands.py` (reads the command), `live_tournament.py` (one tournament in
memory: decides, writes to the store, notifies waiting clients through `notifier.py`).

`registry.py` keeps the tournaments in memory. `link_routes.py` and `tokens.py` are about links,
`export_routes.py` about files, tables and papers, `online_tables.py` about tables that play in a
room of this server. `schemas.py` has the bodies of requests and answers.
"""
