"""A simulated server with a second channel and a manager, and helpers for the server board."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord

from bot.features.server_board.commands import ServerBoardCog
from bot.features.server_board.keeper import MIN_EDIT_INTERVAL_SECONDS, ServerBoardKeeper
from bot.ui.ids import make_custom_id
from tests.support.harbour import Harbour, list_buttons
from tests.support.reading import KeptMessage, read_text


class Port(Harbour):
    """A simulated server with a second channel, *pier*, and Cleo, who manages channels, roles and threads."""

    manager: Any
    pier: Any

    @classmethod
    async def open_port(cls, folder: Path) -> Port:
        """Start the bot and add the second channel and the manager."""
        port = await cls.open(folder)
        assert isinstance(port, Port)
        allowed = discord.Permissions(
            manage_channels=True, manage_roles=True, view_channel=True, manage_threads=True
        )
        role = port.guild.create_role("chiefs", permissions=allowed)
        port.manager = port.guild.add_member(
            port.env.create_user("manager", global_name="Cleo"), roles=[role]
        )
        port.pier = port.guild.create_text_channel("pier")
        await port.env.settle()
        return port

    @property
    def board_keeper(self) -> ServerBoardKeeper:
        """The running bot's object that updates its server boards."""
        cog = self.bot.get_cog("ServerBoardCog")
        assert isinstance(cog, ServerBoardCog)
        return cog.placer.keeper

    def list_boards(self, channel: Any = None) -> list[discord.Message]:
        """Return the server boards in a channel, by default the pier."""
        return [
            message
            for message in (channel or self.pier).history()
            if any(identity.startswith("b:tdo:") for identity in list_buttons(message))
        ]

    @property
    def only_board(self) -> discord.Message:
        """The server board in the pier. There must be only one."""
        (board,) = self.list_boards()
        return board

    @property
    def board_text(self) -> str:
        return read_text(self.only_board)

    async def post_board(self, channel: Any = None, **options: Any) -> Any:
        """Post the server board in a channel, by default the pier, as the manager."""
        return await self.manager.slash(channel or self.pier, "reefs board", **options)

    async def wait_until_posted(self) -> None:
        """Wait until the announcer and the features have nothing left to do."""
        await self.bot.announcer.wait_until_idle()
        await self.bot.features.wait_until_idle()
        await self.env.settle()

    async def wait_for_edit(self, seconds: float = MIN_EDIT_INTERVAL_SECONDS + 1) -> None:
        """Advance the time until the bot may edit the server board again, and wait for the edit."""
        await self.wait_until_posted()
        await self.env.advance_time(seconds)
        await self.wait_until_posted()

    async def press_join(self, person: Any, table_id: int, message: Any = None) -> Any:
        """Press *Join* for a table on the server board, even if it doesn't show that button."""
        kept, identity = KeptMessage(self, message or self.only_board), make_custom_id("b", "tj", table_id)
        if identity in list_buttons(message or self.only_board):
            return await kept.press(person, identity)
        return await kept.forge_press(person, identity)

    def count_edits(self) -> int:
        """Return the number of requests that edited a message in the pier."""
        path = f"/channels/{self.pier.id}/messages/"
        return sum(r.method == "PATCH" and path in r.path for r in self.env.http_requests)
