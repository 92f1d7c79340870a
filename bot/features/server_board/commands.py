"""The command ``/reefs board``."""

from __future__ import annotations

from discord import app_commands

from bot.cogs.groups import SERVER_GROUP, GroupPartCog
from bot.features.server_board.placer import BoardPlacer
from bot.platform.translator import NAME_CONTEXT, TEXT_CONTEXT, L
from bot.ui import replies
from bot.ui.services import Interaction


class BoardCommands(app_commands.Group):
    """The command ``board`` of the group ``/reefs``."""

    def __init__(self, placer: BoardPlacer) -> None:
        self.placer = placer
        super().__init__(name="part", description="…")

    @app_commands.command(
        name=L(NAME_CONTEXT, "board"),
        description=L(TEXT_CONTEXT, "Keep one message here with all matches of this server"),
    )
    @app_commands.rename(end=L(NAME_CONTEXT, "end"))
    @app_commands.describe(end=L(TEXT_CONTEXT, "Remove it"))
    async def board(self, interaction: Interaction, end: bool = False) -> None:
        """Put the server's board into this channel, or remove it."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            await (self.placer.end_board(interaction) if end else self.placer.place_board(interaction))


class ServerBoardCog(GroupPartCog):
    """Adds the command ``/reefs board``."""

    def __init__(self, tree: app_commands.CommandTree, placer: BoardPlacer) -> None:
        self.placer = placer
        super().__init__(tree, SERVER_GROUP, BoardCommands(placer))
