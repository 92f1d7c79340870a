"""What must hold after the drill, looked up in the database of the stopped bot and in the channels."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from bot.scenes import scene
from bot.storage import Store
from bot.tables import Table, Tables
from games.core.match import ACT, Match
from games.core.words import words
from games.kit.png import encode
from games.registry import GAMES
from tests.drill.players import Pair, Sent
from tests.standin.people import Unanswered
from tests.standin.world import Message


def accounted(match: Match, sent: Sequence[Sent], computers: Sequence[int] = ()) -> list[str]:
    """Hold a log against what was typed: acknowledged moves once and in order, others at most once.

    Rows that nobody typed are only those of computer players, and of seats that were not in turn: answers
    given by standing orders.
    """
    rows = [
        (row.seat, row.text, match.rules.turn(match.state_at(ply)))
        for ply, row in enumerate(row for row in match.rows if row.kind == ACT)
    ]
    # reached[j]: whether the rows so far can have come of the first j moves that were typed.
    reached = _unacknowledged([True] + [False] * len(sent), sent)
    for number, (seat, token, turn) in enumerate(rows, 1):
        after = [False] * (len(sent) + 1)
        for typed, entry in enumerate(sent):
            after[typed + 1] = reached[typed] and (entry.seat, entry.token) == (seat, token)
        if seat != turn or seat in computers:
            after = [new or old for new, old in zip(after, reached, strict=True)]
        reached = _unacknowledged(after, sent)
        if not any(reached):
            return [f"row {number} ({seat} {token}) was never typed, or is stored twice"]
    if not reached[-1]:
        furthest = max(place for place, there in enumerate(reached) if there)
        return [f"acknowledged and not stored: {sent[furthest]}"]
    return []


def _unacknowledged(reached: list[bool], sent: Sequence[Sent]) -> list[bool]:
    """Let moves that were never acknowledged be missing."""
    for place, entry in enumerate(sent):
        reached[place + 1] |= reached[place] and not entry.acknowledged
    return reached


async def moves_kept(database: Path, pairs: Sequence[Pair]) -> tuple[int, list[str]]:
    """Return how many rows are stored, and every move that was typed and is not there as it should be.

    The bot must be stopped, as for all that looks into its file.
    """
    problems: list[str] = []
    async with _opened(database) as (store, tables):
        for pair in pairs:
            for table_id, sent in pair.sent.items():
                table = await tables.get(table_id)
                if table.match is None:
                    problems.append(f"table {table_id} does not replay")
                    continue
                found = accounted(table.match, sent, table.computers)
                problems += [f"table {table_id}: {text}" for text in found]
        stored = sum([len(await store.matches.log(table)) for table in await every_table(store)])
    return stored, problems


async def boards_true(database: Path, pairs: Sequence[Pair]) -> list[str]:
    """Return every table in play whose one board does not show the stored position."""
    problems: list[str] = []
    async with _opened(database) as (_, tables):
        for pair in pairs:
            table = await tables.at(pair.channel)
            if table is not None and table.match is not None:
                problems += [f"table {table.id}: {text}" for text in shown_truly(table, pair)]
    return problems


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


def shown_truly(table: Table, pair: Pair) -> list[str]:
    """Say what is wrong with the board of a table in play."""
    match = table.match
    assert match is not None
    boards = [m for m in pair.standin.world.public(pair.channel) if marks(m, table.id)]
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
        if called not in board.content:
            problems.append("its board calls somebody else")
    return problems


def marks(message: Message, table: int) -> list[int]:
    """Return the positions of a table that the buttons of a message stand for."""
    found = [identity.split(":") for identity in message.buttons()]
    return [int(p[3], 36) for p in found if p[1] == "vw" and int(p[2], 36) == table]


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
