"""Conflicts between several processes that run the same bot."""

from __future__ import annotations

from bot.errors.storage import StorageError
from games.core.words import N_


class HostingTakenOver(StorageError):
    """Another process hosts now, so this process's transaction was rolled back."""

    text = N_("This process no longer hosts: another took over.")


class HostedByOtherBot(StorageError):
    """The hosting processes run another bot, and the tables in this database belong to it."""

    text = N_(
        "Another bot (id {theirs}) hosts with this database, and this one is {ours}. "
        "Each bot needs a database of its own: set another DATABASE_URL or the right token."
    )

    def __init__(self, theirs: int, ours: int) -> None:
        super().__init__(theirs=str(theirs), ours=str(ours))


class ShardCountMismatch(StorageError):
    """The hosting processes use a different number of shards."""

    text = N_(
        "Others host with SHARDS={theirs}, here it is {ours}. "
        "Stop all processes before you change SHARDS, and start them with the same number."
    )

    def __init__(self, theirs: int, ours: int) -> None:
        super().__init__(theirs=theirs, ours=ours)
