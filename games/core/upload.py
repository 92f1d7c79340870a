"""A file from anybody, read as the record of a match: whatever else it is, one sentence says so.

Its size is checked first, then the text is read as strictly as that of any other record.
"""

from __future__ import annotations

from typing import Final

from games.core.errors import BrokenRecord
from games.core.match_record import MatchRecord
from games.core.words import N_, Msg

MAX_BYTES: Final = 256 * 1024


class TooLarge(BrokenRecord):
    """A file is larger than a record is."""

    def __init__(self) -> None:
        super().__init__(
            Msg(
                N_("This file is too big. The record of a match has {most} KiB at most."),
                {"most": MAX_BYTES // 1024},
            )
        )


class SecretWithheld(BrokenRecord):
    """A file is the record of a match that has ended, while others were still played from its secret."""

    def __init__(self) -> None:
        super().__init__(
            Msg(
                N_(
                    "Other tables still had the same deal when this file was made, so its secret is missing "
                    "and there's nothing to check it by. Use `/table export` again when they've all ended."
                )
            )
        )


class Unfinished(BrokenRecord):
    """A file is the record of a match that goes on, without its secret."""

    def __init__(self) -> None:
        super().__init__(
            Msg(
                N_(
                    "This match hadn't ended when the file was made, so there's nothing to check it by. "
                    "Use `/table export` again when it has."
                )
            )
        )


def read_file(data: bytes) -> MatchRecord:
    """Return the record of a file, whether its match has ended or not.

    :raises BrokenRecord: it is none.
    """
    if len(data) > MAX_BYTES:
        raise TooLarge
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BrokenRecord(Msg(N_("This isn't a text file in UTF-8, as records are."))) from error
    return MatchRecord.from_json(text)


def read_upload(data: bytes) -> MatchRecord:
    """Return the record of an ended match, out of a file that anybody may have made.

    :raises BrokenRecord: it is none, or none of a match that has ended; nothing of it has been played yet.
    """
    record = read_file(data)
    if record.outcome is None:
        raise Unfinished
    if record.secret is None:
        raise SecretWithheld
    return record
