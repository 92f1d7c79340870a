"""Lays out the board of a server for a phone. Nobody is mentioned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b
from json import dumps
from typing import Any, NamedTuple

import discord

from bot.features.server_board.reading import BoardContents, BoardLine, BoardSection
from bot.model.table import Table
from bot.platform.limits import MAX_MESSAGE_LENGTH, clip
from bot.tables.people import ERASED_PERSON_NAME
from bot.ui import layouts
from bot.ui.components import Item, make_button
from bot.ui.durations import write_answer_time_line, write_timestamp
from bot.ui.escaping import escape_name
from bot.ui.ids import make_custom_id
from bot.ui.layouts import MessageLayout
from bot.ui.table.open_button import make_open_button, make_open_table_marker
from bot.ui.table.strengths import NAME_BY_STRENGTH
from games.core.words import Words

MAX_BOARD_LENGTH = 3600
"""Less than Discord allows, because sending replaces command names with longer mentions."""
MAX_NAMES_LENGTH = 200
"""Maximum number of characters for the names of the people at a table."""


def make_board_layout(
    board: BoardContents, post_number: int, w: Words, buttons: Sequence[Item] = ()
) -> MessageLayout:
    """Return the message of a board. If it would be too long, some tables are only counted, not listed.

    :param post_number: number of the post, which identifies the message after a restart.
    :param buttons: buttons of other features, for the last row.
    """
    while True:
        texts = _write_texts(board, w)
        if sum(map(len, texts.all_texts)) <= MAX_BOARD_LENGTH:
            break
        board = _shorten_board(board)
    below = [make_open_button(make_open_table_marker(post_number), w), *buttons]
    joins = [_make_join_button(line, w) for line in board.open_tables.lines]
    parts: list[layouts.LayoutPart] = [layouts.make_text(texts.heading)]
    parts += [layouts.make_section(text, item) for text, item in zip(texts.open_tables, joins, strict=True)]
    parts += [
        layouts.make_text(texts.running_matches),
        layouts.make_text(texts.results),
        layouts.make_action_row(below),
    ]
    return MessageLayout(parts, clip("\n".join(texts.all_texts), MAX_MESSAGE_LENGTH), [*joins, *below])


def hash_layout(layout: MessageLayout) -> str:
    """Return a hash of a message's content."""
    layout_view: Any = layouts.make_layout_view(layout.parts)
    shown = dumps(layout_view.to_components(), sort_keys=True, default=str)
    return blake2b(shown.encode(), digest_size=12).hexdigest()


class _BoardTexts(NamedTuple):
    heading: str
    open_tables: list[str]
    """A text for each table with a free seat."""
    running_matches: str
    results: str

    @property
    def all_texts(self) -> tuple[str, ...]:
        """All texts of the board, from top to bottom."""
        return (self.heading, *self.open_tables, self.running_matches, self.results)


def _write_texts(board: BoardContents, w: Words) -> _BoardTexts:
    head = [f"## 🌊 {w('Tide board')}", f"### 🪑 {w('Open seats')}"]
    if not board.open_tables.lines:
        head.append(w("No table has a free seat right now. `/club challenge` opens one for anybody."))
    running = []
    if board.open_tables.further_count:
        running.append(_write_further_count(board.open_tables.further_count, w))
    running.append(f"### ⏳ {w('Running matches')}")
    running += [_write_running_table_line(line, w) for line in board.running_tables.lines]
    if not board.running_tables.lines:
        running.append(w("None right now."))
    if board.running_tables.further_count:
        running.append(_write_further_count(board.running_tables.further_count, w))
    results = []
    if board.results.lines:
        results.append(f"### 🏆 {w('Results of the week')}")
        results += [_write_result_line(line, w) for line in board.results.lines]
    results.append(f"### 🌅 {w('Reef of the day')}")
    results.append(
        w("**{game}**: the same deal for everybody, one try. `/learn`", game=board.daily_game.title)
    )
    seats = [write_open_table_line(line, w) for line in board.open_tables.lines]
    return _BoardTexts("\n".join(head), seats, "\n".join(running), "\n".join(results))


def _shorten_board(board: BoardContents) -> BoardContents:
    """Return a board whose longest section lists one table less, and counts it instead."""
    sections = (board.results, board.open_tables, board.running_tables)
    longest = max(sections, key=lambda section: len(section.lines))
    shorter = BoardSection(longest.lines[:-1], longest.further_count + 1)
    results, seats, running = (shorter if section is longest else section for section in sections)
    return replace(board, results=results, open_tables=seats, running_tables=running)


def _write_further_count(n: int, w: Words) -> str:
    return w.plural("-# and {n} more", "-# and {n} more", n)


def write_open_table_line(line: BoardLine, w: Words) -> str:
    """Return the line about a table with a free seat."""
    table = line.table
    free = table.free_seat_count
    text = w.plural(
        "**[{game}]({where})** · {people} · {n} seat free",
        "**[{game}]({where})** · {people} · {n} seats free",
        free,
        game=table.game.title,
        where=line.url,
        people=_join_names(table, range(len(table.occupants)), w),
    )
    speed = ""
    if line.answer_hours is not None:
        speed = f" · {escape_name(table.host.name)}: {write_answer_time_line(line.answer_hours, w)}"
    if line.challenge is None:
        return f"{text}\n{w('-# Opened {when}', when=write_timestamp(line.state_since))}{speed}"
    values = {
        "when": write_timestamp(line.challenge.closes_at),
        "strength": w.msg(NAME_BY_STRENGTH[line.challenge.strength]),
    }
    return f"{text}\n{w('-# {strength} · closes {when}', **values)}{speed}"


def _write_running_table_line(line: BoardLine, w: Words) -> str:
    table = line.table
    text = w(
        "**[{game}]({where})** · {people}",
        game=table.game.title,
        where=line.url,
        people=_join_names(table, range(len(table.occupants)), w),
    )
    waiting = _join_names(table, line.awaited_seats, w)
    when = write_timestamp(line.state_since)
    return f"{text}\n{w('-# Waiting for {people} · {when}', people=waiting, when=when)}"


def _write_result_line(line: BoardLine, w: Words) -> str:
    table = line.table
    match = table.match
    assert match is not None
    assert match.outcome is not None
    winners = match.outcome.winners
    others = [seat for seat in range(match.seat_count) if seat not in winners]
    values = {"game": table.game.title, "where": line.url, "when": write_timestamp(line.state_since)}
    people = _join_names(table, winners, w, line.opted_out_seats)
    if match.outcome.is_draw and len(winners) > 1:
        return w("🤝 **{people}** drew in [{game}]({where}) · {when}", people=people, **values)
    if not others:
        return w("🥇 **{people}** in [{game}]({where}) · {when}", people=people, **values)
    beaten = _join_names(table, others, w, line.opted_out_seats)
    return w(
        "🥇 **{people}** in [{game}]({where}), against {others} · {when}",
        people=people,
        others=beaten,
        **values,
    )


def _join_names(
    table: Table, seats: Sequence[int], w: Words, opted_out_seats: frozenset[int] = frozenset()
) -> str:
    names = [
        w.msg(ERASED_PERSON_NAME) if seat in opted_out_seats else escape_name(table.names[seat])
        for seat in seats
    ]
    return clip(w.join_list(list(dict.fromkeys(names))), MAX_NAMES_LENGTH)


def _make_join_button(line: BoardLine, w: Words) -> Item:
    return make_button(make_custom_id("b", "tj", line.table.id), w("Join"), style=discord.ButtonStyle.success)
