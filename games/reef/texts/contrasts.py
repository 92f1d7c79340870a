"""Compares how much two actions let the cards in hand score next turn."""

from __future__ import annotations

from typing import Final

from games.core.values import value_class
from games.core.words import Words
from games.reef.actions import Action, DrawCard, PlayCard, TakeCard
from games.reef.events import Scene
from games.reef.legal import list_plays
from games.reef.parts import CORALS_PER_PLAY, DECK_PRICE, MAX_HAND_SIZE
from games.reef.stacks import Reef, add_corals
from games.reef.state import subtract_corals
from games.reef.texts.position import (
    find_best_score,
    find_reader,
    score_card_on_reef,
    score_play,
    score_remaining_card,
)
from games.reef.view import PLAY_STAGE, Hand, Supply, View

MIN_DIFFERENCE: Final = 2
"""Minimum number of points by which the better action must lead. A single point explains little."""


@value_class
class TwoTurnScore:
    """The points of an action and of the best play after it."""

    points_now: int
    """Points that the action brings."""
    card: int
    """Card to play next turn."""
    points_later: int
    """Highest score of this card next turn or, with the hand, of this card and the cards left in hand."""

    @property
    def total(self) -> int:
        """Points of this turn and the next."""
        return self.points_now + self.points_later


def contrast_actions(better: Action, played: Action, view: View, scene: Scene) -> str:
    """Name the card that can score more next turn after ``better`` than any card after ``played``.

    If no single card can, the cards left in hand are counted as well. Return an empty string if there is no
    such difference.
    """
    if view.stage != PLAY_STAGE or view.is_last_round:
        return ""
    if isinstance(played, DrawCard):
        return _contrast_unknown_card(better, view, scene.w)
    return _contrast_next_card(better, played, view, scene.w) or _contrast_hands(
        better, played, view, scene.w
    )


def _contrast_unknown_card(better: Action, view: View, w: Words) -> str:
    """Compare an action with drawing an unknown card, by the cards that the seat already holds.

    Return an empty string if ``better`` doesn't bring clearly more.
    """
    one = _find_two_turn_score(better, view, counts_hand=False)
    most = max((find_best_score(view, card) for card in view.hand), default=0) - DECK_PRICE
    if one is None or not one.points_later or one.total < max(most + MIN_DIFFERENCE, MIN_DIFFERENCE):
        return ""
    if most <= 0:
        return w(
            "This and card {card} next turn can bring {total} points. After the move played,"
            " no card held before can bring any.",
            card=one.card,
            total=one.total,
        )
    return w(
        "This and card {card} next turn can bring {total} points. After the move played,"
        " the cards held before can bring at most {most}.",
        card=one.card,
        total=one.total,
        most=most,
    )


def _contrast_next_card(better: Action, played: Action, view: View, w: Words) -> str:
    """Compare the points of this turn and of the best card next turn.

    Return an empty string if ``better`` doesn't bring clearly more.
    """
    one, other = (_find_two_turn_score(action, view, counts_hand=False) for action in (better, played))
    if one is None or other is None or not one.points_later or one.total < other.total + MIN_DIFFERENCE:
        return ""
    scores_now = one.points_now or other.points_now
    if not scores_now and not other.points_later:
        return w(
            "Next turn card {card} can score {points}; after the move played, no card in hand can score.",
            card=one.card,
            points=one.points_later,
        )
    if not scores_now:
        return w(
            "Next turn card {card} can score {points}; after the move played, no card in hand can score"
            " more than {most}.",
            card=one.card,
            points=one.points_later,
            most=other.points_later,
        )
    if other.total <= 0:
        return w(
            "This and card {card} next turn can bring {total} points. After the move played,"
            " no card in hand can bring any.",
            card=one.card,
            total=one.total,
        )
    return w(
        "This and card {card} next turn can bring {total} points. After the move played,"
        " the cards in hand can bring at most {most}.",
        card=one.card,
        total=one.total,
        most=other.total,
    )


