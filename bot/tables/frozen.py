"""Tables that have frozen and at which nobody looks: found at the start, so that nobody's time runs there.

The rules may have changed since a log was written, or somebody has touched the file.
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

REST = 9
"""For each second that the look takes, so many are left to those who play."""


async def rest_frozen(tables: TableStore, stopping: Callable[[], bool] = lambda: False) -> None:
    """Read every table in play once, one after the other, and let all clocks stand still where it is frozen.

    So they do where a game is no longer hosted. Where it is again, the start lets them go on
    (:meth:`bot.tables.clocks.Clocks.mend`).

    :param stopping: whether to leave it to the next start.
    :raises StorageError: the database cannot be used.
    """
    for table_id in await tables.share.mine(await tables.store.matches.live()):
        if stopping():
            return
        began = time.perf_counter()
        try:
            # What is frozen has its clocks stopped as it is read.
            await tables.look_over(table_id)
        except UnhostedGame:
            await tables.store.clocks.rest(table_id)
        except StorageError:
            raise
        except Exception:
            # Whatever is wrong with one table, the others are looked through.
            log.exception("not read table=%d", table_id)
        await asyncio.sleep(REST * (time.perf_counter() - began))
