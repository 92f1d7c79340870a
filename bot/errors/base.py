"""Base classes of all refusals and failures."""

from __future__ import annotations

from typing import ClassVar

from games.core.words import Msg, load_words


class BotError(Exception):
    """Base class of refusals and failures. ``message`` is the text shown to the user.

    Subclasses set ``text``, or pass one of several texts to the constructor.
    """

    text: ClassVar[str] = ""

    def __init__(self, text: str | None = None, /, **values: object) -> None:
        super().__init__(text or self.text)
        self.message = Msg(text or self.text, values)

    def __str__(self) -> str:
        return load_words().msg(self.message)


class TableError(BotError):
    """A table has refused a request. Nothing has changed."""
