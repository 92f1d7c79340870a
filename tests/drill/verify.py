"""What must hold after the drill, looked up in the database of the stopped bot and in the channels."""

from __future__ import annotations

import asyncio
import hashlib
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Container, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bot.automat import due
from bot.scenes import scene
from bot.storage import Store
from bot.storage.backup import back_up
from bot.tables import Table, Tables
from games.core.match import ACT, Match
from games.core.narrow import NoSuchPick, Question, beginning, first_values, narrow
from games.core.words import words
from games.kit.png import encode
from games.registry import GAMES
from tests.drill.players import CALL, Pair, Sent
from tests.standin.people import Unanswered
from tests.standin.world import Message, World


@dataclass(slots=True)
class Kept:
    """What the file holds: all rows, the moves acknowledged that are among them, and what is wrong."""

    stored: int = 0
    acknowledged: int = 0
    problems: list[str] = field(default_factory=list)


def accounted(match: Match, sent: Sequence[Sent], computers: Sequence[int] = ()) -> list[str]:
    """Hold a log against what was sent: acknowledged moves once and in order, others at most once.

    Rows that nobody sent are only those of computer players, and of seats that were not in turn: answers
    given by standing orders. A press comes too late, and does nothing, once its position has passed.

    :param sent: moves with a token each (:func:`named`).
    """
    rows = [
        (row.seat, row.text, match.rules.turn(match.state_at(ply)))
        for ply, row in enumerate(row for row in match.rows if row.kind == ACT)
    ]
    # reached[j]: whether the rows so far can have come of the first j moves that were sent.
    reached = _without_effect([True] + [False] * len(sent), sent, 0)
    for number, (seat, token, turn) in enumerate(rows, 1):
        after = [False] * (len(sent) + 1)
        for place, entry in enumerate(sent):
            after[place + 1] = reached[place] and (entry.seat, entry.token) == (seat, token)
        if seat != turn or seat in computers:
            after = [new or old for new, old in zip(after, reached, strict=True)]
        reached = _without_effect(after, sent, number)
        if not any(reached):
            return [f"row {number} ({seat} {token}) was never sent, or is stored twice"]
    if not reached[-1]:
        furthest = max(place for place, there in enumerate(reached) if there)
        return [f"acknowledged and not stored: {sent[furthest]}"]
    return []


def _without_effect(reached: list[bool], sent: Sequence[Sent], rows: int) -> list[bool]:
    """Let moves be missing that were never acknowledged, and presses of a position before ``rows`` rows."""
    for place, entry in enumerate(sent):
        late = entry.seq is not None and entry.seq < rows
        reached[place + 1] |= reached[place] and (late or not entry.acknowledged)
    return reached


def named(match: Match, sent: Sequence[Sent]) -> list[Sent]:
    """Return the moves among what was sent, each with its token; presses that only led to a question go."""
    moves = [replace(entry, token=entry.token or _meant(match, entry)) for entry in sent]
    return [entry for entry in moves if entry.token]


def _meant(match: Match, entry: Sent) -> str:
    """Return the token that a press came to where it was offered; empty where more was to be asked."""
    rules, ply = match.rules, entry.seq or 0
    # Others answered first, by standing orders.
    while ply < match.ply and entry.seat not in rules.to_act(match.state_at(ply)):
        ply += 1
    legal: tuple[Any, ...] = rules.legal_actions(match.state_at(ply), entry.seat)
    if not entry.picks or entry.picks[0] not in first_values(legal):
        return ""
    try:
        found = narrow(beginning(legal, entry.picks[0]), entry.picks[1:], match.game.fields)
    except NoSuchPick:
        return ""
    return "" if isinstance(found, Question) else str(found.token)


async def moves_kept(database: Path, pairs: Sequence[Pair]) -> Kept:
    """Return what is stored, and every move that is not there as it should be.

    The bot must be stopped, as for all that looks into its file.
    """
    kept = Kept()
    sent = {table_id: entries for pair in pairs for table_id, entries in pair.sent.items()}
    async with _opened(database) as (store, tables):
        for table in [await tables.get(table_id) for table_id in await every_table(store)]:
            kept.stored += len(await store.matches.log(table.id))
            if table.match is not None:
                moves = named(table.match, sent.get(table.id, ()))
                found = accounted(table.match, moves, table.computers)
                kept.problems += [f"table {table.id}: {text}" for text in found]
                # A press that came too late was answered as well: a row counts once.
                told = Counter((entry.seat, entry.token) for entry in moves if entry.acknowledged)
                rows = Counter((row.seat, row.text) for row in table.match.rows)
                kept.acknowledged += (told & rows).total()
            elif table.status == "frozen":
                kept.problems.append(f"table {table.id} does not replay")
            elif table.id in sent:
                kept.problems.append(f"table {table.id}: moves were sent and no match is stored")
    return kept


