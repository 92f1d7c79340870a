"""The buttons on the board that begin a move, few enough to keep the picture visible on a phone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, islice
from typing import NamedTuple

import discord

from bot.model.table import Table
from bot.platform.limits import MAX_BUTTON_LABEL_LENGTH, clip
from bot.ui.components import Item, make_button
from bot.ui.ids import MoveChoice, make_custom_id
from bot.ui.play.icons import find_icon
from bot.ui.play.phone import count_rows
from bot.ui.scenes import make_scene
from games.core.match import Match
from games.core.shapes import FIRST_FIELD, ViewLike
from games.core.texts import Scene
from games.core.words import Words

MAX_ROWS = 2
"""Maximum number of rows that the buttons of a seat may take on a phone."""
MAX_START_BUTTONS = 5
"""Maximum number of buttons that begin a move."""


class _StartButton(NamedTuple):
    """A button that begins a move."""

    choice: MoveChoice
    text: str
    icon: str | None


def make_start_buttons(table: Table, match: Match, w: Words) -> list[Item]:
    """Return the buttons that begin a move: for seats that must answer, then for the seat whose turn it is.

    If a seat's buttons would push the picture out of sight, the seat gets a single button. The panel that it
    opens shows them all.
    """
    style = discord.ButtonStyle.primary
    return [
        make_button(
            make_custom_id("b", "go", *start.choice.list_parts()),
            clip(start.text, MAX_BUTTON_LABEL_LENGTH),
            emoji=start.icon,
            style=style,
        )
        for start in _choose_starts(table, match, w)
    ]


def offers_each_choice(table: Table, match: Match, seat: int, w: Words) -> bool:
    """Return whether the board has a button for each choice that can begin a seat's move.

    :param w: the texts in the language of the board.
    """
    own = [start for start in _choose_starts(table, match, w) if start.choice.seat == seat]
    return bool(own) and all(start.choice.picks for start in own)


def _choose_starts(table: Table, match: Match, w: Words) -> list[_StartButton]:
    position, scene = make_scene(table, match, None, w)
    seats = [seat for seat in match.to_act if seat != match.active_seat]
    if match.active_seat is not None:
        seats.append(match.active_seat)
    people = [seat for seat in seats if seat not in table.computer_seats]
    starts = [_list_starts(table, match, seat, position, scene) for seat in people]
    while sum(map(len, starts)) > MAX_START_BUTTONS and any(len(each) > 1 for each in starts):
        longest = max(range(len(starts)), key=lambda index: len(starts[index]))
        starts[longest] = [_make_combined_start(table, match, people[longest], len(starts[longest]), scene)]
    # Any seat without a button here can begin its move from *My hand*.
    return list(islice(chain.from_iterable(starts), MAX_START_BUTTONS))


def _list_starts(
    table: Table, match: Match, seat: int, position: ViewLike, scene: Scene
) -> list[_StartButton]:
    w, values = scene.w, match.rules.list_first_choices(position, seat)
    whole = MoveChoice(table.id, match.seq, seat)
    starts = []
    for value in values:
        text = match.game.texts.label_value(FIRST_FIELD, value, position, scene)
        if seat != match.active_seat:
            text = w("{name}: {choice}", name=table.names[seat], choice=text)
        starts.append(
            _StartButton(whole.add_picks(value), text, find_icon(FIRST_FIELD, value, match.game, position))
        )
    # Leave out the icons if they would take an additional row.
    plain = [start._replace(icon=None) for start in starts]
    if _count_rows(plain) < _count_rows(starts):
        starts = plain
    if len(starts) <= MAX_START_BUTTONS and _count_rows(starts) <= MAX_ROWS:
        return starts
    return [_make_combined_start(table, match, seat, len(starts), scene)]


def _make_combined_start(table: Table, match: Match, seat: int, count: int, scene: Scene) -> _StartButton:
    """Return the single button for a seat. Its panel offers everything the move can begin with.

    :param count: the number of buttons it replaces, which the label gives as the reason.
    """
    w = scene.w
    # The label can be this short because the line above it says whose turn it is and what to do.
    text = w.plural("Move: {n} choice…", "Move: {n} choices…", count)
    if seat != match.active_seat:
        text = w("{name}: {choice}", name=table.names[seat], choice=w("Move…"))
    return _StartButton(MoveChoice(table.id, match.seq, seat), text, "▶️")


def _count_rows(starts: Sequence[_StartButton]) -> int:
    return count_rows([(start.text, start.icon) for start in starts])
