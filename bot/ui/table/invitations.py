"""Invitations to take over a computer's seat, and the replies to invitations."""

from __future__ import annotations

from functools import partial

from bot.errors.seats import BotOpponent
from bot.model.table import TABLE_OVER, Table
from bot.ui import replies
from bot.ui.answers import PanelPage
from bot.ui.components import make_member_select, make_view
from bot.ui.ids import make_custom_id, read_chosen_number, read_table_id
from bot.ui.presses import PressHandler, is_bot
from bot.ui.services import Interaction
from bot.ui.table.invited import list_answer_lines, list_declined_lines, write_decline_confirmation
from games.core.words import Words


def write_invitation_confirmation(user_id: int, w: Words, allowed_at: int | None) -> str:
    """Return the confirmation for the person who invites.

    :param allowed_at: epoch second at which the person can be mentioned again; ``None`` if they were
        mentioned now.
    """
    person = f"<@{user_id}>"
    if allowed_at is None:
        return w("{person} is invited.", person=person)
    return w(
        "{person} is invited. I've called them already and can call again {when}.",
        person=person,
        when=f"<t:{allowed_at}:R>",
    )


async def open_invitations(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Show who is invited to take over a computer's seat."""
    await _show_page(interaction, await interaction.client.services.tables.get(read_table_id(parts)))


async def _show_page(interaction: Interaction, table: Table, note: str = "") -> None:
    """Show who is invited to computers' seats, with selects to invite people and withdraw invitations."""
    page = _make_page(interaction, table)
    await replies.show(interaction, "\n".join(line for line in (note, page.text) if line), view=page.view)
    interaction.client.services.panels.keep_answer_updated(
        interaction, table, page.state_key, partial(_make_updated_page, interaction)
    )


def _make_page(interaction: Interaction, table: Table) -> PanelPage:
    w = replies.get_words(interaction)
    items = [make_member_select(make_custom_id("u", "ivu", table.id), w("Invite somebody…"), row=0)]
    lines = [w("Who takes over a computer's seat?")]
    if table.invited_ids:
        people = w.join_list([f"<@{user}>" for user in table.invited_ids])
        lines.append(w("Invited: {people}", people=people))
        items.append(
            make_member_select(make_custom_id("u", "ivx", table.id), w("Withdraw an invitation…"), row=1)
        )
    text = "\n".join([*lines, *list_declined_lines(table, w)])
    return PanelPage(text, text, make_view(items))


async def _make_updated_page(interaction: Interaction, table: Table) -> PanelPage | None:
    if table.status != TABLE_OVER:
        return _make_page(interaction, table)
    ended = replies.get_words(interaction)("The match has ended.")
    return PanelPage(ended, ended, make_view([]))


async def invite_to_seat(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Invite the chosen person to a computer's seat."""
    services, user = interaction.client.services, interaction.user.id
    chosen = read_chosen_number(values)
    if is_bot(interaction, values[0]):
        raise BotOpponent
    table = await services.tables.seats.invite_to_take_over(read_table_id(parts), user, chosen)
    again = await services.invitations.invite_to_seat(table, user, chosen)
    await replies.confirm(
        interaction, write_invitation_confirmation(chosen, replies.get_words(interaction), again)
    )
    services.panels.keep_answer_updated(
        interaction, table, "", partial(_make_answer_page, interaction, chosen)
    )


async def _make_answer_page(interaction: Interaction, invited_id: int, table: Table) -> PanelPage | None:
    """Return a page with an invited person's answer. The page is empty until they answer."""
    text = "\n".join(list_answer_lines((invited_id,), table, replies.get_words(interaction)))
    return PanelPage(text, text, make_view([]))


async def withdraw_seat_invitation(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Withdraw an invitation to a computer's seat. Its message is removed."""
    services, chosen = interaction.client.services, read_chosen_number(values)
    table = await services.tables.seats.withdraw_invitation(read_table_id(parts), interaction.user.id, chosen)
    w = replies.get_words(interaction)
    await _show_page(interaction, table, w("{person} is no longer invited.", person=f"<@{chosen}>"))


async def decline_pressed_invitation(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Handle the button of an invitation that declines it.

    The message is removed once none of the people it mentions has an open invitation.
    """
    await decline_invitation(interaction, read_table_id(parts))


async def decline_invitation(interaction: Interaction, table_id: int) -> None:
    """Decline an invitation to a lobby or to a computer's seat.

    :raises TableError: the person has no invitation.
    """
    table = await interaction.client.services.tables.seats.decline_invitation(table_id, interaction.user.id)
    await replies.confirm(interaction, write_decline_confirmation(table, replies.get_words(interaction)))


PRESS_HANDLERS = (
    PressHandler("ivq", open_invitations),
    PressHandler("ivu", invite_to_seat),
    PressHandler("ivx", withdraw_seat_invitation),
    PressHandler("ivd", decline_pressed_invitation, acknowledge="new"),
)
