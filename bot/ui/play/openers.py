"""The buttons on the board where moves begin: few enough for a phone, on which the picture stays in sight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import discord

from bot.model.table import Table
from bot.platform.limits import LABEL, PER_ROW, clip
from bot.ui.ids import Choice, custom_id
from bot.ui.play.asking import find_icon
from bot.ui.presses import Item, button
from bot.ui.scenes import make_scene
from games.core.match import Match
from games.core.shapes import FIRST, ViewLike
from games.core.texts import Scene
from games.core.words import Words

PHONE = 312
"""So many pixels a message is wide on a phone of 400."""
CHARACTER, PADDING, ICON, GAP = 7, 32, 26, 8
"""How wide the parts of a button are, and the space between two."""
MOST_ROWS = 3
"""So many rows the buttons of a seat take on a phone at most."""
ICONS = 3
"""More buttons than this go without icons."""
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
        icon = find_icon(FIRST, value, match.game, position) if len(values) <= ICONS else None
        starts.append(_Start(whole.then(value), text, icon))
    if len(values) <= PER_ROW and count_rows([(start.text, start.icon) for start in starts]) <= MOST_ROWS:
        return starts
    task = match.game.texts.task(seat, position, scene).split(". ")[0].rstrip(".!:")
    return [_Start(whole, f"{task[:1].upper()}{task[1:]}…", "▶️")]


def count_rows(labels: Sequence[tuple[str, str | None]]) -> int:
    """Return how many rows buttons take on a phone, of which each has a label and maybe an icon."""
    rows, used = 0, PHONE
    for text, icon in labels:
        wide = min(PADDING + CHARACTER * len(text) + (ICON if icon else 0), PHONE)
        used += GAP + wide
        if used > PHONE:
            rows, used = rows + 1, wide
    return rows
