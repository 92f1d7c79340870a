"""Checks the stopped bot's database, and the boards in the channels, after the drill."""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bot.computers.due_seats import find_due_computer
from bot.kit.server_url import ServerUrl
from bot.storage import Store
from bot.storage.engine.backup import back_up
from bot.tables.service import Tables, make_tables
from bot.ui.play.confirmation import skips_confirmation
from games.core.gate import apply_token
from games.core.match import ACT_KIND, Match
from games.core.narrow import (
    VALUE_SEPARATOR,
    FieldQuestion,
    NoSuchPick,
    filter_by_first_value,
    find_next_question,
    list_first_values,
)
from games.core.rng import Chance
from games.registry import GAMES
from tests.proof.drill.players import Pair, SentMove
from tests.proof.drill.shown import check_channel
from tests.support.standin.world import World

UNSTORED_PRESS_PATTERN = re.compile(r'event="(not stored|stored, but not read)"')
"""Matches a log line about a press that failed because of the database."""
MAX_LINE_LENGTH = 4000
"""Maximum length of a log line quoted in a problem. It is long enough for a traceback."""


@dataclass(slots=True)
class StoredMoves:
    """Result of comparing a database with the sent moves."""

    stored_move_count: int = 0
    """Number of rows in all logs."""
    acknowledged_move_count: int = 0
    """Number of rows of acknowledged moves."""
    problems: list[str] = field(default_factory=list)


def check_log(match: Match, sent_moves: Sequence[SentMove], computers: Sequence[int] = ()) -> list[str]:
    """Check that a log contains acknowledged moves once and in order, and other sent moves at most once.

    Rows that nobody sent must come from computer players, from standing orders of seats that didn't have the
    turn, or be actions that the rules don't ask for. A press for an earlier position has no effect.

    :param sent_moves: moves with tokens (see :func:`fill_in_tokens`).
    :returns: the first problem found, if any.
    """
    acts = [row for row in match.rows if row.kind == ACT_KIND]
    # ``reached[j]`` is true if the first j sent moves can explain the rows so far.
    reached = _skip_moves_without_rows([True] + [False] * len(sent_moves), sent_moves, 0)
    for ply, row in enumerate(acts):
        state, number = match.state_at(ply), ply + 1
        unasked = match.rules.find_unasked_action(state, row.seat)
        after = [False] * (len(sent_moves) + 1)
        for place, sent_move in enumerate(sent_moves):
            after[place + 1] = reached[place] and (sent_move.seat, sent_move.token) == (row.seat, row.text)
        if (
            row.seat != match.rules.find_active_seat(state)
            or row.seat in computers
            or (unasked is not None and unasked.token == row.text)
        ):
            after = [new or old for new, old in zip(after, reached, strict=True)]
        reached = _skip_moves_without_rows(after, sent_moves, number)
        if not any(reached):
            return [f"row {number} ({row.seat} {row.text}) was never sent, or is stored twice"]
    if not reached[-1]:
        furthest = max(place for place, there in enumerate(reached) if there)
        return [f"acknowledged but not stored: {sent_moves[furthest]}"]
    return []


def _skip_moves_without_rows(
    reached: list[bool], sent_moves: Sequence[SentMove], row_count: int
) -> list[bool]:
    """Extend ``reached`` in place by unacknowledged and late moves, because these may have no row.

    :param reached: whether the first j sent moves can explain the first ``row_count`` rows, by j.
    """
    for place, sent_move in enumerate(sent_moves):
        late = sent_move.seq is not None and sent_move.seq < row_count
        reached[place + 1] |= reached[place] and (late or not sent_move.is_acknowledged)
    return reached


def fill_in_tokens(match: Match, sent_moves: Sequence[SentMove]) -> list[SentMove]:
    """Return the sent moves with their tokens, without presses that only led to a question."""
    moves = [
        replace(sent_move, token=sent_move.token or _find_token(match, sent_move)) for sent_move in sent_moves
    ]
    return [sent_move for sent_move in moves if sent_move.token]


