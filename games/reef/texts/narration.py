"""Narrates events, and says whose turn it is and what that player must do."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.outcome import describe_ending
from games.core.words import Words
from games.reef.ending import DECK_RAN_OUT_ENDING
from games.reef.events import (
    CardDrawn,
    CardPlayed,
    CardTaken,
    ColoursRanOut,
    DeckRanOut,
    DisplayRefilled,
    Event,
    FirstCoralsChosen,
    HandScored,
    MatchEnded,
    PatternScored,
    Scene,
    StartingSeatDrawn,
)
from games.reef.parts import CARDS, CENTRE_CELLS, COLOURS, CORALS_PER_PLAY, DECK_PRICE, MAX_HAND_SIZE, Colour
from games.reef.texts.nouns import (
    describe_pattern,
    describe_placed_corals,
    format_points,
    mention_card,
    name_colours,
    start_with_colours,
)
from games.reef.view import START_STAGE, View


def narrate_event(event: Event, scene: Scene) -> str:
    """Narrate a redacted event in one sentence. The text is empty if the event isn't worth mentioning."""
    w = scene.w
    if isinstance(event, MatchEnded):
        # The status already says that the match has ended.
        return ""
    if isinstance(event, DeckRanOut):
        return w("The deck is empty.")
    if isinstance(event, ColoursRanOut):
        return w("The supply has run out of: {colours}.", colours=name_colours(w, event.colours))
    if isinstance(event, DisplayRefilled):
        return w("New open card: {card}.", card=mention_card(w, event.card))
    if isinstance(event, CardTaken | CardDrawn):
        return _narrate_card_taken(event, scene)
    return _narrate_other_action(event, scene)


def _narrate_card_taken(event: CardTaken | CardDrawn, scene: Scene) -> str:
    w, name = scene.w, scene.names[event.seat]
    if isinstance(event, CardTaken):
        if not event.points:
            return w("{name} takes card {card}.", name=name, card=mention_card(w, event.card))
        return w.plural(
            "{name} takes card {card} with {n} point on it.",
            "{name} takes card {card} with {n} points on it.",
            event.points,
            name=name,
            card=mention_card(w, event.card),
        )
    price = format_points(w, DECK_PRICE)
    if event.card is None:
        return w(
            "{name} pays {price} onto card {onto} and takes the top card of the deck.",
            name=name,
            price=price,
            onto=event.onto,
        )
    if event.seat == scene.reader_seat:
        return w(
            "You take the top card of the deck: {card}. It costs {price}, which goes onto card {onto}.",
            price=price,
            card=mention_card(w, event.card),
            onto=event.onto,
        )
    return w(
        "{name} takes the top card of the deck: {card}. It costs {price}, which goes onto card {onto}.",
        price=price,
        name=name,
        card=mention_card(w, event.card),
        onto=event.onto,
    )


def _narrate_other_action(
    event: StartingSeatDrawn | FirstCoralsChosen | CardPlayed | PatternScored | HandScored, scene: Scene
) -> str:
    w, name = scene.w, scene.names[event.seat]
    if isinstance(event, StartingSeatDrawn):
        return w("{name} begins each round.", name=name)
    if isinstance(event, FirstCoralsChosen):
        corals = describe_placed_corals(w, tuple(zip(CENTRE_CELLS, event.colours, strict=True)))
        return w("{name} lays the first corals: {corals}.", name=name, corals=corals)
    if isinstance(event, CardPlayed):
        if not event.placed:
            return w(
                "{name} plays card {card} and lays no coral.", name=name, card=mention_card(w, event.card)
            )
        return w(
            "{name} plays card {card}: {corals} ({pattern}).",
            name=name,
            card=event.card,
            corals=describe_placed_corals(w, event.placed),
            pattern=describe_pattern(w, CARDS[event.card]),
        )
    points = format_points(w, event.points)
    if isinstance(event, PatternScored):
        if not event.matches:
            return w("{name} scores nothing.", name=name)
        return w.plural(
            "{name} scores {points} ({n} pattern).",
            "{name} scores {points} ({n} patterns).",
            len(event.matches),
            name=name,
            points=points,
        )
    card = mention_card(w, event.card)
    if not event.points:
        return w("At the end {name} scores nothing for card {card}.", name=name, card=card)
    return w("At the end {name} scores {points} for card {card}.", name=name, points=points, card=card)


