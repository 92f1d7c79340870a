"""Answers questions with standing orders, so that a turn doesn't wait for an absent player."""

from __future__ import annotations

from collections.abc import Mapping

from bot.errors.playing import UnknownStandingOrder, WaitingForAnswers
from bot.model.table import Table
from games.core.match import Match
from games.core.protocol import Game


def check_standing_order(game: Game, order: str) -> None:
    """Check a standing order: ``name``, ``name:ranking``, or empty for the game's default.

    A ranking must contain each of the order's ``rank_keys`` once.

    :raises UnknownStandingOrder: the game has no such order, or the ranking is incomplete.
    """
    name, _, letters = order.partition(":")
    known = {offered.name: offered.rank_keys for offered in game.standing_orders}
    complete = name in known and sorted(letters) == sorted(known[name])
    if order and (not complete or order.endswith(":")):
        raise UnknownStandingOrder(order)


def answer_with_standing_orders(
    table: Table, match: Match, seat: int, orders: Mapping[int, str | None]
) -> Match:
    """Return the match after standing orders have answered all questions asked in the turn of ``seat``.

    :param orders: the standing orders by user ID; ``None`` for people who want to answer themselves. For
        people without an entry, the game's default is used.
    :raises WaitingForAnswers: a question is open that no standing order answers.
    """
    while match.active_seat == seat and seat not in match.to_act:
        answers = {other: _find_answer(match, other, orders, table) for other in match.to_act}
        waited = [table.occupants[other] for other, token in answers.items() if token is None]
        if waited:
            raise WaitingForAnswers(
                [o.name for o in waited], [o.user_id for o in waited if o.computer is None]
            )
        # Answer only one question, because the answer may change the questions to other players.
        first_seat = match.to_act[0]
        match = match.act(first_seat, answers[first_seat] or "")
    return match


def _find_answer(match: Match, seat: int, orders: Mapping[int, str | None], table: Table) -> str | None:
    """Return the token that a standing order chooses for a seat; ``None`` if the person must answer."""
    order = orders.get(table.occupants[seat].user_id, "")
    if order is None:
        return None
    action = match.rules.answer_by_order(match.rules.view(match.state, seat), seat, order)
    return None if action is None else str(action.token)
