"""Tracks presses, so that each is handled only once and a stopping bot can wait for those in progress."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from bot.kit.cache import Cache

MAX_REMEMBERED_PRESSES = 4096
"""A resumed connection delivers far fewer a second time."""
MAX_ANSWER_WAIT_SECONDS = 20.0
"""Maximum number of seconds to wait for a press, so that a slow one doesn't hold up other messages."""


class PressIntake:
    """Tracks presses. Callers must reject new presses once ``closed`` is true."""

    def __init__(self) -> None:
        self.closed = False
        self._under_way: set[asyncio.Task[object]] = set()
        self._registered: Cache[int, bool] = Cache(MAX_REMEMBERED_PRESSES)
        self._answering: set[tuple[int, int]] = set()

    def close(self) -> None:
        """Mark the bot as stopping, so that new presses are rejected."""
        self.closed = True

    def register_press(self, interaction_id: int) -> bool:
        """Register a press by its interaction ID. Return ``False`` if it was registered before."""
        first = self._registered.get(interaction_id) is None
        self._registered.put(interaction_id, True)
        return first

    @contextmanager
    def mark_answering(self, message_id: int, user_id: int) -> Iterator[bool]:
        """Mark a person's press on a message as being answered while the context is active.

        Yield ``False`` if an earlier press by the person on the message is still being answered.
        """
        press = (message_id, user_id)
        alone = press not in self._answering
        if not alone:
            yield False
            return
        self._answering.add(press)
        try:
            yield True
        finally:
            self._answering.discard(press)

    @contextmanager
    def track_press(self) -> Iterator[None]:
        """Count the current task as a press in progress, so that :meth:`wait_for_presses` waits for it."""
        task = asyncio.current_task()
        if task is None or task in self._under_way:
            yield
            return
        self._under_way.add(task)
        try:
            yield
        finally:
            self._under_way.discard(task)

    async def wait_for_presses(self, seconds: float) -> None:
        """Wait until no press is in progress, but at most ``seconds``."""
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=seconds)


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