def _find_token(match: Match, sent_move: SentMove) -> str:
    """Return the token of the move that a press completed, if any."""
    rules, ply = match.rules, sent_move.seq or 0
    # Other seats' standing orders may have been carried out first.
    while ply < match.ply and sent_move.seat not in rules.to_act(match.state_at(ply)):
        ply += 1
    legal: tuple[Any, ...] = rules.legal_actions(match.state_at(ply), sent_move.seat)
    picked = tuple(value for pick in sent_move.picks for value in pick.split(VALUE_SEPARATOR))
    if not picked or picked[0] not in list_first_values(legal):
        return ""
    try:
        found = find_next_question(
            filter_by_first_value(legal, picked[0]), picked[1:], match.game.field_settings
        )
    except NoSuchPick:
        return ""
    if isinstance(found, FieldQuestion):
        return ""
    step = apply_token(rules, match.state_at(ply), sent_move.seat, found.token, Chance(match.key, ply + 1))
    settled = skips_confirmation(
        match.game,
        sent_move.picks,
        found,
        is_irreversible=step.is_sealed,
        is_from_select=sent_move.is_from_list,
        is_only_action=len(legal) == 1,
    )
    return str(found.token) if settled else ""


async def check_moves(database: Path | ServerUrl, pairs: Sequence[Pair]) -> StoredMoves:
    """Compare a stopped bot's database with the sent moves, and find missing, doubled or broken ones."""
    kept = StoredMoves()
    sent = {table_id: entries for pair in pairs for table_id, entries in pair.sent_moves_by_table.items()}
    async with open_tables(database) as (store, tables):
        for table in [await tables.get(table_id) for table_id in await list_table_ids(store)]:
            kept.stored_move_count += len(await store.matches.read_log(table.id))
            if table.match is not None:
                moves = fill_in_tokens(table.match, sent.get(table.id, ()))
                found = check_log(table.match, moves, table.computer_seats)
                kept.problems += [f"table {table.id}: {text}" for text in found]
                # A late press is acknowledged but may have no row. Count only moves that have one.
                checked = Counter(
                    (sent_move.seat, sent_move.token) for sent_move in moves if sent_move.is_acknowledged
                )
                rows = Counter((row.seat, row.text) for row in table.match.rows)
                kept.acknowledged_move_count += (checked & rows).total()
            elif table.status == "frozen":
                kept.problems.append(f"table {table.id} does not replay")
            elif table.id in sent:
                kept.problems.append(f"table {table.id}: moves were sent, but no match is stored")
    return kept


async def check_boards(database: Path | ServerUrl, world: World) -> list[str]:
    """Return the problems of all tables whose board or lobby contradicts the database."""
    async with open_tables(database) as (store, tables):
        found = [await tables.get(table_id) for table_id in await list_table_ids(store)]
        wrong = [(table.id, await check_channel(tables, table, world)) for table in found]
    return [f"table {table_id}: {text}" for table_id, texts in wrong for text in texts]


async def find_pending_work(database: Path | ServerUrl) -> list[str]:
    """Return the bot's pending work. The bot may be running, because SQLite files are copied first."""
    if isinstance(database, ServerUrl):
        return await _list_pending_work(database)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / database.name
        await asyncio.to_thread(back_up, database, copy)
        return await _list_pending_work(copy)


async def _list_pending_work(database: Path | ServerUrl) -> list[str]:
    """Return a line for each pending computer move and each outdated message."""
    async with open_tables(database) as (store, tables):
        found = [
            await tables.get(table_id) for table_id in await store.matches.list_match_ids_with_computers()
        ]
        thinking = [
            table.id for table in found if await find_due_computer(tables.wait_finder, table) is not None
        ]
        return [
            *(f"table {table_id}: its computer player does not act" for table_id in thinking),
            *(
                f"table {table_id}: its messages are out of date"
                for table_id in await store.messages.list_outdated_table_ids()
            ),
        ]


@asynccontextmanager
async def open_tables(database: Path | ServerUrl) -> AsyncIterator[tuple[Store, Tables]]:
    """Open a database that no bot is using, with a table service."""
    store = await Store.open(database)
    try:
        yield store, make_tables(store, GAMES)
    finally:
        await store.close()


async def list_table_ids(store: Store) -> list[int]:
    rows = await store._database.fetch_rows("SELECT id FROM matches ORDER BY id")
    return [int(row[0]) for row in rows]


def find_errors(log: Path, *, with_outages: bool) -> list[str]:
    """Return the errors in a bot's log.

    :param with_outages: ignore presses that failed because the database was down.
    """
    lines = log.read_text("utf-8", "replace").splitlines()
    return [
        f"log: {line[:MAX_LINE_LENGTH]}"
        for line in lines
        if "level=error" in line and not (with_outages and UNSTORED_PRESS_PATTERN.search(line))
    ]