def _contrast_hands(better: Action, played: Action, view: View, w: Words) -> str:
    """Compare the points of this turn and the next, counting the cards left in hand at the end of the match.

    Return an empty string if the deck's top card is face up or ``better`` doesn't bring clearly more.
    """
    one, other = (_find_two_turn_score(action, view, counts_hand=True) for action in (better, played))
    if one is None or other is None or not one.points_later or view.top is not None:
        return ""
    most = max(other.total, other.points_now + _score_next_take(played, view))
    if one.total < most + MIN_DIFFERENCE:
        return ""
    if most <= 0:
        return w(
            "With the cards in sight, this turn, the next and the hand can bring {total} points;"
            " after the move played, none.",
            total=one.total,
        )
    return w(
        "With the cards in sight, this turn, the next and the hand can bring {total} points;"
        " after the move played, at most {most}.",
        total=one.total,
        most=most,
    )


@value_class
class Holdings:
    """A seat's reef, supply and hand after an action."""

    points_now: int
    """Points that the action brings."""
    reef: Reef
    supply: Supply
    hand: Hand


def _find_holdings(action: Action, view: View) -> Holdings | None:
    """Return the reader's holdings after an action, or ``None`` if the action brings an unknown card."""
    reef, hand = view.seats[find_reader(view)].reef, view.hand
    if isinstance(action, TakeCard):
        now = next((lying.points for lying in view.display if lying.card == action.card), 0)
        return Holdings(now, reef, view.supply, tuple(sorted((*hand, action.card))))
    if isinstance(action, PlayCard):
        supply = subtract_corals(view.supply, tuple(colour for _, colour in action.placed))
        left = tuple(card for card in hand if card != action.card)
        return Holdings(score_play(view, action)[1], add_corals(reef, action.placed), supply, left)
    return None


def _find_two_turn_score(action: Action, view: View, *, counts_hand: bool) -> TwoTurnScore | None:
    """Return the points of an action and of the best play after it, or ``None`` if it isn't known.

    :param counts_hand: count what the cards left in hand would score at the end of the match.
    """
    held = _find_holdings(action, view)
    if held is None or may_end_first(held.supply, view):
        return None
    best = max(
        ((_score_next_play(card, held, counts_hand=counts_hand), card) for card in held.hand), default=(0, 0)
    )
    return TwoTurnScore(held.points_now, best[1], best[0])


def may_end_first(supply: Supply, view: View) -> bool:
    """Return whether the match may end before the reader's next turn, or others may use up a colour.

    Each turn takes at most one card from the deck or two corals from the supply.
    """
    seat_count = len(view.seats)
    return view.deck <= seat_count or min(supply) <= CORALS_PER_PLAY * (seat_count - 1)


def _score_next_play(card: int, held: Holdings, *, counts_hand: bool) -> int:
    """Return the highest score of a card, with its corals anywhere."""
    reefs = {add_corals(held.reef, way.placed) for way in list_plays(card, held.reef, held.supply)}
    rest = [other for other in held.hand if other != card] if counts_hand else []
    return max(
        (
            score_card_on_reef(after, card) + sum(score_remaining_card(after, other) for other in rest)
            for after in reefs
        ),
        default=0,
    )


def _score_next_take(action: Action, view: View) -> int:
    """Return the most points that taking an open card next turn can bring after an action.

    These are the points on the card, and the score of this card and the hand at the end of the match. Before
    that turn, each other seat may put a point on the card (RF-2.2). The card that replaces the one taken is
    unknown.
    """
    held = _find_holdings(action, view)
    if held is None or len(held.hand) >= MAX_HAND_SIZE:
        return 0
    held_points = sum(score_remaining_card(held.reef, card) for card in held.hand)
    taken_card = action.card if isinstance(action, TakeCard) else None
    laid = DECK_PRICE * (len(view.seats) - 1)
    return max(
        (
            lying.points + laid + held_points + score_remaining_card(held.reef, lying.card)
            for lying in view.display
            if lying.card != taken_card
        ),
        default=held_points,
    )
