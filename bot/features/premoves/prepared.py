"""Checks and stores prepared moves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from bot.errors.playing import WaitingForAnswers
from bot.errors.seats import NotSeated
from bot.features.premoves.errors import AlreadyYourTurn, LineNotPrepared, TooManyPreparedLines
from bot.model.table import TABLE_PLAYING, Table
from bot.storage.premoves import PremoveRow, Premoves
from bot.tables.running import require_running_match
from bot.tables.service import Tables
from games.core.errors import StaleAction, UnreadableToken
from games.core.match import Match
from games.core.premoves import (
    MAX_TEXT_LENGTH,
    PASS_WORD,
    MoveCondition,
    PremoveLine,
    PremoveStage,
    UnreadablePremoves,
    parse_premoves,
)
from games.core.rules import AnyRules
from games.core.shapes import ViewLike
from games.players.prospects import TurnPrediction, predict_turn

MAX_PREPARED_LINES = 4


class PreparedMoves:
    """Stores prepared lines. A line lists a player's next moves and the conditions for making them."""

    def __init__(self, tables: Tables, prepared: Premoves, wake: Callable[[int], None]) -> None:
        """Create the object without loading any moves.

        :param wake: called with the ID of a table at which a line was added or changed.
        """
        self._tables = tables
        self._prepared = prepared
        self._wake = wake

    async def list_premove_lines(self, table: Table, user_id: int, seat: int) -> list[PremoveRow]:
        """Return a player's prepared lines of moves for a seat."""
        rows = await self._prepared.list_premoves_for_table(table.id)
        return [row for row in rows if (row.user_id, row.seat) == (user_id, seat)]

    async def find_line(self, table: Table, user_id: int, row_id: int, seq: int) -> PremoveRow:
        """Return a player's prepared line by its ID.

        :param seq: sequence number of the position in which the player saw the line.
        :raises LineNotPrepared: the line no longer exists.
        """
        for row in await self._prepared.list_premoves_for_table(table.id):
            if (row.id, row.user_id) == (row_id, user_id) and row.seq <= seq:
                return row
        raise LineNotPrepared

    async def may_act(self, table: Table, seat: int) -> bool:
        """Return whether a seat can make its move now, without waiting for another player's answer."""
        match = require_running_match(table)
        try:
            ready = await self._tables.wait_finder.apply_standing_orders(table, seat)
        except WaitingForAnswers:
            return False
        return match.active_seat == seat and seat in ready.to_act

    async def may_prepare(self, table: Table, user_id: int) -> bool:
        """Return whether a player can prepare a move: the match is running and they can't move now."""
        seat = table.find_acting_seat(user_id)
        if seat is None or table.status != TABLE_PLAYING or table.match is None:
            return False
        return not await self.may_act(table, seat)

    async def add_line(self, table_id: int, user_id: int, seat: int, seq: int, line: PremoveLine) -> None:
        """Store a new line of a player.

        :param seq: sequence number of the position in which the line was prepared.
        :raises NotSeated: the seat is not the player's.
        :raises AlreadyYourTurn: the seat can move now.
        :raises StaleAction: the match is no longer in that position.
        :raises UnreadableToken: a token isn't a move of the game.
        :raises UnreadablePremoves: the line is too long.
        :raises TooManyPreparedLines: the seat has the maximum number of lines, or already has this one.
        """
        table = await self._tables.get(table_id)
        match = require_running_match(table)
        if seat not in table.list_seats(user_id):
            raise NotSeated
        if match.seq != seq:
            raise StaleAction
        if await self.may_act(table, seat):
            raise AlreadyYourTurn
        text = serialize_line(match.rules, line)
        if any(row.line == text for row in await self.list_premove_lines(table, user_id, seat)):
            raise TooManyPreparedLines(MAX_PREPARED_LINES)
        if await self._prepared.add_premove(table_id, seat, user_id, seq, text, MAX_PREPARED_LINES) is None:
            raise TooManyPreparedLines(MAX_PREPARED_LINES)
        self._wake(table_id)

    async def change_line(self, table: Table, row: PremoveRow, line: PremoveLine) -> None:
        """Replace the moves and conditions of a line, but not the position in which it was prepared.

        :raises LineNotPrepared: the line no longer exists or has changed.
        :raises UnreadableToken: a token isn't a move of the game.
        :raises UnreadablePremoves: the line is too long.
        """
        if not await self._prepared.change_premove(
            row, serialize_line(require_running_match(table).rules, line)
        ):
            raise LineNotPrepared
        self._wake(table.id)

    async def cancel_line(self, user_id: int, row_id: int, seq: int) -> bool:
        """Remove a line that the player saw at position ``seq``; return ``False`` if it no longer exists."""
        return await self._prepared.cancel_premove(row_id, user_id, seq)


