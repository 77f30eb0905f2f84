"""The attacks. Each runs against a fresh server and returns how its requests were answered."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from random import Random
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from kostka.client import connect
from kostka.protocol import PROTOCOL
from kostka.protocol.requests import Begin, Sit
from kostka.protocol.rooms import Settings
from tests.attacks.flood import HttpRequest, flood, make_address, send_request
from tests.attacks.hostile_uploads import LISTS, UPLOADS
from tests.server.processes import Process
from tests.server.running import plays_on
from tests.server.strangers import Stranger, Tally

Answers = Counter[str]
Attack = Callable[[Process], Awaitable[Answers]]

JSON = {"content-type": "application/json"}
ONE = make_address(0)
SECONDS = 10.0
"""How long attacks take that would never end."""


async def wait_quietly(_: Process) -> Answers:
    """Send nothing, for comparison."""
    await asyncio.sleep(SECONDS / 2)
    return Counter()


# --- uploads ----------------------------------------------------------------------------------


async def upload_player_lists(server: Process) -> Answers:
    """Send every hostile list three times at once, as the organiser of a tournament."""
    body = json.dumps({"title": "Cup"}).encode()
    sent = []
    for number, build_list in enumerate(LISTS.values()):
        address = make_address(number)
        created = await ask(server, HttpRequest("/api/tournaments", address, body, JSON))
        path = f"/api/tournaments/{created['id']}/list"
        headers = {"authorization": f"Bearer {created['token']}"}
        sent += 3 * [HttpRequest(path, address, build_list(), headers)]
    return await flood(server.web, sent, at_once=3)


async def upload_files(server: Process) -> Answers:
    """Send hostile records, saved tournaments and themes, each from three addresses."""
    sent = [
        HttpRequest(path, make_address(number), body)
        for number in range(3)
        for path, body in UPLOADS.values()
    ]
    return await flood(server.web, sent, at_once=6)


async def send_deep_json(server: Process) -> Answers:
    """Send brackets to every route that reads JSON."""
    paths = ["/api/check", "/api/solve", "/api/tournaments"]
    bodies = [b"[" * 8000, b'{"a":' * 1600, b'{"edition":' + b"[" * 7000, b"9" * 8000]
    sent = [
        HttpRequest(path, make_address(number), body, JSON)
        for number in range(50)
        for path in paths
        for body in bodies
    ]
    return await flood(server.web, sent, at_once=50)


# --- many requests ----------------------------------------------------------------------------


async def check_turns(server: Process) -> Answers:
    """Send 300 turns of 5 KB at once, from one address."""
    return await flood(server.web, make_turns(300, addresses=1), at_once=300)


async def check_turns_from_everywhere(server: Process) -> Answers:
    """Send 3,000 turns of 5 KB from 300 addresses."""
    return await flood(server.web, make_turns(3000, addresses=300), at_once=300)


def make_turns(count: int, addresses: int) -> Iterable[HttpRequest]:
    tiles = " ".join(f"{colour}{number}" for colour in "KRBO" for number in range(1, 14))
    turn = {"edition": "classic", "before": "", "rack": tiles, "after": tiles}
    body = json.dumps(turn).encode().ljust(5000)
    numbers = range(count)
    return [HttpRequest("/api/check", make_address(n % addresses), body, JSON) for n in numbers]


async def ask_for_steps(server: Process) -> Answers:
    """Ask 200 times for the steps of a game that is not over."""
    async with (
        connect(server.url, name="Ala") as ala,
        connect(server.url, name="Bob") as bob,
    ):
        room = await ala.create_room(Settings("classic", seats=2))
        await bob.enter_room(room.code)
        await bob.ask(Sit, seat=1)
        await ala.ask(Begin)
        playing = [asyncio.create_task(plays_on(player, "rack")) for player in (ala, bob)]
        await ala.wait_until(lambda one: one.game is not None and one.game.view.turns > 30)
        for task in playing:
            task.cancel()
        assert ala.game is not None
        sent = 200 * [HttpRequest(f"/api/games/{ala.game.game}/steps", ONE)]
        return await flood(server.web, sent, at_once=50)


async def load_pages(server: Process) -> Answers:
    """Ask for 5,000 pages and rule books from one address."""
    paths = ["/", "/api/rules/twist", "/api/editions", "/static/app/main.js"]
    sent = [HttpRequest(paths[number % len(paths)], ONE) for number in range(5000)]
    return await flood(server.web, sent, at_once=100)


async def load_pages_at_once(server: Process) -> Answers:
    """Ask for 3,000 pages at the same moment, from one address."""
    return await flood(server.web, 3000 * [HttpRequest("/", ONE)], at_once=3000)


async def ask_hard_questions(server: Process) -> Answers:
    """Ask the solver 50 hard questions at once, from one address."""
    return await flood(server.web, make_hard_questions(50, addresses=1), at_once=50)


async def ask_hard_questions_from_everywhere(server: Process) -> Answers:
    """Ask 50 hard questions from 50 addresses; an easy one of somebody else must be answered."""
    hard = flood(server.web, make_hard_questions(50, addresses=50), at_once=50)
    easy = json.dumps({"edition": "classic", "rack": "B3 B4 B5"}).encode()

    async def ask_easily() -> Answers:
        await asyncio.sleep(1)
        request = HttpRequest("/api/solve", make_address(99), easy, JSON)
        return Counter([f"easy {await send_request(server.web, request)}"])

    return sum(await asyncio.gather(hard, ask_easily()), Counter())


def make_hard_questions(count: int, addresses: int) -> Iterable[HttpRequest]:
    rack = "J J D D C C M M " + " ".join(f"{c}{n}" for c in "KRBO" for n in range(1, 11))
    body = json.dumps({"edition": "twist", "rack": rack, "moves": 1}).encode()
    numbers = range(count)
    return [HttpRequest("/api/solve", make_address(n % addresses), body, JSON) for n in numbers]


# --- connections ------------------------------------------------------------------------------


async def hold_half_requests(server: Process) -> Answers:
    """Open 3,300 connections, and send half a header over each."""
    return await hold_connections(server, 3300, b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")


async def hold_half_bodies(server: Process) -> Answers:
    """Open 3,300 connections, and promise a body of which one byte comes."""
    head = f"POST /api/check HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {ONE}\r\n"
    return await hold_connections(server, 3300, f"{head}Content-Length: 5000\r\n\r\n[".encode())


async def hold_connections(server: Process, count: int, data: bytes) -> Answers:
    where = urlsplit(server.web)
    answers: Answers = Counter()

    async def hold() -> None:
        try:
            reader, writer = await asyncio.open_connection(where.hostname, where.port)
            writer.write(data)
            async with asyncio.timeout(2.5 * SECONDS):
                answer = await reader.read()
            answers[answer[9:12].decode() or "closed"] += 1
        except TimeoutError:
            answers["still open"] += 1
        except OSError:
            answers["closed"] += 1
        else:
            writer.close()

    await asyncio.gather(*(hold() for _ in range(count)))
    return answers


async def open_rooms(server: Process) -> Answers:
    """Let 220 guests of one address open 20 rooms each."""
    return await open_many_rooms(server, guests=220, addresses=1)


async def open_rooms_from_everywhere(server: Process) -> Answers:
    """Let 220 guests of 22 addresses open 20 rooms each."""
    return await open_many_rooms(server, guests=220, addresses=22)


async def open_many_rooms(server: Process, guests: int, addresses: int) -> Answers:
    free = asyncio.Semaphore(40)

    async def come(number: int) -> Answers:
        create = {"type": "Create", "settings": {"edition": "classic", "seats": 4}}
        async with free:
            return await talk(server, make_address(number % addresses), 20 * [create])

    return sum(await asyncio.gather(*map(come, range(guests))), Counter())


async def guess_codes(server: Process) -> Answers:
    """Try room codes over 40 connections of one address, as fast as they are answered."""
    rng, end = Random(1), asyncio.get_running_loop().time() + SECONDS

    async def guess() -> Answers:
        answers: Answers = Counter()
        while asyncio.get_running_loop().time() < end:
            codes = ["".join(rng.choices("ABCDEFGHJKLMNPQRSTUVWXYZ", k=5)) for _ in range(100)]
            tries = [{"type": "Enter", "room": code} for code in codes]
            answers += await talk(server, ONE, tries, seconds=end)
            await asyncio.sleep(0.01)
        return answers

    return sum(await asyncio.gather(*(guess() for _ in range(40))), Counter())


async def talk(
    server: Process, address: str, messages: list[dict[str, Any]], seconds: float | None = None
) -> Answers:
    """Send messages as a new guest, one after the other, until a time; count the answers."""
    answers: Answers = Counter()
    try:
        async with (
            asyncio.timeout_at(seconds),
            open_socket(
                server.url,
                compression=None,
                close_timeout=1,
                additional_headers={"X-Forwarded-For": address},
            ) as socket,
        ):
            hello = {"type": "Hello", "protocol": PROTOCOL, "token": None, "name": "Eve"}
            for number, message in enumerate([hello, *messages]):
                await socket.send(json.dumps(message | ({"id": number} if number else {})))
                answers[await read_answer(socket)] += 1
    except TimeoutError:
        answers["slowed down"] += 1
    except ConnectionClosed:
        answers["closed"] += 1
    except (InvalidHandshake, OSError):
        answers["turned away"] += 1
    return answers


async def read_answer(socket: Any) -> str:
    """Read up to the next answer; return its type, or the code of a refusal."""
    while True:
        message = json.loads(await socket.recv())
        if message["type"] == "Refusal":
            return str(message["problems"][0]["code"])
        if message["type"] in ("Done", "Welcome"):
            return str(message["type"])


async def send_bad_messages(server: Process) -> Answers:
    """Let eight strangers send what no client would, as fast as they are answered."""
    async with connect(server.url, name="Ala") as ala:
        room = await ala.create_room(Settings("classic", seats=2, bots=(4,), games=100))
        await ala.ask(Begin)
        tally, end = Tally(), asyncio.get_running_loop().time() + SECONDS
        strangers = [Stranger(number, tally) for number in range(8)]

        def is_over() -> bool:
            return asyncio.get_running_loop().time() > end

        await asyncio.gather(
            *(stranger.send_messages(server.url, room.code, is_over) for stranger in strangers)
        )
    answered = tally.messages - tally.closed
    return Counter({"answered": answered, "closed": tally.closed, "turned away": tally.turned_away})


async def ask(server: Process, request: HttpRequest) -> Any:
    """Send a request that must be answered; return its JSON."""
    where = urlsplit(server.web)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    writer.write(request.to_bytes(where.netloc))
    answer = await reader.read()
    writer.close()
    assert answer[9:10] == b"2", answer[:300]
    return json.loads(answer.partition(b"\r\n\r\n")[2])


ATTACKS: dict[str, Attack] = {
    "none, for comparison": wait_quietly,
    "hostile player lists, zip bombs": upload_player_lists,
    "hostile records, tournaments, themes": upload_files,
    "deep JSON": send_deep_json,
    "turns to check, one address": check_turns,
    "turns to check, 300 addresses": check_turns_from_everywhere,
    "steps of a running game": ask_for_steps,
    "pages and rules, 100 at a time": load_pages,
    "3,000 pages at once": load_pages_at_once,
    "hard solver questions, one address": ask_hard_questions,
    "hard solver questions, 50 addresses": ask_hard_questions_from_everywhere,
    "half requests (slow-loris)": hold_half_requests,
    "half bodies": hold_half_bodies,
    "rooms, one address": open_rooms,
    "rooms, 22 addresses": open_rooms_from_everywhere,
    "guessed room codes": guess_codes,
    "hostile WebSocket messages": send_bad_messages,
}
