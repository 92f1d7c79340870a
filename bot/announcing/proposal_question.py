"""Asks the other players to agree to a proposed draw or undo."""

from __future__ import annotations

from bot.announcing.posting import Channel, MessagePoster
from bot.model.table import Proposal, Table
from bot.storage.messages import PROPOSAL_MESSAGE, MessageRow, MessageSubject
from bot.storage.proposals import DeclinedProposal, Proposals
from bot.ui.ids import encode_number
from bot.ui.play.board import PostedBoard
from bot.ui.table import proposals
from games.core.match import UNDO_KIND, Match
from games.core.words import Words


class ProposalQuestion:
    """Posts the question about each proposal, and closes settled questions."""

    def __init__(self, poster: MessagePoster, proposals: Proposals) -> None:
        self._poster = poster
        self._proposals = proposals
        self._messages = poster.messages

    async def was_step_undone(self, table: Table, match: Match, posted_board: PostedBoard) -> bool:
        """Return whether a step was undone by agreement since the board was posted."""
        for row in await self._messages.list_live_messages(table.id, PROPOSAL_MESSAGE):
            decided = match.rows[row.seq : row.seq + 1]
            if decided and decided[0].kind == UNDO_KIND and posted_board.seq <= row.seq:
                return True
        return False

    async def update_question(self, table: Table, channel: Channel, w: Words, *, must_repost: bool) -> None:
        """Post the question about the open proposal, and close settled questions.

        :param must_repost: whether to post the question again if it is already posted.
        """
        proposal = table.proposal
        asking = None if proposal is None else proposal.id
        live = await self._messages.list_live_messages(table.id, PROPOSAL_MESSAGE)
        pending = [row for row in live if asking is not None and row.subject.proposal == asking]
        decided = [row for row in live if row not in pending]
        answers = {row.id: await self._find_answer(row) for row in decided}
        await self._poster.close_messages(
            channel, decided, lambda row: proposals.write_settled_proposal(table, row.seq, w, answers[row.id])
        )
        newest = pending[-1] if pending else None
        if proposal is not None and (must_repost or newest is None or newest.message_id is None):
            newest = await self._post_question(table, proposal, channel, w)
        older = [row for row in pending if newest is not None and row.id != newest.id]
        await self._poster.strip_and_retire_messages(channel, older)

    async def _post_question(
        self, table: Table, proposal: Proposal, channel: Channel, w: Words
    ) -> MessageRow:
        """Post the question about a proposal. People are mentioned only once in a channel."""
        subject = MessageSubject(proposal=proposal.id)
        nonce = await self._poster.find_nonce(
            table.id,
            PROPOSAL_MESSAGE,
            lambda attempt: f"p{encode_number(proposal.id)}.{encode_number(attempt)}",
        )
        last = await self._messages.find_last_message(table.id, PROPOSAL_MESSAGE)
        called = last is not None and last.channel_id == channel.id and last.subject == subject
        return await self._poster.post_message(
            table,
            channel,
            PROPOSAL_MESSAGE,
            nonce,
            0 if table.match is None else table.match.seq,
            proposals.write_proposal_question(table, proposal, w),
            view=proposals.make_answer_buttons(table, proposal, w),
            mentions=() if called else proposal.awaited_ids,
            subject=subject,
        )

    async def _find_answer(self, row: MessageRow) -> DeclinedProposal | None:
        proposal = row.subject.proposal
        return None if proposal is None else await self._proposals.find_declined_proposal(proposal)
