"""Narrates events, and says whose turn it is and what that player must do."""

from __future__ import annotations

from games.coral_reef.closing import find_round_end
from games.coral_reef.events import (
    CardDrawn,
    CoralsPlayed,
    DeckReformed,
    Event,
    NineSeeded,
    RoundBegan,
    RoundEnded,
    Scene,
)
from games.coral_reef.parts import (
    FACE_RANKS,
    MAX_REFORMS,
    NINE_RANK,
    RANK_VALUES,
    STARTING_HAND_SIZE,
    TILES_VARIANT,
    format_letters,
    format_rank,
)
from games.coral_reef.sums import find_sums, make_mask
from games.coral_reef.texts.nouns import find_variant, format_corals, format_signed, name_rank
from games.coral_reef.view import ALL_PASSED_ENDING, HAND_EMPTY_ENDING, View, find_target
from games.core.outcome import describe_ending
from games.core.words import Words


def narrate_event(event: Event, scene: Scene) -> str:
    """Narrate an event in one or two sentences."""
    w = scene.w
    if isinstance(event, RoundBegan):
        return w("Round {number}: {name} begins.", number=event.number, name=scene.names[event.seat])
    if isinstance(event, RoundEnded):
        return _narrate_round_end(event, scene)
    if isinstance(event, DeckReformed):
        return w.plural(
            "{n} card from under the tops is the new deck ({time} of {most}).",
            "{n} cards from under the tops are the new deck ({time} of {most}).",
            event.card_count,
            time=event.deck_count,
            most=MAX_REFORMS,
        )
    name = scene.names[event.seat]
    if isinstance(event, CoralsPlayed):
        return _narrate_play(event, name_actor(event, scene), w)
    if isinstance(event, NineSeeded):
        return w(
            "{name} lays a nine as stack {stack}. {left}",
            name=name_actor(event, scene),
            stack=event.stack + 1,
            left=_narrate_cards_left(event.cards_left, w),
        )
    if isinstance(event, CardDrawn):
        return _narrate_draw(event, scene)
    return w("{name} can't play, has nothing left to draw, and passes.", name=name)


def name_actor(event: CoralsPlayed | NineSeeded, scene: Scene) -> str:
    """Return the name of the seat that played, with a note if it drew a card first."""
    name = scene.names[event.seat]
    return scene.w("{name} (drew a card)", name=name) if event.has_drawn else name


def _narrate_play(event: CoralsPlayed, name: str, w: Words) -> str:
    top = name_rank(event.cards[-1])
    stack, left = event.stack + 1, _narrate_cards_left(event.cards_left, w)
    if len(event.cards) == 1:
        return w("{name} plays {top} on stack {stack}. {left}", name=name, top=top, stack=stack, left=left)
    return w(
        "{name} plays {corals} on stack {stack}, {top} on top. {left}",
        name=name,
        corals=format_corals(format_letters(event.cards), find_variant(event.cards[0]), w),
        stack=stack,
        top=top,
        left=left,
    )


def _narrate_cards_left(n: int, w: Words) -> str:
    if n == 0:
        return w("The hand is empty!")
    return w.plural("{n} card left.", "{n} cards left.", n)


def _narrate_draw(event: CardDrawn, scene: Scene) -> str:
    w, name = scene.w, scene.names[event.seat]
    if event.card is None:
        if event.is_playable:
            return w("{name} can't play, draws a card, and now can.", name=name)
        return w("{name} can't play, draws a card, and still can't.", name=name)
    card = name_rank(event.card)
    if event.seat == scene.reader_seat:
        if event.is_playable:
            return w("You couldn't play, drew a card ({card}), and now you can.", card=card)
        return w("You missed a turn: you drew a card ({card}) and still couldn't play.", card=card)
    if event.is_playable:
        return w("{name} can't play, draws a card ({card}), and now can.", name=name, card=card)
    return w("{name} can't play, draws a card ({card}), and still can't.", name=name, card=card)


def _narrate_round_end(event: RoundEnded, scene: Scene) -> str:
    if scene.outcome is not None and scene.outcome.scores == event.wins:
        return explain_last_round(event, scene)
    w = scene.w
    names = w.join_list([scene.names[seat] for seat in event.winners])
    if event.ending == HAND_EMPTY_ENDING:
        return w("{name} is out of cards and wins the round.", name=names)
    fewest = min(event.cards_left)
    why = _narrate_reason(event.ending, w)
    if len(event.winners) > 1:
        return w.plural(
            "{why} {names} have the fewest cards, {n} each, and share the round.",
            "{why} {names} have the fewest cards, {n} each, and share the round.",
            fewest,
            why=why,
            names=names,
        )
    return w.plural(
        "{why} {name} has the fewest cards, {n}, and wins the round.",
        "{why} {name} has the fewest cards, {n}, and wins the round.",
        fewest,
        why=why,
        name=names,
    )


