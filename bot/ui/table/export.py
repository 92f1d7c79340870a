"""``/table export``: the record of a match as a file."""

from __future__ import annotations

import io

import discord

from bot.model.table import Table
from bot.ui import replies
from bot.ui.services import Interaction


async def hand_out(interaction: Interaction, table: Table) -> None:
    """Hand the record of a match out; it has the secret once the match is over.

    :raises TableError: there is no match.
    """
    text = await interaction.client.services.tables.exports.write(table.id)
    w = replies.reader(interaction)
    name = f"{table.game.key}-{table.id}.json"
    file = discord.File(io.BytesIO(text.encode()), filename=name)
    said = (
        w("The record, with the secret. Check it with `python -m games verify {file}`.", file=name)
        if table.secret
        else w("The record so far. The secret follows when the match is over.")
    )
    await replies.show(interaction, said, files=[file])
