"""``/reefs doctor``: shows what is wrong in a channel, and how to fix it."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.errors.tables import UnhostedGame
from bot.platform import obstacles, permissions
from bot.platform.translator import NAME_CONTEXT, TEXT_CONTEXT, L
from bot.ui import refusals, replies
from bot.ui.services import Interaction, ServiceClient, Services
from games.core.words import N_, Msg

CONSEQUENCE_BY_PERMISSION: dict[str, Msg] = {
    "view_channel": Msg(N_("without it I can't see this channel")),
    "send_messages": Msg(N_("without it I can't post a board")),
    "send_messages_in_threads": Msg(N_("without it I can't post a board in a thread")),
    "embed_links": Msg(N_("without it links to tables show no preview")),
    "attach_files": Msg(N_("without it boards come without a picture")),
    "read_message_history": Msg(N_("without it I can't find my own posts again after a crash")),
    "create_public_threads": Msg(N_("without it I can't open a thread for a second table")),
}
"""Keys are attribute names of permissions."""


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class ReefsCog(
    commands.GroupCog, name=L(NAME_CONTEXT, "reefs"), description=L(TEXT_CONTEXT, "About this bot")
):
    """The ``/reefs`` group, with the ``doctor`` command. Features add further commands to it."""

    def __init__(self, services: Services) -> None:
        self.services = services
        super().__init__()

    @app_commands.command(
        name=L(NAME_CONTEXT, "doctor"),
        description=L(TEXT_CONTEXT, "Check what I may do in this channel, and how to fix what's missing"),
    )
    async def doctor(self, interaction: Interaction) -> None:
        """Show which permissions the bot has in the channel, and the state of the channel's table."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            w = replies.get_words(interaction)
            granted = interaction.app_permissions
            lines = [f"**{w('In this channel')}**"]
            any_missing = False
            for name in permissions.NAME_BY_PERMISSION:
                title = w.msg(permissions.NAME_BY_PERMISSION[name])
                if getattr(granted, name):
                    lines.append(f"✅ {title}")
                else:
                    any_missing = True
                    lines.append(f"❌ **{title}**: {w.msg(CONSEQUENCE_BY_PERMISSION[name])}")
            obstacle = await obstacles.find_obstacle(interaction)
            closed = obstacle is not None and obstacle.cause is not obstacles.ObstacleCause.PERMISSION
            if obstacle is not None and closed:
                lines.append(f"❌ {obstacle.describe(w)}")
            if any_missing:
                lines.append(
                    w(
                        "To fix it: channel settings → Permissions → add my role → allow what's "
                        "marked. Or ask somebody who manages this server."
                    )
                )
            elif not closed:
                lines.append(w("I have every permission I need here."))
            lines.append(await self._update_table_messages(interaction))
            await replies.show(interaction, "\n".join(lines))

    async def _update_table_messages(self, interaction: Interaction) -> str:
        w = replies.get_words(interaction)
        try:
            table = await self.services.tables.find_active_table(interaction.channel_id or 0)
        except UnhostedGame as error:
            return refusals.write_refusal(error, w)
        if table is None:
            return w("There's no table here. `/play` opens one.")
        if table.status == "frozen":
            return w("I can't read this table's moves any more, so it's frozen. `/table` saves or closes it.")
        self.services.announcer.announce_table(table.id)
        self.services.computers.wake(table.id)
        obstacle = await self.services.announcer.wait_until_announced(table.id)
        if obstacle is not None:
            behind = w(
                "There's a table of {game} here, but I can't bring its messages up to date yet.",
                game=table.game.title,
            )
            return f"{behind}\n{obstacle.describe(w)}"
        return w("There's a table of {game} here, and its messages are in order.", game=table.game.title)


async def setup(bot: ServiceClient) -> None:
    """Add the cog."""
    await bot.add_cog(ReefsCog(bot.services))
