"""``/table``: everything about the table of this channel that is not a move."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from discord import app_commands
from discord.ext import commands

from bot.cogs.common import matching, table_here
from bot.errors.base import BotError
from bot.errors.tables import UnhostedGame
from bot.model.table import LOBBY, PLAYING
from bot.platform.translator import NAME, TEXT, L
from bot.tables.seats import list_takeable
from bot.ui import replies
from bot.ui.fairness import DEAR_COMMAND
from bot.ui.person import settings
from bot.ui.play import catchup, match_log, replay, undo
from bot.ui.services import Host, Interaction, Services
from bot.ui.table import claims, clocks, endings, export, lobby, rematch, reposting, seats, votes


@app_commands.guild_only()
class TableCommands(commands.GroupCog, name=L(NAME, "table"), description=L(TEXT, "This channel's table")):
    """The commands of one table."""

    def __init__(self, services: Services) -> None:
        self.services = services
        super().__init__()

    @app_commands.command(
        name=L(NAME, "show"), description=L(TEXT, "Post the table again, with fresh buttons")
    )
    async def show(self, interaction: Interaction) -> None:
        """Post the newest message again."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            await reposting.post_again(interaction, await table_here(interaction))

    @app_commands.command(name=L(NAME, "join"), description=L(TEXT, "Take a free seat"))
    async def join(self, interaction: Interaction) -> None:
        """Like the lobby's button."""
        await self._in_lobby(interaction, lobby.join_table)

    @app_commands.command(
        name=L(NAME, "leave"), description=L(TEXT, "Leave your seat; in a match a computer plays on")
    )
    async def leave(self, interaction: Interaction) -> None:
        """Leave a lobby at once; ask once more where a match is under way."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            table = await interaction.client.services.attendance.replace_absent(await table_here(interaction))
            if table.status == LOBBY:
                await lobby.leave_lobby(interaction, table.id)
            else:
                await seats.ask_leave(interaction, table)

    @app_commands.command(name=L(NAME, "take"), description=L(TEXT, "Take over a computer's seat"))
    @app_commands.rename(seat=L(NAME, "seat"))
    @app_commands.describe(seat=L(TEXT, "Which seat; leave it empty to choose"))
    async def take(self, interaction: Interaction, seat: str = "") -> None:
        """Take a seat over, or show which ones can be."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            table = await interaction.client.services.attendance.replace_absent(await table_here(interaction))
            if seat:
                await seats.take(interaction, table.id, seats.find_seat(table, seat))
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
        return matching([(seats.name_seat(table, seat, w), str(seat + 1)) for seat in free], current)

    @app_commands.command(name=L(NAME, "rematch"), description=L(TEXT, "Play again; another of you begins"))
    async def rematch(self, interaction: Interaction) -> None:
        """Like the board's button."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            await rematch.play_again(interaction, await table_here(interaction))

    @app_commands.command(name=L(NAME, "start"), description=L(TEXT, "Begin the match; for the host"))
    async def start(self, interaction: Interaction) -> None:
        """Like the lobby's button."""
        await self._in_lobby(interaction, lobby.start_match)

    async def _in_lobby(
        self, interaction: Interaction, do: Callable[[Interaction, int], Awaitable[None]]
    ) -> None:
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            await do(interaction, (await table_here(interaction)).id)

    @app_commands.command(
        name=L(NAME, "clock"), description=L(TEXT, "How much time each seat has; the host sets it")
    )
    async def clock(self, interaction: Interaction) -> None:
        """Show the clocks."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            await clocks.show(interaction, await table_here(interaction))

    @app_commands.command(
        name=L(NAME, "claim"), description=L(TEXT, "What you can do when somebody's time has run out")
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
            await undo.undo(interaction, await table_here(interaction))

    @app_commands.command(name=L(NAME, "draw"), description=L(TEXT, "Offer a draw"))
    async def draw(self, interaction: Interaction) -> None:
        """Ask the others for a draw, or agree to the one that was offered."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            await votes.offer_draw(interaction, await table_here(interaction))

    @app_commands.command(name=L(NAME, "resign"), description=L(TEXT, "Resign this match"))
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

    @app_commands.command(
        name=L(NAME, "log"), description=L(TEXT, "Read the match from its beginning"), extras=DEAR_COMMAND
    )
    async def log(self, interaction: Interaction) -> None:
        """Show the newest page of the log."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            await match_log.show_log(interaction, await table_here(interaction))

    @app_commands.command(
        name=L(NAME, "catchup"),
        description=L(TEXT, "What has happened since you last looked"),
        extras=DEAR_COMMAND,
    )
    async def catch_up(self, interaction: Interaction) -> None:
        """Like the board's button."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            await catchup.show(interaction, await table_here(interaction))

    @app_commands.command(
        name=L(NAME, "replay"), description=L(TEXT, "The match as a short film"), extras=DEAR_COMMAND
    )
    async def replay(self, interaction: Interaction) -> None:
        """Like the board's button."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            await replay.show(interaction, await table_here(interaction))

    @app_commands.command(
        name=L(NAME, "export"),
        description=L(TEXT, "The match as a file; when it has ended, anybody can check it"),
    )
    async def export(self, interaction: Interaction) -> None:
        """Hand the record out."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            await export.hand_out(interaction, await table_here(interaction))

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
