"""Lets players act, undo, propose, vote, resign, close a match, and move a table."""

from __future__ import annotations

import time

from bot.errors.playing import (
    NoDrawWithComputers,
    OtherProposalOpen,
    OwnProposalAnswered,
    ProposalNoLongerOpen,
)
from bot.errors.seats import NotSeated
from bot.errors.tables import TableOver
from bot.model.table import TABLE_FROZEN, TABLE_IN_LOBBY, TABLE_OVER, ActionResult, Place, Table
from bot.tables.checks import check_host, check_not_stale, pick_seat
from bot.tables.feed import Change, ChangeKind
from bot.tables.lookup import TableFinder
from bot.tables.store import TableStore, log
from bot.tables.wait_finder import WaitFinder
from games.core.errors import NothingToUndo, RuleError
from games.core.match import Match


class PlayerRequests:
    """Performs the requests of players during a match, except changes of seats."""

    def __init__(self, tables: TableStore, lookup: TableFinder, wait_finder: WaitFinder) -> None:
        self._tables = tables
        self._lookup = lookup
        self._wait_finder = wait_finder

    async def perform_action(
        self,
        table_id: int,
        user_id: int,
        token: str,
        seq: int | None,
        *,
        seat: int | None = None,
        is_prepared: bool = False,
        is_shown: bool = False,
    ) -> ActionResult:
        """Perform a person's action, after standing orders have answered the other players' questions.

        If the person has no choice afterwards, the next actions are performed as well.

        :param seq: the length of the log when the action was offered; ``None`` if it was typed.
        :param seat: one of the person's seats; by default the one that can act now.
        :param is_prepared: whether the action comes from a prepared line, which names each action itself.
        :param is_shown: whether the person is shown the position afterwards.
        :raises NotSeated: the person doesn't have ``seat``.
        :raises WaitingForAnswers: a question is open that no standing order answers.
        """
        async with self._tables.lock(table_id):
            began = time.perf_counter()
            table, match = await self._tables.load_match(table_id)
            check_not_stale(match, seq)
            if seat is None:
                seat = _pick_acting_seat(table, match, user_id, token)
            elif seat not in table.list_seats(user_id):
                raise NotSeated
            ready = await self._wait_finder.apply_standing_orders(table, seat)
            if ready.outcome is not None:
                # An answer has ended the match, so the action isn't performed.
                after = ready
            elif is_prepared:
                after = ready.act(seat, token)
            else:
                after = ready.act_until_asked(seat, token)
            viewer_id = user_id if is_shown else None
            return await self._tables.record_steps(table, match, after, began, viewer_id=viewer_id)

    async def perform_computer_action(self, table_id: int, seat: int, token: str, seq: int) -> ActionResult:
        """Play a computer player's move, after standing orders have answered the other players' questions.

        :param seq: the length of the log in the position that the computer thought about.
        :raises NotSeated: a person has taken over the seat.
        :raises WaitingForAnswers: a question is open that no standing order answers.
        """
        async with self._tables.lock(table_id):
            began = time.perf_counter()
            table, match = await self._tables.load_match(table_id)
            check_not_stale(match, seq)
            if seat not in table.computer_seats:
                raise NotSeated
            ready = await self._wait_finder.apply_standing_orders(table, seat)
            after = ready if ready.outcome is not None else ready.act_until_asked(seat, token)
            return await self._tables.record_steps(table, match, after, began)

    async def undo_step(self, table_id: int, user_id: int, seq: int | None = None) -> Table:
        """Undo a person's last step, or propose this if the other players have to agree.

        :param seq: the length of the log when the undo was offered; ``None`` if it was typed.
        :raises NothingToUndo: the person has not acted yet.
        """
        async with self._tables.lock(table_id):
            began = time.perf_counter()
            table, match = await self._tables.load_match(table_id)
            check_not_stale(match, seq)
            seats = table.list_seats(user_id)
            if not seats:
                raise NotSeated
            last = match.steps[-1].seat if match.steps else -1
            seat = last if last in seats else seats[0]
            try:
                after = match.undo(seat, match.find_undo_ply(seat))
            except NothingToUndo:
                seat, ply = _find_last_step(match, seats)
                return await self._submit_proposal(table, match, "undo", seat, user_id, ply, began)
            return (await self._tables.record_steps(table, match, after, began)).table

    async def propose_draw(self, table_id: int, user_id: int) -> Table:
        """Propose to end the match in a draw. If nobody else plays, the match ends immediately.

        :raises NoDrawWithComputers: the only opponents are computers.
        :raises OtherProposalOpen: another proposal is open.
        """
        async with self._tables.lock(table_id):
            began = time.perf_counter()
            table, match = await self._tables.load_match(table_id)
            seat = pick_seat(table, user_id)
            return await self._submit_proposal(table, match, "draw", seat, user_id, None, began)

    async def answer_proposal(self, table_id: int, user_id: int, proposal_id: int, agrees: bool) -> Table:
        """Agree to a proposal, or decline it. A proposer who declines their own proposal withdraws it.

        The proposal is carried out when the last person agrees, and removed when anyone declines.

        :raises ProposalNoLongerOpen: the proposal is no longer open.
        :raises OwnProposalAnswered: the proposer can't agree.
        """
        async with self._tables.lock(table_id):
            began = time.perf_counter()
            table, match = await self._tables.load_match(table_id)
            seat = pick_seat(table, user_id)
            proposal = table.proposal
            if proposal is None or proposal.id != proposal_id:
                raise ProposalNoLongerOpen
            if not agrees:
                seat = proposal.proposer_seat if user_id == proposal.proposer_id else seat
                write = self._tables.store.proposals.decline_proposal(table_id, proposal, seat)
                return await self._tables.make_change(table, ChangeKind.ANSWERED, "decline", write)
            if user_id == proposal.proposer_id:
                raise OwnProposalAnswered
            if user_id not in proposal.awaited_ids:
                return table
            if proposal.awaited_ids == (user_id,):
                return await self._carry_out_proposal(
                    table, match, proposal.proposer_seat, proposal.ply, began
                )
            return await self._tables.make_change(
                table,
                ChangeKind.ANSWERED,
                "agree",
                self._tables.store.proposals.record_agreement(proposal_id, user_id),
            )

    async def resign_match(self, table_id: int, user_id: int) -> Table:
        """Resign a match on behalf of a player."""
        async with self._tables.lock(table_id):
            began = time.perf_counter()
            table, match = await self._tables.load_match(table_id)
            after = match.resign(pick_seat(table, user_id))
            return (await self._tables.record_steps(table, match, after, began)).table

    async def close_table(self, table_id: int, actor_id: int, *, is_moderator: bool = False) -> Table:
        """End an active table without a result: a lobby, a match, or a frozen table.

        :raises HostRequired: ``actor_id`` is neither the host nor a moderator.
        """
        async with self._tables.lock(table_id):
            began = time.perf_counter()
            table = await self._tables.load_table(table_id)
            if table.status == TABLE_OVER:
                raise TableOver
            check_host(table, actor_id, is_moderator=is_moderator)
            if table.match is None or table.status in (TABLE_IN_LOBBY, TABLE_FROZEN):
                return await self._tables.end_table(table, "close")
            return (await self._tables.record_steps(table, table.match, table.match.close(), began)).table

    async def close_unhosted_table(self, table_id: int, actor_id: int, *, is_moderator: bool = False) -> None:
        """End a table whose game is no longer hosted, so that its channel is free again.

        Anyone seated may do this because nobody can continue the match.

        :raises NotSeated: ``actor_id`` has no seat there and isn't a moderator, or the game is still hosted.
        """
        async with self._tables.lock(table_id):
            row = await self._tables.load_row(table_id)
            if row.status == TABLE_OVER:
                raise TableOver
            if row.game in self._tables.games:
                raise NotSeated
            seated = [seat.user_id for seat in await self._tables.store.seats.list_taken_seats(table_id)]
            if actor_id not in seated and not is_moderator:
                raise NotSeated
            rows = await self._tables.store.matches.read_log(table_id)
            await self._tables.store.matches.end_table(table_id, self._tables.now())
            self._tables.publish(Change(table_id, len(rows), ChangeKind.ENDED))
            log.info("table=%d kind=close", table_id)

    async def move_table(self, table_id: int, actor_id: int, place: Place) -> Table:
        """Move a table to another channel. Anyone seated may do this.

        :raises ChannelTaken: the other channel has an active table.
        """
        return await self._lookup.run_write_in_free_channel(
            lambda: self._move_table(table_id, actor_id, place)
        )

    async def _move_table(self, table_id: int, actor_id: int, place: Place) -> Table:
        async with self._tables.lock(table_id):
            table = await self._tables.load_table(table_id)
            if table.status == TABLE_OVER:
                raise TableOver
            pick_seat(table, actor_id)
            write = self._tables.store.matches.move_table(
                table_id, place.channel_id, place.guild_id, place.locale
            )
            return await self._tables.make_change(table, ChangeKind.MOVED, "move", write)

    async def _submit_proposal(
        self, table: Table, match: Match, kind: str, seat: int, user_id: int, ply: int | None, began: float
    ) -> Table:
        """Ask the other people at the table to agree to a draw or an undo.

        If no other person plays at the table, end the match in a draw or undo the step immediately.

        :raises NoDrawWithComputers: the only opponents are computers.
        :raises OtherProposalOpen: another proposal is open.
        """
        if set(table.user_ids) == {user_id}:
            if kind == "draw" and table.computer_seats:
                raise NoDrawWithComputers
            return await self._carry_out_proposal(table, match, seat, ply, began)
        proposal = table.proposal
        if proposal is not None:
            raise OtherProposalOpen(proposal.kind, proposal.proposer_id, proposal.awaited_ids)
        write = self._tables.store.proposals.add_proposal(table.id, kind, seat, user_id, ply)
        return await self._tables.make_change(table, ChangeKind.PROPOSED, f"propose_{kind}", write)

    async def _carry_out_proposal(
        self, table: Table, match: Match, seat: int, ply: int | None, began: float
    ) -> Table:
        """End the match in a draw if ``ply`` is ``None``. Otherwise undo until ``ply`` steps are left."""
        after = match.agree_draw(seat) if ply is None else match.undo(seat, ply)
        return (await self._tables.record_steps(table, match, after, began)).table


def _pick_acting_seat(table: Table, match: Match, user_id: int, token: str) -> int:
    """Return the seat with which a person plays ``token``.

    If the person has several seats, this is the first seat that is asked a question and can answer it with
    the token, otherwise the seat whose turn it is.
    """
    seats = table.list_seats(user_id)
    if len(seats) > 1:
        for seat in match.to_act:
            if seat in seats and _is_legal(match, seat, token):
                return seat
    if match.active_seat in seats and match.active_seat not in match.to_act:
        return match.active_seat
    return pick_seat(table, user_id)


def _is_legal(match: Match, seat: int, token: str) -> bool:
    try:
        match.check_action(seat, token)
    except RuleError:
        return False
    return True


def _find_last_step(match: Match, seats: tuple[int, ...]) -> tuple[int, int]:
    """Return which of ``seats`` acted last, and the number of steps left after an agreed undo of its step."""
    for ply in range(match.ply, 0, -1):
        seat = match.steps[ply - 1].seat
        if seat in seats:
            return seat, match.find_agreed_undo_ply(seat)
    return seats[0], match.find_agreed_undo_ply(seats[0])
