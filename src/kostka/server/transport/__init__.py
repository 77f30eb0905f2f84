"""Connections, sessions, and what one address may use.

`timed_http.py` and `fast_websocket.py` extend uvicorn; `websocket.py` carries out the messages of a
client. `client_addresses.py` decides what counts as one address, for `rate_limits.py`,
`http_limits.py` and `cost_budget.py`. `processor_time.py` measures what a request costs, and
`request_cost.py` is where threads and workers report it. `request_turns.py` lets few requests
begin at a time.
"""
