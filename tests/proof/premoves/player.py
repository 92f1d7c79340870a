"""A process in which two people premove nearly all their moves, until it is killed.

A premoved turn consists of ``add``s and an ``end``, while a turn made by hand is a ``roll``. The log
therefore shows which turns were premoved. Each stored premove is printed immediately.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from random import Random

from bot.errors.base import TableError
from bot.features.premoves.prepared import PreparedMoves
from bot.features.premoves.runner import PremoveRunner
from bot.model.table import Person, Place, Table
from bot.storage import Store
from bot.tables.service import Tables, make_tables
from games.core.errors import RuleError
from games.core.premoves import PremoveLine, PremoveStage
from tests.support.toy import TOYS

PEOPLE = (Person(11, "Ann"), Person(22, "Ben"))
PREMOVED_SHARE = 0.8


async def main(path: Path, seed: int) -> None:
    """Open the database at ``path`` and play until killed."""
    store = await Store.open(path)
    try:
        tables = make_tables(store, TOYS)
        runner = PremoveRunner(tables, store.premoves, lambda: True)
        tables.feed.subscribe("ahead", runner.handle_change)
        await runner.resume()
        await play_matches(tables, store, runner, Random(seed))
    finally:
        await store.close()


async def play_matches(tables: Tables, store: Store, runner: PremoveRunner, chance: Random) -> None:
    """Play match after match, premoving most turns and making the others by hand."""
    prepared = PreparedMoves(tables, store.premoves, runner.wake)
    while True:
        live = await store.matches.list_all_active_table_ids()
        table = await tables.get(live[0]) if live else await open_table(tables, chance)
        if table.status == "lobby":
            table = await fill_and_start(tables, table)
        while (match := table.match) is not None and match.outcome is None and match.active_seat is not None:
            for person in PEOPLE:
                if chance.random() < PREMOVED_SHARE:
                    await prepare_next_turn(prepared, table, person, chance)
            await runner.wait_until_idle()
            table = await tables.get(table.id)
            if table.match is None or table.match.active_seat is None or table.match.seq != match.seq:
                continue
            active_seat = table.match.active_seat
            if not any(
                row.seat == active_seat for row in await store.premoves.list_premoves_for_table(table.id)
            ):
                await tables.play.perform_action(
                    table.id, PEOPLE[active_seat].user_id, "roll:0", match.seq, seat=active_seat
                )
            table = await tables.get(table.id)


async def open_table(tables: Tables, chance: Random) -> Table:
    place = Place(chance.getrandbits(40), None, "en")
    return await tables.lobby.open_table(place, PEOPLE[0], "toy", {"goal": "40"}, press_id=1, seat_count=2)


async def fill_and_start(tables: Tables, table: Table) -> Table:
    """Seat the second person and start the match, unless this was done before a kill."""
    if len(table.occupants) < 2:
        table = await tables.lobby.join_lobby(table.id, PEOPLE[1], 2)
    if table.match is None:
        table = await tables.lobby.start_match(table.id, PEOPLE[0].user_id, 9)
    return table


async def prepare_next_turn(prepared: PreparedMoves, table: Table, person: Person, chance: Random) -> None:
    """Premove a player's next turn, unless that was already done or isn't possible now."""
    seat = table.list_seats(person.user_id)[0]
    if table.match is None or await prepared.list_premove_lines(table, person.user_id, seat):
        return
    adds = [chance.choice(("add:1", "add:2")) for _ in range(chance.randint(1, 3))]
    line = PremoveLine((PremoveStage((*adds, "end:0"), (), allows_anything=True, allows_chance=True),))
    try:
        await prepared.add_line(table.id, person.user_id, seat, table.match.seq, line)
    except (TableError, RuleError):
        return
    print(table.id, seat, table.match.seq, *line.stages[0].tokens, flush=True)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
