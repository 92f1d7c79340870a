"""Why a file, or a match from one, cannot be shown."""

from __future__ import annotations

from bot.errors.base import TableError
from bot.ui.escaping import escape_name
from games.core.errors import BrokenRecord
from games.core.words import N_, Msg


class Refused(TableError):
    """A file is no record, or does not hold what it claims."""

    def __init__(self, error: BrokenRecord) -> None:
        super().__init__(error.message.msgid)
        self.message = _escape(error.message)


def _escape(message: Msg) -> Msg:
    """Return a sentence in which nothing that the file says is rendered or can be clicked."""

    def plain(value: object) -> object:
        if isinstance(value, Msg):
            return _escape(value)
        return escape_name(value) if isinstance(value, str) else value

    return Msg(message.msgid, {key: plain(value) for key, value in message.values.items()}, message.many)


class NotFetched(TableError):
    """Discord did not hand the file out."""

    text = N_("I can't get that file from Discord right now. Try again in a moment.")


class TooSlow(TableError):
    """To play a match again takes too long."""

    text = N_("This match takes too long to check, so I've stopped.")


class ShelfFull(TableError):
    """A person has brought as much as is kept for one."""

    text = N_("I keep {most} imported matches for you, {size} KiB in all. Remove one first.")

    def __init__(self, most: int, size: int) -> None:
        super().__init__(most=most, size=size)


class NotKept(TableError):
    """A match was removed, or is somebody else's."""

    text = N_("This match isn't here any more. Use `/table import` to bring it again.")
