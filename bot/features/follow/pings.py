"""Posts messages that ping the followers of a match. Each message is posted once.

Before a message is sent, its number is stored for each person it mentions (:mod:`bot.storage.follows`). The
number is part of the nonce. After a crash, a message is sent again only if it isn't found in the channel.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from bot.announcing.failing import log_post_failure
from bot.announcing.posting import Channel, MessagePoster
from bot.announcing.recent import RecentMessages
from bot.features.follow import verbs
from bot.features.follow.moments import ENDED_MATCH_MOMENT_COUNT, count_passed_moments
from bot.kit.keyed_tasks import KeyedTasks, TaskWorker
from bot.kit.timers import KeyedTimers
from bot.model.hours import HOUR, find_waking_time
from bot.model.table import Table
from bot.model.turns import count_played_turns
from bot.model.verbosity import QUIET_VERBOSITY
from bot.platform.limits import MAX_MESSAGE_LENGTH, clip
from bot.storage.follows import FollowRow, Follows
from bot.storage.messages import FOLLOW_MESSAGE
from bot.tables.feed import Change, ChangeKind
from bot.tables.service import Tables
from bot.ui.components import make_button, make_view
from bot.ui.ids import encode_number, make_custom_id
from bot.ui.links import make_table_link
from bot.ui.scenes import escape_scene, make_scene
from games.core.match import Match
from games.core.words import Words

RELEVANT_CHANGE_KINDS = (ChangeKind.ACTED, ChangeKind.ENDED)
"""Changes of a table after which followers may have to be pinged."""
MAX_CHECK_DELAY_SECONDS = HOUR
"""Maximum seconds between two checks during followers' quiet hours, which they may change."""


