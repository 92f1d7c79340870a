"""Replaces standard emoji on buttons and in lists with the bot's own drawings, once they are uploaded.

Buttons get an :class:`~games.core.icons.Icon`, a string with an emoji and the name of its drawing. The
drawing is inserted just before the message is sent. If Discord rejects it, as it sometimes does even after
the upload, the message is sent with the emoji.
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
AnyComponentView = ui.View | ui.LayoutView

INVALID_FORM_BODY_CODE = 50035
"""Discord's error code for invalid content of a message."""
_EMOJI_ERROR_WORD = "emoji"
"""Word in the error message with which Discord rejects a component's emoji."""


class DrawnEmoji(discord.PartialEmoji):
    """A component's emoji that :class:`UploadedDrawings` may replace with a drawing."""

    __slots__ = ("icon",)

    def __init__(self, icon: Icon) -> None:
        super().__init__(name=str(icon))
        self.icon = icon


def make_emoji(icon: str | None) -> str | DrawnEmoji | None:
    """Return the emoji for a component: replaceable with a drawing if ``icon`` is an :class:`Icon`."""
    return DrawnEmoji(icon) if isinstance(icon, Icon) else icon


class UploadedDrawings:
    """Inserts drawings that were uploaded to Discord into messages."""

    def __init__(self) -> None:
        self._known: Mapping[str, tuple[str, int]] = {}
        self._report_rejection: Callable[[], None] = lambda: None

    def set_uploaded_drawings(self, emoji_by_art_path: Mapping[str, tuple[str, int]]) -> None:
        """Set the emoji name and ID of each uploaded drawing, by :attr:`Icon.art_path`."""
        self._known = dict(emoji_by_art_path)

    def set_rejection_callback(self, callback: Callable[[], None]) -> None:
        """Call ``callback`` whenever Discord rejects a drawing that should have been uploaded."""
        self._report_rejection = callback

    def format_icon(self, icon: Icon) -> str:
        """Return an icon as message text: its drawing if uploaded, otherwise its emoji."""
        if icon.art_path not in self._known:
            return str(icon)
        name, identity = self._known[icon.art_path]
        return f"<:{name}:{identity}>"

    def prepend_drawing(self, icon: Icon | None, text: str) -> str:
        """Put the icon's drawing in front of a text, or return the text unchanged without such a drawing."""
        return (
            text if icon is None or icon.art_path not in self._known else f"{self.format_icon(icon)} {text}"
        )

    def insert_drawings(self, view: AnyComponentView | None) -> bool:
        """Replace emoji in a message's components with drawings. Return whether any were replaced."""
        drawn = False
        for emoji in _find_drawn_emoji(view):
            drawing = self._known.get(emoji.icon.art_path)
            emoji.name, emoji.id = (str(emoji.icon), None) if drawing is None else drawing
            drawn = drawn or drawing is not None
        return drawn

    async def send_with_drawings(self, view: AnyComponentView | None, send: Callable[[], Awaitable[T]]) -> T:
        """Send a message with drawings. If Discord rejects a drawing, send the message with emoji instead."""
        drawn = self.insert_drawings(view)
        try:
            return await send()
        except discord.HTTPException as error:
            if (
                not drawn
                or error.code != INVALID_FORM_BODY_CODE
                or _EMOJI_ERROR_WORD not in error.text.lower()
            ):
                raise
            self._report_rejection()
            log.info("drawings not taken", extra={"fields": {"reason": " ".join(error.text.split())}})
        _replace_drawings_with_emoji(view)
        return await send()


def _replace_drawings_with_emoji(view: AnyComponentView | None) -> None:
    for emoji in _find_drawn_emoji(view):
        emoji.name, emoji.id = str(emoji.icon), None


def _find_drawn_emoji(view: AnyComponentView | None) -> Iterator[DrawnEmoji]:
    for item in () if view is None else view.walk_children():
        inner = item.item if isinstance(item, ui.DynamicItem) else item
        candidates = [option.emoji for option in inner.options] if isinstance(inner, ui.Select) else []
        if isinstance(inner, ui.Button):
            candidates.append(inner.emoji)
        yield from (emoji for emoji in candidates if isinstance(emoji, DrawnEmoji))
