"""Posts layouts, in plain form if Discord rejects a layout."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

import discord

from bot.announcing.payloads import mark_nonce_as_layout
from bot.announcing.posting import Channel, MessagePoster
from bot.model.table import Table
from bot.storage.messages import NO_SUBJECT, MessageRow, MessageSubject
from bot.ui.components import make_view
from bot.ui.layouts import INVALID_CONTENT_STATUS, MessageLayout

log = logging.getLogger(__name__)


async def post_layout(
    poster: MessagePoster,
    table: Table,
    channel: Channel,
    purpose: str,
    make_nonce: Callable[[int], str],
    seq: int,
    layout: MessageLayout,
    *,
    replaced_rows: Sequence[MessageRow] = (),
    subject: MessageSubject = NO_SUBJECT,
) -> MessageRow:
    """Post a layout that mentions nobody, or its plain form if Discord rejects the layout.

    :param make_nonce: creates the nonce of each attempt, as in :meth:`MessagePoster.find_nonce`.
    """
    laid = await poster.find_nonce(
        table.id, purpose, lambda attempt: mark_nonce_as_layout(make_nonce(attempt)), replaced_rows
    )
    try:
        return await poster.post_message(
            table, channel, purpose, laid, seq, layout, replaced_rows=replaced_rows, subject=subject
        )
    except discord.HTTPException as error:
        if error.status != INVALID_CONTENT_STATUS:
            raise
        log.warning("layout not posted table=%d code=%s", table.id, error.code)
    plain = await poster.find_nonce(table.id, purpose, make_nonce, replaced_rows)
    return await poster.post_message(
        table,
        channel,
        purpose,
        plain,
        seq,
        layout.text,
        view=make_view(list(layout.items)),
        files=list(layout.files),
        replaced_rows=replaced_rows,
        subject=subject,
    )
