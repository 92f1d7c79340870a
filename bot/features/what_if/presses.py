"""Handles the buttons of *What if*: opening a fork of a match, making moves, undo, hints and new deals."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.computers.advice import Adviser
from bot.computers.reviewer import Reviewer
from bot.computers.worker import Ranking
from bot.features.what_if.errors import ForkTooLong, MatchOverAtPosition
from bot.features.what_if.fork_state import (
    ForkStart,
    make_deal_number,
    read_fork_start,
    restore_fork,
    write_steps_line,
)
from bot.features.what_if.pages import OPEN_LETTER, Fork, show_final_position, show_question
from bot.features.what_if.sources import MatchSource
from bot.features.what_if.verbs import TABLE_VERB_PREFIX, map_verbs
from bot.model.table import Table
from bot.ui import refusals, replies
from bot.ui.ids import MoveChoice, OutdatedId, read_seat, read_table_id
from bot.ui.play.answering import make_press_handlers
from bot.ui.play.next_step import find_next_step
from bot.ui.presses import PressHandler
from bot.ui.scenes import require_match
from bot.ui.services import Interaction
from games.core.errors import RuleError
from games.core.fork import can_fork, find_actor, find_newest_playable_ply, undo_step
from games.core.match import Match
from games.core.values import value_class
from games.review.review import ReviewedMove


@value_class
class ForkAdditions:
    """What a fork shows above and below a question."""

    note: str = ""
    """Text above the question."""
    has_hint: bool = False


NO_ADDITIONS = ForkAdditions()


class ForkPanel:
    """Lets a user play in a fork. Each press reads the fork from the message, because nothing is stored."""

    def __init__(self, source: MatchSource, adviser: Adviser, reviewer: Reviewer) -> None:
        self._source = source
        self._adviser = adviser
        self._reviewer = reviewer

    @property
    def press_handlers(self) -> tuple[PressHandler, ...]:
        """Handlers whose verbs depend on the source of the match."""
        letters, table = self._source.verb_prefix, self._source.table_id_index
        return (
            *make_press_handlers(map_verbs(letters), self._ask_next_question, self._try_action, table=table),
            PressHandler(
                letters + OPEN_LETTER,
                self.open_position,
                table_id_index=table,
                is_expensive=True,
                acknowledge="new",
            ),
            PressHandler(letters + "u", self.undo_last_step, table_id_index=table),
            PressHandler(letters + "h", self.give_hint, table_id_index=table),
            PressHandler(letters + "n", self.deal_again, table_id_index=table),
            PressHandler(letters + "b", self.return_to_match, table_id_index=table),
        )

    async def open_position(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Open the position that the button names, by default the newest, in a new private message.

        :raises ForkTakenBack: the players have undone this position.
        :raises MatchOverAtPosition: the match is over at this position.
        """
        number = read_table_id(parts)
        table = await self._source.find_table(interaction, number)
        match = require_match(table)
        seq, ply = (
            (read_seat(parts, 1), read_seat(parts, 2))
            if parts[1:]
            else (match.seq, find_newest_playable_ply(match))
        )
        viewer = _find_viewer(table, match, ply, interaction.user.id)
        start = ForkStart(
            number, seq, ply, make_deal_number(interaction.id), viewer, self._source.verb_prefix
        )
        fork = start.make_fork(match)
        if not can_fork(match, ply):
            raise MatchOverAtPosition
        await self._show_fork(interaction, Fork(table, start, fork), ForkAdditions())

    async def give_hint(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show a hint for the seat to act."""
        await self._ask_next_question(interaction, MoveChoice.parse(parts), ForkAdditions(has_hint=True))

    async def undo_last_step(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Undo the last step, whichever seat made it."""
        fork = await self._find_fork(interaction, read_table_id(parts))
        match = fork.match
        if not match.steps or match.seq != read_seat(parts, 1):
            await self._show_current_choices(interaction, fork)
            return
        w = replies.get_words(interaction)
        await self._show_fork(
            interaction, replace(fork, match=undo_step(match)), ForkAdditions(w("Taken back."))
        )

    async def deal_again(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Start again from the fork's first position with another deal."""
        fork = await self._find_fork(interaction, read_table_id(parts))
        start = fork.start.deal_again(interaction.id)
        begun = start.make_fork(require_match(fork.table))
        w = replies.get_words(interaction)
        await self._show_fork(interaction, Fork(fork.table, start, begun), ForkAdditions(w("Dealt again.")))

    async def return_to_match(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show the match in place of the fork."""
        await self._source.show_match(interaction, read_table_id(parts))

    async def _find_fork(self, interaction: Interaction, table_id: int) -> Fork:
        """Return the fork in the message whose button was pressed.

        :raises OutdatedId: the message has no fork of this table.
        :raises TableError: the fork can't be continued.
        """
        message = interaction.message
        start = read_fork_start(message)
        if (start.source, start.table_id) != (self._source.verb_prefix, table_id) or message is None:
            raise OutdatedId
        table = await self._source.find_table(interaction, table_id)
        match, text = require_match(table), message.content
        bared = table.is_revealed_to(interaction.user.id)
        own = tuple(range(match.seat_count)) if bared else table.list_seats(interaction.user.id)
        # Replaying many steps is slow, so it runs off the event loop.
        fork = await asyncio.to_thread(restore_fork, start, match, text, own)
        return Fork(table, start, fork)

    def _is_stale(self, match: Match, choice: MoveChoice) -> bool:
        return choice.seq != match.seq or choice.seat not in match.to_act

    async def _try_action(self, interaction: Interaction, choice: MoveChoice, token: str) -> None:
        fork = await self._find_fork(interaction, choice.table_id)
        if self._is_stale(fork.match, choice):
            await self._show_current_choices(interaction, fork)
            return
        await self._make_step(interaction, fork, choice, token)

    async def _ask_next_question(
        self, interaction: Interaction, choice: MoveChoice, additions: ForkAdditions = NO_ADDITIONS
    ) -> None:
        fork = await self._find_fork(interaction, choice.table_id)
        if self._is_stale(fork.match, choice):
            await self._show_current_choices(interaction, fork)
            return
        await self._ask_or_make_step(interaction, fork, choice, additions)

    async def _ask_or_make_step(
        self, interaction: Interaction, fork: Fork, choice: MoveChoice, additions: ForkAdditions
    ) -> None:
        w = replies.get_words(interaction)
        next_step = await find_next_step(fork.match, choice, w, is_current=True)
        if next_step.action is not None and choice.picks and not additions.has_hint:
            # Steps of a fork can always be undone, so they need no confirmation.
            await self._make_step(interaction, fork, choice, next_step.action.token)
            return
        ranking = await self._rank_moves(fork, choice) if additions.has_hint else None
        note = "\n".join(part for part in (additions.note, next_step.note) if part)
        await show_question(interaction, fork, next_step, note, ranking)

    async def _rank_moves(self, fork: Fork, choice: MoveChoice) -> Ranking:
        ranking = tuple(await self._adviser.thinker.rank_moves_for_hint(fork.table, fork.match, choice.seat))
        move = await self._find_reviewed_move(fork, choice.seat)
        if not ranking or move is None:
            return ranking
        # The review has searched longer, so the hint mustn't contradict it.
        best = (move.best, ranking[0][1] + move.loss)
        return (best, *[one for one in ranking if one[0] != move.best])

    async def _find_reviewed_move(self, fork: Fork, seat: int) -> ReviewedMove | None:
        """Return the stored review's judgement of the move that was made in the fork's first position.

        Return ``None`` if there is none, or if its best move is impossible with the fork's deal.
        """
        if fork.match.steps or fork.start.source != TABLE_VERB_PREFIX:
            return None
        review = await self._reviewer.find_stored_review(fork.table)
        moves = () if review is None else review.moves
        move = next((move for move in moves if (move.ply, move.seat) == (fork.start.ply, seat)), None)
        possible = {action.token for action in fork.match.legal_actions(seat)}
        return move if move is not None and move.best in possible else None

    async def _make_step(self, interaction: Interaction, fork: Fork, choice: MoveChoice, token: str) -> None:
        try:
            after = fork.match.act_until_asked(choice.seat, token)
            write_steps_line(after)
        except (RuleError, ForkTooLong) as error:
            note = refusals.write_refusal(error, replies.get_words(interaction))
            await self._show_fork(interaction, fork, ForkAdditions(note))
            return
        await self._show_fork(interaction, replace(fork, match=after), NO_ADDITIONS)

    async def _show_current_choices(self, interaction: Interaction, fork: Fork) -> None:
        w = replies.get_words(interaction)
        note = w("You've gone on since then. These are your choices now.")
        await self._show_fork(interaction, fork, ForkAdditions(note))

    async def _show_fork(self, interaction: Interaction, fork: Fork, additions: ForkAdditions) -> None:
        """Ask for a move of the seat whose turn it is, or show the final position if the fork has ended."""
        match = fork.match
        if not match.to_act:
            await show_final_position(interaction, fork, additions.note)
            return
        choice = MoveChoice(fork.start.table_id, match.seq, match.to_act[0])
        await self._ask_or_make_step(interaction, fork, choice, additions)


def _find_viewer(table: Table, match: Match, ply: int, user_id: int) -> int | None:
    """Return the seat from whose view a fork is dealt; ``None`` for spectators during the match.

    This is the user's own seat or, after the end, the seat to act. After the end, everyone may see the
    seats' hidden information, as in a review.
    """
    if table.is_revealed_to(user_id) and can_fork(match, ply):
        return find_actor(match, ply)
    return table.find_acting_seat(user_id)
