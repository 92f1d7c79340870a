"""Explains what an action gains now and at the end of a round, citing the clause."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from games.australis.actions import (
    Action,
    CarryOutCard,
    ChooseCard,
    ChooseTile,
    MoveCoral,
    PlaceCoral,
    TakeDie,
)
from games.australis.events import Scene
from games.australis.parts import (
    CARD_CIRCLES,
    CARD_FISH,
    CARD_SPACES,
    DICE_PER_SEAT,
    REEF_NUMBERS,
    ROUND_COUNT,
    TOKEN_POINTS,
    Card,
    CardFunction,
    Colour,
    Die,
    find_reef,
    get_card_function,
    get_colour,
)
from games.australis.score import score_school
from games.australis.texts import gains
from games.australis.texts.nouns import find_reader, format_points, name_card
from games.australis.texts.position import find_best_reef, find_landing, measure_reef_gain
from games.australis.view import EMPTY_PLACE, View
from games.core.texts import Advice
from games.core.words import Words, clip

MAX_REASON_LENGTH: Final = 160


def advise_on_action(action: Action, view: View, scene: Scene) -> Advice:
    """Give the viewer a reason for or against ``action``."""
    advice = _write_action_advice(action, view, scene.w)
    return replace(advice, text=clip(advice.text, MAX_REASON_LENGTH))


def _write_action_advice(action: Action, view: View, w: Words) -> Advice:
    if isinstance(action, TakeDie):
        # Choosing a die follows AU-2.1, whatever the die's colour.
        return replace(_advise_on_die(action.die, view, w), choice_clause="AU-2.1")
    if isinstance(action, CarryOutCard):
        return _advise_on_order(action.card, view, w)
    if isinstance(action, ChooseCard):
        return (
            _advise_on_keeping(action.card, view, w)
            if action.is_kept
            else _advise_on_use(action.card, view, w)
        )
    if isinstance(action, PlaceCoral):
        return gains.advise_on_reef(action.reef, view, w)
    if isinstance(action, MoveCoral):
        return gains.advise_on_moving_coral(action, view, w)
    if isinstance(action, ChooseTile):
        return gains.advise_on_gold_tile(view, w) if action.is_gold else gains.advise_on_silver_tile(view, w)
    return gains.advise_on_keeping_corals(view, w)


def _advise_on_die(die: Die, view: View, w: Words) -> Advice:
    cards = [
        card
        for card in view.boards[find_reader(view)].cards
        if get_colour(card) == die.colour and get_card_function(card) != CardFunction.COMPETITION
    ]
    if len(cards) > 1 or (cards and not _gains_points(die, view)):
        named = "; ".join(_name_working_card(card, cards, view, w) for card in cards)
        return Advice(w("Your cards of that colour work first: {cards}.", cards=named), "AU-2.2")
    if die.colour == Colour.WHITE:
        return _advise_on_white_die(die, view, w)
    if die.colour == Colour.YELLOW:
        return gains.advise_on_fish(die.value, view, w)
    if die.colour == Colour.BLUE:
        if view.boards[find_reader(view)].space == view.track_end:
            text = w("You roll it for a tile; your turtle is already on the last space.")
            return Advice(text, "AU-4.2", is_reason=False, is_drawback=True)
        return gains.advise_on_swim(die.value, view, w)
    if die.colour == Colour.VIOLET:
        return gains.advise_on_new_coral(die.value, view, w)
    if view.round < ROUND_COUNT:
        text = w(
            "You begin the next round, and red rolls high for the tiles: {gold} or {silver} points at"
            " the end.",
            gold=view.gold[0],
            silver=view.silver[0],
        )
        return Advice(text, "AU-2.8")
    text = w(
        "It brings {points} at the end, and red rolls high for the tiles.",
        points=format_points(w, TOKEN_POINTS),
    )
    return Advice(text, "AU-6.1")


def _name_working_card(card: Card, cards: Sequence[Card], view: View, w: Words) -> str:
    """Name a card that works before a die. Add where its coral goes, unless a turtle card may change that."""
    name, board = name_card(w, card), view.boards[find_reader(view)]
    functions = {get_card_function(other) for other in cards}
    if get_card_function(card) != CardFunction.CORAL or CardFunction.TURTLE in functions or not board.supply:
        return name
    if board.reef == REEF_NUMBERS[0]:
        return w("{card} on reef {reef}", card=name, reef=board.reef)
    return w("{card} up to reef {reef}", card=name, reef=board.reef)


def _gains_points(die: Die, view: View) -> bool:
    """Return whether a die gains points now or at the end of the round, not counting cards."""
    seat = find_reader(view)
    board = view.boards[seat]
    if die.colour == Colour.WHITE:
        return die.circles > 0
    if die.colour == Colour.YELLOW:
        cubes = len(board.food)
        return score_school(cubes, board.fish + die.value) > score_school(cubes, board.fish)
    if die.colour == Colour.BLUE:
        return find_landing(view, seat, die.value).space > board.space
    return board.supply > 0 and measure_reef_gain(view, seat, find_best_reef(view, seat, die.value)) > 0


def _advise_on_white_die(die: Die, view: View, w: Words) -> Advice:
    left = count_dice_left(view)
    if not left:
        text = _describe_last_white(die, view, w)
    else:
        text = w.plural(
            "Use the card now, or keep it for later dice.",
            "Use the cards now, or keep them for later dice.",
            die.value,
        )
    # The text isn't a reason to take the die, because other dice bring points too and the value of the cards
    # isn't known here.
    return Advice(text, "AU-2.3", is_reason=False)


def _describe_last_white(die: Die, view: View, w: Words) -> str:
    """Explain how to use the cards of the seat's last die. At most a competition card is worth keeping."""
    if any(card != EMPTY_PLACE and _helps_competition(card, view) for card in view.display):
        return w.plural(
            "Use the card now; only a competition card is still worth keeping.",
            "Use the cards now; only a competition card is still worth keeping.",
            die.value,
        )
    return w.plural(
        "Use the card now: this is your last die.", "Use the cards now: this is your last die.", die.value
    )


