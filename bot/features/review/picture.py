"""Draws the curve of win chances of a review."""

from __future__ import annotations

import io
import logging
from bisect import bisect_right
from collections.abc import Sequence
from functools import partial

import discord

from bot.features.review.makers import find_accuracy
from bot.features.review.texts import choose_loss_text, find_last_turn_start, write_alt_text, write_ending
from bot.model.seat_history import make_name_lookup
from bot.model.table import Table
from bot.model.turns import find_turn_number
from bot.platform.limits import MAX_ALT_TEXT_LENGTH, clip
from bot.ui.pictures import Pictures, make_position_key
from games.core.match import Match
from games.core.words import N_, Words
from games.drawing.curve import draw_curve
from games.drawing.curve_field import CurveEnding, CurveFlag, CurveLine, CurveTick, labels_fit
from games.drawing.png import encode
from games.review import REVIEW_VERSION
from games.review.review import Review, ReviewedMove
from games.review.rounds import list_comparable_shares

log = logging.getLogger(__name__)

MAX_TICKS = 6
TICK_DISTANCES = (1, 2, 5, 10, 20, 25, 50, 100, 200)
"""Possible numbers of turns between two labels."""


async def draw_review(
    pictures: Pictures, table: Table, match: Match, review: Review, w: Words
) -> list[discord.File]:
    """Return a review's picture with its alt text, or an empty list if drawing failed."""
    key = ("review", REVIEW_VERSION, *make_position_key(table, match), w.locale, table.names)
    try:
        picture = await pictures.draw_cached(key, lambda: _draw_curve(table, match, review, w))
        alt_text = clip(write_alt_text(table, match, review, w), MAX_ALT_TEXT_LENGTH)
    except Exception:
        log.exception("review not drawn table=%d", table.id)
        return []
    return [discord.File(io.BytesIO(picture), filename=make_file_name(table), description=alt_text)]


def make_file_name(table: Table) -> str:
    """Return the file name of the picture of a table's review. It identifies the review's post."""
    return f"review-{table.id}.png"


def _draw_curve(table: Table, match: Match, review: Review, w: Words) -> bytes:
    lines = []
    for seat, name in enumerate(table.names):
        accuracy = find_accuracy(table, match, review, seat)
        figure = "" if accuracy is None else w("{n}% accurate", n=round(accuracy))
        lines.append(CurveLine(name, list_comparable_shares(match, review, seat), figure))
    title, flags = (
        w("{game} · taller colour, better win chance", game=table.game.title),
        list_flags(table, match, review, w),
    )
    places = list_places(match, len(review.curve) + 1)
    ending = CurveEnding(write_ending(table, match, review, w), find_last_turn_start(match))
    ticks, percent = list_ticks(match, places, w), w("{percent}%")
    return encode(draw_curve(title, lines, ticks, w("turn"), flags, ending, places, percent))


def list_flags(table: Table, match: Match, review: Review, w: Words) -> list[CurveFlag]:
    """Return a flag with a note for each turning point."""
    names = make_name_lookup(table, match)
    return [
        # Point 0 of the curve is before the deal, so a move at ply n is at point n + 1.
        CurveFlag(
            move.ply + 1,
            move.seat,
            str(number),
            names(move.ply + 1)[move.seat],
            partial(_write_turning_point, find_turn_number(match, move.ply), review, move, w),
        )
        for number, move in enumerate(review.find_turning_points(), 1)
    ]


def _write_turning_point(turn: int, review: Review, move: ReviewedMove, w: Words, name: str) -> str:
    gives_away, misses = N_("Turn {turn}: {name} gives away {n}%"), N_("Turn {turn}: {name} misses +{n}%")
    text = choose_loss_text(review, move, gives_away, misses)
    return w(text, turn=turn, name=name, n=round(100 * move.loss))


def list_places(match: Match, points: int) -> list[float]:
    """Return the place of each point of the curve on an axis on which all turns have the same width.

    Turn 1 begins at place 1. The steps of a turn share its width, and a point at which several turns begin is
    at the last of these.
    """
    starts, places = list_turn_starts(match), [0.0]
    for point in range(1, points):
        turn = bisect_right(starts, point)
        begun, end = starts[turn - 1], starts[turn] if turn < len(starts) else points - 1
        places.append(turn + (point - begun) / max(end - begun, 1))
    return places


def list_ticks(match: Match, places: Sequence[float], w: Words) -> list[CurveTick]:
    """Return the labels below the curve: turn numbers, at the smallest interval at which they fit."""
    count = len(list_turn_starts(match))
    choices = [step for step in TICK_DISTANCES if count / step <= MAX_TICKS] or [TICK_DISTANCES[-1]]
    for apart in choices:
        ticks: list[CurveTick] = [
            (turn, str(turn)) for turn in range(apart, count + 1, apart) if turn <= places[-1]
        ]
        for ticks_shown in ([(0, w("start")), *ticks], ticks):
            if labels_fit(ticks_shown, places[-1]):
                return ticks_shown
    return [(0, w("start"))]


def list_turn_starts(match: Match) -> list[int]:
    """Return the point of the curve at which each turn began. Point 0 is before the deal.

    A skipped turn begins at the next turn's point.
    """
    starts = [1]
    for ply in range(match.ply):
        starts += [ply + 1] * match.count_ended_turns(ply)
    return starts
