"""Explains why an action is refused, with the clause that forbids it (RF-1, RF-2)."""

from __future__ import annotations

from typing import Final

from games.core.errors import IllegalAction
from games.core.words import N_, Msg
from games.reef.actions import STAYS_IN_SUPPLY, Action, DrawCard, PlaceFirstCorals, PlayCard, TakeCard
from games.reef.legal import list_cheapest_cards
from games.reef.parts import CELL_NAMES, DECK_PRICE, MAX_HAND_SIZE, MAX_STACK_HEIGHT, Colour
from games.reef.stacks import STACK_HEIGHTS, Reef
from games.reef.state import State
from games.reef.view import START_STAGE, Supply

COLOUR_WORDS: Final = (
    Msg(N_("yellow")),
    Msg(N_("red")),
    Msg(N_("green")),
    Msg(N_("purple")),
)


def explain_refusal(state: State, seat: int, action: Action) -> IllegalAction:
    """Explain why ``action`` is not legal for ``seat``, the seat to act."""
    if isinstance(action, PlaceFirstCorals):
        return IllegalAction(N_("Your first corals are already down."), "RF-1.1")
    if state.stage == START_STAGE:
        return IllegalAction(N_("First lay your four corals in the centre."), "RF-1.1")
    if isinstance(action, PlayCard):
        return _refuse_play(state, seat, action)
    return _refuse_take(state, seat, action)


def explain_unavailable(state: State, seat: int, kind: str) -> IllegalAction:
    """Explain why ``seat``, the seat to act, has no action of this kind."""
    if kind == "start" or state.stage == START_STAGE:
        return explain_refusal(state, seat, PlaceFirstCorals(()) if kind == "start" else TakeCard(0))
    if kind == "take" and len(state.seats[seat].hand) >= MAX_HAND_SIZE:
        return explain_refusal(state, seat, TakeCard(0))
    if kind == "play" and not state.seats[seat].hand:
        return IllegalAction(N_("You have no card in hand."), "RF-2.3")
    return IllegalAction(N_("You can't do that now."))


def _refuse_take(state: State, seat: int, action: TakeCard | DrawCard) -> IllegalAction:
    own = state.seats[seat]
    if len(own.hand) >= MAX_HAND_SIZE:
        return IllegalAction(
            N_("You already have {most} cards: play one instead."), "RF-2.1", most=MAX_HAND_SIZE
        )
    if isinstance(action, TakeCard):
        return IllegalAction(N_("Card {card} isn't one of the open cards."), "RF-2.1", card=action.card)
    if not state.deck:
        return IllegalAction(N_("The deck is empty."), "RF-3.1")
    if own.points < DECK_PRICE:
        return IllegalAction(N_("A card from the deck costs a point, and you have none."), "RF-2.2")
    return IllegalAction(
        N_("The point goes onto the open card of the lowest value: card {cards}."),
        "RF-2.2",
        cards=", ".join(map(str, list_cheapest_cards(state.display))),
    )


def _refuse_play(state: State, seat: int, action: PlayCard) -> IllegalAction:
    own = state.seats[seat]
    if action.card not in own.hand:
        return IllegalAction(N_("Card {card} isn't in your hand."), "RF-2.3", card=action.card)
    return (
        _refuse_missing_corals(action, state.supply)
        or _refuse_full_spaces(action, own.reef)
        or _refuse_unplaced_coral()
    )


def _refuse_missing_corals(action: PlayCard, supply: Supply) -> IllegalAction | None:
    colours = [colour for _, colour in action.placed]
    for colour in Colour:
        if colours.count(colour) > supply[colour]:
            return IllegalAction(
                N_("The supply doesn't have enough {colour}. Write “-” for a coral you do without."),
                "RF-2.3",
                colour=COLOUR_WORDS[colour],
            )
    return None


def _refuse_full_spaces(action: PlayCard, reef: Reef) -> IllegalAction | None:
    cells = [cell for cell in (action.first, action.second) if cell != STAYS_IN_SUPPLY]
    for cell in cells:
        height = STACK_HEIGHTS[reef[cell]]
        if height + cells.count(cell) > MAX_STACK_HEIGHT:
            return IllegalAction(
                N_("The stack on {cell} already has {height} corals; {most} is the limit."),
                "RF-2.3",
                cell=CELL_NAMES[cell],
                height=height,
                most=MAX_STACK_HEIGHT,
            )
    return None


def _refuse_unplaced_coral() -> IllegalAction:
    return IllegalAction(
        N_("You can only do without a coral if the supply has none or there's no room for it."), "RF-2.3"
    )
