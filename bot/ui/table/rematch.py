"""*Play again*: the rematch, opened by one press and begun by the last one."""

from __future__ import annotations

from contextlib import nullcontext

from bot.errors.tables import ChannelTaken
from bot.model.table import LOBBY, PLAYING, Table
from bot.model.wish import Wish
from bot.ui import replies
from bot.ui.fairness import OPEN
from bot.ui.ids import table_of
from bot.ui.links import purpose
from bot.ui.people import person
from bot.ui.presses import Press
from bot.ui.services import Interaction
from bot.ui.table import taken
from bot.ui.table.beginning import begin_match


async def open_rematch(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Open the rematch of a board's table, or join it."""
    await replies.begin(interaction)
    await play_again(interaction, await interaction.client.services.tables.get(table_of(parts)))


async def play_again(interaction: Interaction, old: Table) -> None:
    """Open the rematch of a table, or join the one that is open; call the others once."""
    services = interaction.client.services
    if old.status == LOBBY and old.follows is not None:
        old = await services.tables.get(old.follows)
    opens = await services.tables.rematches.find(old.id) is None
    try:
        with services.fairness.posting(OPEN, interaction.user.id) if opens else nullcontext():
            table = await services.tables.rematches.play_again(old.id, person(interaction), interaction.id)
    except ChannelTaken as error:
        await taken.offer(interaction, error.table, Wish(old.game, old.options, clock=old.clock))
        return
    if set(table.people) <= {interaction.user.id} and len(table.occupants) == table.capacity:
        table = await begin_match(services, person(interaction), interaction.id, table)
    w = replies.reader(interaction)
    if table.status == PLAYING:
        begins = w("The match begins.")
        await replies.posted(interaction, table.id, purpose(table), begins, begins)
        return
    if table.host_id == interaction.user.id:
        # No seat is kept for somebody who has left the server since.
        table = await interaction.client.services.attendance.replace_absent(table)
        # The call says "above", so the lobby comes first.
        await services.announcer.announced(table.id)
        await services.calls.invite_to_rematch(table)
    if table.host_id == interaction.user.id and table.invited:
        asked, otherwise = w("I've asked the others to play again."), w("I couldn't ask the others yet.")
        asked = await services.calls.write_held_back(table, w) or asked
        await replies.posted(interaction, table.id, purpose(table), asked, otherwise)
    elif not table.seats_of(interaction.user.id):
        opened = w("The lobby of the next match is below: you begin it with *Start*.")
        await replies.posted(interaction, table.id, purpose(table), opened, w("I can't post the lobby yet."))
    else:
        await replies.done(interaction, w("You're in. The match begins when everybody's here."))


PRESSES = (Press("rem", open_rematch),)
