"""A simulated server with a second channel, and a member who may manage channels, roles and threads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord

from bot.features.server_board.commands import ServerBoardCog
from bot.features.server_board.keeper import EDIT_INTERVAL, ServerBoardKeeper
from bot.ui.ids import custom_id
from tests.support.harbour import Harbour, list_buttons
from tests.support.reading import Kept, read_text


class Port(Harbour):
    """A simulated server with the channel *pier* and the manager Cleo, for tests of features of a server."""

    chief: Any
    pier: Any

    @classmethod
    async def enter(cls, folder: Path) -> Port:
        """Start the bot and add the second channel and the manager."""
        port = await cls.open(folder)
        assert isinstance(port, Port)
        allowed = discord.Permissions(
            manage_channels=True, manage_roles=True, view_channel=True, manage_threads=True
        )
        role = port.guild.create_role("chiefs", permissions=allowed)
        port.chief = port.guild.add_member(port.env.create_user("chief", global_name="Cleo"), roles=[role])
        port.pier = port.guild.create_text_channel("pier")
        await port.env.settle()
        return port

    @property
    def keeper(self) -> ServerBoardKeeper:
        """The running bot's keeper of the server board."""
        cog = self.bot.get_cog("ServerBoardCog")
        assert isinstance(cog, ServerBoardCog)
        return cog.settings.keeper

    def list_boards(self, channel: Any = None) -> list[discord.Message]:
        """Return the server boards in a channel."""
        return [
            message
            for message in (channel or self.pier).history()
            if any(identity.startswith("b:tdo:") for identity in list_buttons(message))
        ]

    @property
    def only_board(self) -> discord.Message:
        """The only server board."""
        (board,) = self.list_boards()
        return board

    @property
    def text(self) -> str:
        """The text of the server board."""
        return read_text(self.only_board)

    async def post_board(self, channel: Any = None, **options: Any) -> Any:
        """Post the server board in a channel, as the manager."""
        return await self.chief.slash(channel or self.pier, "reefs board", **options)

    async def wait_until_posted(self) -> None:
        """Wait until everything has been posted."""
        await self.bot.announcer.settle()
        await self.bot.features.settle()
        await self.env.settle()

    async def wait_for_edit(self, seconds: float = EDIT_INTERVAL + 1) -> None:
        """Wait until the server board may be edited again."""
        await self.wait_until_posted()
        await self.env.advance_time(seconds)
        await self.wait_until_posted()

    async def press_join(self, person: Any, table_id: int, message: Any = None) -> Any:
        """Press *Join* for a table on the server board, even if it doesn't show that button."""
        kept, identity = Kept(self, message or self.only_board), custom_id("b", "tj", table_id)
        if identity in list_buttons(message or self.only_board):
            return await kept.press(person, identity)
        return await kept.forge(person, identity)

    def count_edits(self) -> int:
        """Return how often messages in the server board's channel were edited."""
        path = f"/channels/{self.pier.id}/messages/"
        return sum(r.method == "PATCH" and path in r.path for r in self.env.http_requests)
