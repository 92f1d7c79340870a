"""``/move``, ``/hand`` and ``/mine``: playing from the keyboard, and finding one's tables."""

from __future__ import annotations

import asyncio

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.common import matching
from bot.errors.base import BotError
from bot.errors.playing import NotTheTurnOf, WaitingFor
from bot.errors.tables import NoTableHere
from bot.model.table import FROZEN, Table
from bot.platform.limits import CONTENT, LABEL, PER_ROW, clip
from bot.platform.translator import NAME, TEXT, L
from bot.ui import replies
from bot.ui.escaping import escape_name
from bot.ui.ids import custom_id
from bot.ui.links import link
from bot.ui.play import panel, tools
from bot.ui.presses import button, view
from bot.ui.scenes import playing, scene
from bot.ui.services import Host, Interaction, Services
from games.core.errors import NotYourTurn, RuleError
from games.core.match import Match
from games.core.words import Words


async def table_here(interaction: Interaction) -> Table:
    """Return the table of this channel: the one in play, else the last that was.

    :raises NoTableHere: there was never one.
    """
    tables = interaction.client.services.tables
    table = await tables.latest_at(interaction.channel_id or 0)
    if table is None:
        raise NoTableHere
    return table


async def _as_written(interaction: Interaction, table: Table, typed: str) -> str:
    """Return the token of the possible move that was typed, since phones begin with a capital."""
    seat = table.seat_for(interaction.user.id)
    if table.match is None or seat is None or typed == typed.casefold():
        return typed
    try:
        match = await interaction.client.services.tables.waiting.foresee(table, seat)
    except WaitingFor:
        return typed
    legal = await asyncio.to_thread(match.legal_actions, seat)
    same = (action.token for action in legal if action.token.casefold() == typed.casefold())
    return next(same, typed)


def _suggestions(
    table: Table, match: Match, seat: int, w: Words, typed: str
) -> list[app_commands.Choice[str]]:
    view, words = scene(table, match, seat, w)
    phrase = match.game.texts.phrase
    found = [
        (f"{action.token} · {phrase(action, view, words)}", action.token)
        for action in match.legal_actions(seat)
    ]
    return matching(found, typed)


def _awaited(table: Table) -> str:
    """Return the names of those whom the match waits for."""
    match = playing(table)
    return ", ".join(table.names[seat] for seat in match.to_act)


class Move(commands.Cog):
    """Plays from the keyboard."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(name=L(NAME, "move"), description=L(TEXT, "Make a move by typing it"))
    @app_commands.rename(action=L(NAME, "action"))
    @app_commands.describe(action=L(TEXT, "Type to search what you can do now"))
    @app_commands.guild_only()
    async def move(self, interaction: Interaction, action: str) -> None:
        """Do what is written; where the rules forbid it, say which one and what is missing."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            table = await table_here(interaction)
            token = await _as_written(interaction, table, action.strip())
            try:
                done = await self.services.tables.play.act(table.id, interaction.user.id, token, None)
            except NotYourTurn as error:
                raise NotTheTurnOf(_awaited(table)) from error
            await panel.acted(interaction, done)

    @move.autocomplete("action")
    async def _actions(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        try:
            table = await table_here(interaction)
            seat = table.seat_for(interaction.user.id)
            if table.match is None or seat is None:
                return []
            match = await self.services.tables.waiting.foresee(table, seat)
        except (BotError, RuleError):
            return []
        w = replies.reader(interaction)
        # A rich hand has thousands of actions to be named: the event loop does not wait for that.
        return await asyncio.to_thread(_suggestions, table, match, seat, w, current)

    @app_commands.command(name=L(NAME, "hand"), description=L(TEXT, "Your own view of this channel's match"))
    @app_commands.guild_only()
    async def hand(self, interaction: Interaction) -> None:
        """Show the private picture."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            await tools.show_view(interaction, await table_here(interaction))

    @app_commands.command(
        name=L(NAME, "mine"), description=L(TEXT, "All your tables, those that wait for you first")
    )
    async def mine(self, interaction: Interaction) -> None:
        """List the person's tables with links."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            w = replies.reader(interaction)
            tables = await self.services.tables.of_person(interaction.user.id)
            unhosted = await self.services.tables.lookup.unhosted_of(interaction.user.id)
            if not tables and not unhosted:
                await replies.show(interaction, w("You sit at no table. `/play` opens one."))
                return
            gone = [table for table in tables if not await self.services.announcer.reaches(table)]
            lines = [await self._line(table, interaction, gone=table in gone) for table in tables]
            lines += [
                w("- {game}: no longer hosted here · table {number}", game=key, number=number)
                for number, key in unhosted
            ]
            stuck = [table for table in tables if table in gone or table.status == FROZEN]
            items = [
                button(
                    custom_id("b", "mv", table.id),
                    clip(w("Go on here: table {number}", number=table.id), LABEL),
                    row=0,
                )
                for table in gone[:PER_ROW]
            ]
            items += [
                button(
                    custom_id("b", "lvq", table.id),
                    clip(w("Leave table {number}", number=table.id), LABEL),
                    row=1,
                )
                for table in stuck[:PER_ROW]
            ]
            items += [
                button(
                    custom_id("b", "unh", number),
                    clip(w("End table {number}", number=number), LABEL),
                    row=2,
                    style=discord.ButtonStyle.danger,
                )
                for number, _ in unhosted[:PER_ROW]
            ]
            await replies.show(interaction, clip("\n".join(lines), CONTENT), view=view(items))

    async def _line(self, table: Table, interaction: Interaction, *, gone: bool) -> str:
        w = replies.reader(interaction)
        where = await link(self.services.messages, table, w)
        others = [
            escape_name(name)
            for o, name in zip(table.occupants, table.names, strict=True)
            if o.user_id != interaction.user.id
        ]
        against = w.listed(others) or w("nobody yet")
        values = {"game": table.game.title, "people": against, "link": where}
        if gone:
            return w(
                "- {game} with {people}: its channel is gone · table {number}", **values, number=table.id
            )
        if table.status == FROZEN:
            return w("- {game} with {people}: frozen, its record does not replay · {link}", **values)
        if table.status == "lobby":
            return w("- {game} with {people}: not begun · {link}", **values)
        if table.waits_for(interaction.user.id):
            return w("- ▶️ **{game}** with {people}: waits for you · {link}", **values)
        return w("- {game} with {people}: waits for somebody else · {link}", **values)


async def setup(bot: Host) -> None:
    """Add the commands."""
    await bot.add_cog(Move(bot.services))
