"""Changes to honest inputs, so that a fuzzer gets deep into their readers."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from hashlib import sha256
from io import BytesIO
from random import Random
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

TOKENS = (
    *(b"", b"0", b"-1", b"4294967296", b"1e999", b"\x00", b"\xff", b"\n", b'"', b";", b" " * 99),
    *(b"<c/>", b"<", b"]]>", b"&amp;", b"&x;", b'r="A1048576"', b'r="XFD1"', b't="s"'),
    *(b'table:number-rows-repeated="99999"', "\u0301".encode() * 50, b"B3", b"|", b"{", b"[" * 99),
)
"""What is put into bytes."""

VALUES: tuple[Any, ...] = (
    *(0, -1, 1, 7, 2**31, 2**63, 10**30, 1.5, 1e308, None, True, [], {}, [[]], "", "x" * 999),
    *("\x00", "\u202e", "B3", "classic", [0] * 50, {"type": "Finished"}),
)
"""What is put into JSON."""

Mutation = Callable[[Random, bytes], bytes]


def mutate_bytes(random: Random, data: bytes) -> bytes:
    """Put tokens into some bytes, cut pieces out, or repeat them."""
    changed = bytearray(data)
    for _ in range(random.randint(1, 4)):
        start = random.randint(0, len(changed))
        end = min(len(changed), start + random.choice((0, 1, 2, 8, 64)))
        piece = random.choice((*TOKENS, bytes(changed[start:end]) * random.choice((2, 50))))
        changed[start:end] = piece
    return bytes(changed)


def mutate_zip(random: Random, data: bytes) -> bytes:
    """Change a part of a ZIP, or now and then the ZIP itself."""
    if random.random() < 0.2:
        return mutate_bytes(random, data)
    file = BytesIO()
    with ZipFile(BytesIO(data)) as old, ZipFile(file, "w", ZIP_DEFLATED) as new:
        names = old.namelist()
        chosen = random.choice([name for name in names if name.endswith(".xml")])
        for name in names:
            part = old.read(name)
            new.writestr(name, mutate_bytes(random, part) if name == chosen else part)
    return file.getvalue()


def mutate_json(random: Random, data: bytes) -> bytes:
    """Change values of a JSON document, or now and then its bytes."""
    if random.random() < 0.2:
        return mutate_bytes(random, data)
    document = json.loads(data)
    for _ in range(random.randint(1, 3)):
        _mutate_value(random, document)
    return json.dumps(document).encode()


def mutate_log(random: Random, data: bytes) -> bytes:
    """Change lines of a log and chain their hashes again, as a forger would."""
    if random.random() < 0.1:
        return mutate_bytes(random, data)
    header, *lines = data.splitlines()
    entries = [json.loads(line) for line in lines]
    for _ in range(random.randint(1, 3)):
        at = random.randrange(len(entries))
        match random.randrange(5):
            case 0:
                entries.insert(at, deepcopy(entries[at]))
            case 1 if len(entries) > 1:
                del entries[at]
            case 2:
                entries[at] |= {"event": deepcopy(random.choice(entries)["event"])}
            case _:
                _mutate_value(random, entries[at]["event"])
    chain = json.loads(header)["hash"]
    chained = [header]
    for number, entry in enumerate(entries, start=1):
        body = json.dumps(
            {name: value for name, value in (entry | {"n": number}).items() if name != "hash"},
            ensure_ascii=False,
            separators=(",", ":"),
        ).encode(errors="replace")
        chain = sha256(chain.encode() + body).hexdigest()
        chained.append(b'%b,"hash":"%b"}' % (body[:-1], chain.encode()))
    return b"\n".join(chained) + b"\n"


def _mutate_value(random: Random, value: Any) -> None:
    """Change something inside a list or an object."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    if not keys:
        return
    key = random.choice(keys)
    if isinstance(value[key], dict | list) and value[key] and random.random() < 0.7:
        _mutate_value(random, value[key])
    elif random.random() < 0.15:
        del value[key]
    else:
        value[key] = deepcopy(random.choice(VALUES))
