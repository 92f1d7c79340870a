"""Checks whether the guide's advice on a move explains why it is better than others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.core.match import Match
from games.core.texts import Advice, Scene
from games.core.words import load_words
from games.players.best_move import SEARCH_WALKS, search_position

SEARCH_NAME: Final = "step of the advice"
"""Name of the search that checks a step of the same turn that the advice mentions."""


def is_distinct_reason(advice: Advice, others: Iterable[Advice]) -> bool:
    """Return whether advice is a reason for its move that doesn't apply to the other moves as well.

    Advice that differs only in its numbers applies to both moves.
    """
    text = _remove_digits(advice.text)
    return advice.is_reason and all(_remove_digits(other.text) != text for other in others)


def is_distinct_minor_reason(advice: Advice, other: Advice) -> bool:
    """Return whether advice has a minor reason that doesn't apply to another move as well."""
    return bool(advice.minor_reason) and _remove_digits(advice.minor_reason) != _remove_digits(
        other.minor_reason
    )


def is_explained_by_advice(match: Match, seat: int, best: str, others: Iterable[str]) -> bool:
    """Return whether the guide's advice explains why the best move of a position is better than others.

    If the advice mentions a later step of the same turn, a search must choose that step after the best move.
    """
    rules, texts = match.rules, match.game.texts
    view = rules.view(match.state, seat)
    scene = Scene(tuple(map(str, range(match.seat_count))), load_words())
    advice, *rest = (texts.advise_on_action(rules.read(token), view, scene) for token in (best, *others))
    return is_distinct_reason(advice, rest) and _is_step_chosen(match, seat, best, advice.later_token)


def _is_step_chosen(match: Match, seat: int, best: str, step: str) -> bool:
    """Return whether a search chooses an action that begins with ``step`` after the best move."""
    if not step:
        return True
    after = match.act(seat, best)
    if seat not in after.to_act:
        return False
    thoughts = search_position(match.game, after, seat, SEARCH_NAME, SEARCH_WALKS)
    return thoughts[0].action.token.startswith(step)


def _remove_digits(text: str) -> str:
    return "".join(letter for letter in text if not letter.isdigit())
