"""One table a channel: where it is taken, a thread of its own is offered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import discord

from bot.errors.tables import AlreadyStarted
from bot.model.table import Clock, Place, Table
from bot.platform.limits import clip
from bot.storage.messages import LOBBY
from bot.ui import replies
from bot.ui.fairness import OPEN
from bot.ui.ids import custom_id, packed, page_of, table_of
from bot.ui.links import link, purpose
from bot.ui.presses import button, press, view
from bot.ui.services import Interaction
from bot.ui.table import clocks
from bot.ui.table.lobby import person
from games.core.protocol import Game
from games.players import LEVELS

NAME = 100
PEOPLE = "people"
"""What stands for a table that waits for whoever joins, in place of a computer player's level."""
_OPENING: set[int] = set()
"""The offers that are being taken up: a second press on one opens no second thread."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a table is opened for.

    ``options`` are switches, each known to the game; ``opponent`` is the id of the user to be asked to it,
    who has both sides if it is the one who asks; ``against`` is the level of computer players to begin with
    at once where nobody else is asked, ``None`` waits for whoever joins. Without a ``clock`` nobody is
    hurried.
    """

    game: Game
    options: Mapping[str, str]
    opponent: int | None = None
    against: str | None = None
    clock: Clock | None = None


async def offer(interaction: Interaction, table: Table, wish: Wish) -> None:
    """Say where the channel's table is, and offer a thread for what was asked for where one can be opened."""
    w = replies.reader(interaction)
    where = await link(interaction.client.services.messages, table, w)
    text = w("There is a table of {game} in this channel already: {link}", game=table.game.title, link=where)
    if not interaction.client.services.offers_threads or not isinstance(
        interaction.channel, discord.TextChannel
    ):
        await replies.show(interaction, text)
        return
    identity = custom_id(
        "b",
        "th",
        wish.game.key,
        wish.opponent or 0,
        _switches(wish.game, wish.options),
        wish.against or PEOPLE,
        clocks.NONE if wish.clock is None else wish.clock.text,
    )
    items = [button(identity, w("Open a thread for mine"), emoji="🧵")]
    await replies.show(interaction, text, view=view(items))


def _switches(game: Game, options: Mapping[str, str]) -> str:
    """Return the place of each switch's value, in the order of the game."""
    chosen = game.defaults() | dict(options)
    return "".join(packed(option.values.index(chosen[option.name])) for option in game.options)


def _options(game: Game, switches: str) -> dict[str, str]:
    """Read :func:`_switches` back; what cannot be read is left at its default."""
    places = [page_of((digit,), 0) for digit in switches]
    return {
        option.name: option.values[place]
        for option, place in zip(game.options, places, strict=False)
        if place < len(option.values)
    }


def _wish(game: Game, parts: list[str]) -> Wish:
    """Read an offer back."""
    # An offer of an earlier version says less.
    switches, against, clock, *_ = (*parts[2:], "", "", "")
    return Wish(
        game,
        _options(game, switches),
        page_of(parts, 1) or None,
        against if against in LEVELS else None,
        clocks.clock_of(clock or clocks.NONE),
    )


@press("mv")
async def moved(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Go on here with a table whose channel is gone."""
    await replies.begin(interaction)
    w = replies.reader(interaction)
    services = interaction.client.services
    table = await services.tables.get(table_of(parts))
    if interaction.guild_id is None:
        await replies.show(interaction, w("This works in a server's channel only."))
        return
    if await services.announcer.reaches(table):
        where = await link(services.messages, table, w)
        await replies.show(interaction, w("The channel of this table is there: {link}", link=where))
        return
    home = table.place.guild_id
    if home not in (None, interaction.guild_id) and interaction.client.get_guild(home) is not None:
        # Whoever is not in this server would lose their seat to a computer.
        await replies.refuse(
            interaction, w("This table belongs to another server: go on in a channel there.")
        )
        return
    place = Place(interaction.channel_id or 0, interaction.guild_id, table.place.locale)
    table = await services.tables.play.move(table.id, interaction.user.id, place)
    here = w("The table goes on here.")
    await replies.posted(interaction, table.id, purpose(table), here, here)


@press("th", table=None)
async def open_thread(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Make a thread and open the table there."""
    await replies.begin(interaction)
    offered = interaction.message.id if interaction.message is not None else 0
    if offered in _OPENING:
        return
    _OPENING.add(offered)
    try:
        await _open_thread(interaction, parts)
    finally:
        _OPENING.discard(offered)


async def _open_thread(interaction: Interaction, parts: list[str]) -> None:
    w = replies.reader(interaction)
    services = interaction.client.services
    game = services.games.get(parts[0] if parts else "")
    channel = interaction.channel
    if game is None or not isinstance(channel, discord.TextChannel):
        await replies.show(interaction, w("A thread cannot be opened here."))
        return
    title = w("{game}: {name}", game=game.title, name=person(interaction).name)
    with services.fairness.posting(OPEN, interaction.user.id):
        try:
            thread = await channel.create_thread(name=clip(title, NAME), type=_kind(channel))
        except discord.Forbidden:
            lacking = w("I lack the permission {names} here.", names=f"**{w('Create Public Threads')}**")
            await replies.show(interaction, lacking)
            return
        locale = str(interaction.guild_locale or interaction.locale)
        place = Place(thread.id, interaction.guild_id, locale)
        table = await seat(interaction, place, _wish(game, parts))
    text = (
        w("Your table is open in {thread}.", thread=thread.mention)
        if table.match is None
        else w("Your match begins in {thread}.", thread=thread.mention)
    )
    held_back = await services.calls.held_back(table, w)
    if held_back:
        text = f"{text}\n{held_back}"
    await replies.posted(interaction, table.id, purpose(table), text, text)


def _kind(
    channel: discord.TextChannel,
) -> Literal[discord.ChannelType.news_thread, discord.ChannelType.public_thread]:
    """Return the one type of thread that everybody sees in a channel of this type."""
    kinds = discord.ChannelType
    return kinds.news_thread if channel.is_news() else kinds.public_thread


async def seat(interaction: Interaction, place: Place, wish: Wish) -> Table:
    """Open a table for the person who asks, call the opponent to it, or begin against the computer.

    :raises TableError: the place is taken, or an option is none of the game's.
    """
    services, who = interaction.client.services, person(interaction)
    table = await services.tables.lobby.open(
        place,
        who,
        wish.game.key,
        wish.options,
        press=interaction.id,
        clock=wish.clock,
        opponent=wish.opponent,
        against=wish.against,
    )
    if wish.opponent is None and wish.against is not None:
        return await begin(interaction, table)
    if wish.opponent in table.invited and wish.opponent is not None:
        # The call says "above", so the lobby comes first.
        await services.announcer.announced(table.id)
        await services.calls.to_table(table, who.user_id, wish.opponent)
    return table


async def begin(interaction: Interaction, table: Table) -> Table:
    """Start a match for which nobody presses *Start*.

    In place of that press the id of the message that shows the commitment goes into the match key: Discord
    makes it when the secret is fixed already.
    """
    services = interaction.client.services
    await services.announcer.announced(table.id)
    shown = await services.messages.current(table.id, LOBBY)
    press = shown.message_id if shown is not None and shown.message_id is not None else interaction.id
    try:
        table = await services.tables.lobby.start(table.id, interaction.user.id, press)
    except AlreadyStarted:
        # The host was quicker, by the button.
        table = await services.tables.get(table.id)
    return table