def explain_last_round(event: RoundEnded, scene: Scene) -> str:
    """Return a sentence about why the last round ended. The result says who won."""
    w = scene.w
    names = w.join_list([scene.names[seat] for seat in event.winners])
    if event.ending == HAND_EMPTY_ENDING:
        return w("{name} is out of cards.", name=names)
    why, fewest = _narrate_reason(event.ending, w), min(event.cards_left)
    return w("{why} Fewest cards: {names} ({n}).", why=why, names=names, n=fewest)


def _narrate_reason(ending: str, w: Words) -> str:
    if ending == ALL_PASSED_ENDING:
        return w("Everybody passed.")
    return w("The deck is used up for the last time.")


def narrate_result(scene: Scene) -> str:
    """Return a sentence about who won the match and how."""
    w, outcome = scene.w, scene.outcome
    if outcome is None:
        return w("The match has ended.")
    by_people = describe_ending(outcome, scene.names, w)
    if by_people is not None:
        return by_people
    names = w.join_list([scene.names[seat] for seat in outcome.winners])
    n = max(outcome.scores)
    if len(outcome.winners) > 1:
        return w.plural(
            "{names} share the win with {n} round each!",
            "{names} share the win with {n} rounds each!",
            n,
            names=names,
        )
    return w.plural("{name} wins the match!", "{name} wins the match with {n} rounds!", n, name=names)


def _explain_result(view: View, scene: Scene) -> str:
    """Return a short sentence about who won the match and why, for a match that the rules ended.

    Return an empty string if several seats won, or if the winner didn't win the most rounds alone.
    """
    w, outcome = scene.w, scene.outcome
    if outcome is None or len(outcome.winners) != 1 or describe_ending(outcome, scene.names, w) is not None:
        return ""
    (winner,) = outcome.winners
    name, most = scene.names[winner], max(outcome.scores)
    if view.rounds_to_win == 1 and view.hand_sizes[winner]:
        return w("Fewest cards left: {name} wins!", name=name)
    if view.rounds_to_win == 1:
        return w("No cards left: {name} wins!", name=name)
    if outcome.scores.count(most) > 1:
        return ""
    return w.plural(
        "First to win {n} round: {name} wins, {n} to {other}!",
        "First to win {n} rounds: {name} wins, {n} to {other}!",
        most,
        name=name,
        other=sorted(outcome.scores)[-2],
    )


def describe_status(view: View, scene: Scene) -> str:
    """Return whose turn it is and what to do or, after a round or match, who won and why."""
    w, ended = scene.w, find_round_end(scene)
    if ended is not None:
        return narrate_event(ended, scene)
    if scene.outcome is not None or view.active_seat is None:
        return (_explain_result(view, scene) if scene.is_steady else "") or narrate_result(scene)
    if view.active_seat == scene.reader_seat:
        return w("Your turn: {task}", task=describe_task(view.active_seat, view, scene))
    name = scene.names[view.active_seat]
    if view.has_drawn:
        return w("{name} drew a card. Waiting for cards or a nine.", name=name)
    return w("Waiting for {name} to play cards or lay a nine.", name=name)


def describe_task(seat: int, view: View, scene: Scene) -> str:
    """Return a text about what the active seat must do."""
    w = scene.w
    # The player's own news already says which card was drawn.
    if view.has_drawn and seat != scene.reader_seat:
        return w("you drew a card and can play.")
    text = _describe_choice(seat, view, w)
    # Before the player's first play, explain what faces add.
    if view.number == 1 and view.hand_sizes[seat] >= STARTING_HAND_SIZE and view.variant != TILES_VARIANT:
        values = ", ".join(
            f"{format_rank(letter, view.variant)} {format_signed(RANK_VALUES[letter])}"
            for letter in reversed(FACE_RANKS)
        )
        return f"{text} {values}."
    return text


def _describe_choice(seat: int, view: View, w: Words) -> str:
    """Return what a seat can do. To others, name both kinds of moves, because they don't see its hand."""
    if view.viewer == seat:
        hand = format_letters(view.hand)
        if NINE_RANK not in hand:
            return w("play cards.")
        if not find_sums(hand) & make_mask(find_target(stack) for stack in view.stacks):
            return w("lay a nine.")
    return w("play cards or lay a nine.")