def serialize_line(rules: AnyRules, line: PremoveLine) -> str:
    """Serialize a line for storage, with each token as the game spells it.

    :raises UnreadableToken: a token is not a move of the game.
    :raises UnreadablePremoves: the line is too long.
    """
    stages = []
    for stage in line.stages:
        plays = tuple(_correct_token(rules, token) for token in stage.tokens)
        stages.append(replace(stage, tokens=plays))
    text = PremoveLine(tuple(stages)).to_text()
    if len(text) > MAX_TEXT_LENGTH:
        raise UnreadablePremoves
    return text


def _correct_token(rules: AnyRules, token: str) -> str:
    """Return a token as the game spells it, because phones capitalize the first letter.

    :raises UnreadableToken: the token is not a move of the game.
    """
    if token.lower() == PASS_WORD and rules.find_pass_action() is not None:
        return PASS_WORD
    try:
        return rules.read(token).token
    except UnreadableToken:
        lower = token[:1].lower() + token[1:]
        if lower == token:
            raise
        return rules.read(lower).token


def extend_line(line: PremoveLine, token: str) -> PremoveLine:
    """Return a copy of a line with one more move at the end of its last turn."""
    *others, last = line.stages
    return PremoveLine((*others, replace(last, tokens=(*last.tokens, token))))


def replace_chance_permission(line: PremoveLine, *, allows_chance: bool) -> PremoveLine:
    """Return a copy of a line that stays valid after a roll of dice or a draw of cards only if allowed.

    :param allows_chance: whether it stays valid.
    """
    return PremoveLine(tuple(replace(stage, allows_chance=allows_chance) for stage in line.stages))


def parse_row(row: PremoveRow) -> PremoveLine:
    """Parse a stored line."""
    return parse_premoves(row.line)


def passes_next_turn(row: PremoveRow) -> bool:
    """Return whether the next prepared move of a stored line is a pass."""
    return parse_row(row).stages[0].is_pass


async def predict_next_turn(
    table: Table,
    match: Match,
    view: ViewLike,
    seat: int,
    conditions: tuple[MoveCondition, ...],
    plays: tuple[str, ...],
) -> TurnPrediction:
    """Predict a seat's options on its next turn. The same position always gives the same prediction.

    :param conditions: moves of other players that are assumed to happen before the turn.
    :param plays: earlier moves in that turn that the seat is assumed to have made.
    """
    key = f"{table.id}:{match.seq}:{seat}".encode()
    return await asyncio.to_thread(predict_turn, match.rules, view, seat, key, conditions, plays)


def can_pass(rules: AnyRules, prediction: TurnPrediction) -> bool:
    """Return whether passing is among a seat's predicted moves."""
    action = rules.find_pass_action()
    return action is not None and any(one.action.token == action.token for one in prediction.prospects)


def make_single_move_line(
    token: str, conditions: tuple[MoveCondition, ...], *, allows_chance: bool
) -> PremoveLine:
    """Return a line that makes one move after other players' moves.

    :param allows_chance: whether to make the move even if dice were rolled or cards were drawn before it.
    """
    return PremoveLine(
        (PremoveStage((token,), conditions, allows_anything=True, allows_chance=allows_chance),)
    )
