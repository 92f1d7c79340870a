"""Who is invited to seats of computers, and what is said to who invites somebody."""

from __future__ import annotations

from functools import partial

from bot.errors.seats import BotOpponent
from bot.model.table import OVER, Table
from bot.ui import replies
from bot.ui.answers import Page
from bot.ui.components import member_select, view
from bot.ui.ids import custom_id, fresh_mark, number_of, table_of
from bot.ui.presses import Press, chosen_bot
from bot.ui.services import Interaction
from bot.ui.table.asked import list_declined, tell_answers, tell_declined
from games.core.words import Words


def tell_invited(user_id: int, w: Words, again: int | None) -> str:
    """Say to who invites somebody that it is done.

    :param again: when they can be called again, where they were not called just now.
    """
    person = f"<@{user_id}>"
    if again is None:
        return w("{person} is invited.", person=person)
    return w(
        "{person} is invited. I've called them already and can call again {when}.",
        person=person,
        when=f"<t:{again}:R>",
    )


async def open_invitations(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Ask who is to be invited to a computer's seat."""
    await replies.begin(interaction)
    await _show(interaction, await interaction.client.services.tables.get(table_of(parts)))


async def _show(interaction: Interaction, table: Table, note: str = "") -> None:
    """Show who is invited to computers' seats, and let people be invited or invitations withdrawn."""
    page = _write(interaction, table)
    await replies.show(interaction, "\n".join(line for line in (note, page.text) if line), view=page.view)
    interaction.client.services.panels.keep(interaction, table, page.about, partial(_renew, interaction))


def _write(interaction: Interaction, table: Table) -> Page:
    w = replies.reader(interaction)
    mark = fresh_mark(interaction.id)
    items = [member_select(custom_id("u", "ivu", table.id, mark), w("Invite somebody…"), row=0)]
    lines = [w("Who takes over a computer's seat?")]
    if table.invited:
        people = w.listed([f"<@{user}>" for user in table.invited])
        lines.append(w("Invited: {people}", people=people))
        items.append(
            member_select(custom_id("u", "ivx", table.id, mark), w("Withdraw an invitation…"), row=1)
        )
    text = "\n".join([*lines, *list_declined(table, w)])
    return Page(text, text, view(items))


async def _renew(interaction: Interaction, table: Table) -> Page | None:
    if table.status != OVER:
        return _write(interaction, table)
    ended = replies.reader(interaction)("The match has ended.")
    return Page(ended, ended, view([]))


async def ask_over(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Call the chosen person, once."""
    await replies.begin(interaction)
    services, user = interaction.client.services, interaction.user.id
    chosen = number_of(values)
    if chosen_bot(interaction, values[0]):
        raise BotOpponent
    table = await services.tables.seats.invite_to_take_over(table_of(parts), user, chosen)
    again = await services.calls.invite_to_seat(table, user, chosen)
    await replies.done(interaction, tell_invited(chosen, replies.reader(interaction), again))
    services.panels.keep(interaction, table, "", partial(_tell_answer, interaction, chosen))


async def _tell_answer(interaction: Interaction, chosen: int, table: Table) -> Page | None:
    """Say what somebody has made of an invitation; nothing else as long as it waits for them."""
    text = "\n".join(tell_answers((chosen,), table, replies.reader(interaction)))
    return Page(text, text, view([]))


async def withdraw_seat_invitation(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Take an invitation to a computer's seat back; the call goes with it."""
    await replies.begin(interaction)
    services, chosen = interaction.client.services, number_of(values)
    table = await services.tables.seats.withdraw_invitation(table_of(parts), interaction.user.id, chosen)
    w = replies.reader(interaction)
    await _show(interaction, table, w("{person} is no longer invited.", person=f"<@{chosen}>"))


async def decline(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Turn the invitation down that a call tells of; it goes once nobody whom it asks is asked any more."""
    await replies.begin(interaction, new=True)
    await decline_invitation(interaction, table_of(parts))


async def decline_invitation(interaction: Interaction, table_id: int) -> None:
    """Turn an invitation to a lobby or to a computer's seat down.

    :raises TableError: the person has none.
    """
    table = await interaction.client.services.tables.seats.decline(table_id, interaction.user.id)
    await replies.done(interaction, tell_declined(table, replies.reader(interaction)))


PRESSES = (
    Press("ivq", open_invitations),
    Press("ivu", ask_over),
    Press("ivx", withdraw_seat_invitation),
    Press("ivd", decline),
)
