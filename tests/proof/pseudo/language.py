"""Shows all texts of the bot in the pseudo-language, and collects those truncated in pictures."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from games.core import words as core
from games.drawing import text
from tools.pseudo import BEGIN, write_catalogue


@contextmanager
def show_pseudo_language(folder: Path, *, backwards: bool = False) -> Iterator[None]:
    """Show the pseudo-language to everybody who would otherwise see English."""
    for compiled in core.LOCALES_FOLDER.glob("*.mo"):
        shutil.copy(compiled, folder)
    write_catalogue(folder, is_backwards=backwards).rename(folder / f"{core.SOURCE_LANGUAGE}.mo")
    with patch.object(core, "LOCALES_FOLDER", folder):
        core.load_words.cache_clear()
        try:
            yield
        finally:
            core.load_words.cache_clear()


@contextmanager
def collect_truncated_lines() -> Iterator[set[str]]:
    """Collect lines in pictures that end in an ellipsis. No sentence of the pseudo-language ends in one."""
    found: set[str] = set()
    tile, made = text.draw_cached, text.draw

    def record_line(content: str) -> None:
        # The replay's note "… 3 turns later" starts with an ellipsis, so it isn't a truncated text.
        if content.endswith("…") and content != f"{BEGIN}…":
            found.add(content)

    def record_and_draw_cached(content: str, *args: Any) -> Any:
        record_line(content)
        return tile(content, *args)

    def record_and_draw(content: str, *args: Any) -> Any:
        record_line(content)
        return made(content, *args)

    with (
        patch.object(text, "draw_cached", record_and_draw_cached),
        patch.object(text, "draw", record_and_draw),
    ):
        yield found
