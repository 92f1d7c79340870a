"""The board: the message that shows a match in its channel."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import discord

from bot.announcing.call_line import CallLine
from bot.announcing.layout_post import post_layout
from bot.announcing.lobby_post import LobbyPost
from bot.announcing.payloads import MessageContent
from bot.announcing.posting import Channel, MessagePoster
from bot.announcing.proposal_question import ProposalQuestion
from bot.announcing.recent import RecentMessages
from bot.computers.due_seats import find_due_computer
from bot.model.seat_history import find_ply
from bot.model.table import Table
from bot.model.verbosity import QUIET_VERBOSITY, STORY_VERBOSITY
from bot.platform import permissions
from bot.storage.messages import BOARD_MESSAGE, MessageRow, MessageSubject
from bot.tables.service import Tables
from bot.ui.layouts import MessageLayout
from bot.ui.offers import Offers
from bot.ui.pictures import Pictures
from bot.ui.play import board, ending, seatnotes
from bot.ui.play.board import PostedBoard
from bot.ui.services import NoteWriter
from bot.ui.table import clocks
from games.core.match import Match
from games.core.words import Words


class BoardPost:
    """Posts and updates the boards of tables. Repeated updates do no harm."""

    def __init__(
        self,
        poster: MessagePoster,
        recent: RecentMessages,
        call_line: CallLine,
        question: ProposalQuestion,
        tables: Tables,
        pictures: Pictures,
        lobby: LobbyPost,
        get_offers: Callable[[], Offers],
    ) -> None:
        """Create an instance that posts through ``poster``.

        :param get_offers: returns the menu entries of features, which are registered only later.
        """
        self._poster = poster
        self._recent = recent
        self._call_line = call_line
        self._question = question
        self._messages = poster.messages
        self._tables = tables
        self._pictures = pictures
        self.lobby = lobby
        self._get_offers = get_offers
        self.callbacks: list[Callable[[int], Awaitable[None]]] = []
        """Functions that are called with a table's ID before the table is announced."""
        self._note_writers: list[NoteWriter] = []
        self.to_repost = lobby.to_repost
        """IDs of tables whose lobby or board must be reposted, even if the current message can be edited."""

    def register_hooks(
        self, before_announcing: Callable[[int], Awaitable[None]], write_notes: NoteWriter
    ) -> None:
        """Register functions to call for each announcement.

        :param before_announcing: called with the table's ID.
        """
        self.callbacks.append(before_announcing)
        self._note_writers.append(write_notes)

    async def strip_all_messages(self, table: Table, channel: Channel) -> None:
        """Remove the buttons from all messages of a table in its channel, and retire these messages.

        Messages in other channels belong to the features that posted them.
        """
        rows = [
            row for row in await self._messages.list_live_messages(table.id) if row.channel_id == channel.id
        ]
        await self._poster.strip_and_retire_messages(channel, rows)

    async def _find_lost_boards(self, table: Table, channel: Channel) -> list[MessageRow]:
        return await self._recent.confirm_arrived_messages(
            table, channel, BOARD_MESSAGE, lambda row: board.make_board_marker(table.id, row.seq)
        )

    async def show_board(
        self, table: Table, match: Match, channel: Channel, w: Words, verbosity: str, *, has_new_text: bool
    ) -> bool:
        """Post or update the board, and mention the players who must act.

        :param has_new_text: whether the text changed, so that even a board of the current position is edited.
        :returns: ``False`` if there is no board yet, because it is only posted after computers have moved.
        """
        lost = await self._find_lost_boards(table, channel)
        row = await self._messages.find_current_message(table.id, BOARD_MESSAGE)
        due_computer = await find_due_computer(self._tables.wait_finder, table)
        if due_computer is not None and verbosity != STORY_VERBOSITY:
            await self._show_thinking(
                table, match, channel, row, w, due_computer.seat, verbosity, has_new_text=has_new_text
            )
            return row is not None
        repost = table.id in self.to_repost or await self._poster.may_have_arrived(row, lost)
        first = row is None
        if not first:
            # Call players before updating the board. If the process ends in between, the next start finds the
            # outdated board and calls them again.
            await self._call_line.update_message(
                table, match, channel, w, is_quiet=verbosity == QUIET_VERBOSITY
            )
        if (
            row is None
            or repost
            or not await self._edit_board_in_place(
                table, match, channel, row, w, verbosity, has_new_text=has_new_text
            )
        ):
            row = await self._post_board(table, match, channel, w, verbosity, lost)
            self.to_repost.discard(table.id)
        await self._close_older_boards(table, match, channel, row, w, is_quiet=verbosity == QUIET_VERBOSITY)
        if first:
            await self._call_line.update_message(
                table, match, channel, w, is_quiet=verbosity == QUIET_VERBOSITY
            )
        return True

    async def _show_thinking(
        self,
        table: Table,
        match: Match,
        channel: Channel,
        row: MessageRow | None,
        w: Words,
        seat: int,
        verbosity: str,
        *,
        has_new_text: bool,
    ) -> None:
        """Show on the current board that the computer in ``seat`` is thinking.

        Nothing is posted until a person has to act. That post also shows the computers' moves.
        """
        await self._call_line.update_message(
            table, match, channel, w, is_quiet=verbosity == QUIET_VERBOSITY, is_computer_thinking=True
        )
        if row is None:
            return
        if row.thinking_seat != seat or row.is_stale or has_new_text:
            files = await self._draw_before_newest_deal(
                table, match, PostedBoard.from_row(row), match.ply, channel, w
            )
            if not files or verbosity == QUIET_VERBOSITY:
                files = await self._draw_board(table, match, channel, w)
            content = await self._write_board(
                table,
                match,
                PostedBoard.from_row(row),
                channel,
                w,
                [board.write_thinking_line(table, seat, w)],
                files=files,
                is_quiet=verbosity == QUIET_VERBOSITY,
            )
            view = board.make_buttons(table, match, w, is_computer_thinking=True, has_picture=bool(files))
            if await self._poster.edit_message(channel, row, content, view=view, files=files):
                await self._messages.mark_shown(row.id, match.seq, thinking_seat=seat)
        await self._close_older_boards(table, match, channel, row, w, is_quiet=verbosity == QUIET_VERBOSITY)

    async def _edit_board_in_place(
        self,
        table: Table,
        match: Match,
        channel: Channel,
        row: MessageRow,
        w: Words,
        verbosity: str,
        *,
        has_new_text: bool,
    ) -> bool:
        """Edit the current board if it is outdated. Return ``False`` if a new board is needed instead."""
        posted_board = PostedBoard.from_row(row)
        if needs_new_message(
            table, row, posted_board, match, verbosity
        ) or await self._question.was_step_undone(table, match, posted_board):
            return False
        if row.shows_position(match.seq) and not has_new_text:
            return True
        asked_user_ids = await self._tables.wait_finder.list_asked_user_ids(table)
        calls = (
            [] if verbosity == QUIET_VERBOSITY else board.write_call_lines(table, match, asked_user_ids, w)
        )
        files = await self._draw_board(table, match, channel, w)
        quiet = verbosity == QUIET_VERBOSITY
        content = await self._write_board(
            table, match, posted_board, channel, w, calls, files=files, is_quiet=quiet
        )
        buttons = self._get_offers().list_ending_buttons(table, w)
        view = board.make_buttons(table, match, w, has_picture=bool(files), feature_buttons=buttons)
        if not await self._poster.edit_message(channel, row, content, view=view, files=files):
            # Don't repost the board of an ended match only because a name has changed.
            return match.outcome is not None and (row.is_stale or row.shows_position(match.seq))
        await self._messages.mark_shown(row.id, match.seq)
        return True

    async def _post_board(
        self,
        table: Table,
        match: Match,
        channel: Channel,
        w: Words,
        verbosity: str,
        lost_rows: Sequence[MessageRow],
    ) -> MessageRow:
        """Post a board.

        :param lost_rows: recorded boards that haven't arrived. The new board replaces them.
        """
        # At the verbosity "story", each move has its own board. Otherwise, a board shows several moves.
        since = None if verbosity == STORY_VERBOSITY else board.find_story_start(table, match)
        posted_board = PostedBoard.for_position(table, match, since=since)
        # Players are mentioned only once per turn, however often the board is reposted.
        last = await self._messages.find_last_message(table.id, BOARD_MESSAGE)
        called = False
        if last is not None and last.channel_id == channel.id:
            earlier = PostedBoard.from_row(last)
            is_same_turn = board.is_same_turn(match, earlier.seq, earlier.turn_key)
            called = is_same_turn and not await self._question.was_step_undone(table, match, earlier)
        asked_user_ids = await self._tables.wait_finder.list_asked_user_ids(table)
        calls = (
            [] if verbosity == QUIET_VERBOSITY else board.write_call_lines(table, match, asked_user_ids, w)
        )
        files = await self._draw_board(table, match, channel, w)
        quiet = verbosity == QUIET_VERBOSITY
        content = await self._write_board(
            table, match, posted_board, channel, w, calls, files=files, is_quiet=quiet
        )
        subject = MessageSubject(turn=posted_board.turn_key, since=posted_board.since)
        if isinstance(content, MessageLayout):
            post_arguments = (BOARD_MESSAGE, posted_board.make_nonce, match.seq, content)
            return await post_layout(
                self._poster, table, channel, *post_arguments, replaced_rows=lost_rows, subject=subject
            )
        return await self._poster.post_message(
            table,
            channel,
            BOARD_MESSAGE,
            await self._poster.find_nonce(
                table.id, BOARD_MESSAGE, posted_board.make_nonce, lost_rows, board_seq=posted_board.seq
            ),
            match.seq,
            content,
            view=board.make_buttons(table, match, w, has_picture=bool(files)),
            files=files,
            mentions=()
            if called or verbosity == QUIET_VERBOSITY
            else board.list_mentioned_user_ids(table, match, asked_user_ids),
            replaced_rows=lost_rows,
            subject=subject,
        )

    async def _write_board(
        self,
        table: Table,
        match: Match,
        posted_board: PostedBoard,
        channel: Channel,
        w: Words,
        calls: Sequence[str],
        *,
        files: Sequence[discord.File],
        is_quiet: bool,
    ) -> MessageContent:
        """Return the content of a board: a layout after the end of the match, otherwise a text with mentions.

        :param calls: the lines that mention the players who have to act.
        """
        if is_quiet:
            posted_board = board.narrow_to_turn(table, match, posted_board, match.ply)
        notes = seatnotes.write_seat_notes(table, match, posted_board.since, w)
        for write in self._note_writers:
            notes += await write(table, match, posted_board.since, w)
        notes += clocks.write_deadline_lines(table, await self._tables.clocks.read_seat_times(table), w)
        missing = self._poster.list_missing_permissions(channel, permissions.PICTURE_PERMISSION)
        if missing:
            named = permissions.name_permissions(missing, w)
            notes.append(w("-# No picture: I need the permission {names} here.", names=named))
        elif not files:
            notes.append(w("-# The picture didn't work. **Describe** tells you the whole position."))
        if match.outcome is not None:
            offered = self._get_offers().list_ending_buttons(table, w)
            return ending.lay_out_ending(
                table, match, min(posted_board.since, match.ply), w, notes, files, offered
            )
        return board.write_board(table, match, posted_board, w, calls, notes, is_quiet=is_quiet)

    async def _draw_board(self, table: Table, match: Match, channel: Channel, w: Words) -> list[discord.File]:
        if self._poster.list_missing_permissions(channel, permissions.PICTURE_PERMISSION):
            return []
        return await self._pictures.draw_public_view(table, match, w)

    async def _draw_before_newest_deal(
        self, table: Table, match: Match, posted_board: PostedBoard, end_ply: int, channel: Channel, w: Words
    ) -> list[discord.File]:
        """Draw the position before the newest deal of cards or dice since ``posted_board``.

        Return an empty list if there was no deal, or if the bot may not attach files.
        """
        ply = board.find_newest_deal(match, posted_board, end_ply)
        if ply is None or self._poster.list_missing_permissions(channel, permissions.PICTURE_PERMISSION):
            return []
        return await self._pictures.draw_before_deal(table, match, ply, w)

    async def _close_older_boards(
        self,
        table: Table,
        match: Match,
        channel: Channel,
        current_row: MessageRow,
        w: Words,
        *,
        is_quiet: bool,
    ) -> None:
        until = PostedBoard.from_row(current_row)

        def write_final_text(row: MessageRow) -> str:
            posted_board = PostedBoard.from_row(row)
            if is_quiet:
                posted_board = board.narrow_to_turn(
                    table, match, posted_board, min(until.since - 1, match.ply)
                )
            return board.write_past_board(table, match, posted_board, until, w)

        async def redraw_old_board(row: MessageRow) -> list[discord.File] | None:
            """Return new pictures for an older board; ``None`` to keep its picture."""
            if is_quiet:
                return None
            ply = find_ply(match, until.seq)
            return (
                await self._draw_before_newest_deal(table, match, PostedBoard.from_row(row), ply, channel, w)
                or None
            )

        older = [
            row
            for row in await self._messages.list_live_messages(table.id, BOARD_MESSAGE)
            if row.id != current_row.id
        ]
        await self._poster.close_messages(channel, older, write_final_text, make_files=redraw_old_board)


def needs_new_message(
    table: Table, row: MessageRow, posted_board: PostedBoard, match: Match, verbosity: str
) -> bool:
    """Return whether the position must be posted as a new board, instead of editing the board ``row``."""
    if verbosity == STORY_VERBOSITY:
        # A board that shows this position is outdated only because a seat changed hands.
        return match.seq not in (row.seq, posted_board.seq)
    if table.is_solo_computer_turn(match.active_seat):
        # The only person at the table has just acted or asked for the board, so they need no notification.
        return False
    if verbosity == QUIET_VERBOSITY:
        # Even in a quiet channel, the result is posted as a new message.
        return match.outcome is not None and posted_board.turn_key != board.make_turn_key(match)
    return not board.is_same_turn(match, posted_board.seq, posted_board.turn_key)
