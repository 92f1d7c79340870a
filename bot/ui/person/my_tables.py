"""``/mine``: all tables of a person with links, and what to do about those that nobody can reach."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import discord

from bot.model.table import FROZEN, Table
from bot.platform.limits import CONTENT, LABEL, PER_ROW, clip
from bot.ui import replies
from bot.ui.escaping import escape_name
from bot.ui.ids import custom_id
from bot.ui.links import link
from bot.ui.presses import Item, button, view
from bot.ui.services import Interaction
from games.core.words import Words


async def show(interaction: Interaction) -> None:
    """List the tables of who asks."""
    w, user, services = replies.reader(interaction), interaction.user.id, interaction.client.services
    tables = await services.tables.of_person(user)
    unhosted = await services.tables.lookup.unhosted_of(user)
    if not tables and not unhosted:
        await replies.show(interaction, w("You sit at no table. `/play` opens one."))
        return
    gone = [table for table in tables if not await services.announcer.reaches(table)]
    lines = []
    for table in tables:
        where = await link(services.messages, table, w)
        lines.append(_line(table, user, where, w, gone=table in gone))
    lines += [
        w("- {game}: no longer hosted here · table {number}", game=key, number=number)
        for number, key in unhosted
    ]
    items = _ways_out(tables, gone, [number for number, _ in unhosted], w)
    await replies.show(interaction, clip("\n".join(lines), CONTENT), view=view(items))


def _line(table: Table, user_id: int, where: str, w: Words, *, gone: bool) -> str:
    """Say with whom a table is, and whom it waits for.

    :param where: the link to it.
    :param gone: its channel is.
    """
    others = [
        escape_name(name)
        for occupant, name in zip(table.occupants, table.names, strict=True)
        if occupant.user_id != user_id
    ]
    against = w.listed(others) or w("nobody yet")
    values = {"game": table.game.title, "people": against, "link": where}
    if gone:
        return w("- {game} with {people}: its channel is gone · table {number}", **values, number=table.id)
    if table.status == FROZEN:
        return w("- {game} with {people}: frozen, its record does not replay · {link}", **values)
    if table.status == "lobby":
        return w("- {game} with {people}: not begun · {link}", **values)
    if table.waits_for(user_id):
        return w("- ▶️ **{game}** with {people}: waits for you · {link}", **values)
    return w("- {game} with {people}: waits for somebody else · {link}", **values)


def _ways_out(
    tables: Sequence[Table], gone: Collection[Table], unhosted: Sequence[int], w: Words
) -> list[Item]:
    """Return the buttons for tables that cannot be played on where they are.

    :param unhosted: the numbers of those whose game is no longer hosted.
    """
    stuck = [table.id for table in tables if table in gone or table.status == FROZEN]
    lost = [table.id for table in tables if table in gone]
    items = [
        button(
            custom_id("b", "mv", number), clip(w("Go on here: table {number}", number=number), LABEL), row=0
        )
        for number in lost[:PER_ROW]
    ]
    items += [
        button(custom_id("b", "lvq", number), clip(w("Leave table {number}", number=number), LABEL), row=1)
        for number in stuck[:PER_ROW]
    ]
    items += [
        button(
            custom_id("b", "unh", number),
            clip(w("End table {number}", number=number), LABEL),
            row=2,
            style=discord.ButtonStyle.danger,
        )
        for number in unhosted[:PER_ROW]
    ]
    return items
