"""The buttons on the board where moves begin: few enough for a phone, on which the picture stays in sight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import discord

from bot.model.table import Table
from bot.platform.limits import LABEL, PER_ROW, clip
from bot.ui.components import Item, button
from bot.ui.ids import Choice, custom_id
from bot.ui.play.asking import find_icon
from bot.ui.play.phone import count_rows
from bot.ui.scenes import make_scene
from games.core.match import Match
from games.core.shapes import FIRST, ViewLike
from games.core.texts import Scene
from games.core.words import Words

MOST_ROWS = 2
"""So many rows the buttons of a seat take on a phone at most."""
MOST = 20


class _Start(NamedTuple):
    choice: Choice
    text: str
    icon: str | None


def list_openers(table: Table, match: Match, w: Words) -> list[Item]:
    """Return what moves begin with: those of others who are asked first, then those of the seat in turn.

    One button stands for a seat that could begin in so many ways that they would push the picture out of
    sight: its panel shows them all.
    """
    position, scene = make_scene(table, match, None, w)
    seats = [seat for seat in match.to_act if seat != match.turn]
    if match.turn is not None:
        seats.append(match.turn)
    made: list[Item] = []
    for seat in seats:
        if seat in table.computers:
            continue
        for start in _list_starts(table, match, seat, position, scene):
            identity = custom_id("b", "go", *start.choice.parts())
            style = discord.ButtonStyle.primary
            made.append(button(identity, clip(start.text, LABEL), emoji=start.icon, style=style))
    # Those left over begin from *My view*.
    return made[:MOST]


def _list_starts(table: Table, match: Match, seat: int, position: ViewLike, scene: Scene) -> list[_Start]:
    w, values = scene.w, match.rules.openers(position, seat)
    whole = Choice(table.id, match.seq, seat)
    starts = []
    for value in values:
        text = match.game.texts.label(FIRST, value, position, scene)
        if seat != match.turn:
            text = w("{name}: {choice}", name=table.names[seat], choice=text)
        starts.append(_Start(whole.then(value), text, find_icon(FIRST, value, match.game, position)))
    # Without icons where those take another row.
    plain = [start._replace(icon=None) for start in starts]
    if _count(plain) < _count(starts):
        starts = plain
    if len(starts) <= PER_ROW and _count(starts) <= MOST_ROWS:
        return starts
    task = match.game.texts.task(seat, position, scene).split(". ")[0].rstrip(".!:")
    return [_Start(whole, f"{task[:1].upper()}{task[1:]}…", "▶️")]


def _count(starts: Sequence[_Start]) -> int:
    return count_rows([(start.text, start.icon) for start in starts])
