"""Keeps the messages of all tables up to date. Announcing a table twice does no harm.

Each table has at most one task. If the table changes while the task is running, the task runs once more and
shows the newest position. A message is recorded before it is posted, and confirmed afterwards. If the process
is killed before the confirmation, the table's next announcement finds or posts the message.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterable

import aiohttp
import discord

from bot.announcing.board_post import BoardPost
from bot.announcing.claims import ClaimQuestions
from bot.announcing.invitations import Invitations
from bot.announcing.late_messages import LateMessages
from bot.announcing.posting import Channel, MessagePoster, make_allowed_mentions
from bot.announcing.proposal_question import ProposalQuestion
from bot.announcing.refused import THREAD_LOCKED_CODE, is_temporary
from bot.announcing.reminders import Reminders
from bot.errors.storage import StorageError
from bot.errors.tables import NoSuchTable, UnhostedGame
from bot.kit.retries import RetrySchedule
from bot.model.table import Table
from bot.platform.obstacles import Obstacle, ObstacleCause
from bot.tables import feed
from bot.tables.feed import Change
from bot.tables.service import Tables
from bot.ui.services import NoteWriter

log = logging.getLogger(__name__)

RECHECKED_CAUSES = (ObstacleCause.CHANNEL, ObstacleCause.PERMISSION)
"""Causes that every announcement checks before it posts anything."""

TEXT_CHANGE_KINDS = (
    feed.ChangeKind.SEATED,
    feed.ChangeKind.STANDING_ORDER_SET,
    feed.ChangeKind.DEADLINE_CHANGED,
    feed.ChangeKind.LANGUAGE_CHANGED,
    feed.ChangeKind.VERBOSITY_CHANGED,
)
"""Changes that affect a board's text without adding a row to the log."""


