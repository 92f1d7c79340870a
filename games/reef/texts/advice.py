"""Explains what an action scores, prepares or costs, citing the clause."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from games.core.texts import Advice
from games.core.values import value_class
from games.core.words import Words, clip
from games.reef.actions import Action, DrawCard, PlaceFirstCorals, PlayCard, TakeCard
from games.reef.events import Scene
from games.reef.parts import CARDS, CENTRE_CELLS, CORALS_PER_PLAY, DECK_PRICE, MAX_HAND_SIZE
from games.reef.stacks import Reef, add_corals
from games.reef.state import subtract_corals
from games.reef.texts.contrasts import MIN_DIFFERENCE
from games.reef.texts.nouns import describe_pattern, format_points
from games.reef.texts.position import (
    find_best_score,
    find_best_score_on_reef,
    find_helped_card,
    find_reader,
    score_play,
    score_remaining_card,
)
from games.reef.view import Supply, View

MAX_REASON_LENGTH: Final = 160
TAKE_CLAUSE: Final = "RF-2.1"
PATTERN_CLAUSE: Final = "RF-2.4"
SURROUND_CLAUSE: Final = "RF-2.6"


def advise_on_action(action: Action, view: View, scene: Scene) -> Advice:
    """Give the viewer a reason for or against ``action``."""
    if isinstance(action, TakeCard | DrawCard) and view.deck == 1 and view.ruleset.deck_end == "at_once":
        w = scene.w
        advice = Advice(
            w("It uses up the deck and ends the match; cards in hand still score once."), "RF-3.1"
        )
    elif isinstance(action, PlaceFirstCorals):
        advice = _advise_on_start(action, view, scene.w)
    elif isinstance(action, PlayCard):
        advice = _advise_on_play(action, view, scene.w)
    elif isinstance(action, TakeCard):
        advice = replace(
            _advise_on_take(action, view, scene.w), minor_reason=_describe_order(action, view, scene.w)
        )
    else:
        advice = _advise_on_draw(action, view, scene.w)
    return replace(advice, text=clip(advice.text, MAX_REASON_LENGTH))


def _find_clause(number: int) -> str:
    """Return the clause that describes how a card scores."""
    return PATTERN_CLAUSE if CARDS[number].ring is None else SURROUND_CLAUSE


def _get_reef(view: View) -> Reef:
    return view.seats[find_reader(view)].reef


def _advise_on_start(action: PlaceFirstCorals, view: View, w: Words) -> Advice:
    reef = add_corals(_get_reef(view), tuple(zip(CENTRE_CELLS, action.colours, strict=True)))
    found = max(
        ((find_best_score_on_reef(reef, view.supply, number), number) for number in view.hand), default=(0, 0)
    )
    if found[0]:
        text = w("Then your card {number} can score up to {points}.", number=found[1], points=found[0])
        return Advice(text, _find_clause(found[1]))
    return Advice(w("It's a start to build on: none of your cards scores on it yet."), PATTERN_CLAUSE)


def _advise_on_play(action: PlayCard, view: View, w: Words) -> Advice:
    points = score_play(view, action)[1]
    if not all(_subtract_corals(view, action)) and all(view.supply):
        if points:
            text = w(
                "It scores {points} and takes the last coral of a colour: the last round.",
                points=format_points(w, points),
            )
        else:
            text = w("It takes the last coral of a colour: this is the last round.")
        return Advice(text, "RF-3.1")
    held = _compare_other_cards(action, view)
    # If several cards gain equally, name the one that can then score most.
    gained = max(
        held, key=lambda card: (card.score_after - card.score_before, card.score_after), default=None
    )
    if gained is not None and gained.score_after > gained.score_before:
        return advise_on_gain(gained, held, points, w)
    highest = max(held, key=lambda card: card.score_after, default=None)
    if highest is not None and highest.score_after > points:
        text = w(
            "Card {other} can still score up to {then}.",
            other=highest.card,
            then=highest.score_after,
        )
        return Advice(text, _find_clause(highest.card), is_reason=False)
    if not points:
        text = w("Your reef grows, but no other card in your hand gains yet.")
        return Advice(text, "RF-2.3", is_reason=False, is_drawback=True)
    most = find_best_score(view, action.card)
    if points == most:
        return Advice(
            w("That's the most this card can score now."),
            _find_clause(action.card),
            weak_reason=w("Points once scored are safe."),
        )
    text = w(
        "It scores {points}; this card could score up to {most} now.",
        points=format_points(w, points),
        most=most,
    )
    return Advice(text, _find_clause(action.card), is_reason=False, is_drawback=True)


def advise_on_gain(gained: HandCard, held: Sequence[HandCard], points: int, w: Words) -> Advice:
    """Say what a card gains from a play, and why a card that could score more now can wait.

    :param points: what the play scores.
    """
    clause = _find_clause(gained.card)
    lost = min(held, key=lambda card: (card.score_after - card.score_before, card.card))
    gain, loss = gained.score_after - gained.score_before, lost.score_before - lost.score_after
    if loss >= gain and lost.score_before > points:
        text = w(
            "Card {other} could score up to {before} now, then only {then}.",
            other=lost.card,
            before=lost.score_before,
            then=lost.score_after,
        )
        return Advice(text, _find_clause(lost.card), is_reason=False, is_drawback=True)
    best = max(held, key=lambda card: card.score_before)
    if best.score_before > max(points, gained.score_after):
        values = {"other": gained.card, "then": gained.score_after, "best": best.card}
        if best.score_after >= best.score_before:
            text = w(
                "Then card {other} can score up to {then}, and card {best} still {most}.",
                **values,
                most=best.score_after,
            )
        else:
            text = w(
                "Then card {other} can score up to {then}, and card {best} up to {most}.",
                **values,
                most=best.score_after,
            )
    elif gained.score_before:
        text = w(
            "Then card {other} can score up to {then}, up from {before}.",
            other=gained.card,
            then=gained.score_after,
            before=gained.score_before,
        )
    else:
        text = w("Then card {other} can score up to {then}.", other=gained.card, then=gained.score_after)
    return Advice(text, clause, next_turn_token=_make_play_prefix(gained.card))


def _make_play_prefix(number: int) -> str:
    """Return the prefix of the tokens that play a card."""
    return f"play:{number}:"


def _subtract_corals(view: View, action: PlayCard) -> Supply:
    return subtract_corals(view.supply, tuple(colour for _, colour in action.placed))


@value_class
class HandCard:
    """Another card in hand, with its best score before and after a play."""

    card: int
    score_before: int
    score_after: int


def _compare_other_cards(action: PlayCard, view: View) -> list[HandCard]:
    """Return the other cards in hand, with their best scores before and after a play."""
    reef, supply = add_corals(_get_reef(view), action.placed), _subtract_corals(view, action)
    return [
        HandCard(number, find_best_score(view, number), find_best_score_on_reef(reef, supply, number))
        for number in view.hand
        if number != action.card
    ]


def _advise_on_take(action: TakeCard, view: View, w: Words) -> Advice:
    number = action.card
    points = next((lying.points for lying in view.display if lying.card == number), 0)
    if view.is_last_round:
        # A card taken in the last round can no longer be played.
        return _advise_on_kept_card(number, points, view, w)
    most = find_best_score(view, number)
    if not points and not most:
        return _advise_on_material(number, view, w)
    if not most:
        text = w("{points} now.", points=format_points(w, points))
    elif points:
        text = w("{points} now, up to {most} when played.", points=format_points(w, points), most=most)
    else:
        text = w("Up to {points} when played.", points=format_points(w, most))
    mine, held = max(((find_best_score(view, held), held) for held in view.hand), default=(0, 0))
    if mine < max(most, points, 1):
        if (preparing := _find_preparing_card(view)) is not None:
            text = f"{text} {_say_card_is_safe(preparing, w)}"
        # A single point is too little to be a reason.
        plan = _make_play_prefix(number) if most else ""
        return Advice(text, TAKE_CLAUSE, next_turn_token=plan, is_reason=most + points > 1)
    remark = w("Your card {other} can still score up to {then}.", other=held, then=mine)
    waiting = _find_waiting_card(view)
    if waiting is None:
        return Advice(f"{text} {remark}", TAKE_CLAUSE, is_reason=False, is_drawback=True, weak_reason=text)
    # The card in hand scores at least as much, so the gain alone isn't a reason.
    gain = f"{text} {_say_card_is_safe(waiting, w)}"
    return Advice(f"{text} {remark}", TAKE_CLAUSE, is_reason=False, gain_text=gain)


def _describe_order(action: TakeCard, view: View, w: Words) -> str:
    """Say that a card in hand can be played after a take, but not the other way round, if that is so."""
    waiting = _find_waiting_card(view)
    if waiting is None:
        return ""
    return w(
        "Your card {other} can score next turn too, but card {card} may be gone.",
        other=waiting,
        card=action.card,
    )


def _say_card_is_safe(number: int, w: Words) -> str:
    """Say that a card in hand can be played later, without promising to play or to keep it next turn."""
    return w("Card {other} is safe in hand.", other=number)


def _find_waiting_card(view: View) -> int | None:
    """Return the card in hand that scores most, if it can score next turn as well.

    Return ``None`` also if nobody else can take a card in the meantime.
    """
    score, held = max(((find_best_score(view, held), held) for held in view.hand), default=(0, 0))
    return held if score > 0 and _has_time(view, 1) else None


def _has_time(view: View, turn_count: int) -> bool:
    """Return whether cards can surely be played in ``turn_count`` later turns, while others can take some.

    Otherwise the match may end first, the corals may be used up, or no card is taken in the meantime.
    """
    reader, seat_count = find_reader(view), len(view.seats)
    return (
        not view.is_last_round
        and view.deck > seat_count * turn_count
        and min(view.supply) >= CORALS_PER_PLAY * seat_count * turn_count
        and any(seat.cards < MAX_HAND_SIZE for number, seat in enumerate(view.seats) if number != reader)
    )


def _find_preparing_card(view: View) -> int | None:
    """Return the card in hand whose corals let another one score most, if it can be played later as well."""
    if not _has_time(view, 2):
        return None
    gain, preparing = max(((find_helped_card(card, view)[0], card) for card in view.hand), default=(0, 0))
    return preparing if gain >= MIN_DIFFERENCE else None


def _advise_on_material(number: int, view: View, w: Words) -> Advice:
    """Explain the use of a card that can't score now: either its corals now or its pattern later."""
    gain, then, held = find_helped_card(number, view)
    if gain > 0:
        # The card's button has the same numbers.
        text = w(
            "+{gain} for card {other}: its corals let that score up to {then}.",
            gain=gain,
            other=held,
            then=then,
        )
        return Advice(text, TAKE_CLAUSE, next_turn_token=_make_play_prefix(number))
    # Don't describe the pattern, because the picture shows it.
    text = w(
        "Nothing yet: {points} for each pattern that you build.",
        points=format_points(w, CARDS[number].points),
    )
    waiting = _find_waiting_card(view)
    gain_text = "" if waiting is None else f"{text} {_say_card_is_safe(waiting, w)}"
    return Advice(text, TAKE_CLAUSE, is_reason=False, gain_text=gain_text)


