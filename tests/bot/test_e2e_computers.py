"""Computer players at the table: what they do is played, stored and told like anybody's."""

from __future__ import annotations

import time

from tests.bot.harbour import Harbour


async def against(harbour: Harbour, *levels: str, game: str = "das_riff") -> None:
    await harbour.open_lobby(game)
    table = await harbour.table()
    for n, level in enumerate(levels):
        await harbour.bot.tables.add_computer(table.id, harbour.anna.id, level, f"Fish {n}", 7 + n)
    await harbour.anna.slash(harbour.channel, "table start")


async def test_try(harbour: Harbour) -> None:
    b = time.perf_counter()
    await against(harbour, "normal")
    print("start", time.perf_counter() - b)
    for _ in range(4):
        match = await harbour.match()
        b = time.perf_counter()
        posts = len(harbour.posts())
        await harbour.type("end", harbour.anna)
        after = await harbour.match()
        print(time.perf_counter() - b, after.seq - match.seq, len(harbour.posts()) - posts)
        print(harbour.board.content)
