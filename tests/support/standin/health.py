"""Waits until a bot process reports a health status."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request

from tests.support.patience import HANG_TIMEOUT_SECONDS

MAX_POLLS = int(HANG_TIMEOUT_SECONDS / 0.05)


def read_health(port: int) -> tuple[int, object]:
    try:
        with urllib.request.urlopen(
            f"http://127.0.0.1:{port}/health", timeout=HANG_TIMEOUT_SECONDS
        ) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


async def wait_for_health(port: int, wanted: tuple[int, object], try_count: int = MAX_POLLS) -> None:
    """Poll the health page until it reports ``wanted``. If it never does, fail with its last report."""
    said: tuple[int, object] = (0, None)
    for _ in range(try_count):
        said = await asyncio.to_thread(read_health, port)
        if said == wanted:
            return
        await asyncio.sleep(0.05)
    assert said == wanted
