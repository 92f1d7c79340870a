"""``python -m bot rate``: works all ratings out again from the logs, and says what has changed."""

from __future__ import annotations

import asyncio
import time

from tqdm import tqdm

from bot.config import Config
from bot.features.ratings.counter import count_all
from bot.features.ratings.reader import Reader
from bot.storage import Store
from games.core.words import Words
from games.registry import GAMES


def run(config: Config, w: Words) -> int:
    """Do it over the database in use; return the exit status.

    :raises StorageError: it can't be opened, or a host is using it.
    """
    return asyncio.run(rate_again(config, w))


async def rate_again(config: Config, w: Words) -> int:
    """Forget what was worked out, and work it out again."""
    began = time.perf_counter()
    store = await Store.open(config.place)
    try:
        before = {tuple(row) for row in await store.ratings.list_ratings()}
        await store.ratings.clear()
        with tqdm(disable=None, unit=w("match")) as bar:

            def tell(done: int, of: int) -> None:
                bar.total = of
                bar.update(done - bar.n)

            matches = await count_all(store.ratings, Reader(store, GAMES), GAMES, tell=tell)
        after = {tuple(row) for row in await store.ratings.list_ratings()}
    finally:
        await store.close()
    print(
        w.plural(
            "Counted {n} finished match again in {seconds} s.",
            "Counted {n} finished matches again in {seconds} s.",
            matches,
            seconds=f"{time.perf_counter() - began:.1f}",
        )
    )
    changed = len(after ^ before)
    if changed == 0:
        print(w("Every rating is as it was."))
    else:
        print(w.plural("{n} rating is new or gone.", "{n} ratings are new or gone.", changed))
    return 0
