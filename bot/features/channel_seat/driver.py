"""Opens and closes the votes of channels, and plays each chosen move exactly once.

A vote belongs to one position. Its result is stored before the move is played, so a crash can't change the
move or make it happen twice. If the position changes, the vote and all choices are deleted.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

import aiohttp
import discord

from bot.computers.advice import Adviser
from bot.computers.due_seats import DueSeat, find_due_computer
from bot.errors.base import TableError
from bot.errors.playing import WaitingForAnswers
from bot.errors.shards import HostingTakenOver
from bot.errors.storage import StorageError
from bot.features.channel_seat.keeper import STAND_IN_LEVEL, ChannelSeatKeeper
from bot.features.channel_seat.mirror import GuestBoard
from bot.features.channel_seat.posts import ChannelSeatPosts
from bot.kit.keyed_tasks import KeyedTasks, TaskWorker
from bot.kit.timers import KeyedTimers
from bot.model.hours import DAY, HOUR
from bot.model.table import TABLE_IN_LOBBY, TABLE_OVER, TABLE_PLAYING, Table
from bot.storage.channel_seats import ChannelSeats, VoteRow
from bot.tables.feed import Change, ChangeKind
from bot.tables.service import Tables
from games.core.errors import RuleError, StaleAction
from games.core.match import ACT_KIND, Match

log = logging.getLogger(__name__)

GUEST_BOARD_UPDATE_PERIOD_SECONDS = DAY
"""A restarted bot still updates the board in the invited channel for this long after the match."""
MAX_CHECK_DELAY_SECONDS = HOUR
MAX_MOVES_PER_CHECK = 64
"""Any further moves are played in the next check."""
VOTE_CHECK_TIMEOUT_SECONDS = 2.0
"""Maximum seconds that a voter waits for the result of the vote."""


class VoteDriver(TaskWorker):
    """Opens and closes the votes of channels, and plays the moves they choose."""

    def __init__(
        self,
        tables: Tables,
        seats: ChannelSeats,
        keeper: ChannelSeatKeeper,
        adviser: Adviser,
        posts: ChannelSeatPosts,
        guest_board: GuestBoard,
        is_hosting: Callable[[], bool],
    ) -> None:
        self._tables = tables
        self._seats = seats
        self._keeper = keeper
        self._adviser = adviser
        self._posts = posts
        self._guest_board = guest_board
        self._tables_with_new_text: set[int] = set()
        self._asking: set[int] = set()
        self._is_hosting = is_hosting
        self._timers = KeyedTimers(self.wake, tables.now)
        super().__init__(KeyedTasks("channel", self._update_table, self._log_failure), self._timers)

    def wake(self, table_id: int) -> None:
        """Start updating the votes and posts of a table, if this process hosts."""
        if self._is_hosting():
            self._tasks.wake(table_id)

    async def check_votes(self, table_id: int) -> None:
        """Check a table's vote, but wait for the check at most :data:`VOTE_CHECK_TIMEOUT_SECONDS`."""
        self.wake(table_id)
        await self._tasks.wait_for(table_id, VOTE_CHECK_TIMEOUT_SECONDS)

    def check_invitation(self, table_id: int) -> None:
        """Start a task that posts an invitation's question, or closes it once it is answered or withdrawn."""
        self._asking.add(table_id)
        self.wake(table_id)

    def handle_change(self, change: Change) -> None:
        """Update the votes and posts of a table after any change."""
        if change.kind in (ChangeKind.NAMES_CHANGED, ChangeKind.SEATED, ChangeKind.ENDED):
            self._tables_with_new_text.add(change.table_id)
        self.wake(change.table_id)

    async def resume(self) -> None:
        """Check this process's tables with unfinished work for a channel's seat or an invitation."""
        match_ids = await self._seats.list_match_ids_needing_work(
            self._tables.now() - GUEST_BOARD_UPDATE_PERIOD_SECONDS
        )
        for table_id in await self._tables.core.share.pick_owned_table_ids(match_ids):
            self.wake(table_id)
        for table_id in await self._tables.core.share.pick_owned_table_ids(
            await self._seats.list_table_ids_with_invitation()
        ):
            self.check_invitation(table_id)

    async def forget_posts(self) -> None:
        """Forget the posts of votes and questions and the boards in invited channels, to repost them."""
        match_ids = await self._seats.list_match_ids_needing_work(
            self._tables.now() - GUEST_BOARD_UPDATE_PERIOD_SECONDS
        )
        for table_id in await self._tables.core.share.pick_owned_table_ids(
            [*match_ids, *await self._seats.list_table_ids_with_invitation()]
        ):
            await self._posts.forget_posts(table_id)

    def _log_failure(self, table_id: int, error: Exception) -> bool:
        match error:
            case TableError() | HostingTakenOver():
                # Log only the error's type, because its text may contain votes, which are private.
                log.info("vote abandoned table=%d error=%s", table_id, type(error).__name__)
            case discord.HTTPException() | aiohttp.ClientError() | OSError() | StorageError():
                log.warning("vote postponed table=%d", table_id, extra={"fields": {"reason": str(error)}})
                return True
            case _:
                log.exception("vote check failed table=%d", table_id)
                return True
        return False

    async def _update_table(self, table_id: int) -> None:
        """Play the moves that votes have decided, then update votes, posts and the guest board."""
        if not await self._tables.core.share.pick_owned_table_ids([table_id]):
            return
        for _ in range(MAX_MOVES_PER_CHECK):
            table = await self._tables.get(table_id)
            if self._tasks.stopped or not self._is_hosting():
                return
            if table_id in self._asking:
                await self._update_invitation(table)
            if not table.had_channel_seat or table.match is None:
                self._tables_with_new_text.discard(table_id)
                return
            await self._settle_past_votes(table, table.match)
            due_seat = await find_due_computer(self._tables.wait_finder, table, plays_by_vote=True)
            if due_seat is None:
                await self._update_guest_board(table, table.match)
                return
            if not await self._advance_vote(table, table.match, due_seat):
                return

    async def _update_invitation(self, table: Table) -> None:
        """Post the question to the channel that the host invited, and close questions answered or withdrawn.

        The invitation is dropped if the bot can't post in that channel.
        """
        invited_channel_id = await self._seats.find_invited_channel(table.id)
        if invited_channel_id is not None and (
            table.status != TABLE_IN_LOBBY
            or invited_channel_id in table.guest_channel_ids
            or not await self._posts.ask_channel(table, invited_channel_id)
        ):
            await self._seats.drop_invitation(table.id)
            invited_channel_id = None
        # Close questions last. If the bot crashes before that, an open question makes it repeat these steps.
        await self._posts.update_declined_posts(table, invited_channel_id)
        await self._posts.close_questions(table, kept_channel_id=invited_channel_id)
        if invited_channel_id is None:
            self._asking.discard(table.id)

    async def _update_guest_board(self, table: Table, match: Match) -> None:
        """Update the board in the invited channel. After the match, forget who votes for which seat."""
        has_new_text = table.id in self._tables_with_new_text
        self._tables_with_new_text.discard(table.id)
        if table.status == TABLE_OVER:
            await self._seats.delete_voter_seats(table.id)
        await self._guest_board.update_boards(table, match, has_new_text=has_new_text)

    async def _settle_past_votes(self, table: Table, match: Match) -> None:
        """Announce the results of past votes whose move was played, and delete the other past votes."""
        rows = [row for row in await self._seats.list_votes(table.id) if not row.is_announced]
        playing = table.status == TABLE_PLAYING and match.outcome is None
        seats = table.seat_by_channel_id.values()
        past = [row for row in rows if row.seq != match.seq or not playing or row.seat not in seats]
        gone = [row for row in past if not was_move_played(match, row)]
        await self._seats.drop_votes(table.id, [row.seq for row in gone])
        for row in past:
            if row not in gone:
                await self._posts.show_result(table, match, row)
                await self._seats.mark_result_announced(table.id, row.seq)
        await self._posts.close_dropped_votes(table, [row.seq for row in rows if row not in past])

    async def _advance_vote(self, table: Table, match: Match, due_seat: DueSeat) -> bool:
        """Open the vote and schedule its end, or play its result. Return whether to check the table again."""
        terms, now = await self._keeper.find_voting_terms(table), self._tables.now()
        row = await self._seats.open_vote(
            VoteRow(table.id, match.seq, due_seat.seat, now + terms.seconds, terms.quorum)
        )
        if row.token is None:
            votes = await self._seats.count_choices(table.id, match.seq)
            if now < row.closes_at and not 0 < row.quorum <= votes:
                self._timers.restart_timer(table.id, min(row.closes_at - now, MAX_CHECK_DELAY_SECONDS))
                await self._update_guest_board(table, match)
                await self._posts.post_vote(table, row)
                return False
            closed = await self._seats.close_vote(
                table.id, match.seq, None if votes else await self._choose_stand_in_move(table, due_seat)
            )
            if closed is None or closed.token is None:
                return True
            row = closed
        return await self._play_choice(table, row)

    async def _choose_stand_in_move(self, table: Table, due_seat: DueSeat) -> str:
        seats = [
            replace(o, computer=STAND_IN_LEVEL) if o.seat == due_seat.seat else o for o in table.occupants
        ]
        return await self._adviser.thinker.choose_move(
            replace(table, occupants=tuple(seats)), due_seat.match, due_seat.seat
        )

    async def _play_choice(self, table: Table, row: VoteRow) -> bool:
        assert row.token is not None
        try:
            await self._tables.play.perform_computer_action(table.id, row.seat, row.token, row.seq)
        except StaleAction:
            # An undo or another player's move changed the position. The next check drops the vote.
            return True
        except WaitingForAnswers:
            # Another player has just turned off automatic answers, so they must decide first. Their answer
            # changes the position, which starts a new check.
            return False
        except RuleError:
            await self._seats.drop_votes(table.id, [row.seq])
            return True
        log.info("channel move played table=%d seq=%d", table.id, row.seq)
        return True


def was_move_played(match: Match, row: VoteRow) -> bool:
    """Return whether the seat's first action after the vote opened was the vote's move.

    Return ``False`` if an undo came before that action.
    """
    if row.token is None:
        return False
    later_row = next(
        (one for one in match.rows[row.seq :] if one.kind != ACT_KIND or one.seat == row.seat), None
    )
    return later_row is not None and (later_row.kind, later_row.text) == (ACT_KIND, row.token)
