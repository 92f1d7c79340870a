"""The board: the public message of a match, where moves begin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import discord

from bot.model.seat_history import find_ply
from bot.model.table import Table
from bot.platform.limits import BACKUP_MARK_LENGTH, MAX_MESSAGE_LENGTH, MAX_NONCE_LENGTH, clip
from bot.storage.messages import MessageRow
from bot.ui.components import Item, arrange_rows, make_button, make_view
from bot.ui.escaping import escape_name
from bot.ui.ids import MoveChoice, encode_number, make_custom_id
from bot.ui.play import ending, start_buttons
from bot.ui.play.pages import make_describe_button, make_view_button, write_heading
from bot.ui.play.seatnotes import write_seat_changes
from bot.ui.play.story import sum_up_steps
from bot.ui.scenes import escape_scene, find_newest_deal_step, make_scene
from games.core.match import Match
from games.core.values import value_class
from games.core.words import Words

MAX_LINE_CHARACTERS = 220
"""Maximum number of characters in a line that narrates an event."""


@value_class
class PostedBoard:
    """The position that a board was posted for, recorded so that any process can update the message."""

    table_id: int
    seq: int
    """Length of the match's log."""
    since: int
    """First step that the message narrates; 0 for the setup."""
    turn_key: int
    """Result of :func:`make_turn_key`."""

    def make_nonce(self, attempt: int) -> str:
        """Return a nonce for posting the board. Every process makes the same nonce.

        The nonce has at most 20 characters. The other five that Discord allows can mark a layout
        (:mod:`bot.announcing.payloads`) and a restored backup (:mod:`bot.announcing.posting`).

        :param attempt: number of earlier posts of this position.
        :raises ValueError: the nonce would be longer.
        """
        numbers = (self.table_id, self.seq, self.since, self.turn_key, attempt)
        text = ".".join(encode_number(number) for number in numbers)
        if len(text) >= MAX_NONCE_LENGTH - BACKUP_MARK_LENGTH:
            raise ValueError(f"nonce of {len(text)} characters: {text}")
        return text

    @classmethod
    def from_row(cls, row: MessageRow) -> PostedBoard:
        """Return the position that a recorded board message was posted for."""
        return cls(row.table_id, row.posted_seq, row.subject.since or 0, row.subject.turn or 0)

    @classmethod
    def for_position(cls, table: Table, match: Match, *, since: int | None = None) -> PostedBoard:
        """Return the position for a new post of the board. By default it narrates only the newest step."""
        return cls(table.id, match.seq, match.ply if since is None else since, make_turn_key(match))


def make_turn_key(match: Match) -> int:
    """Return a number that changes when the turn passes to another seat and when the match ends.

    An undo may restore an earlier number. If a seat has two turns in a row, the number doesn't change
    (:func:`is_same_turn`).
    """
    changes = sum(one != other for one, other in pairwise(match.list_active_seats()))
    return 2 * changes + (match.outcome is not None)


def is_same_turn(match: Match, seq: int, key: int) -> bool:
    """Return whether the turn in which a message was posted is still in progress.

    :param seq: the number of rows in the log at that time.
    :param key: the position's :func:`make_turn_key` at that time.
    """
    since = find_ply(match, seq)
    has_turn_ended = any(map(match.count_ended_turns, range(since + 1, match.ply + 1)))
    return not has_turn_ended and key == make_turn_key(match)


def find_newest_deal(match: Match, posted_board: PostedBoard, until: int) -> int | None:
    """Return the newest step up to ``until`` that dealt cards or dice after a message was posted, if any."""
    return find_newest_deal_step(match, find_ply(match, posted_board.seq), until)


def find_story_start(table: Table, match: Match) -> int:
    """Return the first step that a new board narrates: the newest one in which no computer took part.

    A computer takes part in its own steps, and in all steps of its turns. If there is no such step, return 0,
    which includes the setup.
    """
    ply = match.ply
    while ply and (
        match.steps[ply - 1].seat in table.non_channel_computer_seats
        or match.active_seat_at(ply - 1) in table.non_channel_computer_seats
    ):
        ply -= 1
    return ply


