"""A person's home page, opened by ``/mine``: their tables, those that wait for them first, and news."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import partial
from math import ceil

import discord

from bot.model.table import TABLE_FROZEN, Table
from bot.platform.deadlines import NO_RESPONSE_ERRORS
from bot.platform.limits import MAX_BUTTON_LABEL_LENGTH, MAX_MESSAGE_LENGTH, clip
from bot.tables.clocks import SeatWait
from bot.ui import replies
from bot.ui.answers import PanelPage
from bot.ui.components import Item, make_button, make_view
from bot.ui.escaping import escape_name
from bot.ui.ids import make_custom_id, read_page
from bot.ui.links import find_table_url
from bot.ui.offers import HomeEntry
from bot.ui.person.waits import can_act, name_other_players, rank_urgency, write_wait_line
from bot.ui.presses import make_tableless_handler
from bot.ui.services import Interaction, ServiceClient
from games.core.values import value_class
from games.core.words import Words

TABLES_PER_PAGE = 7
MAX_ENTRY_LENGTH = 500
"""Maximum number of characters in the text about a table."""
MAX_FEATURE_ENTRIES = 5
"""Maximum number of entries that features add, each a line and perhaps a button."""


class ChannelAccess(Enum):
    """Whether the bot can see a table's channel."""

    VISIBLE = auto()
    GONE = auto()
    """The channel was deleted."""
    HIDDEN = auto()
    """The bot has no access, for example because it was not added to a private thread."""


@value_class
class TableEntry:
    """A table in the list of a person's tables."""

    text: str
    short_text: str
    """Shown if the texts of all tables don't fit."""
    move_button: Item | None = None
    """Opens the panel of the table; ``None`` if the person can't act."""
    other_buttons: tuple[Item, ...] = ()


DrawFunction = Callable[[], Awaitable[Sequence[discord.File]]]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class HomePage:
    """A person's home page."""

    tables: Sequence[Table]
    text: str
    items: list[Item] = field(default_factory=list)
    draw: DrawFunction | None = None
    """Draws the table that has waited longest for the person; ``None`` if no table waits for them."""

    async def draw_files(self) -> list[discord.File]:
        """Draw the picture of the table that has waited longest, if there is one to draw."""
        return [] if self.draw is None else list(await self.draw())


async def show_home_page(interaction: Interaction, page: int = 0) -> None:
    """Show the person's home page, and keep it up to date."""
    shown = await _read_home_page(interaction, page)
    files = await shown.draw_files()
    await replies.show(interaction, shown.text, view=make_view(shown.items), files=files)
    again = partial(_rebuild_page, interaction, page)
    interaction.client.services.panels.keep_list_updated(interaction, shown.tables, shown.text, again)


async def _rebuild_page(interaction: Interaction, page: int, table: Table) -> PanelPage | None:
    shown = await _read_home_page(interaction, page)
    return PanelPage(shown.text, shown.text, make_view(shown.items), shown.draw_files)


