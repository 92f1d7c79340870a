"""Replaces emoji on buttons and in lists with our own drawings, once Discord has them.

A button is made with an :class:`~games.core.icons.Icon`, an emoji that knows its drawing. The drawing is
inserted just before sending, if Discord has it. If Discord rejects a drawing, as it sometimes does even with
an existing one, the message is sent with the emoji.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import TypeVar

import discord
from discord import ui

from games.core.icons import Icon

log = logging.getLogger(__name__)

T = TypeVar("T")
AnyView = ui.View | ui.LayoutView

INVALID_FORM = 50035
_BLAMED = "emoji"
"""A word in Discord's error message if a component has an emoji that Discord doesn't know."""


class Sign(discord.PartialEmoji):
    """The emoji of a component that has a drawing."""

    __slots__ = ("icon",)

    def __init__(self, icon: Icon) -> None:
        super().__init__(name=str(icon))
        self.icon = icon


def make_sign(icon: str | None) -> str | Sign | None:
    """Return the emoji of a component, one that drawings can replace if ``icon`` has a drawing."""
    return Sign(icon) if isinstance(icon, Icon) else icon


class Drawings:
    """Knows which drawings Discord has. Before it has learned them, every sign is an emoji."""

    def __init__(self) -> None:
        """Start without drawings."""
        self._known: Mapping[str, tuple[str, int]] = {}
        self._doubt: Callable[[], None] = lambda: None

    def learn(self, known: Mapping[str, tuple[str, int]]) -> None:
        """Set the name and ID of each drawing that Discord has."""
        self._known = dict(known)

    def on_rejected(self, do: Callable[[], None]) -> None:
        """Set the callback for when Discord rejects a drawing that it should have."""
        self._doubt = do

    def write(self, icon: Icon) -> str:
        """Return an icon as text: its drawing if Discord has it, otherwise its emoji."""
        if icon.art not in self._known:
            return str(icon)
        name, identity = self._known[icon.art]
        return f"<:{name}:{identity}>"

    def illustrate(self, icon: Icon | None, text: str) -> str:
        """Put a drawing in front of a text if Discord has it. A plain emoji would add nothing."""
        return text if icon is None or icon.art not in self._known else f"{self.write(icon)} {text}"

    def insert_drawings(self, view: AnyView | None) -> bool:
        """Insert the drawings of a message; return whether it has any."""
        drawn = False
        for sign in _find_signs(view):
            found = self._known.get(sign.icon.art)
            sign.name, sign.id = (str(sign.icon), None) if found is None else found
            drawn = drawn or found is not None
        return drawn

    async def send(self, view: AnyView | None, send: Callable[[], Awaitable[T]]) -> T:
        """Send a message with its drawings. If Discord rejects one, send the message with emoji instead."""
        drawn = self.insert_drawings(view)
        try:
            return await send()
        except discord.HTTPException as error:
            if not drawn or error.code != INVALID_FORM or _BLAMED not in error.text.lower():
                raise
            self._doubt()
            log.info("drawings not taken", extra={"fields": {"reason": " ".join(error.text.split())}})
        _replace_drawings_with_emoji(view)
        return await send()


def _replace_drawings_with_emoji(view: AnyView | None) -> None:
    for sign in _find_signs(view):
        sign.name, sign.id = str(sign.icon), None


def _find_signs(view: AnyView | None) -> Iterator[Sign]:
    for item in () if view is None else view.walk_children():
        inner = item.item if isinstance(item, ui.DynamicItem) else item
        found = [option.emoji for option in inner.options] if isinstance(inner, ui.Select) else []
        if isinstance(inner, ui.Button):
            found.append(inner.emoji)
        yield from (sign for sign in found if isinstance(sign, Sign))
