"""``/mine``: all tables of a person, those that wait for them first, each with its way on."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial

import discord
from discord import ui

from bot.model.table import FROZEN, LOBBY, Table
from bot.platform.deadlines import NO_RESPONSE
from bot.platform.limits import LABEL, clip
from bot.tables.clocks import SeatWait
from bot.ui import layouts, replies
from bot.ui.answers import Page
from bot.ui.components import Item, button
from bot.ui.durations import stamp
from bot.ui.escaping import escape_name
from bot.ui.ids import custom_id, page_of
from bot.ui.layouts import Layout
from bot.ui.links import find_address
from bot.ui.presses import Press
from bot.ui.services import Host, Interaction
from games.core.words import Words

EACH_PAGE = 7
"""So many tables fit a message where each needs a line, the button beside it and one below."""
TEXT = 500
"""So much can be said of each."""


class Seen(Enum):
    """What is known of a table's channel."""

    THERE = auto()
    GONE = auto()
    HIDDEN = auto()
    """It may be there, but not for the bot: a private thread that it was not added to, for one."""


@dataclass(frozen=True, slots=True)
class Line:
    """A table in the list: what is said of it, the button beside that, and those below."""

    text: str
    beside: Item | ui.Button[discord.ui.LayoutView]
    below: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class Listed:
    """A page of the list: its tables, and what it says of each."""

    tables: Sequence[Table]
    lines: Sequence[Line]
    page: int
    pages: int


async def show(interaction: Interaction, page: int = 0) -> None:
    """List the tables of who asks."""
    shown = await _list(interaction, page)
    layout = _lay_out(shown, replies.reader(interaction))
    await layouts.show(interaction, layout)
    again = partial(_renew, interaction, page)
    interaction.client.services.panels.keep_list(interaction, shown.tables, layout.text, again)


async def _renew(interaction: Interaction, page: int, table: Table) -> Page | None:
    """List them as they stand once one of them has changed."""
    layout = _lay_out(await _list(interaction, page), replies.reader(interaction))
    linked = interaction.client.services.mentions.link_commands
    return Page(layout.text, "", layouts.arrange(layout.parts, linked))


