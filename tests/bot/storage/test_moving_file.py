"""Rows moved to a file are written in batches, each in a worker thread."""

from __future__ import annotations

from pathlib import Path

from bot.storage.engine.moving_file import open_target_file
from bot.storage.engine.table_schemas import list_table_schemas

FILE_COUNT = 12
"""Number of files to write. Releasing a cursor in the wrong thread breaks about two files in five."""


async def test_rows_moved_in_many_parts_are_complete(tmp_path: Path) -> None:
    layout = next(layout for layout in list_table_schemas() if layout.name == "preferences")
    for number in range(FILE_COUNT):
        async with open_target_file(tmp_path / f"{number}.db") as side:
            for part in range(40):
                await side.add_rows(layout, [(part * 60 + row, "a", "b") for row in range(60)])
            assert await side.count_rows(layout) == 2400
            assert [row[0] async for rows in side.iterate_row_batches(layout) for row in rows] == list(
                range(2400)
            )
