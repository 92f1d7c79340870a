"""The log names each message that can't be edited or deleted, and the reason."""

from __future__ import annotations

import logging
from typing import Any

import discord
import pytest

from bot.announcing.posting import MessagePoster


class UnreachableChannel:
    """A channel with one message, which can't be edited or deleted."""

    def __init__(self, error: type[discord.HTTPException], status: int, code: int) -> None:
        response: Any = type("Response", (), {"status": status, "reason": ""})()
        self._error = error(response, {"code": code, "message": ""})

    def get_partial_message(self, message_id: int) -> UnreachableChannel:
        self.id = message_id
        return self

    async def edit(self, **_: object) -> None:
        raise self._error

    async def delete(self) -> None:
        raise self._error


@pytest.mark.parametrize(
    ("error", "status", "code", "expected"),
    [
        (discord.NotFound, 404, 10008, "is gone already"),
        (discord.Forbidden, 403, 50013, "may not be changed"),
    ],
)
async def test_a_message_that_could_not_be_edited_or_deleted_is_logged_with_the_reason(
    caplog: pytest.LogCaptureFixture,
    error: type[discord.HTTPException],
    status: int,
    code: int,
    expected: str,
) -> None:
    caplog.set_level(logging.INFO, "bot.announcing.tidying")
    nobody: Any = None
    poster = MessagePoster(nobody, nobody, nobody, nobody, int, nobody)
    channel: Any = UnreachableChannel(error, status, code)
    await poster.strip_buttons(channel, 7, is_layout=False)
    await poster.delete_message(channel, 8)
    assert [record.getMessage() for record in caplog.records] == [
        f"old message {expected} message=7 code={code}",
        f"old mention {expected} message=8 code={code}",
    ]
