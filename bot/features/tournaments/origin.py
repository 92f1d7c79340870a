"""Explains on the *Fairness* page how the deal at a tournament's table was determined.

Only at tables outside tournaments does the deal depend on the players' button presses.
"""

from __future__ import annotations

from bot.model.table import TABLE_OVER, Table
from bot.storage.tournaments import Tournaments
from games.core.words import Words


class DealOriginWriter:
    """Describes how the deal at a tournament's table was determined."""

    def __init__(self, store: Tournaments) -> None:
        self._store = store

    async def describe_deal_origin(self, table: Table, w: Words) -> list[str]:
        """Return lines that explain how a tournament's deal was determined. Empty for other tables."""
        round_key = await self._store.find_round(table.id)
        if round_key is None:
            return []
        if await self._store.find_deal(*round_key) is not None:
            return [
                w("Before this round was announced, the bot drew one secret for all its tables."),
                w("This is its SHA-256 value:"),
                f"`{table.commitment}`",
                w(
                    "Everything random follows from that secret and from the number Discord gave the message "
                    "that announced the round. So no player can choose it, and the secret can't be "
                    "changed later."
                ),
                w("When the round is over, you'll find the secret here."),
            ]
        lines = [
            w("When this table opened, the bot drew a secret. This is its SHA-256 value:"),
            f"`{table.commitment}`",
            w(
                "Everything random follows from that secret and from the numbers Discord gave two messages: "
                "the one that announced the round, and the one that opened this table. So no player can "
                "choose it, and the secret can't be changed later."
            ),
        ]
        if table.status != TABLE_OVER:
            lines.append(w("When the match has ended, you'll find the secret here."))
        return lines
