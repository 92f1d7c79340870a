"""The private page on which spectators seal the move they would play. Sealing doesn't affect the match."""

from __future__ import annotations

import asyncio

from bot.features.shadow_seat import verbs
from bot.features.shadow_seat.keeper import ShadowSeatKeeper, deal_for_spectator
from bot.features.shadow_seat.texts import write_agreement, write_page
from bot.model.table import TABLE_OVER, TABLE_PLAYING, Table
from bot.storage.shadows import SealedMoves
from bot.tables.checks import check_host
from bot.tables.seats import has_played
from bot.tables.service import Tables
from bot.ui import replies
from bot.ui.components import Item, make_button, make_view
from bot.ui.escaping import escape_name
from bot.ui.ids import MoveChoice, make_custom_id, read_page, read_table_id
from bot.ui.people import get_person
from bot.ui.play.answering import ask_next_question_or_act, make_press_handlers
from bot.ui.play.solo import SoloView
from bot.ui.presses import PressHandler
from bot.ui.scenes import require_match
from bot.ui.services import Interaction
from games.core.errors import StaleAction
from games.core.words import Words


class ShadowSeatPage:
    """Asks spectators for the move they would play, stores it, and shows the comparison after the match."""

    def __init__(self, tables: Tables, sealed_moves: SealedMoves, keeper: ShadowSeatKeeper) -> None:
        self._tables = tables
        self._sealed_moves = sealed_moves
        self._keeper = keeper

    @property
    def press_handlers(self) -> tuple[PressHandler, ...]:
        return (
            PressHandler(verbs.OPEN_VERB, self.open_shadow_seat, acknowledge="new"),
            PressHandler(verbs.SWITCH_SEAT_VERB, self.switch_shadow_seat),
            PressHandler(verbs.ASK_VERB, self.ask_for_move, is_expensive=True),
            *make_press_handlers(verbs.VERB_BY_TABLE_VERB, self._ask_next_question, self._store_move),
        )

    async def open_shadow_seat(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show the page of the shadow seat, or the comparison after the match."""
        await self._show_page(interaction, await self._tables.get(read_table_id(parts)))

    async def switch_shadow_seat(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Open or close the shadow seat. Only the host may do this.

        :raises HostRequired: the user isn't the host.
        """
        table = await self._tables.get(read_table_id(parts))
        check_host(table, interaction.user.id)
        await self._sealed_moves.set_sealing_allowed(table.id, is_allowed=read_page(parts, 1) == 1)
        await self._show_page(interaction, table)

    async def ask_for_move(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Ask which move the user would play."""
        table = await self._tables.get(read_table_id(parts))
        match = await self._keeper.require_may_seal(table, interaction.user.id)
        await self._ask_next_question(interaction, MoveChoice(table.id, match.seq, match.to_act[0]))

    async def _ask_next_question(self, interaction: Interaction, choice: MoveChoice) -> None:
        """Ask the next question, or seal the move once it is complete.

        :raises StaleAction: an action has changed the position since the question was asked.
        """
        table = await self._tables.get(choice.table_id)
        match = await self._keeper.require_may_seal(table, interaction.user.id)
        if (choice.seq, choice.seat) != (match.seq, match.to_act[0]):
            raise StaleAction
        w = replies.get_words(interaction)
        dealt = await asyncio.to_thread(deal_for_spectator, table, match)
        shown = SoloView(
            dealt, table.names, ("shadow", table.id, match.seq), verbs.VERB_BY_TABLE_VERB, has_undo=False
        )
        lines = [
            w("**What would you play for {name}?**", name=escape_name(table.names[choice.seat])),
            w("-# What you can't see is dealt at random here."),
        ]
        await ask_next_question_or_act(interaction, shown, choice, lines, self._store_move)

    async def _store_move(self, interaction: Interaction, choice: MoveChoice, token: str) -> None:
        who = get_person(interaction)
        await self._keeper.seal_move(choice.table_id, who, choice.seq, choice.seat, token)
        await self._show_page(interaction, await self._tables.get(choice.table_id))

    async def _show_page(self, interaction: Interaction, table: Table) -> None:
        match, w, user = require_match(table), replies.get_words(interaction), interaction.user.id
        if table.status == TABLE_OVER:
            comparison = await self._keeper.compare_moves(table, user)
            text = write_agreement(comparison.agreements, w)
            await replies.show(interaction, text, view=make_view([]))
            return
        if user != table.host_id:
            await self._keeper.require_may_seal(table, user)
        opened = await self._keeper.is_shadow_seat_open(table)
        own = await self._keeper.find_sealed_move(table, user)
        items: list[Item] = []
        if user == table.host_id:
            label = w("Close Play along") if opened else w("Open Play along")
            items.append(
                make_button(make_custom_id("b", verbs.SWITCH_SEAT_VERB, table.id, int(not opened)), label)
            )
        if opened and not has_played(table, user):
            label = w("Lock in a move") if own is None else w("Lock in another")
            items.insert(0, make_button(make_custom_id("b", verbs.ASK_VERB, table.id), label, emoji="👤"))
        watches = not has_played(table, user)
        text = await asyncio.to_thread(
            write_page, table, match, own, w, is_shadow_seat_open=opened, is_spectator=watches
        )
        await replies.show(interaction, text, view=make_view(items))


def make_menu_button(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    """Return the *Play along* entry of *More…*; ``None`` before the match begins.

    During the match, current and former players don't get the entry either, except the host, who can open and
    close the shadow seat.
    """
    if table.match is None or table.status not in (TABLE_PLAYING, TABLE_OVER):
        return None
    if table.status == TABLE_PLAYING and has_played(table, user_id) and user_id != table.host_id:
        return None
    # A host who plays can't seal moves, but can open the shadow seat for spectators.
    only_opens = table.status == TABLE_PLAYING and has_played(table, user_id)
    label = w("Let others play along") if only_opens else w("Play along")
    return make_button(make_custom_id("b", verbs.OPEN_VERB, table.id), label, emoji="👤", row=row)
