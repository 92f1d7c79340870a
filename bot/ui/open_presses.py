"""Remembers which people's presses and commands are being answered."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

MAX_ANSWER_WAIT_SECONDS = 20.0
"""Maximum number of seconds to wait for a press, so that a slow one doesn't hold up other messages."""


class OpenPresses:
    """The presses and commands being answered."""

    def __init__(self) -> None:
        self._by_user: dict[int, list[asyncio.Event]] = {}
        """For each open press, an event that is set once nothing should wait for the press any more."""

    def __contains__(self, user_id: int) -> bool:
        """Return whether a press of the person is being answered."""
        return user_id in self._by_user

    @contextmanager
    def mark(self, user_id: int) -> Iterator[None]:
        """Count a person's press as open while the context is active."""
        press, presses = asyncio.Event(), self._by_user.setdefault(user_id, [])
        presses.append(press)
        timer = asyncio.get_running_loop().call_later(MAX_ANSWER_WAIT_SECONDS, press.set)
        try:
            yield
        finally:
            timer.cancel()
            press.set()
            presses.remove(press)
            if not presses:
                del self._by_user[user_id]

    async def wait_until_answered(self, user_id: int) -> None:
        """Wait until each of a person's presses is answered or was too slow."""
        while awaited := [press for press in self._by_user.get(user_id, ()) if not press.is_set()]:
            await awaited[0].wait()