def _helps_competition(card: Card, view: View) -> bool:
    """Return whether keeping a competition card would raise one of the viewer's dice of this round."""
    board = view.boards[find_reader(view)]
    return (
        get_card_function(card) == CardFunction.COMPETITION
        and card not in board.cards
        and any(die.colour == get_colour(card) for die in board.dice)
    )


def count_dice_left(view: View) -> int:
    """Return the number of dice that the viewer will take in the match after the current choice."""
    taken_count = len(view.boards[find_reader(view)].dice) + (view.task.cards_to_take == 0)
    return DICE_PER_SEAT * (ROUND_COUNT - view.round + 1) - taken_count


def _advise_on_order(card: Card, view: View, w: Words) -> Advice:
    """Explain whether it matters that a card is carried out before the other cards."""
    seat = find_reader(view)
    space = view.boards[seat].space
    now, later = find_reef(space), find_reef(find_landing(view, seat, CARD_SPACES).space)
    waiting = {get_card_function(other) for other in view.task.cards}
    if now < later and {CardFunction.TURTLE, CardFunction.CORAL} <= waiting:
        if get_card_function(card) == CardFunction.TURTLE:
            text = w("Your turtle first: then your coral card reaches up to reef {reef}.", reef=later)
            vague = w("Your turtle first: then your coral card has more reefs to choose from.")
            return Advice(text, "AU-2.9", later_token=PlaceCoral(later).token, text_without_later_step=vague)
        if get_card_function(card) == CardFunction.CORAL:
            text = w(
                "This coral reaches up to reef {reef}; with your turtle first, up to {later}.",
                reef=now,
                later=later,
            )
            # It's a drawback, because nothing is lost by moving the turtle first.
            return Advice(text, "AU-2.9", is_reason=False, is_drawback=True)
    return Advice(w("The order doesn't matter here."), "AU-2.2", is_reason=False, is_said_once=True)


def _advise_on_use(card: Card, view: View, w: Words) -> Advice:
    function = get_card_function(card)
    if function == CardFunction.FISH:
        return gains.advise_on_fish(CARD_FISH, view, w)
    if function == CardFunction.TURTLE:
        return gains.advise_on_swim(CARD_SPACES, view, w)
    if function == CardFunction.CORAL:
        return gains.advise_on_card_coral(view, w)
    return Advice(
        w("You score {points} now, without waiting for a die.", points=format_points(w, CARD_CIRCLES)),
        "AU-2.9",
    )


def _advise_on_keeping(card: Card, view: View, w: Words) -> Advice:
    if get_card_function(card) == CardFunction.COMPETITION:
        n = sum(die.colour == get_colour(card) for die in view.boards[find_reader(view)].dice)
        if view.round == ROUND_COUNT and not n and not count_dice_left(view):
            text = w("You have no die of its colour to roll for the tiles, so it brings nothing.")
            return Advice(text, "AU-4.2", is_reason=False, is_drawback=True)
        text = w("Rolled for tiles, your dice of its colour count 1 more; you have {n}.", n=n)
        return Advice(text, "AU-4.2")
    left = count_dice_left(view)
    if not left:
        text = w("You take no more dice, so a card that you keep brings nothing.")
        return Advice(text, "AU-2.2", is_reason=False, is_drawback=True)
    if view.round == ROUND_COUNT and all(die.colour != get_colour(card) for die in view.offer):
        text = w("There's no die of its colour left, so a kept card brings nothing.")
        return Advice(text, "AU-2.2", is_reason=False, is_drawback=True)
    dice_left_this_round = left - DICE_PER_SEAT * (ROUND_COUNT - view.round)
    n = sum(die.colour == get_colour(card) for die in view.offer)
    if not n or dice_left_this_round <= 0:
        return Advice(w("It works for each die of its colour from the next round on."), "AU-2.2")
    text = w.plural(
        "It works with each later die of its colour; {n} is left this round.",
        "It works with each later die of its colour; {n} are left this round.",
        n,
    )
    return Advice(text, "AU-2.2")
