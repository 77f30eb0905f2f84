"""Prints the OpenAPI document: `python -m kostka.server.openapi`."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kostka.server.app import build_application
from kostka.server.openapi.document import build_document
from kostka.server.storage.sqlite_store import SqliteStore


def build_server_document() -> dict[str, Any]:
    """Return the document of the whole server."""
    return asyncio.run(_build_document_in_empty_folder())


async def _build_document_in_empty_folder() -> dict[str, Any]:
    with TemporaryDirectory() as folder:
        store = await SqliteStore.open(Path(folder))
        try:
            return build_document(build_application(store).routes)
        finally:
            await store.close()


if __name__ == "__main__":
    print(json.dumps(build_server_document(), indent=1, sort_keys=True))  # noqa: T201
