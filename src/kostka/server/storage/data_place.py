"""Where a server's data is: in a folder, or in a PostgreSQL database."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from kostka.server.storage.postgres_connection import describe_url


@dataclass(frozen=True)
class DatabaseUrl:
    """The URL of a database. Printed, it has neither user nor password."""

    url: str = field(repr=False)

    def __str__(self) -> str:
        return describe_url(self.url)


DataPlace = Path | DatabaseUrl