async def boards_true(database: Path, world: World, unknown: Container[int] = ()) -> list[str]:
    """Return every table, in play or over, whose one board or lobby does not show what is stored.

    :param unknown: the ids of messages that the file cannot know of.
    """
    async with _opened(database) as (store, tables):
        found = [await tables.get(table_id) for table_id in await every_table(store)]
    return [f"table {table.id}: {text}" for table in found for text in shown_truly(table, world, unknown)]


async def unfinished(database: Path) -> list[str]:
    """Return what the bot is still to do by itself. It may be running: a copy is asked."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / database.name
        await asyncio.to_thread(back_up, database, copy)
        async with _opened(copy) as (store, tables):
            found = [await tables.get(table_id) for table_id in await store.matches.with_computers()]
            thinking = [table.id for table in found if await due(tables, table) is not None]
            return [
                *(f"table {table_id}: its computer player does not act" for table_id in thinking),
                *(f"table {table_id}: its messages are behind" for table_id in await store.messages.behind()),
            ]


@asynccontextmanager
async def _opened(database: Path) -> AsyncIterator[tuple[Store, Tables]]:
    store = await Store.open(database)
    try:
        yield store, Tables(store, GAMES)
    finally:
        await store.close()


async def every_table(store: Store) -> list[int]:
    """Return the ids of all tables of the file."""
    rows = await store._database.rows("SELECT id FROM matches ORDER BY id")
    return [int(row[0]) for row in rows]


def shown_truly(table: Table, world: World, unknown: Container[int] = ()) -> list[str]:
    """Say what is wrong with what a table's channel shows, once everything is calm."""
    posted = [message for message in world.public(table.place.channel_id) if message.id not in unknown]
    lobbies = [message for message in posted if _offers_seats(message, table.id)]
    if len(lobbies) != (table.status == "lobby"):
        return [f"{len(lobbies)} lobbies of a table that is {table.status} have buttons"]
    if table.match is not None:
        return _board_true(table, table.match, posted)
    people = [f"<@{user}>" for user in table.people] if lobbies else []
    return [f"the lobby lacks {person}" for person in people if person not in lobbies[0].content]


def _board_true(table: Table, match: Match, posted: Sequence[Message]) -> list[str]:
    boards = [message for message in posted if marks(message, table.id)]
    if len(boards) != 1:
        shown = [marks(board, table.id)[0] for board in boards]
        return [f"{len(boards)} boards have buttons, for seq {shown} of {match.seq}"]
    board = boards[0]
    problems = []
    if marks(board, table.id) != [match.seq]:
        problems.append(f"its board shows seq {marks(board, table.id)}, stored are {match.seq}")
    view, told = scene(table, match, None, words("en"))
    picture = hashlib.sha256(encode(match.game.draw(view, told))).hexdigest()
    if [upload.digest for upload in board.uploads] != [picture]:
        problems.append("its picture is not that of the stored position")
    if match.turn is not None and match.turn not in table.computers:
        called = f"<@{table.occupants[match.turn].user_id}>, it is your turn"
        # In a quiet channel a line of its own, else the board.
        calls = [message.content for message in posted if CALL.search(message.content)]
        if not calls or called not in calls[-1]:
            problems.append("somebody else is called to the turn")
    return problems


def marks(message: Message, table: int) -> list[int]:
    """Return the positions of a table that the buttons of a message stand for."""
    found = [identity.split(":") for identity in message.buttons()]
    return [int(p[3], 36) for p in found if p[1] == "vw" and int(p[2], 36) == table]


def _offers_seats(message: Message, table: int) -> bool:
    found = [identity.split(":") for identity in message.buttons()]
    return any(p[1] == "le" and int(p[2], 36) == table for p in found)


async def buttons_answer(pairs: Sequence[Pair], limit: int) -> tuple[int, list[str]]:
    """Press the buttons of messages old and new, private ones too; return how many and the silent ones."""
    pressed, silent = 0, []
    for pair in pairs:
        channel = pair.standin.world.by_channel.get(pair.channel, [])
        messages = [m for m in channel if not m.deleted and m.buttons()]
        pair.chance.shuffle(messages)
        for message in messages[:limit]:
            owner = next((p for p in pair.people if p.user_id == message.seen_by), pair.people[0])
            for identity in list(message.buttons()):
                if identity not in message.buttons():
                    # An earlier press has changed the message; nobody can press what it no longer has.
                    continue
                pressed += 1
                try:
                    await owner.press(message, identity)
                except Unanswered as error:
                    silent.append(f"channel {pair.channel}: {error}")
    return pressed, silent
