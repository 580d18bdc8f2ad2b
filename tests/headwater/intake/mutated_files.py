"""Files with something done to them: bytes turned, lines cut, doubled and swapped, numbers and lines made huge."""

from __future__ import annotations

import gc
import random
import re
import time
from collections.abc import Callable
from typing import Final

MOST_BYTES: Final = 300_000
NUMBER: Final = re.compile(rb"-?[0-9]+(?:\.[0-9]+)?")
NUMBERS: Final = (
    b"0",
    b"-1",
    b"-0.0",
    b"9" * 15,
    b"9" * 60,
    b"1e99",
    b"1e-9",
    b"0." + b"0" * 11 + b"1",
    b"nan",
    b"1,2,3",
    b"",
)
ODD: Final = (b"\f", b"\0", b"\xff\xfe", b"\xe2\x80\xae", b"\r", b"\t", b"[", b"]", b"=", b"//", b'"' * 40, b"(" * 200)


def mutated_text(data: bytes, rng: random.Random) -> bytes:
    """Return a file of text with one to four things done to it."""
    for _ in range(rng.randint(1, 4)):
        if len(data) <= MOST_BYTES and data:
            data = rng.choice((mutated_bytes, _cut, _doubled, _swapped, _other_number, _huge_line, _odd_word))(
                data, rng
            )
    return data


def mutated_bytes(data: bytes, rng: random.Random) -> bytes:
    """Return a file with one to four runs of bytes turned, cut or doubled, or cut off at one."""
    for _ in range(rng.randint(1, 4)):
        if not data:
            break
        at, long = rng.randrange(len(data)), rng.choice((1, 1, 1, 8, 64, 1_000))
        match rng.randrange(4):
            case 0:
                data = data[:at] + rng.randbytes(min(long, len(data) - at)) + data[at + long :]
            case 1:
                data = data[:at] + data[at + long :]
            case 2 if len(data) <= MOST_BYTES:
                data = data[:at] + data[at : at + long] * rng.randint(2, 30) + data[at + long :]
            case 3 if rng.random() < 0.2:
                data = data[:at]
    return data


def _cut(data: bytes, rng: random.Random) -> bytes:
    lines = data.split(b"\n")
    at = rng.randrange(len(lines))
    return b"\n".join(lines[:at] + lines[at + rng.randint(1, 6) :])


def _doubled(data: bytes, rng: random.Random) -> bytes:
    lines = data.split(b"\n")
    at = rng.randrange(len(lines))
    return b"\n".join(lines[:at] + lines[at : at + rng.randint(1, 12)] * rng.randint(2, 60) + lines[at:])


def _swapped(data: bytes, rng: random.Random) -> bytes:
    lines = data.split(b"\n")
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[at], lines[other] = lines[other], lines[at]
    return b"\n".join(lines)


def _other_number(data: bytes, rng: random.Random) -> bytes:
    found = list(NUMBER.finditer(data))
    if not found:
        return data
    one = rng.choice(found)
    return data[: one.start()] + rng.choice(NUMBERS) + data[one.end() :]


def _huge_line(data: bytes, rng: random.Random) -> bytes:
    lines = data.split(b"\n")
    at = rng.randrange(len(lines))
    lines[at] = (lines[at] or b" ")[:200] * rng.choice((10, 300, 5_000))
    return b"\n".join(lines)


def _odd_word(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + rng.choice(ODD) + data[at:]


def least_cpu_s(read: Callable[[], object]) -> float:
    """Return the least of three times that reading takes, while nobody looks through what other tests left behind."""
    spent = []
    gc.collect()
    gc.disable()
    try:
        for _ in range(3):
            start_s = time.process_time()
            read()
            spent.append(time.process_time() - start_s)
    finally:
        gc.enable()
    return min(spent)
