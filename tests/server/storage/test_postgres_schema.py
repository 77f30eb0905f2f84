"""Tables in PostgreSQL that several nodes create at the same moment."""

from __future__ import annotations

import asyncio

from kostka.server.storage.postgres_connection import Connector
from kostka.server.storage.postgres_schema import (
    create_or_upgrade_tables,
    find_version,
    prepare_database,
)
from tests.postgres import get_server


def test_a_node_finds_the_tables_that_another_has_just_created() -> None:
    server = get_server()
    connector = Connector(server.create_database(template="template1"))

    async def prepare_twice() -> None:
        first, second = [await connector.connect(name) for name in ("first", "second")]
        await second.execute("BEGIN")
        assert await find_version(second) is None
        relay_key = await prepare_database(first, connector.where)
        assert (await create_or_upgrade_tables(second, connector.where))[1] == relay_key
        for db in (first, second):
            await db.close()

    asyncio.run(prepare_twice())
