"""Lists the legal actions (AU-2, AU-4.4)."""

from __future__ import annotations

from typing import Final

from games.australis.actions import (
    Action,
    CarryOutCard,
    ChooseCard,
    ChooseTile,
    KeepCorals,
    MoveCoral,
    PlaceCoral,
    TakeDie,
)
from games.australis.display import can_keep_card, can_use_card, list_card_choices
from games.australis.parts import (
    CARD_KINDS,
    CARD_SPACES,
    DIE_BY_CODE,
    GREY_CUBE_ROUNDS,
    REEF_NUMBERS,
    CardFunction,
    find_landing_space,
    find_reef,
    get_card_function,
)
from games.australis.state import State
from games.australis.view import (
    CHOOSE_STAGE,
    CORAL_STAGE,
    DRAFT_STAGE,
    ORDER_STAGE,
    OVER_STAGE,
    TILE_STAGE,
    Board,
)

ORDER_DEPENDENT_FUNCTIONS: Final = frozenset({CardFunction.TURTLE, CardFunction.CORAL})
_TAKE_ACTION_BY_DIE = {die: TakeDie(die) for die in DIE_BY_CODE.values()}
_CARRY_OUT_ACTIONS = tuple(CarryOutCard(card) for card in range(len(CARD_KINDS)))
_CHOOSE_ACTIONS = tuple((ChooseCard(card, False), ChooseCard(card, True)) for card in range(len(CARD_KINDS)))
_PLACE_ACTION_BY_REEF = {reef: PlaceCoral(reef) for reef in REEF_NUMBERS}
_PLACE_ACTIONS_BY_HIGHEST_REEF = {
    highest: tuple([_PLACE_ACTION_BY_REEF[reef] for reef in range(highest, REEF_NUMBERS[0] - 1, -1)])
    for highest in REEF_NUMBERS
}
"""Actions that place a coral from the supply, by the highest reef allowed. The highest reef comes first."""
_GOLD_ACTION, _SILVER_ACTION, _KEEP_CORALS_ACTION = ChooseTile(True), ChooseTile(False), KeepCorals()


def list_legal_actions(state: State, seat: int) -> tuple[Action, ...]:
    """Return the legal actions of a seat. Only the active seat has any."""
    if seat != state.seat or state.stage == OVER_STAGE:
        return ()
    stage = state.stage
    if stage == DRAFT_STAGE:
        return tuple([_TAKE_ACTION_BY_DIE[die] for die in dict.fromkeys(state.offer)])
    if stage == ORDER_STAGE:
        return tuple([_CARRY_OUT_ACTIONS[card] for card in state.task.cards])
    board = state.boards[seat]
    if stage == CHOOSE_STAGE:
        return tuple(
            [_CHOOSE_ACTIONS[card][keep] for card, keep in list_card_choices(state.display, board.cards)]
        )
    if stage == CORAL_STAGE:
        return list_coral_actions(board, state.task.reef)
    assert stage == TILE_STAGE
    return (
        (_SILVER_ACTION, _GOLD_ACTION) if state.round <= GREY_CUBE_ROUNDS else (_GOLD_ACTION, _SILVER_ACTION)
    )


def is_legal(state: State, seat: int, action: Action) -> bool:
    """Return whether ``action`` is legal, without listing all dice or cards."""
    if state.stage == DRAFT_STAGE:
        return seat == state.seat and isinstance(action, TakeDie) and action.die in state.offer
    if state.stage == CHOOSE_STAGE:
        if seat != state.seat or not isinstance(action, ChooseCard) or action.card not in state.display:
            return False
        return (
            can_keep_card(state.boards[seat].cards, action.card)
            if action.is_kept
            else can_use_card(action.card)
        )
    return action in list_legal_actions(state, seat)


def find_unasked_action(state: State, seat: int) -> Action | None:
    """Return the action that carries out the seat's next card, if its place in the order is irrelevant.

    The order (AU-2.2) matters only if a turtle card lets a coral card reach a higher reef.
    """
    if seat != state.seat or state.stage != ORDER_STAGE:
        return None
    cards = state.task.cards
    if {get_card_function(card) for card in cards} >= ORDER_DEPENDENT_FUNCTIONS:
        space, last = state.boards[seat].space, state.track_end
        occupied = {board.space for other, board in enumerate(state.boards) if other != seat}
        landing = find_landing_space(space + CARD_SPACES, occupied, last)
        if find_reef(space) < find_reef(landing):
            cards = tuple(card for card in cards if get_card_function(card) not in ORDER_DEPENDENT_FUNCTIONS)
    return _CARRY_OUT_ACTIONS[cards[0]] if cards else None


def find_only_action(state: State) -> Action | None:
    """Return the legal action if there is only one. It is then performed without asking the player."""
    if state.stage == DRAFT_STAGE:
        offer = state.offer  # sorted, so all dice are equal if the first and the last are
        return _TAKE_ACTION_BY_DIE[offer[0]] if offer and offer[0] == offer[-1] else None
    if state.stage == CHOOSE_STAGE:
        answers = list_card_choices(state.display, state.boards[state.seat].cards)
        card, keep = next(answers)
        return _CHOOSE_ACTIONS[card][keep] if next(answers, None) is None else None
    if state.stage == CORAL_STAGE:
        possible = list_coral_actions(state.boards[state.seat], state.task.reef)
        return possible[0] if len(possible) == 1 else None
    # A choice of cards or tiles always has at least two options, and after the match there is no choice.
    return None


def list_coral_actions(board: Board, highest: int) -> tuple[Action, ...]:
    """Return the actions for a coral that goes on reef ``highest`` or a lower one (AU-2.7).

    If the supply is empty, the seat may instead move a coral there, or leave its corals.
    """
    if board.supply:
        return _PLACE_ACTIONS_BY_HIGHEST_REEF[highest]
    reefs = range(highest, REEF_NUMBERS[0] - 1, -1)
    origins = [reef for reef, count in zip(REEF_NUMBERS, board.corals, strict=True) if count]
    moves = [MoveCoral(origin, reef) for origin in origins for reef in reefs if reef != origin]
    return (*moves, _KEEP_CORALS_ACTION)
