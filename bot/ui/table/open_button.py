"""The *Open a table…* button, whose custom_id also identifies the message that has it."""

from __future__ import annotations

from bot.ui.components import Item, make_button
from bot.ui.ids import make_custom_id
from games.core.words import Words

OPEN_TABLE_VERB = "tdo"


def make_open_table_marker(*parts: int | str) -> str:
    """Return the custom_id of a message's *Open a table…* button. ``parts`` identify the message."""
    return make_custom_id("b", OPEN_TABLE_VERB, *parts)


def make_open_button(marker: str, w: Words) -> Item:
    """Return the button that asks which game to open a table for."""
    return make_button(marker, w("Open a table…"), emoji="🪸")
