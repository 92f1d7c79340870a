"""Takes and changes what people prepare: who may, when, and how much."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from bot.errors.playing import WaitingFor
from bot.errors.seats import NotSeated
from bot.errors.tables import NotStarted, TableOver
from bot.features.premoves.errors import NotPrepared, TooMuchPrepared, YourTurn
from bot.model.table import OVER, PLAYING, Table
from bot.storage.premoves import PremoveRow, Premoves
from bot.tables.service import Tables
from games.core.errors import StaleAction, UnreadableToken
from games.core.match import Match
from games.core.premoves import MAX_CHARACTERS, PASS, Condition, PremoveLine, Stage, UnreadablePremoves, parse
from games.core.rules import AnyRules
from games.core.shapes import ViewLike
from games.players.prospects import Outlook, predict_turn

MOST = 4
"""So many lines a seat has at most."""


class Keeper:
    """What is prepared by people."""

    def __init__(self, tables: Tables, prepared: Premoves, wake: Callable[[int], None]) -> None:
        """Have ``wake`` look at a table where something was prepared."""
        self._tables = tables
        self._prepared = prepared
        self._wake = wake

    async def list(self, table: Table, user_id: int, seat: int) -> list[PremoveRow]:
        """Return the lines of a person's seat."""
        rows = await self._prepared.list_for_table(table.id)
        return [row for row in rows if (row.user_id, row.seat) == (user_id, seat)]

    async def find(self, table: Table, user_id: int, row_id: int, seq: int) -> PremoveRow:
        """Return one line of a person.

        :param seq: of the position in which it was seen.
        :raises NotPrepared: it is no longer there.
        """
        for row in await self._prepared.list_for_table(table.id):
            if (row.id, row.user_id) == (row_id, user_id) and row.seq <= seq:
                return row
        raise NotPrepared

    async def may_act(self, table: Table, seat: int) -> bool:
        """Tell whether it is the turn of a seat, and nobody is asked before."""
        match = require_playing(table)
        try:
            ready = await self._tables.waiting.foresee(table, seat)
        except WaitingFor:
            return False
        return match.turn == seat and seat in ready.to_act

    async def may_prepare(self, table: Table, user_id: int) -> bool:
        """Tell whether a person waits at a table in play, so that there is something to prepare for."""
        seat = table.seat_for(user_id)
        if seat is None or table.status != PLAYING or table.match is None:
            return False
        return not await self.may_act(table, seat)

    async def add(self, table_id: int, user_id: int, seat: int, seq: int, line: PremoveLine) -> None:
        """Prepare a line.

        :param seq: of the position that it was thought out in.
        :raises NotSeated: the seat is not the person's.
        :raises YourTurn: nothing is to be prepared: the move can be made.
        :raises StaleAction: the match has moved on.
        :raises UnreadableToken: a move is none of the game.
        :raises TooMuchPrepared: the seat has as much as it may.
        """
        table = await self._tables.get(table_id)
        match = require_playing(table)
        if seat not in table.seats_of(user_id):
            raise NotSeated
        if match.seq != seq:
            raise StaleAction
        if await self.may_act(table, seat):
            raise YourTurn
        text = check_line(match.rules, line).write()
        if len(text) > MAX_CHARACTERS or any(
            row.line == text for row in await self.list(table, user_id, seat)
        ):
            raise UnreadablePremoves if len(text) > MAX_CHARACTERS else TooMuchPrepared(MOST)
        if await self._prepared.add(table_id, seat, user_id, seq, text, MOST) is None:
            raise TooMuchPrepared(MOST)
        self._wake(table_id)

    async def change(self, table: Table, row: PremoveRow, line: PremoveLine) -> None:
        """Replace a line; what it was prepared in stays.

        :raises NotPrepared: it is no longer there as it was.
        """
        if not await self._prepared.change(row, check_line(require_playing(table).rules, line).write()):
            raise NotPrepared
        self._wake(table.id)

    async def cancel(self, user_id: int, row_id: int, seq: int) -> bool:
        """Drop a line that was seen in a position; ``False`` where it is no longer there."""
        return await self._prepared.cancel(row_id, user_id, seq)


def require_playing(table: Table) -> Match:
    """Return the match of a table in play.

    :raises NotStarted: it has none yet.
    :raises TableOver: it is over.
    """
    if table.match is None or table.status != PLAYING:
        raise TableOver if table.status == OVER else NotStarted
    return table.match


def check_line(rules: AnyRules, line: PremoveLine) -> PremoveLine:
    """Return a line in which every move is one of the game, as its tokens are written.

    :raises UnreadableToken: one is none.
    """
    stages = []
    for stage in line.stages:
        plays = tuple(_find_token(rules, token) for token in stage.plays)
        stages.append(replace(stage, plays=plays))
    return PremoveLine(tuple(stages))


def _find_token(rules: AnyRules, token: str) -> str:
    """Return a token as the game writes it: phones begin with a capital. Where it has a pass, that is one."""
    if token.lower() == PASS and rules.find_pass() is not None:
        return PASS
    try:
        return rules.read(token).token
    except UnreadableToken:
        lower = token[:1].lower() + token[1:]
        if lower == token:
            raise
        return rules.read(lower).token


def extend(line: PremoveLine, token: str) -> PremoveLine:
    """Return a line with one more move in its last turn."""
    *others, last = line.stages
    return PremoveLine((*others, replace(last, plays=(*last.plays, token))))


def allow_chance(line: PremoveLine, *, allowed: bool) -> PremoveLine:
    """Return a line that holds, or holds no longer, whatever comes up."""
    return PremoveLine(tuple(replace(stage, chance=allowed) for stage in line.stages))


def read_row(row: PremoveRow) -> PremoveLine:
    """Return a line as it is kept."""
    return parse(row.line)


def passes(row: PremoveRow) -> bool:
    """Tell whether a line is kept that passes the next turn."""
    return read_row(row).stages[0].passes


async def foretell(
    table: Table,
    match: Match,
    view: ViewLike,
    seat: int,
    events: tuple[Condition, ...],
    plays: tuple[str, ...],
) -> Outlook:
    """Return what a seat may do in its next turn, the same for the same position."""
    key = f"{table.id}:{match.seq}:{seat}".encode()
    return await asyncio.to_thread(predict_turn, match.rules, view, seat, key, events, plays)


def may_pass(rules: AnyRules, outlook: Outlook) -> bool:
    """Tell whether a seat may well come to do nothing in its next turn, so far as it can see."""
    action = rules.find_pass()
    return action is not None and any(one.action.token == action.token for one in outlook.prospects)


def make_line(token: str, events: tuple[Condition, ...], *, chance: bool) -> PremoveLine:
    """Return a line of one move, whatever else the others do."""
    return PremoveLine((Stage((token,), events, anything=True, chance=chance),))
