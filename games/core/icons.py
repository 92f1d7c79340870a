"""Small pictures beside a label: a sign that everything can show, and the name of our own drawing of it."""

from __future__ import annotations

from typing import Self


class Icon(str):
    """A Unicode emoji that knows the drawing which may stand in its place.

    ``art`` is that drawing, as ``game/thing`` below ``assets/emoji``. Whoever hosts the game decides whether
    it can be shown; to everybody else an icon is the emoji.
    """

    __slots__ = ("art",)

    art: str

    def __new__(cls, sign: str, art: str) -> Self:
        """Make the icon of a sign and a drawing."""
        made = super().__new__(cls, sign)
        made.art = art
        return made
