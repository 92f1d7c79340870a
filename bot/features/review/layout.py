"""Makes the buttons of a review."""

from __future__ import annotations

import discord

from bot.features.review.makers import is_known_person, make_maker_lookup
from bot.features.review.verbs import OPEN_VERB, SHOW_TURNING_POINTS_VERB, TRY_AGAIN_VERB
from bot.model.table import TABLE_OVER, Table
from bot.ui.components import Item, make_button
from bot.ui.ids import make_custom_id
from games.core.match import Match
from games.core.words import Words
from games.review.review import Review


def list_review_buttons(table: Table, review: Review, w: Words, *, shows_moments: bool) -> list[Item]:
    """Return the buttons below a review.

    :param shows_moments: whether to include *See the moments*.
    """
    items = list[Item]()
    if shows_moments:
        items.append(
            make_button(
                make_custom_id("b", SHOW_TURNING_POINTS_VERB, table.id), w("See the moments"), emoji="🔀"
            )
        )
    if table.match is not None and _has_costly_moves(table, table.match, review):
        identity = make_custom_id("b", TRY_AGAIN_VERB, table.id, 0)
        items.append(make_button(identity, w("Try again"), emoji="🎯", style=discord.ButtonStyle.primary))
    return items


def has_moments(review: Review) -> bool:
    """Return whether *See the moments* would show any move."""
    return bool(review.find_turning_points() or review.find_disagreements())


def _has_costly_moves(table: Table, match: Match, review: Review) -> bool:
    maker = make_maker_lookup(table, match)
    return any(
        review.find_costliest_moves(seat, lambda move: is_known_person(maker(move)))
        for seat in range(review.seat_count)
    )


def make_menu_button(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    """Return the *Review* button; ``None`` until the match is over, or if nobody moved."""
    if table.status != TABLE_OVER or table.match is None or not table.match.steps:
        return None
    return make_button(make_custom_id("b", OPEN_VERB, table.id), w("Review"), emoji="📈", row=row)