class Announcer:
    """Updates all messages of a table whenever the table changes."""

    def __init__(
        self,
        poster: MessagePoster,
        board_post: BoardPost,
        late_messages: LateMessages,
        question: ProposalQuestion,
        invitations: Invitations,
        claims: ClaimQuestions,
        reminders: Reminders,
        tables: Tables,
    ) -> None:
        self._poster = poster
        self._messages = poster.messages
        self._board_post = board_post
        self._late_messages = late_messages
        self._question = question
        self._invitations = invitations
        self._claims = claims
        self._reminders = reminders
        self._tables = tables
        self._stopped = False
        self._marked: set[int] = set()
        self._tables_with_new_text: set[int] = set()
        self._interrupted: set[int] = set()
        """IDs of tables whose channels must be searched for messages sent late by another process."""
        self._failed: set[int] = set()
        """IDs of tables whose announcement failed, until :meth:`pop_interrupted_table_ids` returns them."""
        self._obstacles: dict[int, Obstacle] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._retries = RetrySchedule(self.announce_table)
        self._renamed: deque[int] = deque()
        self._renaming: asyncio.Task[None] | None = None

    def register_hooks(
        self, before_announcing: Callable[[int], Awaitable[None]], write_notes: NoteWriter
    ) -> None:
        """Register functions to call for each announcement.

        :param before_announcing: called with the table's ID.
        """
        self._board_post.register_hooks(before_announcing, write_notes)

    def announce_table(self, table_id: int, *, has_new_text: bool = False) -> None:
        """Update a table's messages in the background.

        :param has_new_text: whether the text changed, so that even a board of the current position is edited.
        """
        self._marked.add(table_id)
        if has_new_text:
            self._tables_with_new_text.add(table_id)
        if table_id not in self._tasks:
            self._tasks[table_id] = asyncio.create_task(
                self._run_announcements(table_id), name=f"announce-{table_id}"
            )

    def handle_change(self, change: Change) -> None:
        """Announce the changed table, if its messages show changes of this kind."""
        if change.kind is feed.ChangeKind.NAMES_CHANGED:
            self._renamed.append(change.table_id)
            if self._renaming is None:
                self._renaming = asyncio.create_task(self._announce_renamed_tables(), name="announce-names")
        elif change.kind is feed.ChangeKind.INTERRUPTED:
            self._interrupted.add(change.table_id)
            self._poster.forget_pictures()
            self.announce_table(change.table_id, has_new_text=True)
        elif change.kind not in (feed.ChangeKind.REMINDER_CHANGED, feed.ChangeKind.REVEALED):
            self.announce_table(change.table_id, has_new_text=change.kind in TEXT_CHANGE_KINDS)

    async def _announce_renamed_tables(self) -> None:
        try:
            # Announce one table at a time, because Discord's rate limit for editing old messages is low.
            while self._renamed and not self._stopped:
                table_id = self._renamed.popleft()
                # Skip tables without live messages. Most finished tables have none.
                if await self._messages.list_live_messages(table_id):
                    self.announce_table(table_id, has_new_text=True)
                    await self.wait_until_announced(table_id)
        except StorageError as error:
            # The next start announces the remaining tables.
            log.warning("names not announced", extra={"fields": {"reason": str(error)}})
        finally:
            self._renaming = None

    async def wait_until_idle(self) -> None:
        """Wait until no announcement is pending."""
        while self._tasks or self._renaming is not None:
            renaming = [] if self._renaming is None else [self._renaming]
            await asyncio.gather(*self._tasks.values(), *renaming, return_exceptions=True)

    async def pop_interrupted_table_ids(self) -> list[int]:
        """Return the IDs of tables whose announcement is running, or has failed since the last call.

        Wait for the running ones first. They may succeed even though another process has taken over, if
        this process hosts again before they end. A table is included even if a later announcement
        succeeded, because that announcement posted nothing if another process has taken over.
        """
        running = set(self._tasks)
        await self.wait_until_idle()
        # Another process may replace pictures before this one hosts again, so they must be uploaded again.
        self._poster.forget_pictures()
        table_ids, self._failed = sorted(self._failed | running), set()
        return table_ids

    async def wait_until_announced(self, table_id: int, purpose: str | None = None) -> Obstacle | None:
        """Wait until a table has been announced. Return the obstacle that prevented this, if any.

        :param purpose: if the table has a message with this purpose, ignore all obstacles except a database
            failure.
        """
        while table_id in self._tasks:
            await asyncio.wait([self._tasks[table_id]])
        obstacle = self._obstacles.get(table_id)
        if obstacle is None or purpose is None or obstacle.cause is ObstacleCause.DATABASE:
            return obstacle
        found = await self._messages.find_current_message(table_id, purpose)
        return obstacle if found is None else None

    def has_obstacle(self, table_id: int) -> bool:
        """Return whether an obstacle prevented the last announcement of a table."""
        return table_id in self._obstacles

    def stop(self) -> None:
        """Cancel pending retries. The bot's next start updates outdated messages."""
        self._stopped = True
        self._retries.stop()

    async def repost_table(self, table_id: int) -> Obstacle | None:
        """Repost a table's lobby or board at the end of its channel. Return the obstacle if that fails.

        A thinking computer is an obstacle too. The board is then posted with the computer's move. The
        previous message keeps its buttons until the new one is posted.
        """
        # Only the task that announces the table may post. Otherwise, an edit by the task could restore the
        # buttons of the old message.
        to_repost = self._board_post.to_repost
        to_repost.add(table_id)
        self.announce_table(table_id)
        obstacle = await self.wait_until_announced(table_id) or Obstacle(
            ObstacleCause.COMPUTER, will_be_retried=True
        )
        if table_id not in to_repost:
            return None
        if not obstacle.will_be_retried:
            # The repost failed permanently, so a later announcement must not try it again.
            to_repost.discard(table_id)
        return obstacle

    async def repost_tables(self, table_ids: Iterable[int]) -> None:
        """Repost the lobbies or boards of tables one by one, and log failures."""
        for table_id in table_ids:
            try:
                await self.repost_table(table_id)
            except (UnhostedGame, discord.HTTPException) as error:
                log.warning("couldn't repost table=%d", table_id, extra={"fields": {"reason": str(error)}})
        await self.wait_until_idle()

    async def strip_buttons(self, table: Table, message: discord.Message) -> None:
        """Remove the buttons from a message that is no longer the table's board."""
        channel = await self._poster.find_channel(table.place.channel_id)
        if channel is not None:
            await self._poster.strip_buttons(channel, message.id, is_layout=message.flags.components_v2)

    async def can_see_channel(self, table: Table) -> bool:
        """Return whether the table's channel exists and is visible."""
        return await self._poster.find_channel(table.place.channel_id) is not None

    async def list_missing_permissions(self, table: Table, *names: str) -> list[str] | None:
        """Return the permissions that the bot is missing in a table's channel; ``None`` if it isn't visible.

        :param names: by default the permissions needed for posting.
        """
        channel = await self._poster.find_channel(table.place.channel_id)
        return None if channel is None else self._poster.list_missing_permissions(channel, *names)

    async def post_message_once(self, table: Table, text: str, file: discord.File, nonce: str) -> None:
        """Post a message that is never updated, if the table's channel exists."""
        channel = await self._poster.find_channel(table.place.channel_id)
        if channel is not None:
            await self._poster.send_message(
                channel, text, nonce=nonce, files=[file], allowed_mentions=make_allowed_mentions()
            )

    async def _run_announcements(self, table_id: int) -> None:
        try:
            while table_id in self._marked:
                self._marked.discard(table_id)
                self._poster.unfinished.discard(table_id)
                obstacle = await self._make_announcement(table_id)
                if table_id not in self._poster.unfinished or not self._retries.schedule_retry(table_id):
                    self._retries.reset(table_id)
                self._set_obstacle(table_id, obstacle)
        except discord.HTTPException as error:
            log.warning(
                "announce failed table=%s status=%s code=%s",
                table_id,
                error.status,
                error.code,
                extra={"fields": {"reason": error.text}},
            )
            self._note_failure(table_id, _classify_error(error))
        except (aiohttp.ClientError, OSError) as error:
            log.warning("announce failed table=%s", table_id, extra={"fields": {"reason": repr(error)}})
            self._note_failure(table_id, ObstacleCause.DISCORD)
        except StorageError as error:
            log.warning("announce failed table=%s", table_id, extra={"fields": {"reason": str(error)}})
            self._note_failure(table_id, ObstacleCause.DATABASE)
        except (NoSuchTable, UnhostedGame):
            # The lobby was deleted, or the game is no longer hosted, so there is nothing to show.
            log.info("nothing to announce table=%s", table_id)
        except Exception:
            log.exception("announce failed table=%s", table_id)
            self._note_failure(table_id, ObstacleCause.INTERNAL_ERROR)
        finally:
            self._tasks.pop(table_id, None)
            if table_id in self._marked and not self._stopped:
                self.announce_table(table_id)

    def _note_failure(self, table_id: int, cause: ObstacleCause) -> None:
        """Record the cause of a failure as the table's obstacle, and schedule a retry if it is temporary."""
        temporary = cause in (ObstacleCause.DISCORD, ObstacleCause.DATABASE)
        if temporary:
            self._failed.add(table_id)
        again = temporary and self._retries.schedule_retry(table_id)
        self._set_obstacle(table_id, Obstacle(cause, will_be_retried=again))

    def _set_obstacle(self, table_id: int, obstacle: Obstacle | None) -> None:
        if obstacle is None:
            self._obstacles.pop(table_id, None)
        else:
            self._obstacles[table_id] = obstacle

    async def _make_announcement(self, table_id: int) -> Obstacle | None:
        await asyncio.gather(*(act(table_id) for act in self._board_post.callbacks))
        table = await self._tables.get(table_id)
        if table_id in self._interrupted:
            await self._late_messages.request_search(table)
            self._interrupted.discard(table_id)
        channel = await self._poster.find_channel(table.place.channel_id)
        if channel is None:
            log.warning("channel gone table=%s channel=%s", table_id, table.place.channel_id)
            return Obstacle(ObstacleCause.CHANNEL)
        missing = self._poster.list_missing_permissions(channel)
        if missing:
            log.warning("can't post table=%s missing=%s", table_id, ",".join(missing))
            return Obstacle(ObstacleCause.PERMISSION, tuple(missing))
        has_new_text = table_id in self._tables_with_new_text
        # Remove the table from the set before reading the channel's language, so that a later change of the
        # language adds it again.
        self._tables_with_new_text.discard(table_id)
        try:
            with self._messages.cache_announcement(table_id):
                shown = await self._update_messages(table, channel, has_new_text=has_new_text)
        except BaseException:
            if has_new_text:
                self._tables_with_new_text.add(table_id)
            raise
        # Until a board has been posted, keep the earlier obstacle, unless its cause was checked above.
        before = self._obstacles.get(table_id)
        return before if not shown and before is not None and before.cause not in RECHECKED_CAUSES else None

    async def _update_messages(self, table: Table, channel: Channel, *, has_new_text: bool) -> bool:
        """Update all messages of a table; return ``False`` if its match has no board yet."""
        shown = True
        w, verbosity = await self._tables.channels.read_words_and_verbosity(table.place)
        if table.match is None:
            # Delete obsolete invitations before retiring the lobby. If the process ends in between, the lobby
            # is still outdated, so the next start deletes the rest.
            live = await self._messages.list_live_messages(table.id)
            await self._invitations.delete_obsolete_invitations(table, channel, live)
        repost = table.id in self._board_post.to_repost
        # A process that hosted earlier may have edited the current board late, so write the board's text
        # again.
        has_new_text = has_new_text or await self._late_messages.is_search_requested(table)
        if table.status == "lobby":
            await self._board_post.lobby.show_lobby(table, channel, w)
        else:
            await self._board_post.lobby.show_end(table, channel, w)
        if table.match is not None:
            shown = await self._board_post.show_board(
                table, table.match, channel, w, verbosity, has_new_text=has_new_text
            )
            if shown:
                await self._board_post.lobby.retire_started_lobby(table)
            await self._question.update_question(table, channel, w, must_repost=repost)
            live = await self._messages.list_live_messages(table.id)
            await self._claims.update_questions(table, channel, live, w, must_repost=repost)
            await self._invitations.delete_obsolete_invitations(table, channel, live)
            await self._reminders.delete_obsolete_reminders(table, channel, live)
        elif table.status == "over":
            await self._board_post.strip_all_messages(table, channel)
        reposted = repost and table.id not in self._board_post.to_repost
        await self._late_messages.strip_late_messages(table, channel, must_search=reposted)
        return shown


def _classify_error(error: discord.HTTPException) -> ObstacleCause:
    if error.code == THREAD_LOCKED_CODE:
        return ObstacleCause.THREAD_LOCKED
    return ObstacleCause.DISCORD if is_temporary(error) else ObstacleCause.REFUSED
