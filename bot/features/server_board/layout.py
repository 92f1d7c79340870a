"""The board of a server as a message: every text says all it needs on a phone, and mentions nobody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b
from json import dumps
from typing import Any

import discord

from bot.features.server_board.reading import Board, Line, Part
from bot.features.server_board.strength import STRENGTHS
from bot.model.table import Table
from bot.platform.limits import CONTENT, clip
from bot.tables.people import SOMEBODY
from bot.ui import layouts
from bot.ui.components import Item, button
from bot.ui.durations import stamp
from bot.ui.escaping import escape_name
from bot.ui.ids import custom_id
from bot.ui.layouts import Layout
from games.core.words import Words

ROOM = 3600
"""So many characters are used of what a layout takes: commands grow when they become mentions."""
NAMES = 200
"""So many characters the names of a table have."""


def lay_out(board: Board, attempt: int, w: Words) -> Layout:
    """Return the message of a board; where it would be too long, fewer tables are named and more counted.

    :param attempt: which post it is; by this one it is found again.
    """
    while True:
        texts = _write(board, w)
        if sum(map(len, texts.flat)) <= ROOM:
            break
        board = _shorten(board)
    below = _list_below(board, attempt, w)
    joins = [_make_join(line, w) for line in board.seats.lines]
    parts: list[layouts.Part] = [layouts.text(texts.head)]
    parts += [layouts.section(text, item) for text, item in zip(texts.seats, joins, strict=True)]
    parts += [layouts.text(texts.running), layouts.text(texts.results), layouts.row(below)]
    return Layout(parts, clip("\n".join(texts.flat), CONTENT), [*joins, *below])


def fingerprint(layout: Layout) -> str:
    """Return what is another one as soon as a message shows anything else."""
    made: Any = layouts.arrange(layout.parts)
    shown = dumps(made.to_components(), sort_keys=True, default=str)
    return blake2b(shown.encode(), digest_size=12).hexdigest()


def marker(attempt: int) -> str:
    """Return the custom_id by which a post of a board is known in its channel's history."""
    return custom_id("b", "tdo", attempt)


class _Texts:
    """The texts of a board, in their order."""

    def __init__(self, head: str, seats: Sequence[str], running: str, results: str) -> None:
        self.head, self.seats, self.running, self.results = head, tuple(seats), running, results

    @property
    def flat(self) -> tuple[str, ...]:
        return (self.head, *self.seats, self.running, self.results)


def _write(board: Board, w: Words) -> _Texts:
    head = [f"## 🌊 {w('Tide board')}", f"### 🪑 {w('Open seats')}"]
    if not board.seats.lines:
        head.append(w("No table has a free seat right now. `/challenge` opens one for anybody."))
    running = []
    if board.seats.more:
        running.append(_tell_more(board.seats.more, w))
    running.append(f"### ⏳ {w('Running matches')}")
    running += [_write_running(line, w) for line in board.running.lines]
    if not board.running.lines:
        running.append(w("None right now."))
    if board.running.more:
        running.append(_tell_more(board.running.more, w))
    results = []
    if board.results.lines:
        results.append(f"### 🏆 {w('Results of the week')}")
        results += [_write_result(line, w) for line in board.results.lines]
    results.append(f"### 🌅 {w('Reef of the day')}")
    results.append(w("**{game}**: the same deal for everybody, one try. `/daily`", game=board.daily.title))
    seats = [_write_open(line, w) for line in board.seats.lines]
    return _Texts("\n".join(head), seats, "\n".join(running), "\n".join(results))


def _shorten(board: Board) -> Board:
    """Name one table less where most are named."""
    parts = {"results": board.results, "seats": board.seats, "running": board.running}
    name = max(parts, key=lambda one: len(parts[one].lines))
    part = parts[name]
    shorter = Part(part.lines[:-1], part.more + 1)
    match name:
        case "results":
            return replace(board, results=shorter)
        case "seats":
            return replace(board, seats=shorter)
        case _:
            return replace(board, running=shorter)


def _tell_more(n: int, w: Words) -> str:
    return w.plural("-# and {n} more", "-# and {n} more", n)


def _write_open(line: Line, w: Words) -> str:
    table = line.table
    free = table.free_seats
    text = w.plural(
        "**[{game}]({where})** · {people} · {n} seat free",
        "**[{game}]({where})** · {people} · {n} seats free",
        free,
        game=table.game.title,
        where=line.where,
        people=_list_names(table, range(len(table.occupants)), w),
    )
    if line.challenge is None:
        return f"{text}\n{w('-# Opened {when}', when=stamp(line.since))}"
    values = {"when": stamp(line.challenge.until), "strength": w.msg(STRENGTHS[line.challenge.strength])}
    return f"{text}\n{w('-# {strength} · closes {when}', **values)}"


def _write_running(line: Line, w: Words) -> str:
    table = line.table
    text = w(
        "**[{game}]({where})** · {people}",
        game=table.game.title,
        where=line.where,
        people=_list_names(table, range(len(table.occupants)), w),
    )
    waiting = _list_names(table, line.waits, w)
    return f"{text}\n{w('-# Waiting for {people} · {when}', people=waiting, when=stamp(line.since))}"


def _write_result(line: Line, w: Words) -> str:
    table = line.table
    match = table.match
    assert match is not None
    assert match.outcome is not None
    winners = match.outcome.winners
    others = [seat for seat in range(match.seats) if seat not in winners]
    values = {"game": table.game.title, "where": line.where, "when": stamp(line.since)}
    people = _list_names(table, winners, w, line.out)
    if match.outcome.is_draw and len(winners) > 1:
        return w("🤝 **{people}** drew in [{game}]({where}) · {when}", people=people, **values)
    if not others:
        return w("🥇 **{people}** in [{game}]({where}) · {when}", people=people, **values)
    beaten = _list_names(table, others, w, line.out)
    return w(
        "🥇 **{people}** in [{game}]({where}), against {others} · {when}",
        people=people,
        others=beaten,
        **values,
    )


def _list_names(table: Table, seats: Sequence[int], w: Words, out: frozenset[int] = frozenset()) -> str:
    names = [w.msg(SOMEBODY) if seat in out else escape_name(table.names[seat]) for seat in seats]
    return clip(w.listed(list(dict.fromkeys(names))), NAMES)


def _make_join(line: Line, w: Words) -> Item:
    return button(custom_id("b", "tj", line.table.id), w("Join"), style=discord.ButtonStyle.success)


def _list_below(board: Board, attempt: int, w: Words) -> list[Item]:
    items = [button(marker(attempt), w("Open a table…"), emoji="🪸")]
    if board.role is not None:
        items.append(button(custom_id("b", "tr", board.role), w("Call me to open seats"), emoji="🔔"))
    return items
