"""The OpenAPI document of all HTTP routes, built from the routes themselves.

`descriptions.py` has the decorator `describe_route`, which stands above every handler.
`document.py` collects the descriptions of an application's routes; a route without one is an error.
`python -m kostka.server.openapi` prints the document, which is kept as `docs/openapi.json`.
"""
