"""Emoji that the bot can replace with its own drawings."""

from __future__ import annotations

from typing import Self


class Icon(str):
    """A Unicode emoji with the name of a drawing that may replace it.

    ``art`` is the path of the drawing below ``assets/emoji`` (``game/thing``). The host decides whether the
    drawing can be shown. Otherwise, the icon is just the emoji.
    """

    __slots__ = ("art",)

    art: str

    def __new__(cls, emoji: str, art: str) -> Self:
        """Create an icon from an emoji and the name of its drawing."""
        made = super().__new__(cls, emoji)
        made.art = art
        return made
