"""Reads uploaded files as match records, or explains in one sentence why a file is refused.

The size is checked first. The text is then parsed like any record.
"""

from __future__ import annotations

from typing import Final

from games.core.errors import BrokenRecord
from games.core.match_record import MatchRecord
from games.core.words import N_, Msg

MAX_RECORD_BYTES: Final = 256 * 1024


class RecordTooLarge(BrokenRecord):
    """The file is larger than a record may be."""

    def __init__(self) -> None:
        super().__init__(
            Msg(
                N_("This file is too big. The record of a match has {most} KiB at most."),
                {"most": MAX_RECORD_BYTES // 1024},
            )
        )


class SecretWithheld(BrokenRecord):
    """The match has ended, but its secret is hidden because other matches still use it."""

    def __init__(self) -> None:
        super().__init__(
            Msg(
                N_(
                    "Other tables still had the same deal when this file was made, so its secret is missing "
                    "and there's nothing to check it by. Use *Export* again when they've all ended."
                )
            )
        )


class UnfinishedMatch(BrokenRecord):
    """The match hadn't ended when the file was made, so its secret is missing."""

    def __init__(self) -> None:
        super().__init__(
            Msg(
                N_(
                    "This match hadn't ended when the file was made, so there's nothing to check it by. "
                    "Use *Export* again when it has."
                )
            )
        )


def parse_record_file(data: bytes) -> MatchRecord:
    """Return the record in a file, finished or not.

    :raises BrokenRecord: if the file is not a record.
    """
    if len(data) > MAX_RECORD_BYTES:
        raise RecordTooLarge
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BrokenRecord(Msg(N_("This isn't a text file in UTF-8, as records are."))) from error
    return MatchRecord.from_json(text)


def parse_upload(data: bytes) -> MatchRecord:
    """Return the record of a finished match from an untrusted file. Its moves are not replayed.

    :raises BrokenRecord: if the file isn't a record, its match hadn't ended, or its secret is withheld.
    """
    record = parse_record_file(data)
    if record.outcome is None:
        raise UnfinishedMatch
    if record.secret is None:
        raise SecretWithheld
    return record
