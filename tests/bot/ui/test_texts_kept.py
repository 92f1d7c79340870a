"""Long texts are written outside the event loop, once for all requests, and cached."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator

import pytest

from bot.ui.texts import TextCache


@pytest.fixture
def texts() -> Iterator[TextCache]:
    cache = TextCache()
    yield cache
    cache.close()


async def test_a_text_is_written_in_another_thread_and_cached(texts: TextCache) -> None:
    threads = []

    def make_text() -> str:
        threads.append(threading.get_ident())
        return "a long story"

    assert [await texts.get("key", make_text) for _ in range(3)] == ["a long story"] * 3
    assert len(threads) == 1 and threads[0] != threading.get_ident()
    texts.clear_cache()
    await texts.get("key", make_text)
    assert len(threads) == 2


async def test_a_text_requested_concurrently_is_written_once(texts: TextCache) -> None:
    made: list[int] = []

    def make_text() -> str:
        made.append(1)
        return "text"

    assert await asyncio.gather(*(texts.get("key", make_text) for _ in range(5))) == ["text"] * 5
    assert len(made) == 1


async def test_a_failed_text_is_retried(texts: TextCache) -> None:
    def fail_to_make_text() -> str:
        raise OSError

    with pytest.raises(OSError):
        await texts.get("key", fail_to_make_text)
    assert await texts.get("key", lambda: "text") == "text"
