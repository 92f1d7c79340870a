"""*Play again*: the first press opens a rematch, further presses join it."""

from __future__ import annotations

from contextlib import nullcontext

from bot.errors.tables import ChannelTaken
from bot.model.table import TABLE_IN_LOBBY, TABLE_PLAYING
from bot.model.table_request import TableRequest
from bot.ui import replies
from bot.ui.action_limits import OPENING_LIMIT
from bot.ui.ids import read_table_id
from bot.ui.links import get_message_purpose
from bot.ui.people import get_person
from bot.ui.presses import PressHandler
from bot.ui.services import Interaction
from bot.ui.table import channel_taken
from bot.ui.table.beginning import begin_match


async def open_rematch(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Open a rematch and invite the others, or join the rematch if it is already open."""
    services = interaction.client.services
    old_table = await services.tables.get(read_table_id(parts))
    if old_table.status == TABLE_IN_LOBBY and old_table.rematch_of is not None:
        old_table = await services.tables.get(old_table.rematch_of)
    opens = await services.tables.rematches.find_unfinished_rematch_id(old_table.id) is None
    try:
        with (
            services.action_limits.limit_posts(OPENING_LIMIT, interaction.user.id) if opens else nullcontext()
        ):
            table = await services.tables.rematches.open_or_join_rematch(
                old_table.id, get_person(interaction), interaction.id
            )
    except ChannelTaken as error:
        await channel_taken.offer_alternatives(
            interaction, error.table, TableRequest(old_table.game, old_table.options, clock=old_table.clock)
        )
        return
    if set(table.user_ids) <= {interaction.user.id} and len(table.occupants) == table.capacity:
        table = await begin_match(services, get_person(interaction), interaction.id, table)
    w = replies.get_words(interaction)
    if table.status == TABLE_PLAYING:
        begins = w("The match begins.")
        await replies.confirm_posted(interaction, table.id, get_message_purpose(table), begins, begins)
        return
    if table.host_id == interaction.user.id:
        # Don't wait for people who have left the server.
        table = await interaction.client.services.attendance.replace_absent_players(table)
        # The invitation says "above", so the lobby must come first.
        await services.announcer.wait_until_announced(table.id)
        await services.invitations.invite_to_rematch(table)
    if table.host_id == interaction.user.id and table.invited_ids:
        asked, otherwise = w("I've asked the others to play again."), w("I couldn't ask the others yet.")
        asked = await services.invitations.write_invitation_wait(table, w) or asked
        await replies.confirm_posted(interaction, table.id, get_message_purpose(table), asked, otherwise)
    elif not table.list_seats(interaction.user.id):
        opened = w("The lobby of the next match is below: you begin it with *Start*.")
        await replies.confirm_posted(
            interaction, table.id, get_message_purpose(table), opened, w("I can't post the lobby yet.")
        )
    else:
        await replies.confirm(interaction, w("You're in. The match begins when everybody's here."))


PRESS_HANDLERS = (PressHandler("rem", open_rematch),)
