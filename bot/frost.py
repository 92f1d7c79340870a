"""Tables that have frozen and at which nobody looks: found at the start, so that nobody's time runs there.

Every row of a log was legal when it was written, so a log that replayed goes on to do so until the rules
change. Only then are the tables in play read, each once.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable
from functools import cache
from pathlib import Path

import games
from bot.errors import StorageError, UnknownGame
from bot.tables import Tables

log = logging.getLogger(__name__)

HOST = 0
KEY = "replayed"
"""Under these it is kept with which rules every log in play was found to replay."""
PAUSE = 0.05
"""Seconds between two tables: whoever presses a button meanwhile waits for one replay at most."""


@cache
def fingerprint() -> str:
    """Return a text that changes with the program of the games."""
    folder = Path(games.__file__).parent
    found = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        found.update(f"{path.relative_to(folder)}\0".encode() + path.read_bytes())
    return found.hexdigest()


async def rest_frozen(tables: Tables, stopping: Callable[[], bool] = lambda: False) -> None:
    """Let all clocks stand still at the tables that froze with the last change of the rules.

    So they do where a game is no longer hosted. Where it is again, :meth:`Tables.mend_clocks` goes on.

    :param stopping: whether to leave it to the next start.
    :raises StorageError: the database cannot be used.
    """
    rules = await asyncio.to_thread(fingerprint)
    if await tables.store.channels.get(HOST, KEY) == rules:
        return
    for table_id in await tables.store.matches.live():
        if stopping():
            return
        try:
            # What is frozen has its clocks stopped as it is read.
            await tables.get(table_id)
        except UnknownGame:
            await tables.store.clocks.rest(table_id)
        except StorageError:
            raise
        except Exception:
            # Whatever is wrong with one table, the others are looked through.
            log.exception("not read table=%d", table_id)
        await asyncio.sleep(PAUSE)
    await tables.store.channels.set(HOST, KEY, rules)