class FollowerPings(TaskWorker):
    """Pings the followers of matches at the moments they chose."""

    def __init__(
        self,
        poster: MessagePoster,
        recent: RecentMessages,
        tables: Tables,
        follows: Follows,
        wait_until_announced: Callable[[int], Awaitable[object]],
        is_hosting: Callable[[], bool],
    ) -> None:
        """Create the worker. It pings nobody until its tasks start.

        :param wait_until_announced: waits until the board of a table is up to date.
        """
        self._poster = poster
        self._recent = recent
        self._tables = tables
        self._follows = follows
        self._wait_until_announced = wait_until_announced
        self._is_hosting = is_hosting
        tasks = KeyedTasks("follow", self._update_table, partial(log_post_failure, "follow"))
        self._timers = KeyedTimers(tasks.wake, tables.now)
        super().__init__(tasks, self._timers)

    def handle_change(self, change: Change) -> None:
        """Check after a move and at the end of a match whether followers must be pinged."""
        if change.kind in RELEVANT_CHANGE_KINDS and self._is_hosting():
            self._tasks.wake(change.table_id)

    async def resume(self) -> None:
        """Check all of this process's matches that somebody follows."""
        for table_id in await self._tables.core.share.pick_owned_table_ids(
            await self._follows.list_match_ids_with_followers()
        ):
            self._tasks.wake(table_id)

    async def _update_table(self, table_id: int) -> None:
        """Send stored pings that haven't been sent, then ping the followers who are due now.

        After the end of the match, delete its followers once each has been mentioned.
        """
        rows = await self._follows.list_followers(table_id)
        if not rows or not await self._tables.core.share.pick_owned_table_ids([table_id]):
            return
        await self._wait_until_announced(table_id)
        table = await self._tables.get(table_id)
        match, channel = table.match, await self._poster.find_channel(table.place.channel_id)
        if match is None or channel is None or self._poster.list_missing_permissions(channel):
            return
        for ping in sorted({row.post_number for row in rows if not row.is_post_sent}):
            await self._send_ping(table, match, channel, ping)
        await self._ping_due_followers(table, match, channel)
        if match.outcome is not None and all(
            row.is_post_sent and row.handled_moment_count == ENDED_MATCH_MOMENT_COUNT
            for row in await self._follows.list_followers(table_id)
        ):
            await self._follows.remove_all_followers(table_id)

    async def _ping_due_followers(self, table: Table, match: Match, channel: Channel) -> None:
        """Store which followers are due for a ping, and mention them. Quiet hours or vacation delay a ping.

        In a quiet channel, followers are mentioned only at the end of the match.
        """
        rows = await self._follows.list_followers(table.id)
        quiet = await self._tables.channels.get_verbosity(table.place.channel_id) == QUIET_VERBOSITY
        reached = [
            (row, count_passed_moments(match, row.moment_kind))
            for row in rows
            if not table.list_seats(row.user_id)
        ]
        due = [
            (row, count)
            for row, count in reached
            if count > row.handled_moment_count and (count == ENDED_MATCH_MOMENT_COUNT or not quiet)
        ]
        awake = [(row, count) for row, count in due if await self._may_ping_now(table.id, row)]
        if not awake or self._tasks.stopped or not self._is_hosting():
            return
        last = await self._poster.messages.find_last_message(table.id, FOLLOW_MESSAGE)
        ping = 1 + max(*(row.post_number for row in rows), 0 if last is None else last.posted_seq)
        await self._follows.record_post([row for row, _ in awake], [count for _, count in awake], ping)
        await self._send_ping(table, match, channel, ping)

    async def _may_ping_now(self, table_id: int, row: FollowRow) -> bool:
        """Return whether a person may be pinged now. In quiet hours or vacation, schedule another check."""
        now = self._tables.now()
        woken = find_waking_time(await self._tables.times.get_time_settings(row.user_id), now)
        if woken > now:
            self._timers.set_timer(table_id, min(woken - now, MAX_CHECK_DELAY_SECONDS))
        return woken <= now

    async def _send_ping(self, table: Table, match: Match, channel: Channel, ping_number: int) -> None:
        """Post a stored ping, unless the channel has it already.

        Followers with quiet hours or on vacation are left out and mentioned later.
        """
        messages, nonce = self._poster.messages, make_ping_nonce(table.id, ping_number)
        await self._recent.confirm_arrived_messages(
            table, channel, FOLLOW_MESSAGE, lambda row: make_ping_marker(table.id, row.seq)
        )
        if not await messages.is_nonce_used(table.id, FOLLOW_MESSAGE, nonce):
            rows = [
                row
                for row in await self._follows.list_followers(table.id)
                if row.post_number == ping_number and not row.is_post_sent
            ]
            asleep = [row for row in rows if not await self._may_ping_now(table.id, row)]
            await self._follows.undo_post(asleep)
            people = [row.user_id for row in rows if row not in asleep]
            if people:
                w = await self._tables.channels.find_words(table)
                text = clip(
                    write_ping(table, match, people, await make_table_link(messages, table, w), w),
                    MAX_MESSAGE_LENGTH,
                )
                follow_button = make_button(make_ping_marker(table.id, ping_number), w("Follow…"), emoji="🔔")
                await self._poster.post_message(
                    table,
                    channel,
                    FOLLOW_MESSAGE,
                    nonce,
                    ping_number,
                    text,
                    view=make_view([follow_button]),
                    mentions=people,
                )
        row_ids = [
            row.id
            for row in await messages.list_live_messages(table.id, FOLLOW_MESSAGE)
            if row.seq == ping_number
        ]
        await messages.retire_messages(row_ids)
        await self._follows.mark_sent(table.id, ping_number)

    async def recheck_matches(self) -> None:
        """Check all followed matches again, to retry failed pings and delete followers of ended matches."""
        await self.resume()


def make_ping_marker(table_id: int, ping_number: int) -> str:
    """Return the custom_id that identifies the message of a ping."""
    return make_custom_id("b", verbs.OPEN_VERB, table_id, ping_number)


def make_ping_nonce(table_id: int, ping_number: int) -> str:
    """Return the nonce with which the message of a ping is sent."""
    return f"f{encode_number(table_id)}.{encode_number(ping_number)}"


def write_ping(table: Table, match: Match, user_ids: Sequence[int], link: str, w: Words) -> str:
    """Return the text of a ping: mentions of the people, and the public state of the match."""
    position, scene = make_scene(table, match, None, w)
    values = {
        "people": " ".join(f"<@{user}>" for user in user_ids),
        "game": table.game.title,
        "table": link,
    }
    if match.outcome is not None:
        head = w("🏁 {people}: **{game}** has ended, {table}.", **values)
    else:
        turn = count_played_turns(match)
        head = w("🔔 {people}: **{game}**, turn {turn}, {table}.", turn=turn, **values)
    return f"{head}\n{match.game.texts.describe_status(position, escape_scene(scene))}"
