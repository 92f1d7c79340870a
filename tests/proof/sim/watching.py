"""Observes the bot during a run: logged errors, and requested and stored moves."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from bot.errors.storage import StorageError
from bot.tables.play import PlayerRequests
from tests.proof.sim.checks import Ledger
from tests.proof.sim.loop import PRESS, PROCESS_ID


class ErrorLog(logging.Handler):
    """Collects errors that the bot logs. A run must cause none."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Record an error, unless an injected fault explains it."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, asyncio.CancelledError | StorageError):
            # Ignore the errors of injected database failures and cancellations.
            return
        self.texts.append(f"{record.name}: {record.getMessage()} {error!r}{locate_error(error)}")


def locate_error(error: BaseException | None) -> str:
    """Return the innermost lines of the bot in an error's traceback, as text."""
    places = [] if error is None else traceback.extract_tb(error.__traceback__)
    own = [
        f"{frame.filename.rpartition('/bot/')[2]}:{frame.lineno}"
        for frame in places
        if "/bot/" in frame.filename
    ]
    return f" at {' > '.join(own[-3:])}" if own else ""


@contextmanager
def record_moves(ledger: Ledger) -> Iterator[None]:
    """Record requested and stored moves, and replace pictures with dummy data."""
    act = PlayerRequests.perform_action

    async def act_and_record(
        self: Any, table_id: int, user_id: int, token: str, *args: Any, **kwargs: Any
    ) -> Any:
        ledger.requested.add((table_id, token))
        done = await act(self, table_id, user_id, token, *args, **kwargs)
        ledger.record_stored_move(PRESS.get(), PROCESS_ID.get(), table_id, done)
        return done

    def draw_dummy(game: Any, view: Any, scene: Any) -> bytes:
        """Return the viewer's seat instead of a picture."""
        return f"{view.viewer}".encode()

    with ExitStack() as stack:
        stack.enter_context(patch.object(PlayerRequests, "perform_action", act_and_record))
        stack.enter_context(patch("bot.ui.pictures._draw_view", draw_dummy))
        stack.enter_context(patch("bot.ui.pictures.encode", lambda picture: b"picture"))
        stack.enter_context(patch("bot.ui.pictures._draw_poster", lambda game: b"poster"))
        stack.enter_context(patch("bot.ui.pictures._draw_posters", lambda games: b"posters"))
        yield
