"""A process that plays matches in a database file until it is killed, and prints each stored move."""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path

from bot.model.table import Person, Place
from bot.storage import Store
from bot.tables.service import Tables, make_tables
from tests.support.toy import TOYS


async def main(path: Path) -> None:
    store = await Store.open(path)
    try:
        await play_matches(make_tables(store, TOYS))
    finally:
        # Close the store even if printing fails because the test has stopped reading.
        await store.close()


async def play_matches(tables: Tables) -> None:
    people = [Person(11, "Ann"), Person(22, "Ben"), Person(33, "Cat")]
    picks = random.Random(1)
    for number in range(1_000_000):
        table = await tables.lobby.open_table(
            Place(number, None, "en"), people[0], "toy", {"goal": "40"}, press_id=1, seat_count=3
        )
        for press, person in enumerate(people[1:], 2):
            table = await tables.lobby.join_lobby(table.id, person, press)
        table = await tables.lobby.start_match(table.id, people[0].user_id, 9)
        while table.match is not None and not table.match.outcome:
            seat = table.match.to_act[0]
            token = picks.choice(table.match.legal_actions(seat)).token
            acted = await tables.play.perform_action(table.id, people[seat].user_id, token, table.match.seq)
            table = acted.table
            for row, _ in acted.steps:
                print(table.id, acted.match_before.seq + 1, row.seat, row.text, flush=True)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
