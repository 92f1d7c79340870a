"""``/table``: everything about the table of this channel that is not a move."""

from __future__ import annotations

import io

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.common import matching
from bot.cogs.move import table_here
from bot.errors.base import BotError
from bot.errors.tables import UnhostedGame
from bot.model.table import LOBBY, PLAYING
from bot.platform.translator import NAME, TEXT, L
from bot.storage.messages import PROPOSAL
from bot.tables.seating import list_takeable
from bot.ui import replies
from bot.ui.fairness import DRAW, SHOW
from bot.ui.ids import packed
from bot.ui.person import settings
from bot.ui.play import catchup, replay, tools
from bot.ui.scenes import playing
from bot.ui.services import Host, Interaction, Services
from bot.ui.table import claims, clocks, endings, lobby, rematch, seats


@app_commands.guild_only()
class TableCommands(commands.GroupCog, name=L(NAME, "table"), description=L(TEXT, "This channel's table")):
    """The commands of one table."""

    def __init__(self, services: Services) -> None:
        self.services = services
        super().__init__()

    @app_commands.command(
        name=L(NAME, "show"), description=L(TEXT, "Post the table anew, with fresh buttons")
    )
    async def show(self, interaction: Interaction) -> None:
        """Post the newest message again."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            table = await table_here(interaction)
            if table.status != LOBBY:
                # What is frozen, or was never begun, has nothing to show.
                playing(table)
            hindrance = await replies.lacking(interaction)
            if hindrance:
                await replies.show(interaction, hindrance)
                return
            w = replies.reader(interaction)
            self.services.computers.wake(table.id)
            with self.services.fairness.posting(SHOW, interaction.user.id, table.id):
                missing = await self.services.announcer.repost(table.id)
            if missing is not None:
                self.services.fairness.not_posted(SHOW, interaction.user.id, table.id)
            await replies.show(interaction, w("Posted again below.") if missing is None else missing.text(w))

    @app_commands.command(name=L(NAME, "join"), description=L(TEXT, "Take a free seat"))
    async def join(self, interaction: Interaction) -> None:
        """Like the lobby's button."""
        await self._lobby(interaction, lobby.join)

    @app_commands.command(
        name=L(NAME, "leave"), description=L(TEXT, "Give your seat up; in a match a computer plays on")
    )
    async def leave(self, interaction: Interaction) -> None:
        """Leave a lobby at once; ask once more where a match is under way."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            table = await interaction.client.services.attendance.replace_absent(await table_here(interaction))
            if table.status == LOBBY:
                await lobby.leave(interaction, [packed(table.id)], [])
            else:
                await seats.ask_leave(interaction, table)

    @app_commands.command(name=L(NAME, "take"), description=L(TEXT, "Play on for a computer player"))
    @app_commands.rename(seat=L(NAME, "seat"))
    @app_commands.describe(seat=L(TEXT, "Which seat; leave it empty to choose"))
    async def take(self, interaction: Interaction, seat: str = "") -> None:
        """Take a seat over, or show which ones can be."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            table = await interaction.client.services.attendance.replace_absent(await table_here(interaction))
            if seat:
                await seats.take(interaction, table.id, seats.seat_named(table, seat))
            else:
                await seats.offer_seats(interaction, table)

    @take.autocomplete("seat")
    async def _seats(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        try:
            table = await table_here(interaction)
        except BotError:
            return []
        if table.status != PLAYING:
            return []
        w = replies.reader(interaction)
        free = list_takeable(table, interaction.user.id)
        return matching([(seats.seat_label(table, seat, w), str(seat + 1)) for seat in free], current)

    @app_commands.command(name=L(NAME, "rematch"), description=L(TEXT, "Play again; another of you begins"))
    async def rematch(self, interaction: Interaction) -> None:
        """Like the board's button."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            await rematch.again(interaction, await table_here(interaction))

    @app_commands.command(name=L(NAME, "start"), description=L(TEXT, "Begin the match; for the host"))
    async def start(self, interaction: Interaction) -> None:
        """Like the lobby's button."""
        await self._lobby(interaction, lobby.start)

    async def _lobby(self, interaction: Interaction, handler: lobby.LobbyHandler) -> None:
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            table = await table_here(interaction)
            await handler(interaction, [packed(table.id)], [])

    @app_commands.command(
        name=L(NAME, "clock"), description=L(TEXT, "How much time each seat has; the host sets it")
    )
    async def clock(self, interaction: Interaction) -> None:
        """Show the clocks."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            await clocks.show(interaction, await table_here(interaction))

    @app_commands.command(
        name=L(NAME, "claim"), description=L(TEXT, "What to do when another's time has run out")
    )
    async def claim(self, interaction: Interaction) -> None:
        """Offer what may be claimed."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            await claims.show(interaction, await table_here(interaction))

    @app_commands.command(name=L(NAME, "undo"), description=L(TEXT, "Take your last step back"))
    async def undo(self, interaction: Interaction) -> None:
        """Undo, or ask for consent."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            await tools.undo(interaction, await table_here(interaction))

    @app_commands.command(name=L(NAME, "draw"), description=L(TEXT, "Offer a draw"))
    async def draw(self, interaction: Interaction) -> None:
        """Ask the others for a draw, or agree to the one that was offered."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            table = await table_here(interaction)
            user, offer = interaction.user.id, table.proposal
            try:
                if offer is not None and offer.kind == "draw" and user in offer.awaiting:
                    after = await self.services.tables.play.vote(table.id, user, offer.id, True)
                else:
                    async with self.services.fairness.asking(DRAW, user, table.id):
                        after = await self.services.tables.play.propose_draw(table.id, user)
            except Exception:
                # A refusal may come from a question that could not be posted.
                self.services.announcer.announce(table.id)
                raise
            w = replies.reader(interaction)
            if after.proposal is None:
                await replies.done(interaction, w("The match is drawn."))
            else:
                asked, otherwise = w("I have asked the others."), w("I could not ask the others yet.")
                await replies.posted(interaction, table.id, PROPOSAL, asked, otherwise)

    @app_commands.command(name=L(NAME, "resign"), description=L(TEXT, "Give the match up"))
    async def resign(self, interaction: Interaction) -> None:
        """Ask once more, since this cannot be undone."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            await endings.ask_resign(interaction, await table_here(interaction))

    @app_commands.command(
        name=L(NAME, "close"),
        description=L(TEXT, "End the table without a result; for the host or a moderator"),
    )
    async def close(self, interaction: Interaction) -> None:
        """Ask once more, since this cannot be undone."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            try:
                table = await interaction.client.services.attendance.replace_absent(
                    await table_here(interaction)
                )
            except UnhostedGame as error:
                await endings.ask_close_unhosted(interaction, error.table_id)
            else:
                await endings.ask_close(interaction, table)

    @app_commands.command(name=L(NAME, "log"), description=L(TEXT, "Read the match from its beginning"))
    async def log(self, interaction: Interaction) -> None:
        """Show the newest page of the log."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            table = await table_here(interaction)
            await tools.logged(interaction, [packed(table.id), packed(0)], [])

    @app_commands.command(
        name=L(NAME, "catchup"), description=L(TEXT, "What has happened since you last looked")
    )
    async def catch_up(self, interaction: Interaction) -> None:
        """Like the board's button."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            await catchup.show(interaction, await table_here(interaction))

    @app_commands.command(name=L(NAME, "replay"), description=L(TEXT, "The match as an animated picture"))
    async def replay(self, interaction: Interaction) -> None:
        """Like the board's button."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            await replay.show(interaction, await table_here(interaction))

    @app_commands.command(
        name=L(NAME, "export"),
        description=L(TEXT, "The match as a file; once it is over, anybody can verify it"),
    )
    async def export(self, interaction: Interaction) -> None:
        """Hand the record out."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            table = await table_here(interaction)
            text = await self.services.tables.exports.write(table.id)
            w = replies.reader(interaction)
            name = f"{table.game.key}-{table.id}.json"
            file = discord.File(io.BytesIO(text.encode()), filename=name)
            said = (
                w("The record, with the secret. Check it with `python -m games verify {file}`.", file=name)
                if table.secret
                else w("The record so far. The secret follows when the match is over.")
            )
            await replies.show(interaction, said, files=[file])

    @app_commands.command(
        name=L(NAME, "settings"),
        description=L(TEXT, "How much is posted here, the language, your standing orders"),
    )
    async def settings(self, interaction: Interaction) -> None:
        """Show the settings panel."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            await settings.show(interaction)


async def setup(bot: Host) -> None:
    """Add the commands."""
    await bot.add_cog(TableCommands(bot.services))
