"""*Undo*: takes back a player's last step, immediately or with everybody's agreement."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext

import discord

from bot.errors.tables import TableOver
from bot.model.table import Table
from bot.platform.deadlines import NO_RESPONSE_ERRORS
from bot.storage.messages import BOARD_MESSAGE, PROPOSAL_MESSAGE
from bot.ui import replies
from bot.ui.action_limits import UNDO_LIMIT
from bot.ui.answers import AnswerTarget, get_answer
from bot.ui.components import make_button, make_view
from bot.ui.edits import delete_answer
from bot.ui.ids import make_custom_id, read_page, read_table_id
from bot.ui.play import panel
from bot.ui.presses import PressHandler
from bot.ui.scenes import require_match
from bot.ui.services import Interaction
from bot.ui.staleness import refresh_if_stale
from games.core.errors import StaleAction

log = logging.getLogger(__name__)


async def offer_undo(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Handle the *Undo* button."""
    table = await interaction.client.services.tables.get(read_table_id(parts))
    await refresh_if_stale(interaction, table)
    async with _show_current_panel_if_stale(interaction, table.id):
        await undo_or_ask(interaction, table, read_page(parts, 1))


async def undo_or_ask(interaction: Interaction, table: Table, seq: int) -> None:
    """Undo the person's last step. Ask first if others must agree or the match would become unrated.

    :param seq: the number of rows in the log when the button was offered.
    """
    w, user = replies.get_words(interaction), interaction.user.id
    if _undo_needs_agreement(table, user, seq):
        text = w("You can only take your last move back if everybody agrees. Ask them?")
        label = w("Ask them")
    elif _undo_costs_rating(table, user, seq):
        text = w(
            "Since your last move, {chance} have come up. "
            "If you take that move back, this match won't change your rating.",
            chance=w.msg(table.game.chance_noun),
        )
        label = w("Undo anyway")
    else:
        await undo_step(interaction, table, seq)
        return
    undo_button = make_button(make_custom_id("b", "uq", table.id, seq), label, emoji="↩️")
    cancel_button = make_button(make_custom_id("b", "uk", table.id), w("Cancel"))
    await replies.show(interaction, text, view=make_view([undo_button, cancel_button]))