def find_turn_start(table: Table, match: Match, ply: int) -> int:
    """Return the first step of the turn to which step ``ply`` belongs, or 0 if ``ply`` is 0.

    Consecutive turns of computers count as one, because people see only the position after the last one.
    """

    def continues_turn(former: int) -> bool:
        holders = [match.active_seat_at(before) for before in (former - 1, former)]
        apart = holders[0] != holders[1] or match.count_ended_turns(former)
        return not apart or all(holder in table.non_channel_computer_seats for holder in holders)

    while ply > 1 and continues_turn(ply - 1):
        ply -= 1
    return ply


def narrow_to_turn(table: Table, match: Match, posted_board: PostedBoard, ply: int) -> PostedBoard:
    """Return ``posted_board``, limited so that the board narrates only the turn of step ``ply``."""
    return replace(posted_board, since=max(posted_board.since, find_turn_start(table, match, ply)))


def write_board(
    table: Table,
    match: Match,
    posted_board: PostedBoard,
    w: Words,
    calls: Sequence[str],
    notes: Sequence[str] = (),
    *,
    is_quiet: bool = False,
) -> str:
    """Return the text of a board: the events of this turn and, at the end in bold, the next task.

    For a match that has ended, return the text of :func:`bot.ui.play.ending.write_ending`.

    :param calls: the line that mentions who has to act, or names the computer that is thinking.
    :param is_quiet: whether nobody is mentioned, so that a line must say whose turn it is.
    """
    if match.outcome is not None:
        return ending.write_ending(table, match, min(posted_board.since, match.ply), w, notes)
    story = sum_up_steps(table, match, w, min(posted_board.since, match.ply) - 1)
    last = calls or ([_write_turn_line(table, match, w)] if is_quiet else [])
    return clip(
        "\n".join((*_format_story(story), *notes, *last)) or write_heading(table, w), MAX_MESSAGE_LENGTH
    )


def write_past_board(
    table: Table, match: Match, posted_board: PostedBoard, until: PostedBoard, w: Words
) -> str:
    """Return the text of a board whose turn is over: the events of the turn, without a task."""
    begin = posted_board.since - 1
    # Narrate at least the step the board was posted for, and the deal that its picture doesn't show yet.
    newest_deal = find_newest_deal(match, posted_board, find_ply(match, until.seq)) or 0
    story = sum_up_steps(table, match, w, begin, max(until.since - 1, posted_board.since, newest_deal))
    notes = write_seat_changes(table, match, w, begin, until.since - 2)
    if not story and match.ply < posted_board.since:
        notes.append(w("-# This was taken back."))
    return clip("\n".join((*_format_story(story), *notes)) or write_heading(table, w), MAX_MESSAGE_LENGTH)


def _format_story(story: list[str]) -> list[str]:
    """Return the narrated lines, each shortened if it is too long, the newest in bold."""
    *earlier, newest = [clip(line, MAX_LINE_CHARACTERS) for line in story] or [""]
    return [*earlier, f"**{newest.replace('**', '')}**"] if newest else []


def _write_turn_line(table: Table, match: Match, w: Words) -> str:
    """Return the line that says whose turn it is, without mentioning the person."""
    if match.active_seat is None:
        return ""
    name, task = escape_name(table.names[match.active_seat]), _write_task(table, match, match.active_seat, w)
    return w("**{name}'s turn** – {task}", name=name, task=task)


def _write_task(table: Table, match: Match, seat: int, w: Words) -> str:
    position, scene = make_scene(table, match, None, w)
    return match.game.texts.describe_task(seat, position, escape_scene(scene))


def write_thinking_line(table: Table, seat: int, w: Words) -> str:
    """Return the line that says which computer is thinking, or that a channel votes."""
    if table.occupants[seat].channel is not None:
        return w("**{name} votes…**", name=escape_name(table.names[seat]))
    return w("**{name} is thinking…**", name=escape_name(table.names[seat]))


