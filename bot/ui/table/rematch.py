"""*Play again*: the rematch, opened by one press and begun by the last one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.announcing.posting import purpose
from bot.errors import ChannelTaken
from bot.model.table import LOBBY, PLAYING, Table
from bot.ui import replies
from bot.ui.ids import table_of
from bot.ui.presses import press
from bot.ui.table import threads
from bot.ui.table.absent import replace_absent
from bot.ui.table.lobby import person

if TYPE_CHECKING:
    from bot.app import ReefBot

    Interaction = discord.Interaction[ReefBot]


@press("rem")
async def pressed(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Open the rematch of a board's table, or join it."""
    await replies.begin(interaction)
    await again(interaction, await interaction.client.tables.get(table_of(parts)))


async def again(interaction: Interaction, old: Table) -> None:
    """Open the rematch of a table, or join the one that is open; call the others once."""
    bot = interaction.client
    if old.status == LOBBY and old.follows is not None:
        old = await bot.tables.get(old.follows)
    try:
        table = await bot.tables.rematches.play_again(old.id, person(interaction), interaction.id)
    except ChannelTaken as error:
        await threads.offer(interaction, error.table, threads.Wish(old.game, old.options, clock=old.clock))
        return
    if set(table.people) == {interaction.user.id} and len(table.occupants) == table.capacity:
        table = await threads.begin(interaction, table)
    w = replies.reader(interaction)
    if table.status == PLAYING:
        begins = w("The match begins.")
        await replies.posted(interaction, table.id, purpose(table), begins, begins)
        return
    if table.host_id == interaction.user.id:
        # No seat is kept for somebody who has left the server since.
        table = await replace_absent(bot, table)
        # The call says "above", so the lobby comes first.
        await bot.announcer.announced(table.id)
        await bot.calls.to_rematch(table)
    if table.host_id == interaction.user.id and table.invited:
        asked, otherwise = w("I have asked the others to play again."), w("I could not ask the others yet.")
        await replies.posted(interaction, table.id, purpose(table), asked, otherwise)
    else:
        await replies.done(interaction, w("You have a seat. The match begins when everybody is here."))