async def confirm_undo(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Handle the *Ask them* or *Undo anyway* button: ask the others to agree, or undo the step."""
    table = await interaction.client.services.tables.get(read_table_id(parts))
    async with _show_current_panel_if_stale(interaction, table.id):
        await undo_step(interaction, table, read_page(parts, 1))


async def cancel_undo(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Handle the *Cancel* button: undo nothing, and show the current panel."""
    table = await interaction.client.services.tables.get(read_table_id(parts))
    seat = table.find_acting_seat(interaction.user.id)
    note = replies.get_words(interaction)("Nothing has changed. Play on!")
    if seat is None or table.match is None:
        await replies.show(interaction, note)
    else:
        await panel.ask_first_question(interaction, table, seat, note)


@asynccontextmanager
async def _show_current_panel_if_stale(interaction: Interaction, table_id: int) -> AsyncIterator[None]:
    """Show the current panel if the block finds that the match has moved on or ended."""
    try:
        yield
    except (StaleAction, TableOver):
        table = await interaction.client.services.tables.get(table_id)
        seat = table.find_acting_seat(interaction.user.id)
        if seat is None:
            raise
        await panel.show_current_state(interaction, table, seat)


def can_undo_or_propose(table: Table, user_id: int) -> bool:
    """Return whether a person can undo a step now or propose an undo."""
    match, seats = table.match, table.list_seats(user_id)
    if match is None or match.outcome is not None or not any(step.seat in seats for step in match.steps):
        return False
    last = match.steps[-1]
    own_last = last.seat in seats and not last.is_sealed
    # An undo that others must agree to is a proposal, and only one proposal can be open at a time.
    return own_last or table.proposal is None or set(table.user_ids) == {user_id}


def _undo_needs_agreement(table: Table, user_id: int, seq: int) -> bool:
    """Return whether an undo that is possible now needs the agreement of others."""
    # While another proposal is open, the other players can't be asked to agree, so the undo will be refused.
    return (
        table.proposal is None
        and set(table.user_ids) != {user_id}
        and _find_sealed_ply(table, user_id, seq) is not None
    )


def _undo_costs_rating(table: Table, user_id: int, seq: int) -> bool:
    """Return whether an undo would make the rated match of a single person against computers unrated."""
    match, ply = table.match, _find_sealed_ply(table, user_id, seq)
    if match is None or ply is None or not match.is_rated or set(table.user_ids) != {user_id}:
        return False
    return len(table.list_seats(user_id)) == 1 and any(
        step.revealed_information for step in match.steps[ply:]
    )


def _find_sealed_ply(table: Table, user_id: int, seq: int) -> int | None:
    """Return the ply before a person's last step if undoing the step needs the others' agreement.

    That is the case if the step is sealed or others have acted since. Otherwise return ``None``.
    """
    match, seats = table.match, table.list_seats(user_id)
    if match is None or match.outcome is not None or match.seq != seq:
        return None
    mine = [ply for ply, step in enumerate(match.steps) if step.seat in seats]
    if not mine or (mine[-1] == match.ply - 1 and not match.steps[-1].is_sealed):
        return None
    return mine[-1]


async def undo_step(interaction: Interaction, table: Table, seq: int | None = None) -> None:
    """Undo a step for the person who asks, and report the result.

    :param seq: the number of rows in the log when the button was offered; ``None`` for a typed command.
    """
    before, services, user = require_match(table), interaction.client.services, interaction.user.id
    asks = _undo_needs_agreement(table, user, before.seq if seq is None else seq)
    try:
        async with (
            services.action_limits.limit_question(UNDO_LIMIT, user, table.id) if asks else nullcontext()
        ):
            after = await services.tables.play.undo_step(table.id, user, seq)
    except Exception:
        # An open question that was never posted may be the reason for a refusal, so try to post it now.
        interaction.client.services.announcer.announce_table(table.id)
        raise
    w = replies.get_words(interaction)
    if after.proposal is not None:
        await replies.confirm_posted(
            interaction,
            table.id,
            PROPOSAL_MESSAGE,
            w("Everybody has to agree. I've asked the others."),
            w("Everybody has to agree, but I couldn't ask the others yet."),
        )
        return
    seat = after.find_acting_seat(interaction.user.id)
    note = w("Undone.") if require_match(after).ply < before.ply else ""
    if seat is None:
        await replies.show(interaction, note)
    else:
        await _answer_below_new_board(interaction, after)
        await panel.ask_first_question(interaction, after, seat, note)


async def _answer_below_new_board(interaction: Interaction, table: Table) -> None:
    """Move the answer to the end of the channel if a newer board is below it.

    Otherwise, the question would be above the board, out of sight.
    """
    services, message, answer = interaction.client.services, interaction.message, get_answer(interaction)
    await services.announcer.wait_until_announced(table.id)
    board = await services.messages.find_current_message(table.id, BOARD_MESSAGE)
    is_same = message is not None and answer.target is AnswerTarget.SAME
    # The message of a new answer was created just after the interaction.
    answer_id = message.id if message is not None and is_same else interaction.id
    if board is None or board.channel_id != interaction.channel_id or (board.message_id or 0) < answer_id:
        return
    try:
        await delete_answer(interaction)
    except (discord.HTTPException, *NO_RESPONSE_ERRORS) as error:
        log.info("answer stays above table=%d", table.id, extra={"fields": {"reason": str(error)}})
        return
    answer.target, answer.message_id = AnswerTarget.BELOW, None


PRESS_HANDLERS = (
    PressHandler("un", offer_undo),
    PressHandler("uq", confirm_undo),
    PressHandler("uk", cancel_undo),
)
