"""A vote as one person casts it: the questions of the channel's seat, in private."""

from __future__ import annotations

import asyncio

from bot.features.channel_seat import verbs
from bot.features.channel_seat.keeper import Keeper, deal
from bot.features.channel_seat.pages import Page
from bot.tables.service import Tables
from bot.ui import replies
from bot.ui.durations import stamp
from bot.ui.escaping import escape_name
from bot.ui.ids import Choice, table_of
from bot.ui.play.answering import answer_presses, ask_or_act
from bot.ui.play.solo import Shown
from bot.ui.presses import Press
from bot.ui.services import Interaction
from games.core.errors import StaleAction


class Panel:
    """Asks what the channel is to play, and keeps the answer."""

    def __init__(self, tables: Tables, keeper: Keeper, page: Page) -> None:
        self._tables = tables
        self._keeper = keeper
        self._page = page

    @property
    def presses(self) -> tuple[Press, ...]:
        """Its handlers of presses."""
        return (
            Press(verbs.ASK, self.ask, guests=True, dear=True),
            *answer_presses(verbs.TURNED, self._go_on, self._vote, guests=True),
        )

    async def ask(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Begin to ask, about the vote that is open now."""
        await replies.begin(interaction)
        table = await self._tables.get(table_of(parts))
        ballot = await self._keeper.check(table, interaction.user.id, interaction.channel_id)
        await self._go_on(interaction, Choice(table.id, ballot.row.seq, ballot.row.seat))

    async def _go_on(self, interaction: Interaction, choice: Choice) -> None:
        """Ask what is still open, or vote for what the picks come to."""
        table = await self._tables.get(choice.table)
        ballot = await self._keeper.check(table, interaction.user.id, interaction.channel_id)
        if (choice.seq, choice.seat) != (ballot.row.seq, ballot.row.seat):
            raise StaleAction
        w = replies.reader(interaction)
        dealt = await asyncio.to_thread(deal, table, ballot)
        about = ("channel", table.id, choice.seq)
        shown = Shown(dealt, table.names, about, verbs.TURNED, undoes=False)
        lines = [
            w("**{name}: which move do you vote for?**", name=escape_name(table.names[choice.seat])),
            w(
                "-# You see what this seat sees: don't show it to those who play. The vote ends {when}.",
                when=stamp(ballot.row.due),
            ),
        ]
        await ask_or_act(interaction, shown, choice, lines, self._vote)

    async def _vote(self, interaction: Interaction, choice: Choice, token: str) -> None:
        user, channel = interaction.user.id, interaction.channel_id
        await self._keeper.vote(choice.table, user, channel, choice.seq, choice.seat, token)
        await self._page.show_voted(interaction, choice.table)
