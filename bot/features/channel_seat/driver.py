"""Opens and closes the votes of channels, and makes what was chosen: once, and only where it was voted on.

A vote belongs to one position. It is closed in the store before its move is made, so after a kill the same
move is made, or found in the log; in any other position it is dropped with all that was chosen.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

import aiohttp
import discord

from bot.computers.advice import Adviser
from bot.computers.turns import Due, find_due_computer
from bot.errors.base import TableError
from bot.errors.playing import WaitingFor
from bot.errors.shards import TakenOver
from bot.errors.storage import StorageError
from bot.features.channel_seat.keeper import STAND_IN, Keeper
from bot.features.channel_seat.mirror import Mirror
from bot.features.channel_seat.posts import Posts
from bot.kit.table_tasks import TableTasks
from bot.kit.waking import Waking
from bot.model.hours import DAY
from bot.model.table import LOBBY, OVER, PLAYING, Table
from bot.storage.channel_seats import ChannelSeats, VoteRow
from bot.tables.feed import Change, Kind
from bot.tables.service import Tables
from games.core.errors import RuleError, StaleAction
from games.core.match import ACT, Match

log = logging.getLogger(__name__)

LATELY = DAY
"""A board in another channel that has missed an end since then shows it after a stop."""
MOST = 64
"""So many moves are made in one run; the change of the last one begins another."""
COUNT_SECONDS = 2.0
"""Who has voted is answered after so long at the latest."""


class Driver:
    """Sees to it that the channel plays."""

    def __init__(
        self,
        tables: Tables,
        seats: ChannelSeats,
        keeper: Keeper,
        adviser: Adviser,
        posts: Posts,
        mirror: Mirror,
        hosts: Callable[[], bool],
    ) -> None:
        self._tables = tables
        self._seats = seats
        self._keeper = keeper
        self._adviser = adviser
        self._posts = posts
        self._mirror = mirror
        self._reworded: set[int] = set()
        self._asking: set[int] = set()
        self._hosts = hosts
        self._tasks = TableTasks("channel", self._look, self._explain)
        self._waking = Waking(self.wake)

    def wake(self, table_id: int) -> None:
        """Look at the vote of a table."""
        if self._hosts():
            self._tasks.wake(table_id)

    async def count(self, table_id: int) -> None:
        """Look at the vote of a table, and wait a little for what comes of it."""
        self.wake(table_id)
        await self._tasks.wait_for(table_id, COUNT_SECONDS)

    def look_at_ask(self, table_id: int) -> None:
        """Ask another channel to play at a table, or close that question."""
        self._asking.add(table_id)
        self.wake(table_id)

    def hear(self, change: Change) -> None:
        """Look after something was stored."""
        if change.kind in (Kind.NAMES, Kind.SEATED, Kind.ENDED):
            self._reworded.add(change.table_id)
        self.wake(change.table_id)

    async def resume(self) -> None:
        """Go on wherever the channel plays, or has not been told what came of a vote."""
        kept = await self._seats.list_tables(self._tables.now() - LATELY)
        for table_id in await self._tables.core.share.owned_here(kept):
            self.wake(table_id)
        for table_id in await self._tables.core.share.owned_here(await self._seats.list_inviting()):
            self.look_at_ask(table_id)

    async def lose_posts(self) -> None:
        """Forget the posts of open votes and questions, and the boards elsewhere, where all are lost."""
        kept = await self._seats.list_tables(self._tables.now() - LATELY)
        for table_id in await self._tables.core.share.owned_here([*kept, *await self._seats.list_inviting()]):
            await self._posts.lose(table_id)

    async def settle(self) -> None:
        """Wait until nothing is under way."""
        await self._tasks.settle()

    def stop(self) -> None:
        """Begin nothing new; the next start goes on."""
        self._tasks.stop()
        self._waking.stop()

    def _explain(self, table_id: int, error: Exception) -> bool:
        match error:
            case TableError() | TakenOver():
                # What was voted for may stand in its text.
                log.info("no vote kept up table=%d error=%s", table_id, type(error).__name__)
            case discord.HTTPException() | aiohttp.ClientError() | OSError() | StorageError():
                log.warning("vote waits table=%d", table_id, extra={"fields": {"reason": str(error)}})
                return True
            case _:
                log.exception("vote stopped table=%d", table_id)
                return True
        return False

    async def _look(self, table_id: int) -> None:
        if not await self._tables.core.share.owned_here([table_id]):
            return
        for _ in range(MOST):
            table = await self._tables.get(table_id)
            if self._tasks.stopped or not self._hosts():
                return
            if table_id in self._asking:
                await self._ask(table)
            if not table.had_channel_seat or table.match is None:
                self._reworded.discard(table_id)
                return
            await self._put_away(table, table.match)
            due = await find_due_computer(self._tables.waiting, table, voted=True)
            if due is None:
                self._waking.cancel(table_id)
                await self._reflect(table, table.match)
                return
            if not await self._go_on(table, table.match, due):
                return

    async def _ask(self, table: Table) -> None:
        """Ask the other channel that the host of a lobby wants to play, and close what is settled."""
        asked = await self._seats.find_invited(table.id)
        if asked is not None and (
            table.status != LOBBY or asked in table.guests or not await self._posts.ask(table, asked)
        ):
            await self._seats.drop_invitation(table.id)
            asked = None
        # Before the question is closed, by which a stop in between is found again.
        await self._posts.renew_declined(table, asked)
        await self._posts.close_asks(table, but=asked)
        if asked is None:
            self._asking.discard(table.id)

    async def _reflect(self, table: Table, match: Match) -> None:
        """Show the match in the other channel that plays."""
        reworded = table.id in self._reworded
        self._reworded.discard(table.id)
        if table.status == OVER:
            await self._seats.forget_sides(table.id)
        await self._mirror.show(table, match, reworded=reworded)

    async def _put_away(self, table: Table, match: Match) -> None:
        """Drop the votes on positions that are gone, and tell of those whose move was made."""
        rows = [row for row in await self._seats.list_votes(table.id) if not row.told]
        playing = table.status == PLAYING and match.outcome is None
        seats = table.channels.values()
        past = [row for row in rows if row.seq != match.seq or not playing or row.seat not in seats]
        gone = [row for row in past if not was_made(match, row)]
        await self._seats.drop(table.id, [row.seq for row in gone])
        for row in past:
            if row not in gone:
                await self._posts.tell(table, match, row)
                await self._seats.mark_told(table.id, row.seq)
        await self._posts.close_dropped(table, [row.seq for row in rows if row not in past])

    async def _go_on(self, table: Table, match: Match, due: Due) -> bool:
        """Open the vote, wait for it or carry it out; ``False`` where there is nothing to do now."""
        terms, now = await self._keeper.terms(table), self._tables.now()
        row = await self._seats.open(
            VoteRow(table.id, match.seq, due.seat, now + terms.seconds, terms.quorum)
        )
        if row.token is None:
            votes = await self._seats.count_choices(table.id, match.seq)
            if now < row.due and not 0 < row.quorum <= votes:
                self._waking.sleep(table.id, row.due - now)
                await self._reflect(table, match)
                await self._posts.open(table, row)
                return False
            closed = await self._seats.close(
                table.id, match.seq, None if votes else await self._stand_in(table, due)
            )
            if closed is None or closed.token is None:
                return True
            row = closed
        return await self._make(table, row)

    async def _stand_in(self, table: Table, due: Due) -> str:
        """Return what a computer plays for a channel that has not voted."""
        seats = [replace(o, computer=STAND_IN) if o.seat == due.seat else o for o in table.occupants]
        return await self._adviser.thinker.think(replace(table, occupants=tuple(seats)), due.match, due.seat)

    async def _make(self, table: Table, row: VoteRow) -> bool:
        assert row.token is not None
        try:
            await self._tables.play.play_on(table.id, row.seat, row.token, row.seq)
        except StaleAction:
            # An undo, or somebody who was asked, was quicker: the next look drops the vote.
            return True
        except WaitingFor:
            # Somebody wants to answer in person since a moment ago; then it is another position.
            return False
        except RuleError:
            await self._seats.drop(table.id, [row.seq])
            return True
        log.info("channel's move made table=%d seq=%d", table.id, row.seq)
        return True


def was_made(match: Match, row: VoteRow) -> bool:
    """Tell whether what was chosen in a vote is the first that its seat did after it."""
    if row.token is None:
        return False
    done = next((one for one in match.rows[row.seq :] if one.kind != ACT or one.seat == row.seat), None)
    return done is not None and (done.kind, done.text) == (ACT, row.token)