async def _list(interaction: Interaction, page: int) -> Listed:
    """Return what a page of the list says."""
    w, user, services = replies.reader(interaction), interaction.user.id, interaction.client.services
    tables = [*await services.tables.list_active(user), *await services.tables.lookup.list_hosted(user)]
    waits = {table.id: await services.tables.clocks.list_waits(table) for table in tables}
    tables.sort(key=lambda table: _urgency(table, waits[table.id], user))
    unhosted = await services.tables.lookup.list_unhosted(user)
    pages = max(-(-(len(tables) + len(unhosted)) // EACH_PAGE), 1)
    shown = min(page, pages - 1)
    first, last = shown * EACH_PAGE, (shown + 1) * EACH_PAGE
    lines = [await _describe(interaction, table, waits[table.id], w) for table in tables[first:last]]
    rest = unhosted[max(first - len(tables), 0) : max(last - len(tables), 0)]
    lines += [_describe_unhosted(number, key, w) for number, key in rest]
    return Listed(tables[first:last], lines, shown, pages)


async def turn_page(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Show another page of the list."""
    await replies.begin(interaction, layout=True)
    await show(interaction, page_of(parts, 0))


def _lay_out(listed: Listed, w: Words) -> Layout:
    lines, page, pages = listed.lines, listed.page, listed.pages
    if not lines:
        # A message that lists tables takes no plain text.
        return layouts.plain(w("You're not at any table. `/play` opens one."))
    head = f"## {w('Your tables')}"
    if pages > 1:
        head = f"## {w('Your tables · page {page} of {pages}', page=page + 1, pages=pages)}"
    parts: list[layouts.Part] = [layouts.text(head)]
    items: list[Item] = []
    for line in lines:
        parts.append(layouts.section(line.text, line.beside))
        if line.below:
            parts.append(layouts.row(line.below))
        items += [item for item in (line.beside, *line.below) if isinstance(item, Item)]
    if pages > 1:
        turning = [
            button(custom_id("b", "my", page - 1), w("Back"), emoji="◀️") if page else None,
            button(custom_id("b", "my", page + 1), w("Next"), emoji="▶️") if page + 1 < pages else None,
        ]
        below = [item for item in turning if item is not None]
        parts.append(layouts.row(below))
        items += below
    return Layout(parts, "\n".join([head, *(line.text for line in lines)]), items)


def _urgency(table: Table, waits: Sequence[SeatWait], user_id: int) -> tuple[bool, int, int]:
    """Sort what waits for a person first, of that what ends soonest, then what has waited longest."""
    ends = min((wait.ends for wait in waits if wait.ends is not None), default=sys.maxsize)
    began = min((wait.began for wait in waits), default=sys.maxsize)
    return not (_wants(table, waits, user_id) or _is_ready(table, user_id)), ends, began


def _is_ready(table: Table, user_id: int) -> bool:
    """Tell whether a lobby only waits for its host, who has no seat there."""
    without = user_id == table.host_id and not table.seats_of(user_id)
    return table.status == LOBBY and table.is_complete and without


def _wants(table: Table, waits: Sequence[SeatWait], user_id: int) -> bool:
    """Tell whether a person can do something now; in their own turn others may have to answer first."""
    if not table.waits_for(user_id):
        return False
    own = table.seats_of(user_id)
    in_turn = table.match is not None and table.match.turn in own
    return not in_turn or not waits or any(wait.seat in own for wait in waits)


async def _describe(interaction: Interaction, table: Table, waits: Sequence[SeatWait], w: Words) -> Line:
    user = interaction.user.id
    seen, channel = await _look(interaction.client, table)
    where = await find_address(interaction.client.services.messages, table)
    # Whoever was drawn to it knows it by its thread, which has another number.
    own = escape_name(channel.name) if table.arranged and isinstance(channel, discord.Thread) else ""
    named = own or w("table {number}", number=table.id)
    head = w(
        "**{game}** with {people} · {table}",
        game=table.game.title,
        people=_name_others(table, user, w),
        table=named if seen is not Seen.THERE else f"[{named}]({where})",
    )
    label = w("Leave…") if own else w("Leave table {number}", number=table.id)
    leave = button(custom_id("b", "lvq", table.id), clip(label, LABEL))
    if seen is not Seen.THERE:
        here = button(
            custom_id("b", "mv", table.id), clip(w("Go on here: table {number}", number=table.id), LABEL)
        )
        why = (
            w("Its channel is gone.")
            if seen is Seen.GONE
            else w("I can't see its channel. If it's a private thread, mention me there; or go on here.")
        )
        return Line(clip(f"{head}\n{why}", TEXT), here, (leave,) if table.seats_of(user) else ())
    if table.status == FROZEN:
        frozen = w("Frozen: I can't read its moves any more.")
        return Line(clip(f"{head}\n{frozen}", TEXT), leave)
    beside: Item | ui.Button[discord.ui.LayoutView] = layouts.link_button(w("Go"), where)
    if _wants(table, waits, user):
        beside = button(
            custom_id("b", "yr", table.id), w("Your move"), emoji="▶️", style=discord.ButtonStyle.primary
        )
    return Line(clip(f"{head}\n{_tell_wait(table, waits, user, w)}", TEXT), beside)


def _describe_unhosted(number: int, key: str, w: Words) -> Line:
    end = button(
        custom_id("b", "unh", number),
        clip(w("End table {number}", number=number), LABEL),
        style=discord.ButtonStyle.danger,
    )
    return Line(w("**{game}** · table {number}\nThis game is no longer here.", game=key, number=number), end)


def _name_others(table: Table, user_id: int, w: Words) -> str:
    others = [
        escape_name(name)
        for occupant, name in zip(table.occupants, table.names, strict=True)
        if occupant.user_id != user_id
    ]
    return w.listed(others) or w("nobody yet")


def _tell_wait(table: Table, waits: Sequence[SeatWait], user_id: int, w: Words) -> str:
    """Say whom a table waits for, since when, and until when they have time."""
    match = table.match
    if _is_ready(table, user_id):
        return w("▶️ **All seats are taken**: you begin it with *Start*")
    if table.status == LOBBY or match is None:
        return w(
            "Not started: {taken} of {seats} seats taken", taken=len(table.occupants), seats=table.capacity
        )
    own = table.seats_of(user_id)
    mine = [wait for wait in waits if wait.seat in own]
    if match.turn in own:
        return _tell_turn(mine, w) if mine or not waits else _tell_answer_of(table, waits, w)
    if mine:
        return _tell_answer(mine, w)
    if table.waits_for(user_id) and match.turn is not None:
        # Their standing order answers unless they do.
        person = escape_name(table.names[match.turn])
        return w(
            "It's {person}'s turn. There's something for you to decide first, if you like.", person=person
        )
    seats = [wait.seat for wait in waits] or list(match.to_act)
    people = w.listed([escape_name(table.names[seat]) for seat in seats])
    values = _tell_times(waits)
    if not waits:
        return w("Waiting for {people}", people=people)
    if _find_end(waits) is None:
        return w("Waiting for {people}: it began {since}", people=people, **values)
    return w("Waiting for {people}: it began {since}; time runs out {when}", people=people, **values)


def _find_end(waits: Sequence[SeatWait]) -> int | None:
    return min((wait.ends for wait in waits if wait.ends is not None), default=None)


def _tell_times(waits: Sequence[SeatWait]) -> dict[str, str]:
    """Return since when, and until when, as they stand in a sentence."""
    began = min((wait.began for wait in waits), default=0)
    return {"since": stamp(began), "when": stamp(_find_end(waits) or 0)}


def _tell_turn(waits: Sequence[SeatWait], w: Words) -> str:
    """Say that it is a person's turn."""
    if not waits:
        return w("▶️ **Your turn**")
    if _find_end(waits) is None:
        return w("▶️ **Your turn**: it began {since}", **_tell_times(waits))
    return w("▶️ **Your turn**: it began {since}; your time ends {when}", **_tell_times(waits))


def _tell_answer(waits: Sequence[SeatWait], w: Words) -> str:
    """Say that the turn of another waits for a person's own answer."""
    if _find_end(waits) is None:
        return w("▶️ **Your answer**: asked for {since}", **_tell_times(waits))
    return w("▶️ **Your answer**: asked for {since}; your time ends {when}", **_tell_times(waits))


def _tell_answer_of(table: Table, waits: Sequence[SeatWait], w: Words) -> str:
    """Say that a person's own turn waits for the answer of others."""
    people = w.listed([escape_name(table.names[wait.seat]) for wait in waits])
    values = _tell_times(waits)
    if _find_end(waits) is None:
        return w("Your turn; {people} must answer first, asked {since}", people=people, **values)
    return w(
        "Your turn; {people} must answer first, asked {since}; time runs out {when}",
        people=people,
        **values,
    )


async def _look(client: Host, table: Table) -> tuple[Seen, object]:
    """Find out whether a table's channel is there for the bot; return it too, as far as it is known."""
    known = client.get_channel(table.place.channel_id)
    if known is not None:
        return Seen.THERE, known
    try:
        return Seen.THERE, await client.fetch_channel(table.place.channel_id)
    except discord.NotFound:
        return Seen.GONE, None
    except discord.Forbidden:
        return Seen.HIDDEN, None
    except (discord.HTTPException, discord.InvalidData, *NO_RESPONSE):
        # Nobody knows better now, and the list is not to fail for it.
        return Seen.THERE, None


PRESSES = (Press("my", turn_page, table=None),)
