"""The private panel with which a person votes, one question at a time."""

from __future__ import annotations

import asyncio

from bot.features.channel_seat import verbs
from bot.features.channel_seat.keeper import ChannelSeatKeeper, deal_for_seat
from bot.features.channel_seat.pages import ChannelSeatPage
from bot.tables.service import Tables
from bot.ui import replies
from bot.ui.durations import write_timestamp
from bot.ui.escaping import escape_name
from bot.ui.ids import MoveChoice, read_table_id
from bot.ui.play.answering import ask_next_question_or_act, make_press_handlers
from bot.ui.play.solo import SoloView
from bot.ui.presses import PressHandler
from bot.ui.services import Interaction
from games.core.errors import StaleAction


class VotePanel:
    """Asks which move a person votes for, and stores the vote."""

    def __init__(self, tables: Tables, keeper: ChannelSeatKeeper, page: ChannelSeatPage) -> None:
        self._tables = tables
        self._keeper = keeper
        self._page = page

    @property
    def press_handlers(self) -> tuple[PressHandler, ...]:
        return (
            PressHandler(verbs.ASK_VERB, self.ask_for_vote, allows_guest_channels=True, is_expensive=True),
            *make_press_handlers(
                verbs.VERB_BY_TABLE_VERB,
                self._ask_next_question,
                self._store_vote,
                allows_guest_channels=True,
            ),
        )

    async def ask_for_vote(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Ask for the user's vote on the current position."""
        table = await self._tables.get(read_table_id(parts))
        open_vote = await self._keeper.require_and_bind_voter(
            table, interaction.user.id, interaction.channel_id
        )
        await self._ask_next_question(
            interaction, MoveChoice(table.id, open_vote.row.seq, open_vote.row.seat)
        )

    async def _ask_next_question(self, interaction: Interaction, choice: MoveChoice) -> None:
        """Ask the next question, or store the vote once the move is complete.

        :raises StaleAction: the vote on this position is no longer open.
        """
        table = await self._tables.get(choice.table_id)
        open_vote = await self._keeper.require_and_bind_voter(
            table, interaction.user.id, interaction.channel_id
        )
        if (choice.seq, choice.seat) != (open_vote.row.seq, open_vote.row.seat):
            raise StaleAction
        w = replies.get_words(interaction)
        dealt = await asyncio.to_thread(deal_for_seat, table, open_vote)
        about = ("channel", table.id, choice.seq)
        shown = SoloView(dealt, table.names, about, verbs.VERB_BY_TABLE_VERB, has_undo=False)
        lines = [
            w("**{name}: which move do you vote for?**", name=escape_name(table.names[choice.seat])),
            w(
                "-# You see what this seat sees: don't show it to those who play. The vote ends {when}.",
                when=write_timestamp(open_vote.row.closes_at),
            ),
        ]
        await ask_next_question_or_act(interaction, shown, choice, lines, self._store_vote)

    async def _store_vote(self, interaction: Interaction, choice: MoveChoice, token: str) -> None:
        user, channel = interaction.user.id, interaction.channel_id
        await self._keeper.store_vote(choice.table_id, user, channel, choice.seq, choice.seat, token)
        await self._page.show_page_after_vote(interaction, choice.table_id)
