"""Emoji that the bot can replace with its own drawings."""

from __future__ import annotations

from typing import Self


class Icon(str):
    """A Unicode emoji with the name of a drawing that may replace it.

    ``art_path`` is the path of the drawing below ``assets/emoji``, without its extension (``game/thing``). If
    the drawing can't be shown, people see the emoji.
    """

    __slots__ = ("art_path",)

    art_path: str

    def __new__(cls, emoji: str, art: str) -> Self:
        """Create an icon from an emoji and the name of its drawing."""
        icon = super().__new__(cls, emoji)
        icon.art_path = art
        return icon
