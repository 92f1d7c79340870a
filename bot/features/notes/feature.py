"""Notes that players write to themselves during a match and may show to everybody afterwards."""

from __future__ import annotations

from bot.features.contract import Feature, FeatureServices
from bot.features.notes.pages import (
    NotePages,
    make_menu_button,
    make_shared_notes_button,
    make_waiting_button,
)
from bot.model.hours import DAY
from bot.ui.offers import HISTORY_GROUP, DataLine, MenuEntry
from games.core.words import plural

DATA_LINES = (DataLine(("notes",), plural("- {n} note to yourself", "- {n} notes to yourself", 0)),)
NOTE_RETENTION_SECONDS = 30 * DAY
"""Private notes are deleted after this time."""


def create_feature(services: FeatureServices) -> Feature:
    """Create the feature's objects and return its :class:`Feature`."""
    notes, now = services.store.notes, services.tables.now
    pages = NotePages(notes, services.tables)

    async def delete_old_notes() -> None:
        await notes.delete_old_notes(now() - NOTE_RETENTION_SECONDS)

    return Feature(
        name="notes",
        press_handlers=pages.press_handlers,
        daily_cleanups=(delete_old_notes,),
        menu_entries=(
            MenuEntry(make_menu_button, HISTORY_GROUP),
            MenuEntry(make_shared_notes_button, HISTORY_GROUP, pages.has_shared_notes),
        ),
        waiting_buttons=(make_waiting_button,),
        own_view_buttons=(make_waiting_button,),
        notice_sources=(pages.list_notices,),
        data_lines=DATA_LINES,
    )
