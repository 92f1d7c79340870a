"""One table a channel: where it is taken, what can be done about it stands on buttons."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord

from bot.errors.tables import NotHost, UnknownGame
from bot.model.table import LOBBY, OVER, Table
from bot.model.wish import Wish
from bot.tables.checks import check_host
from bot.ui import replies
from bot.ui.components import Item, button, view
from bot.ui.escaping import escape_name
from bot.ui.ids import OutdatedId, custom_id, table_of
from bot.ui.links import link
from bot.ui.presses import Press, moderates
from bot.ui.services import Interaction
from bot.ui.table import elsewhere, opening, reposting
from bot.ui.table.endings import make_way_out
from bot.ui.table.wish import read_wish, write_wish
from games.core.protocol import Game
from games.core.words import Words


async def open_or_offer(interaction: Interaction, wish: Wish, *, here: bool = False) -> None:
    """Open what is wished for where the server wants it; where a channel is taken, offer what can be done.

    :param here: in this very channel.
    """
    if not here and await elsewhere.open_there(interaction, wish):
        return
    table = await opening.open_here(interaction, wish)
    if table is not None:
        await offer(interaction, table, wish)


@asynccontextmanager
async def chosen(interaction: Interaction, parts: list[str]) -> AsyncIterator[Game | None]:
    """Give the game that a press on a question names; nothing while the person has another one under way.

    :param parts: of the press: the game's key comes first.
    :raises UnknownGame: there is no such game any more.
    """
    await replies.begin(interaction)
    key = parts[0] if parts else ""
    game = interaction.client.services.games.get(key)
    if game is None:
        raise UnknownGame(key)
    async with replies.once(interaction) as alone:
        yield game if alone else None


async def offer(interaction: Interaction, table: Table, wish: Wish) -> None:
    """Say which table the channel has, and offer to see it, to end it, or to go elsewhere."""
    w = replies.reader(interaction)
    where = await link(interaction.client.services.messages, table, w)
    lines = [w("There's already a table of {game} here: {link}.", game=table.game.title, link=where)]
    items = [button(custom_id("b", "sh", table.id), w("Show it"), emoji="👀")]
    if may_end(interaction, table):
        label = w("End mine") if table.host_id == interaction.user.id else w("End it")
        items.append(button(write_wish("em", wish, table.id), label, emoji="🏁"))
    if can_open_thread(interaction):
        items.append(button(write_wish("th", wish), w("Open a thread"), emoji="🧵"))
    if len(items) == 1:
        host = escape_name(table.host_name) or f"<@{table.host_id}>"
        lines.append(w("A channel has room for one table. {host} can end this one.", host=host))
    await replies.show(interaction, "\n".join(lines), view=view(items))


def may_end(interaction: Interaction, table: Table) -> bool:
    """Tell whether a person may end the table of the channel."""
    try:
        check_host(table, interaction.user.id, moderator=moderates(interaction))
    except NotHost:
        return False
    return True


def can_open_thread(interaction: Interaction) -> bool:
    """Tell whether a thread can be offered in this channel."""
    return isinstance(interaction.channel, discord.TextChannel)


async def show_table(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Post the table of the channel again."""
    await replies.begin(interaction)
    await reposting.post_again(interaction, await interaction.client.services.tables.get(table_of(parts)))


async def ask_end(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Ask once more whether a table is to make way for another; a lobby with nobody else in it just does."""
    await replies.begin(interaction)
    table, wish = await _read(interaction, parts)
    w = replies.reader(interaction)
    if table.status == OVER or (table.status == LOBBY and table.people == (interaction.user.id,)):
        await _make_way(interaction, table, wish)
        return
    check_host(table, interaction.user.id, moderator=moderates(interaction))
    await replies.show(interaction, _question(table, wish, w), view=view(_answers(table, wish, w)))


def _question(table: Table, wish: Wish, w: Words) -> str:
    return w(
        "End this match of {game} without a result, and play {wished} here? You can't take it back.",
        game=table.game.title,
        wished=wish.game.title,
    )


def _answers(table: Table, wish: Wish, w: Words) -> list[Item]:
    danger = discord.ButtonStyle.danger
    return [
        button(write_wish("ey", wish, table.id), w("End it"), style=danger),
        make_way_out(table.id, w),
    ]


async def end_and_open(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """End a table, as confirmed, and open what was wished for in its place."""
    await replies.begin(interaction)
    async with replies.once(interaction) as alone:
        if alone:
            await _make_way(interaction, *await _read(interaction, parts))


async def _make_way(interaction: Interaction, table: Table, wish: Wish) -> None:
    services = interaction.client.services
    if table.status != OVER:
        moderator = moderates(interaction)
        await services.tables.play.close(table.id, interaction.user.id, moderator=moderator)
        await services.announcer.announced(table.id)
    await open_or_offer(interaction, wish, here=True)


async def _read(interaction: Interaction, parts: list[str]) -> tuple[Table, Wish]:
    """Return the table that a button names and the wish behind it.

    :raises OutdatedId: it carries none of a game that is hosted.
    """
    services = interaction.client.services
    game = services.games.get(parts[1])
    if game is None:
        raise OutdatedId
    return await services.tables.get(table_of(parts)), read_wish(game, parts[1:])


PRESSES = (
    Press("sh", show_table),
    Press("em", ask_end),
    Press("ey", end_and_open),
)
