"""What all refusals and failures have in common."""

from __future__ import annotations

from games.core.words import Msg, words


class BotError(Exception):
    """Something was refused or failed. ``message`` says what, for the person."""

    def __init__(self, msgid: str, **values: object) -> None:
        super().__init__(msgid)
        self.message = Msg(msgid, values)

    def __str__(self) -> str:
        return words().msg(self.message)


class TableError(BotError):
    """A table refused something and nothing has changed."""