def narrate_result(scene: Scene, missing: Sequence[Colour] = ()) -> str:
    """Return a text about who won the match and why.

    :param missing: the colours that ran out, if the text names them.
    """
    w, outcome = scene.w, scene.outcome
    if outcome is None:
        return w("The match has ended.")
    by_people = describe_ending(outcome, scene.names, w)
    if by_people is not None:
        return by_people
    if outcome.ending == DECK_RAN_OUT_ENDING:
        why = w("The deck ran out.") if scene.is_steady else w("The deck ran out, ending the match.")
    elif missing:
        why = w("{colours} ran out.", colours=start_with_colours(w, missing))
    else:
        why = w("A colour ran out, ending the match.")
    return f"{why} {_narrate_winner(scene)}"


def _narrate_winner(scene: Scene) -> str:
    w, outcome = scene.w, scene.outcome
    if outcome is None:
        return ""
    winners = [scene.names[seat] for seat in outcome.winners]
    most = max(outcome.scores)
    if len(winners) > 1:
        return w(
            "{names} share the win with {points}!", names=w.join_list(winners), points=format_points(w, most)
        )
    if outcome.scores.count(most) > 1:
        return w(
            "{name} wins the tie with {points}!",
            name=winners[0],
            points=format_points(w, most),
        )
    return w("{name} wins with {points}!", name=winners[0], points=format_points(w, most))


def describe_status(view: View, scene: Scene) -> str:
    """Return whose turn it is and what that player must do or, after the match, the result."""
    w = scene.w
    if scene.outcome is not None or view.active_seat is None:
        return narrate_result(scene, view.missing_colours if scene.is_steady else ())
    if view.active_seat == scene.reader_seat:
        return w("Your turn: {task}", task=describe_task(view.active_seat, view, scene))
    name = scene.names[view.active_seat]
    if view.stage == START_STAGE:
        return w("Waiting for {name} to lay the first four corals.", name=name)
    status = _format_waiting_status(name, view.seats[view.active_seat].cards, w)
    countdown = warn_of_end(view, w)
    return f"{status} {countdown}" if countdown else status


def _format_waiting_status(name: str, cards: int, w: Words) -> str:
    if not cards:
        return w("Waiting for {name} to take a card.", name=name)
    if cards == MAX_HAND_SIZE:
        return w("Waiting for {name} to play a card.", name=name)
    return w("Waiting for {name} to play or take a card.", name=name)


def describe_task(seat: int, view: View, scene: Scene) -> str:
    """Return a text about what the active seat must do."""
    w, cards = scene.w, view.seats[seat].cards
    if view.stage == START_STAGE:
        return w("lay your first four corals in the centre.")
    if not cards:
        text = w("your hand is empty, so take a card.")
    elif cards == MAX_HAND_SIZE:
        text = w("your hand is full, so play a card.")
    else:
        text = w("play a card or take one.")
    countdown = warn_of_end(view, w)
    return f"{text} {countdown}" if countdown else text


def warn_of_end(view: View, w: Words) -> str:
    """Return a text that says that this is the last round, or which colour could run out in this round.

    It is empty if neither is true.
    """
    if view.is_last_round:
        return w("This is the last round!")
    left, scarcest = min((view.supply[colour], colour) for colour in COLOURS)
    if left > CORALS_PER_PLAY * len(view.seats):
        return ""
    return w("{colour}: {n} left before the last round.", colour=start_with_colours(w, (scarcest,)), n=left)
