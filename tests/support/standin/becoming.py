"""Waits for what a process of the bot becomes."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request

from tests.support.patience import ENOUGH_SECONDS

TRIES = int(ENOUGH_SECONDS / 0.05)


def asked(port: int) -> tuple[int, object]:
    """Return what the page says of the bot's health."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=ENOUGH_SECONDS) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


async def becomes(port: int, wanted: tuple[int, object], tries: int = TRIES) -> None:
    """Ask until the page says that, and fail with what it says instead."""
    said: tuple[int, object] = (0, None)
    for _ in range(tries):
        said = await asyncio.to_thread(asked, port)
        if said == wanted:
            return
        await asyncio.sleep(0.05)
    assert said == wanted
