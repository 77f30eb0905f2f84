"""A server that does nothing but answer `/healthz`: the canary.

`python -m tests.attacks.idle_server`. It prints its port and runs until it is killed.
"""
# ruff: noqa: T201 (it is a command)

from __future__ import annotations

import asyncio
from asyncio import StreamReader, StreamWriter

ANSWER = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"


async def answer_requests(reader: StreamReader, writer: StreamWriter) -> None:
    while True:
        try:
            await reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            break
        writer.write(ANSWER)
    writer.close()


async def main() -> None:
    server = await asyncio.start_server(answer_requests, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
