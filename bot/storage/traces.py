"""Finds a person's stored names, and replaces them in tournament titles and logs."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from bot.model.names import replace_names
from bot.storage.engine.database import Transaction
from games.core.values import value_class

_TABLES_WITH_NAMES = (
    *("seats", "former_seats", "tournament_entries", "tournament_log", "result_seats"),
    *("daily_tries", "tips", "shadows", "forum_wishes"),
)
_LIST_NAMES_SQL = " UNION ".join(
    f"SELECT name FROM {table} WHERE user_id = ?1" for table in _TABLES_WITH_NAMES
)
_LIST_TOURNAMENTS_SQL = """
SELECT id FROM tournaments WHERE host_id = ?1
UNION SELECT tournament_id FROM tournament_entries WHERE user_id = ?1
UNION SELECT tournament_id FROM tournament_log WHERE user_id = ?1
"""
_LIST_CHANNELS_SQL = f"""
SELECT channel_id FROM matches WHERE host_id = ?1
UNION SELECT m.channel_id FROM matches m JOIN seats s ON s.match_id = m.id WHERE s.user_id = ?1
UNION SELECT m.channel_id FROM matches m JOIN former_seats f ON f.match_id = m.id WHERE f.user_id = ?1
UNION SELECT thread_id FROM tournament_tables
    WHERE thread_id IS NOT NULL AND tournament_id IN ({_LIST_TOURNAMENTS_SQL})
"""


@value_class
class NameTraces:
    """The stored names of a person, and the channels that may show these names."""

    names: tuple[str, ...]
    channel_ids: tuple[int, ...]
    """IDs of channels that may be threads named after the person."""


async def find_traces(transaction: Transaction, user_id: int) -> NameTraces:
    """Return a person's names, and the channels that may be threads named after them."""
    names = await transaction.fetch_rows(_LIST_NAMES_SQL, (user_id,))
    channels = await transaction.fetch_rows(_LIST_CHANNELS_SQL, (user_id,))
    return NameTraces(
        tuple(sorted(str(row[0]) for row in names)), tuple(sorted(int(row[0]) for row in channels))
    )


async def replace_names_in_tournaments(
    transaction: Transaction, user_id: int, names: tuple[str, ...], replacement: str
) -> None:
    """Replace a person's names in the titles and logs of tournaments they took part in."""
    rename = partial(replace_names, names=names, replacement=replacement)
    for (tournament_id,) in await transaction.fetch_rows(_LIST_TOURNAMENTS_SQL, (user_id,)):
        title_row = await transaction.fetch_row(
            "SELECT title FROM tournaments WHERE id = ?", (tournament_id,)
        )
        if title_row is not None and rename(title_row[0]) != title_row[0]:
            await transaction.run(
                "UPDATE tournaments SET title = ? WHERE id = ?", (rename(title_row[0]), tournament_id)
            )
        for seq, text in await transaction.fetch_rows(
            "SELECT seq, text FROM tournament_log WHERE tournament_id = ?", (tournament_id,)
        ):
            values = json.loads(text)
            if (cleared := _replace_names_in_json(values, rename)) != values:
                await transaction.run(
                    "UPDATE tournament_log SET text = ? WHERE tournament_id = ? AND seq = ?",
                    (json.dumps(cleared, separators=(",", ":")), tournament_id, seq),
                )


def _replace_names_in_json(value: Any, rename: Any) -> Any:
    if isinstance(value, dict):
        return {key: _replace_names_in_json(part, rename) for key, part in value.items()}
    if isinstance(value, list):
        return [_replace_names_in_json(part, rename) for part in value]
    return rename(value) if isinstance(value, str) else value
