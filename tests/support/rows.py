"""Makes and stores rows of the ``matches`` table."""

from __future__ import annotations

from dataclasses import replace

from bot.storage import Store
from bot.storage.matches import MatchRow
from bot.storage.seats import SeatRow

IMPERSONAL_COLUMNS_BY_TABLE = {
    "matches": "id game version options status channel_id guild_id locale capacity secret start_press"
    " opened_at ended_at follows clock begins sealed arranged",
    "seats": "match_id seat press computer",
    "former_seats": "id match_id seat computer seq",
    "log": "match_id seq kind seat text at",
    "messages": "id match_id purpose channel_id message_id nonce seq posted_at retired"
    " posted_seq turn since seat proposal_id asks thinking stale",
    "channels": "channel_id key value",
    "results": "match_id game guild_id channel_id ended_at turns ending counts why moment moment_seat",
    "feats": "match_id seat record value",
    "daily_days": "day game version options secret",
    "daily_spent": "day mark",
    "declined": "proposal_id match_id kind asked seat",
    "prepared_played": "match_id seq",
    "tip_locks": "match_id count",
    "shadow_open": "match_id",
    "channel_seats": "match_id seconds quorum",
    "channel_asks": "match_id channel_id",
    "channel_turns": "match_id seq seat due quorum token tally told",
    "reviews": "match_id version text",
    "advised": "match_id seq seat token",
    "tide_boards": "guild_id channel_id locale message_id attempt edited_at digest lost ended"
    " old_channel_id old_message_id",
    "challenges": "match_id strength until state called",
    "seekers": "guild_id role_id calls called_at",
    "forums": "guild_id channel_id tags",
    "forum_posts": "match_id shown",
    "tournaments": "id guild_id channel_id locale title game options clock terms opened_at ended",
    "tournament_entries": "tournament_id entry press",
    "tournament_log": "tournament_id seq kind text at",
    "tournament_tables": "tournament_id round number thread_id match_id",
    "tournament_secrets": "tournament_id round secret",
    "tournament_posts": "tournament_id what message_id at",
    "tournament_events": "tournament_id mark event_id shown refused wanted",
}
"""Columns without a person's ID or name, by table. All others must be listed in ``bot.storage.people``."""


def make_row(status: str = "playing", ended: int | None = None, *, version: int | None = 1) -> MatchRow:
    """Return a ``matches`` row of the toy game. Without a ``version``, its match hasn't begun."""
    press = None if version is None else 9
    return MatchRow(
        0, "toy", version, {}, status, 900 + (ended or 0), 1, "en", 11, 2, bytes(32), press, 5, ended
    )


async def add_row(store: Store, row: MatchRow) -> int:
    """Store a table of two people, with a match if ``row`` has a version, and return the table's ID."""
    seats = [SeatRow(0, 11, "Ann", 1), SeatRow(1, 22, "Ben", 2)]
    new = await store.matches.add_table(replace(row, status="lobby", ended_at=None), seats)
    if row.version is not None:
        await store.matches.start_match(new, row.version, 9)
    if row.ended_at is not None:
        await store.matches.end_table(new, row.ended_at)
    return new
