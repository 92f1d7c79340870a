"""The picture of a review."""

from __future__ import annotations

import io
import logging

import discord

from bot.model.table import Table
from bot.platform.limits import ALT, clip
from bot.review.makers import find_accuracy
from bot.review.texts import write_alt
from bot.ui.pictures import Pictures
from games.core.match import Match
from games.core.words import Words
from games.kit.curve import Flag, Line, draw_curve
from games.kit.png import encode
from games.review import VERSION
from games.review.review import Review

log = logging.getLogger(__name__)

TICKS = 6
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200)


async def draw_review(
    pictures: Pictures, table: Table, match: Match, review: Review, w: Words
) -> list[discord.File]:
    """Return the picture as an upload with its words; empty where it could not be drawn."""
    key = ("review", VERSION, table.id, match.seq, w.locale, table.names)
    try:
        made = await pictures.make(key, lambda: _draw(table, match, review, w))
        alt = clip(write_alt(table, match, review, w), ALT)
    except Exception:
        log.exception("review not drawn table=%d", table.id)
        return []
    return [discord.File(io.BytesIO(made), filename=f"review-{table.id}.png", description=alt)]


def _draw(table: Table, match: Match, review: Review, w: Words) -> bytes:
    lines = []
    for seat, name in enumerate(table.names):
        accuracy = find_accuracy(table, match, review, seat)
        figure = "" if accuracy is None else w("accuracy {n}", n=round(accuracy))
        lines.append(Line(name, review.course(seat), figure))
    points = enumerate(review.turning_points(), 1)
    # The curve begins before the deal.
    flags = [Flag(move.ply + 1, move.seat, str(number)) for number, move in points]
    title = w("{game} · win chances", game=table.game.title)
    return encode(draw_curve(title, lines, list_ticks(match, len(review.curve) + 1, w), flags))


def list_ticks(match: Match, points: int, w: Words) -> list[tuple[int, str]]:
    """Return the points below which a turn is named: as many turns apart as leave room for the numbers."""
    ends: list[int] = []
    for ply in range(min(match.ply + 1, points - 1)):
        ends += [ply + 1] * match.turns_ended(ply)
    apart = next((step for step in STEPS if len(ends) / step <= TICKS), STEPS[-1])
    found = [(0, w("start"))]
    least = points // (2 * TICKS)
    for number in range(apart, len(ends) + 1, apart):
        at = ends[number - 1]
        if at - found[-1][0] > least:
            found.append((at, str(number)))
    return found
