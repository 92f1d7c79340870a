"""*My view*: the picture as the one who asks may see it, how things stand, and where a move begins."""

from __future__ import annotations

import discord

from bot.model.table import Table
from bot.platform.limits import CONTENT, newest_lines
from bot.ui import replies
from bot.ui.ids import Choice, custom_id, table_of
from bot.ui.mending import mend
from bot.ui.play import tidings
from bot.ui.presses import Item, button, press, view
from bot.ui.scenes import escape_scene, make_scene, narrate_news, require_match
from bot.ui.services import Interaction
from games.core.match import Match
from games.core.words import Words


@press("vw")
async def open_view(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Answer the button *My view*."""
    await replies.begin(interaction, new=True)
    table = await interaction.client.services.tables.get(table_of(parts))
    await mend(interaction, table)
    await show_view(interaction, table)


async def show_view(interaction: Interaction, table: Table) -> None:
    """Put the own picture, the own edge of the table near, and how things stand into the private answer."""
    match = require_match(table)
    w = replies.reader(interaction)
    seat = table.seat_for(interaction.user.id)
    pictures = interaction.client.services.pictures
    if seat is None:
        files = await pictures.public(table, match, w)
    else:
        files = await pictures.private(table, match, seat, w)
    news = await tidings.find(interaction, table)
    text = tidings.put_before(news, write_view(table, match, seat, w))
    await replies.show(interaction, text, view=view(list_buttons(table, match, seat, w)), files=files)
    await tidings.tell(news)
    replies.note_look(interaction, table.id, match.seq)


def write_view(table: Table, match: Match, seat: int | None, w: Words) -> str:
    """Return what its person alone has heard of late, and how things stand."""
    position, scene = make_scene(table, match, seat, w)
    status = match.game.texts.status(position, escape_scene(scene))
    heard = write_news(table, match, seat, w, CONTENT - len(status) - 1)
    return "\n".join(part for part in (heard, status) if part)


def write_news(table: Table, match: Match, seat: int | None, w: Words, room: int) -> str:
    """Return what the person in a seat alone has heard of late, the newest in at most ``room`` characters."""
    return newest_lines([f"> {line}" for line in narrate_news(table, match, seat, w)], room)


def list_buttons(table: Table, match: Match, seat: int | None, w: Words) -> list[Item]:
    """Return the buttons below a private picture: a move where one can be made, and all of it in words."""
    items: list[Item] = []
    # The seat in turn can go on although another is asked something: that one's standing order answers.
    if seat is not None and (seat == match.turn or seat in match.to_act):
        identity = custom_id("b", "go", *Choice(table.id, match.seq, seat).parts())
        items.append(button(identity, w("Make a move"), emoji="▶️", style=discord.ButtonStyle.primary))
    items.append(button(custom_id("b", "ds", table.id, match.seq), w("Describe"), emoji="📝"))
    return items
