"""The board message: what everybody reads of a match, and where a move begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import discord

from bot.model.seat_history import find_ply
from bot.model.table import Table
from bot.platform.limits import CONTENT, LABEL, NONCE, NONCE_MARK, PER_ROW, clip, newest_lines
from bot.storage.messages import MessageRow
from bot.ui.escaping import escape_name
from bot.ui.ids import Choice, custom_id, packed
from bot.ui.play import replay
from bot.ui.play.asking import find_icon
from bot.ui.play.seatnotes import write_changes
from bot.ui.presses import Item, button, view
from bot.ui.scenes import escape_scene, make_scene, narrate
from games.core.match import Match
from games.core.outcome import CLOSED
from games.core.shapes import FIRST
from games.core.words import Words

TOOL_ROW = 4


@dataclass(frozen=True, slots=True)
class Posted:
    """What a board message was posted for, so that any process can go on with it.

    ``seq``, ``since`` (the ply) and ``turn`` are those of the position it was posted for: it tells what
    happened from that ply's step on.
    """

    table: int
    seq: int
    since: int
    turn: int

    def nonce(self, attempt: int) -> str:
        """Return at most 21 characters, the same for the same post whoever makes it.

        :param attempt: counts posts of the same position.
        """
        numbers = (self.table, self.seq, self.since, self.turn, attempt)
        text = ".".join(packed(number) for number in numbers)
        if len(text) > NONCE - NONCE_MARK:
            raise ValueError(f"nonce of {len(text)} characters: {text}")
        return text

    @classmethod
    def of(cls, row: MessageRow) -> Posted:
        """Return it for a board that was noted."""
        return cls(row.table_id, row.posted_seq, row.about.since or 0, row.about.turn or 0)

    @classmethod
    def now(cls, table: Table, match: Match, *, since: int | None = None) -> Posted:
        """Return what a post of the present position is; by default it tells the newest step alone."""
        return cls(table.id, match.seq, match.ply if since is None else since, make_turn_key(match))


def make_turn_key(match: Match) -> int:
    """Return how often another seat came to be in turn, and whether the match is over.

    An undo may lead to an earlier one. Where the next turn is the same seat's again it stays
    (:func:`is_same_turn`).
    """
    holders = [match.rules.turn(match.state_at(ply)) for ply in range(match.ply + 1)]
    return 2 * sum(one != other for one, other in pairwise(holders)) + (match.outcome is not None)


def is_same_turn(match: Match, seq: int, key: int) -> bool:
    """Tell whether the turn is still going on in which a message was posted.

    :param seq: how many rows the log had then.
    :param key: its :func:`make_turn_key` then.
    """
    since = find_ply(match, seq)
    return key == make_turn_key(match) and not any(map(match.turns_ended, range(since + 1, match.ply + 1)))


def find_first_told(table: Table, match: Match) -> int:
    """Return the ply of the newest step in a person's turn: what computer players did since is told with it.

    0, where the setup is told too, when there is none.
    """
    ply = match.ply
    while ply and (
        match.steps[ply - 1].seat in table.computers
        or match.rules.turn(match.state_at(ply - 1)) in table.computers
    ):
        ply -= 1
    return ply


def find_turn_start(table: Table, match: Match, ply: int) -> int:
    """Return the first step of the turn that the step ``ply`` belongs to; 0 before the first.

    What computer players do one after the other counts as one turn: nobody could read of it in between.
    """

    def one(former: int) -> bool:
        """Whether a step and the one after it are of one turn."""
        holders = [match.rules.turn(match.state_at(before)) for before in (former - 1, former)]
        apart = holders[0] != holders[1] or match.turns_ended(former)
        return not apart or all(holder in table.computers for holder in holders)

    while ply > 1 and one(ply - 1):
        ply -= 1
    return ply


def narrow_to_turn(table: Table, match: Match, posted: Posted, ply: int) -> Posted:
    """Return a post as if it told of the turn of the step ``ply`` alone, where it tells of more."""
    return replace(posted, since=max(posted.since, find_turn_start(table, match, ply)))


def write_board(
    table: Table,
    match: Match,
    posted: Posted,
    w: Words,
    calls: Sequence[str],
    notes: Sequence[str] = (),
    *,
    quiet: bool = False,
) -> str:
    """Return the text of a board: what happened in this turn, how things stand, whom it waits for.

    :param calls: the lines that mention people, or say who is thinking.
    :param quiet: nobody is mentioned, so the last line says in bold whose turn it is.
    """
    position, scene = make_scene(table, match, None, w)
    status = match.game.texts.status(position, escape_scene(scene))
    head = _write_head(table, w)
    if quiet and match.outcome is None:
        *before, last = (status, *calls)
        tail = [*before, *notes, f"**{last}**"]
    else:
        tail = [status, *notes, *calls]
    if match.outcome is not None:
        tail += _reveal_secret(table, w)
    room = CONTENT - len(head) - sum(len(line) + 1 for line in tail) - 3
    story = _write_story(narrate(table, match, None, w, min(posted.since, match.ply) - 1), room)
    told_so_far = [f"{head}\n{story}\n"] if story else [head]
    return clip("\n".join(part for part in (*told_so_far, *tail) if part), CONTENT)


def write_past_board(table: Table, match: Match, posted: Posted, until: Posted, w: Words) -> str:
    """Return the text of a board whose turn has passed: what happened in it, without what it waited for."""
    head = _write_head(table, w)
    begin = posted.since - 1
    # At least the step that it was posted for, where nothing has come since.
    lines = narrate(table, match, None, w, begin, max(until.since - 1, posted.since))
    notes = write_changes(table, match, w, begin, until.since - 2)
    if not lines and match.ply < posted.since:
        notes.append(w("-# What was told here has been taken back."))
    room = CONTENT - len(head) - sum(len(note) + 1 for note in notes) - 1
    return "\n".join(part for part in (head, _write_story(lines, room), *notes) if part)


def _write_head(table: Table, w: Words) -> str:
    return f"**{table.game.title}** · {w('table {number}', number=table.id)}"


def _write_story(lines: list[str], room: int) -> str:
    return newest_lines([f"> {line}" for line in lines], room)


def write_thinking(table: Table, seat: int, w: Words) -> str:
    """Return the line that says for which computer player everybody waits."""
    return w("{name} is thinking.", name=escape_name(table.names[seat]))


def write_calls(table: Table, match: Match, asked: Sequence[int], w: Words) -> list[str]:
    """Return the lines that mention whose turn it is, and those who want to be asked in person first."""
    if match.turn is None:
        return []
    holder = table.occupants[match.turn]
    lines = []
    if holder.computer is None:
        lines.append(w("{person}, it is your turn.", person=f"<@{holder.user_id}>"))
    elif not asked:
        lines.append(write_thinking(table, match.turn, w))
    if asked:
        people = w.listed([f"<@{user}>" for user in asked])
        lines.append(w("First an answer is awaited from {people}.", people=people))
    return lines


def list_mentioned(table: Table, match: Match, asked: Sequence[int]) -> tuple[int, ...]:
    """Return the user ids of those whom a new post notifies."""
    if match.turn is None:
        return ()
    holder = table.occupants[match.turn]
    in_turn = (holder.user_id,) if holder.computer is None else ()
    return tuple(dict.fromkeys((*in_turn, *asked)))


def _reveal_secret(table: Table, w: Words) -> list[str]:
    match = table.match
    if match is None or match.outcome is None or match.outcome.ending == CLOSED or not table.secret:
        return []
    return [
        w(
            "-# The secret was `{secret}`. With the file of `/table export` anybody can check every draw.",
            secret=table.secret,
        )
    ]


def make_buttons(table: Table, match: Match, w: Words, *, thinking: bool = False) -> discord.ui.View:
    """Return the buttons: the first field of a move for those to act, and the tools for everybody.

    :param thinking: everybody waits for a computer player, so nobody has a move.
    """
    items = _list_openers(table, match, w) if table.status == "playing" and not thinking else []
    return view([*items, *_list_tools(table, match, w)])


def _list_openers(table: Table, match: Match, w: Words) -> list[Item]:
    position, scene = make_scene(table, match, None, w)
    seats = [seat for seat in match.to_act if seat != match.turn]
    if match.turn is not None:
        seats.append(match.turn)
    offered = {seat: match.rules.openers(position, seat) for seat in seats if seat not in table.computers}
    # Each seat begins a row, unless so many are asked at once that the rows do not suffice.
    apart = sum(-(-len(values) // PER_ROW) for values in offered.values()) <= TOOL_ROW
    made: list[Item] = []
    place = 0
    for seat, values in offered.items():
        for value in values:
            if place == TOOL_ROW * PER_ROW:
                # Those left over begin from *My view*.
                return made
            choice = Choice(table.id, match.seq, seat, (value,))
            text = match.game.texts.label(FIRST, value, position, scene)
            if seat != match.turn:
                text = w("{name}: {choice}", name=table.names[seat], choice=text)
            made.append(
                button(
                    custom_id("b", "go", *choice.parts()),
                    clip(text, LABEL),
                    row=place // PER_ROW,
                    emoji=find_icon(FIRST, value, match.game, position),
                    style=discord.ButtonStyle.primary,
                )
            )
            place += 1
        if apart:
            place += -place % PER_ROW
    return made


def _list_tools(table: Table, match: Match, w: Words) -> list[Item]:
    seq = match.seq
    made: list[Item] = [
        button(custom_id("b", "vw", table.id, seq), w("My view"), row=TOOL_ROW, emoji="🖼️"),
        button(custom_id("b", "cu", table.id, seq), w("Catch me up"), row=TOOL_ROW, emoji="🔎"),
        button(custom_id("b", "ds", table.id, seq), w("Describe"), row=TOOL_ROW, emoji="📝"),
        button(custom_id("b", "mo", table.id), w("More…"), row=TOOL_ROW, emoji="🧭"),
    ]
    if match.outcome is None:
        made.insert(3, button(custom_id("b", "un", table.id, seq), w("Undo"), row=TOOL_ROW, emoji="↩️"))
        return made
    # No move is left to begin, so the row above is free for what comes after a match.
    again = button(custom_id("b", "rem", table.id), w("Play again"), row=TOOL_ROW - 1, emoji="🔁")
    return [again, replay.opener(table, w, TOOL_ROW - 1), *made]


def make_marker(table: int, *seq: int) -> str:
    """Return the custom_id by which a board of a position is known; its first parts without a position."""
    return custom_id("b", "vw", table, *seq)
