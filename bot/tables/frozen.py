"""Stops the clocks of frozen tables at startup, because nobody can play there.

A table is frozen if its log can't be replayed, for example after the rules or the database were changed.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from bot.errors.storage import StorageError
from bot.errors.tables import UnhostedGame
from bot.tables.store import TableStore

log = logging.getLogger(__name__)

PAUSE_FACTOR = 9
"""Seconds to pause per second of checking, so that the checks don't slow down matches."""


async def stop_frozen_clocks(tables: TableStore, is_stopping: Callable[[], bool] = lambda: False) -> None:
    """Read every unfinished table of this process, one at a time, and stop the clocks of frozen tables.

    Clocks also stop if a game is no longer hosted. Once it is hosted again, the next start restarts them
    (:meth:`bot.tables.clocks.Clocks.start_missing_clocks`).

    :param is_stopping: returns whether the bot is stopping. If so, the next start checks the other tables.
    :raises StorageError: the database is unavailable.
    """
    for table_id in await tables.share.pick_owned_table_ids(
        await tables.store.matches.list_all_active_table_ids()
    ):
        if is_stopping():
            return
        began = time.perf_counter()
        try:
            await tables.stop_clocks_if_frozen(table_id)
        except UnhostedGame:
            await tables.store.clocks.stop_clocks(table_id)
        except StorageError:
            raise
        except Exception:
            # Whatever the error, the remaining tables must be checked.
            log.exception("table not checked table=%d", table_id)
        await asyncio.sleep(PAUSE_FACTOR * (time.perf_counter() - began))
