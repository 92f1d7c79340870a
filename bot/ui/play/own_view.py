"""*My view*: the picture as the one who asks may see it, how things stand, and where a move begins."""

from __future__ import annotations

from functools import partial

import discord

from bot.model.table import Table
from bot.platform.limits import CONTENT, keep_newest_lines
from bot.ui import replies
from bot.ui.answers import Page
from bot.ui.components import Item, button, view
from bot.ui.ids import Choice, custom_id, table_of
from bot.ui.mending import mend
from bot.ui.play import notices
from bot.ui.presses import Press
from bot.ui.scenes import escape_scene, make_scene, narrate_news, require_match
from bot.ui.services import Interaction
from games.core.match import Match
from games.core.words import Words


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
    news = await notices.find(interaction, table)
    text = notices.put_before(news, write_view(table, match, seat, w))
    await replies.show(interaction, text, view=view(list_buttons(table, match, seat, w)), files=files)
    await notices.mark_seen(news)
    replies.note_look(interaction, table.id, match.seq)
    if seat is not None:
        kept = interaction.client.services.panels
        kept.keep(interaction, table, write_status(table, match, seat, w), partial(_renew, interaction, seat))


async def _renew(interaction: Interaction, seat: int, table: Table) -> Page | None:
    """Write *My view* as the table stands now."""
    match = table.match
    if match is None or seat not in table.seats_of(interaction.user.id):
        return None
    w, pictures = replies.reader(interaction), interaction.client.services.pictures
    return Page(
        write_status(table, match, seat, w),
        write_view(table, match, seat, w),
        view(list_buttons(table, match, seat, w)),
        lambda: pictures.private(table, match, seat, w),
    )


def write_status(table: Table, match: Match, seat: int | None, w: Words) -> str:
    """Return whom a match waits for, and for what, as somebody is told in private."""
    position, scene = make_scene(table, match, seat, w)
    return match.game.texts.status(position, escape_scene(scene))


def write_view(table: Table, match: Match, seat: int | None, w: Words) -> str:
    """Return what its person alone has heard of late, and how things stand."""
    status = write_status(table, match, seat, w)
    heard = write_news(table, match, seat, w, CONTENT - len(status) - 1)
    return "\n".join(part for part in (heard, status) if part)


def write_news(table: Table, match: Match, seat: int | None, w: Words, room: int) -> str:
    """Return what the person in a seat alone has heard of late, the newest in at most ``room`` characters."""
    return keep_newest_lines([f"> {line}" for line in narrate_news(table, match, seat, w)], room)


def list_buttons(table: Table, match: Match, seat: int | None, w: Words) -> list[Item]:
    """Return the buttons below a private picture: a move where one can be made, and all of it in words."""
    items: list[Item] = []
    if seat is not None and is_on(match, seat):
        items.append(make_opener(table, match, seat, w))
    items.append(button(custom_id("b", "ds", table.id, match.seq), w("Describe"), emoji="📝"))
    return items


def is_on(match: Match, seat: int) -> bool:
    """Tell whether a seat can go on.

    The one in turn can although another is asked something: that one's standing order answers.
    """
    return seat == match.turn or seat in match.to_act


def make_opener(table: Table, match: Match, seat: int, w: Words) -> Item:
    """Return the button that begins a move."""
    identity = custom_id("b", "go", *Choice(table.id, match.seq, seat).parts())
    return button(identity, w("Make a move"), emoji="▶️", style=discord.ButtonStyle.primary)


PRESSES = (Press("vw", open_view, dear=True),)
