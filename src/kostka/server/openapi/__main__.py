"""Prints the description: `python -m kostka.server.openapi.build`."""

import json

from kostka.server.openapi.build import description

if __name__ == "__main__":
    print(json.dumps(description(), indent=1, sort_keys=True))  # noqa: T201
