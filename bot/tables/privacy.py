"""What people may ask about themselves: what is kept, as a file, and to be forgotten."""

from __future__ import annotations

import json
import logging
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from bot.errors import NotSeated, TableOver, UnknownGame
from bot.kit.failpoints import STORED, reach
from bot.model.table import OVER
from bot.tables.service import Tables
from games.core.words import N_, Msg

log = logging.getLogger(__name__)

SOMEBODY = Msg(N_("Somebody"))
DAYS = 30
"""How long looks, invitations and notes on old messages outlive the end of their table."""


@dataclass(frozen=True, slots=True)
class Erased:
    """Tables that showed the person: those still active, and those over that have messages on Discord."""

    active: tuple[int, ...]
    finished: tuple[int, ...]


async def kept(tables: Tables, user_id: int) -> dict[str, Any]:
    """Return all that is kept about a person (see :meth:`bot.storage.people.People.kept`)."""
    return await tables.store.people.kept(user_id)


def file_of(kept: dict[str, Any]) -> bytes:
    """Return it as a JSON file."""
    return json.dumps(kept, ensure_ascii=False, indent=2).encode()


async def erase(tables: Tables, user_id: int, name: str) -> Erased:
    """Forget a person: they leave every table, and finished matches call them ``name``.

    A computer plays on where a match is in play. Asking again finishes what a stop in between left.
    """
    changed = None
    # Once more where they have sat down meanwhile.
    while changed is None:
        for table_id in await tables.store.matches.active_of(user_id):
            await _leave(tables, table_id, user_id)
        changed = await tables.store.people.erase(user_id, name)
    reach(STORED)
    active, finished = [], []
    for table_id in changed:
        await tables.renew(table_id)
        row = await tables.store.matches.find(table_id)
        if row is None or row.game not in tables.games:
            continue
        if row.status != OVER:
            active.append(table_id)
        elif await tables.store.messages.live(table_id):
            finished.append(table_id)
    log.info("person erased tables=%d", len(changed))
    return Erased(tuple(active), tuple(finished))


async def _leave(tables: Tables, table_id: int, user_id: int) -> None:
    # A table may end, or somebody else free the seat, meanwhile.
    with suppress(NotSeated, TableOver):
        try:
            await tables.leave(table_id, user_id)
        except UnknownGame:
            # Nobody can leave it, nor go on with it.
            await tables.close_unhosted(table_id, user_id)


async def tidy(tables: Tables) -> None:
    """Drop what has outlived its use."""
    await tables.store.people.tidy(int(tables.clock()) - DAYS * 24 * 3600)
