"""``/move``: finds and does the move that was typed."""

from __future__ import annotations

import asyncio

from bot.errors.base import BotError
from bot.errors.playing import OtherPlayersTurn
from bot.model.table import ActionResult, Table
from bot.platform.limits import MAX_CHOICES
from bot.ui import replies
from bot.ui.ids import MoveChoice
from bot.ui.play.move_reader import PlayerPosition, name_moves, read_move
from bot.ui.play.move_words import explain_unreadable, find_matching_moves
from bot.ui.play.spelling import list_readings
from bot.ui.scenes import require_match
from bot.ui.services import Interaction
from games.core.errors import NotYourTurn, RuleError, UnreadableToken
from games.core.words import Words


async def do_typed_move(interaction: Interaction, table: Table, typed: str) -> ActionResult | MoveChoice:
    """Do the move that a text names, or return the picks of the moves that it could mean.

    :raises OtherPlayersTurn: the match waits for somebody else.
    :raises NoMoveTyped: ``typed`` is empty.
    :raises IncompleteMove: ``typed`` is only the beginning of possible moves.
    :raises BotError: the table refuses the move.
    :raises RuleError: the rules refuse the move.
    """
    position, text = await _find_position(interaction, table), typed.strip()
    if position is None:
        try:
            return await _do_typed_action(interaction, table, text)
        except UnreadableToken as error:
            raise await asyncio.to_thread(explain_unreadable, error, text, ()) from None
    # Some hands have thousands of actions, so naming and searching them runs in threads.
    move = await asyncio.to_thread(read_move, table, position, text, replies.get_words(interaction))
    return move if isinstance(move, MoveChoice) else await _do_typed_action(interaction, table, move)


async def _do_typed_action(interaction: Interaction, table: Table, token: str) -> ActionResult:
    try:
        play = interaction.client.services.tables.play
        return await play.perform_action(table.id, interaction.user.id, token, None, is_shown=True)
    except NotYourTurn as error:
        raise OtherPlayersTurn(name_awaited_players(table)) from error


async def _find_position(interaction: Interaction, table: Table) -> PlayerPosition | None:
    """Return the position in which the person acts, or ``None`` if they can't act now."""
    seat = table.find_acting_seat(interaction.user.id)
    if table.match is None or seat is None:
        return None
    try:
        match = await interaction.client.services.tables.wait_finder.apply_standing_orders(table, seat)
    except (BotError, RuleError):
        return None
    return PlayerPosition(match, seat)


async def suggest_moves(interaction: Interaction, table: Table, typed: str) -> list[tuple[str, str]]:
    """Return the person's legal moves that a text could mean, as (label, token) pairs."""
    position = await _find_position(interaction, table)
    if position is None:
        return []
    return await asyncio.to_thread(_find_moves, table, position, typed, replies.get_words(interaction))


def _find_moves(table: Table, position: PlayerPosition, typed: str, w: Words) -> list[tuple[str, str]]:
    if not typed.strip():
        # Without a typed text, only the moves that are listed need names.
        return name_moves(table, *position, w, MAX_CHOICES)
    return find_matching_moves(name_moves(table, *position, w), typed, list_readings(position.match, typed))


def name_awaited_players(table: Table) -> str:
    """Return the names of the players the match waits for."""
    match = require_match(table)
    return ", ".join(table.names[seat] for seat in match.to_act)