def write_call_lines(table: Table, match: Match, called_user_ids: Sequence[int], w: Words) -> list[str]:
    """Return the line that mentions the players who must act, with their task, or the thinking computer.

    :param called_user_ids: user IDs of people who must answer first.
    """
    if match.active_seat is None:
        return []
    holder = table.occupants[match.active_seat]
    person = f"<@{holder.user_id}>"
    if called_user_ids:
        people = w.join_list([f"<@{user}>" for user in called_user_ids])
        seat = next(
            (s for s in match.to_act if table.occupants[s].user_id in called_user_ids), match.active_seat
        )
        task = _write_task(table, match, seat, w)
        if holder.computer is None:
            return [
                w(
                    "**Your answer, {people}** – {task} Then it's {person}'s turn.",
                    people=people,
                    task=task,
                    person=person,
                )
            ]
        return [w("**Your answer, {people}** – {task}", people=people, task=task)]
    if holder.computer is not None:
        return [write_thinking_line(table, match.active_seat, w)]
    task = _write_task(table, match, match.active_seat, w)
    return [w("**Your turn, {person}** – {task}", person=person, task=task)]


def list_mentioned_user_ids(table: Table, match: Match, called_user_ids: Sequence[int]) -> tuple[int, ...]:
    """Return the user IDs that a new post notifies."""
    if match.active_seat is None:
        return ()
    holder = table.occupants[match.active_seat]
    in_turn = (holder.user_id,) if holder.computer is None else ()
    return tuple(dict.fromkeys((*in_turn, *called_user_ids)))


def make_buttons(
    table: Table,
    match: Match,
    w: Words,
    *,
    is_computer_thinking: bool = False,
    has_picture: bool = True,
    feature_buttons: Sequence[Item] = (),
) -> discord.ui.View:
    """Return the buttons of a board: those that begin a move, and tools for everybody.

    :param is_computer_thinking: whether a computer is thinking, so that nobody has a move.
    :param has_picture: whether the board has a picture. Without a picture, *Describe* is among the tools.
    :param feature_buttons: the buttons that features add below an ended match.
    """
    if match.outcome is not None:
        return make_view(ending.list_buttons(table, match, w, feature_buttons))
    moves = (
        start_buttons.make_start_buttons(table, match, w)
        if table.status == "playing" and not is_computer_thinking
        else []
    )
    tools = _list_tools(table, match, w, offers_moves=bool(moves), has_picture=has_picture)
    return make_view(arrange_rows(moves, tools))


def _list_tools(table: Table, match: Match, w: Words, *, offers_moves: bool, has_picture: bool) -> list[Item]:
    """Return the buttons of the most frequently used tools. The *More…* menu has the others.

    If help is allowed, *Hint* is there whenever a person can move, so that it is always in the same place.
    """
    buttons: list[Item] = [make_view_button(table, match, w)]
    seat = find_hinted_seat(table, match) if offers_moves else None
    if seat is not None:
        buttons.append(
            make_button(
                make_custom_id("b", "hn", *MoveChoice(table.id, match.seq, seat).list_parts()), w("Hint")
            )
        )
    if not has_picture:
        buttons.append(make_describe_button(table, match, w))
    buttons.append(make_button(make_custom_id("b", "mo", table.id), w("More…")))
    return buttons


def find_hinted_seat(table: Table, match: Match) -> int | None:
    """Return the seat that the board's *Hint* button is for; ``None`` if the board has no such button."""
    people = [
        seat
        for seat in (match.active_seat, *match.to_act)
        if seat is not None and seat not in table.computer_seats
    ]
    if not people or table.is_help_forbidden:
        return None
    # In a computer's turn, the hint is for the first person who must respond to the computer's move.
    return people[0]


def make_board_marker(table: int, *seq: int) -> str:
    """Return the custom_id that identifies the board posted at ``seq`` rows of the log.

    Without ``seq``, return the prefix that all of a table's boards share.
    """
    return make_custom_id("b", "vw", table, *seq)
