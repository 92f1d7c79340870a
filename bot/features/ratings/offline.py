"""``python -m bot rate``: computes all ratings again from the match logs."""

from __future__ import annotations

import asyncio
import time

from bot.config import Config
from bot.features.ratings.counter import store_and_apply_results
from bot.features.ratings.reader import ResultReader
from bot.kit.progress import show_progress
from bot.storage import Store
from games.core.words import Words
from games.registry import GAMES


def run_rating(config: Config, w: Words) -> int:
    """Recompute the configured database's ratings. Return the exit status.

    :raises StorageError: the database can't be opened, or a running bot is using it.
    """
    return asyncio.run(recompute_ratings(config, w))


async def recompute_ratings(config: Config, w: Words) -> int:
    """Delete all results and ratings, compute them again, and print how many ratings changed."""
    began = time.perf_counter()
    store = await Store.open(config.database_location)
    try:
        before = {tuple(row) for row in await store.ratings.list_ratings()}
        await store.ratings.delete_results_and_ratings()
        with show_progress(w("counting"), w("matches")) as report:
            matches = await store_and_apply_results(
                store.ratings, ResultReader(store, GAMES), GAMES, report=report
            )
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
