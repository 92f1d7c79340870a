"""Errors about match files and imported matches."""

from __future__ import annotations

from bot.errors.base import TableError
from bot.ui.escaping import escape_name
from games.core.errors import BrokenRecord
from games.core.words import N_, Msg


class InvalidRecord(TableError):
    """The file is too large, isn't a match record, or contradicts its own moves."""

    def __init__(self, error: BrokenRecord) -> None:
        super().__init__(error.message.msgid)
        self.message = _escape_values(error.message)


def _escape_values(message: Msg) -> Msg:
    """Escape all values from the file, so that Discord neither formats nor links them."""

    def escape_value(value: object) -> object:
        if isinstance(value, Msg):
            return _escape_values(value)
        return escape_name(value) if isinstance(value, str) else value

    return Msg(
        message.msgid, {key: escape_value(value) for key, value in message.values.items()}, message.many
    )


class FileNotFetched(TableError):
    """Discord didn't deliver the file."""

    text = N_("I can't get that file from Discord right now. Try again in a moment.")


class ReplayTooSlow(TableError):
    """Replaying the match took too long, so the check was stopped."""

    text = N_("This match takes too long to check, so I've stopped.")


class TooManyImports(TableError):
    """The person has reached the limit on the number or the total size of their imported matches."""

    text = N_("I keep {most} imported matches for you, {size} KiB in all. Remove one first.")

    def __init__(self, most: int, size: int) -> None:
        super().__init__(most=most, size=size)


class ImportNotFound(TableError):
    """The match was removed, or belongs to another user who hasn't posted it in this channel."""

    text = N_("This match isn't here any more. Use `/table` with its file to import it again.")
