"""The *Open seats* tab of ``/club open``: tables with a free seat in channels that the user can read."""

from __future__ import annotations

import discord

from bot.features.server_board.layout import write_open_table_line
from bot.features.server_board.reading import BoardReader
from bot.features.server_board.visibility import can_read_channel
from bot.platform.limits import MAX_BUTTONS_PER_ROW, MAX_MESSAGE_LENGTH, clip
from bot.ui import replies
from bot.ui.components import Item, make_button, make_view
from bot.ui.ids import make_custom_id
from bot.ui.services import Interaction
from bot.ui.table import club
from bot.ui.table.open_button import make_open_button, make_open_table_marker
from games.core.protocol import Game

OPEN_SEATS_TAB_KEY = "o"


class OpenSeatsTab:
    """Lists tables with a free seat, each with a *Join* button."""

    def __init__(self, reader: BoardReader) -> None:
        self._reader = reader

    async def show_tab(self, interaction: Interaction, game: Game | None) -> None:
        """List the tables with a free seat in channels that the user can read, each with a *Join* button."""
        w = replies.get_words(interaction)
        section = await self._reader.read_open_tables(
            interaction.guild_id or 0, lambda channel_id: can_read_channel(interaction, channel_id)
        )
        lines = [f"**{w('Open seats')}**"]
        lines += [
            f"**{number}.** {write_open_table_line(line, w)}" for number, line in enumerate(section.lines, 1)
        ]
        if not section.lines:
            lines.append(w("No table has a free seat right now. `/club challenge` opens one for anybody."))
        items: list[Item] = [
            make_button(
                make_custom_id("b", "tj", line.table.id),
                w("Join {number}", number=number),
                row=(number - 1) // MAX_BUTTONS_PER_ROW,
                style=discord.ButtonStyle.success,
            )
            for number, line in enumerate(section.lines, 1)
        ]
        opening = make_open_button(make_open_table_marker("club"), w)
        opening.row = 2
        items += [opening, *club.make_tab_buttons(interaction, OPEN_SEATS_TAB_KEY)]
        await replies.show(interaction, clip("\n".join(lines), MAX_MESSAGE_LENGTH), view=make_view(items))