def _advise_on_kept_card(number: int, points_on_card: int, view: View, w: Words) -> Advice:
    """Explain the use of a card taken in the last round."""
    points = score_remaining_card(_get_reef(view), number)
    if not points and points_on_card:
        text = w(
            "{points} now; it's your last turn, so it can't score.", points=format_points(w, points_on_card)
        )
        return Advice(text, TAKE_CLAUSE)
    text = w(
        "It's your last turn: keep this card, and it still scores {points} at the end.",
        points=format_points(w, points),
    )
    return Advice(text, "RF-3.2")


def _advise_on_draw(action: DrawCard, view: View, w: Words) -> Advice:
    price = format_points(w, DECK_PRICE)
    if view.top is None:
        text = w("An unknown card costs {price}.", price=price)
        gain = _describe_draw_gain(view, w)
        return Advice(text, "RF-2.2", is_reason=False, is_drawback=True, gain_text=gain)
    if most := find_best_score(view, view.top):
        text = w("It costs {price} and can score up to {most} when played.", price=price, most=most)
    else:
        text = w(
            "It costs {price}; now build its pattern: {pattern}.",
            price=price,
            pattern=describe_pattern(w, CARDS[view.top]),
        )
    return Advice(text, "RF-2.2")


def _describe_draw_gain(view: View, w: Words) -> str:
    """Return a reason for drawing an unknown card, or an empty text if there is none."""
    if view.is_last_round:
        return ""
    if not any(lying.points or find_best_score(view, lying.card) for lying in view.display):
        return w("No open card can score yet; this one might.")
    mine, held = max(((find_best_score(view, card), card) for card in view.hand), default=(0, 0))
    if not mine:
        return ""
    return w(
        "Your card {other} can still score up to {then}, and you get one more to choose from.",
        other=held,
        then=mine,
    )