async def open_my_tables(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Handle the buttons that open the home page or turn the pages of its list."""
    await show_home_page(interaction, read_page(parts, 0))


def make_home_button(w: Words, *, row: int | None = None) -> Item:
    """Return the *My tables* button, which opens the home page."""
    return make_button(make_custom_id("b", "my", 0), w("My tables"), row=row, emoji="🏠")


async def _read_home_page(interaction: Interaction, page: int) -> HomePage:
    w, user, services = replies.get_words(interaction), interaction.user.id, interaction.client.services
    tables = [
        *await services.tables.list_active_tables(user),
        *await services.tables.lookup.list_hosted_lobbies(user),
    ]
    waits = {table.id: await services.tables.clocks.list_waits(table) for table in tables}
    tables.sort(key=lambda table: rank_urgency(table, waits[table.id], user))
    unhosted = await services.tables.lookup.list_unhosted_table_ids_and_games(user)
    pages = max(ceil((len(tables) + len(unhosted)) / TABLES_PER_PAGE), 1)
    page = min(page, pages - 1)
    first, last = page * TABLES_PER_PAGE, (page + 1) * TABLES_PER_PAGE
    listed = tables[first:last]
    several = sum(can_act(table, waits[table.id], user) for table in tables) > 1
    entries = [
        await _make_table_entry(interaction, table, waits[table.id], w, is_one_of_several=several)
        for table in listed
    ]
    rest = unhosted[max(first - len(tables), 0) : max(last - len(tables), 0)]
    entries += [_make_unhosted_table_entry(number, key, w) for number, key in rest]
    news = [] if page else await _list_news(interaction, w)
    items = [entry.move_button for entry in entries if entry.move_button is not None]
    items += [item for entry in entries for item in entry.other_buttons]
    items += [one.button for one in news if one.button is not None]
    items += _make_page_buttons(page, pages, w)
    draw = None
    if not page and listed and entries[0].move_button is not None:
        draw = _make_view_drawer(interaction, listed[0], w)
    return HomePage(listed, _write_text(entries, news, page, pages, w), items, draw)


def _write_text(
    entries: Sequence[TableEntry], news: Sequence[HomeEntry], page: int, pages: int, w: Words
) -> str:
    if not entries:
        head = w("You're not at any table. `/play` opens one.")
    elif pages > 1:
        head = f"## {w('Your tables · page {page} of {pages}', page=page + 1, pages=pages)}"
    else:
        head = f"## {w('Your tables')}"
    text = "\n".join([head, *(entry.text for entry in entries)])
    if len(text) > MAX_MESSAGE_LENGTH:
        text = clip("\n".join([head, *(entry.short_text for entry in entries)]), MAX_MESSAGE_LENGTH)
    below = "\n".join(one.text for one in news if one.text)
    room = MAX_MESSAGE_LENGTH - len(text) - 2
    return f"{text}\n\n{clip(below, room)}" if below and room > 0 else text


def _make_page_buttons(page: int, pages: int, w: Words) -> list[Item]:
    turning = [
        make_button(make_custom_id("b", "my", page - 1), w("Back"), emoji="◀️") if page else None,
        make_button(make_custom_id("b", "my", page + 1), w("Next"), emoji="▶️") if page + 1 < pages else None,
    ]
    return [item for item in turning if item is not None]


async def _list_news(interaction: Interaction, w: Words) -> list[HomeEntry]:
    entries = [await source(interaction, w) for source in interaction.client.services.offers.home_sources]
    return [entry for entry in entries if entry is not None][:MAX_FEATURE_ENTRIES]


def _make_view_drawer(interaction: Interaction, table: Table, w: Words) -> DrawFunction | None:
    """Return a function that draws the person's own view of a table.

    Return ``None`` if there is no match or the person has no seat.
    """
    match, seat = table.match, table.find_acting_seat(interaction.user.id)
    if match is None or seat is None:
        return None
    return partial(interaction.client.services.pictures.draw_private_view, table, match, seat, w)


async def _make_table_entry(
    interaction: Interaction, table: Table, waits: Sequence[SeatWait], w: Words, *, is_one_of_several: bool
) -> TableEntry:
    """Return a table's entry. Its button names the table if several tables wait for the person."""
    user = interaction.user.id
    seen, channel = await _find_channel(interaction.client, table)
    where = await find_table_url(interaction.client.services.messages, table)
    # Show the name of a tournament table's thread, because the number in it differs from the table's ID.
    own = channel.name if table.is_arranged and isinstance(channel, discord.Thread) else ""
    named = own or w("table {number}", number=table.id)
    link = escape_name(own) if own else named
    link = link if seen is not ChannelAccess.VISIBLE else f"[{link}]({where})"
    title, people = table.game.title, name_other_players(table, user, w)
    head = w("**{game}** with {people} · {table}", game=title, people=people, table=link)
    short = f"- {title} · {link}"
    label = w("Leave…") if own else w("Leave table {number}", number=table.id)
    leave = make_button(make_custom_id("b", "lvq", table.id), clip(label, MAX_BUTTON_LABEL_LENGTH))
    if seen is not ChannelAccess.VISIBLE:
        here = make_button(
            make_custom_id("b", "mv", table.id),
            clip(w("Go on here: table {number}", number=table.id), MAX_BUTTON_LABEL_LENGTH),
        )
        why = (
            w("Its channel is gone.")
            if seen is ChannelAccess.GONE
            else w("I can't see its channel. If it's a private thread, mention me there; or go on here.")
        )
        others = (here, leave) if table.list_seats(user) else (here,)
        return TableEntry(clip(f"{head}\n{why}", MAX_ENTRY_LENGTH), short, None, others)
    if table.status == TABLE_FROZEN:
        frozen = w("Frozen: I can't read its moves any more.")
        return TableEntry(clip(f"{head}\n{frozen}", MAX_ENTRY_LENGTH), short, None, (leave,))
    move = None
    if can_act(table, waits, user):
        label = w("Move: {table}", table=named) if is_one_of_several else w("Move")
        style = discord.ButtonStyle.primary
        move = make_button(
            make_custom_id("b", "nm", table.id), clip(label, MAX_BUTTON_LABEL_LENGTH), emoji="▶️", style=style
        )
    return TableEntry(
        clip(f"{head}\n{write_wait_line(table, waits, user, w)}", MAX_ENTRY_LENGTH), short, move
    )


def _make_unhosted_table_entry(table_id: int, key: str, w: Words) -> TableEntry:
    end = make_button(
        make_custom_id("b", "unh", table_id),
        clip(w("End table {number}", number=table_id), MAX_BUTTON_LABEL_LENGTH),
        style=discord.ButtonStyle.danger,
    )
    text = w("**{game}** · table {number}\nThis game is no longer here.", game=key, number=table_id)
    return TableEntry(text, text, None, (end,))


async def _find_channel(client: ServiceClient, table: Table) -> tuple[ChannelAccess, object]:
    known = client.get_channel(table.place.channel_id)
    if known is not None:
        return ChannelAccess.VISIBLE, known
    try:
        return ChannelAccess.VISIBLE, await client.fetch_channel(table.place.channel_id)
    except discord.NotFound:
        return ChannelAccess.GONE, None
    except discord.Forbidden:
        return ChannelAccess.HIDDEN, None
    except (discord.HTTPException, discord.InvalidData, *NO_RESPONSE_ERRORS):
        # Discord didn't answer. Treat the channel as visible, so that the rest of the list is still shown.
        return ChannelAccess.VISIBLE, None


PRESS_HANDLERS = (make_tableless_handler("my", open_my_tables),)
