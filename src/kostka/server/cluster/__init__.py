"""Several nodes on one store: clients may connect to any of them.

`directory.py` is what is asked of a shared store, and finds the node for a room. `room_relay.py`
passes WebSockets on to it, by `splice.py`; `forwarder.py` does the same with HTTP requests.
`relay_headers.py` marks what was passed on. `status.py` is what a node tells the others, and
`node_page.py` shows it to operators. With a single node none of this does anything.
"""
