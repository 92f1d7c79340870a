"""Explains why an action is refused, with the clause that forbids it (AU-2, AU-4)."""

from __future__ import annotations

from typing import Final

from games.australis.actions import (
    Action,
    CarryOutCard,
    ChooseCard,
    KeepCorals,
    MoveCoral,
    PlaceCoral,
    TakeDie,
)
from games.australis.display import can_keep_card, can_use_card
from games.australis.legal import is_legal
from games.australis.names import name_die
from games.australis.parts import MAX_SECTION_CARDS, REEF_NUMBERS, CardFunction, get_card_function
from games.australis.read import read_action
from games.australis.state import State
from games.australis.view import CHOOSE_STAGE, CORAL_STAGE, DRAFT_STAGE, ORDER_STAGE, TILE_STAGE, Board
from games.core.errors import IllegalAction, UnreadableToken
from games.core.words import N_

_PENDING_DECISION_BY_STAGE: Final = {
    DRAFT_STAGE: (N_("First take one of the dice from the gameboard."), "AU-2.1"),
    ORDER_STAGE: (N_("First choose which of your cards comes next."), "AU-2.2"),
    CHOOSE_STAGE: (N_("First take a card from the display."), "AU-2.3"),
    CORAL_STAGE: (N_("First choose what happens with the coral."), "AU-2.7"),
    TILE_STAGE: (N_("First choose the gold or the silver tile."), "AU-4.4"),
}


def explain_refusal(state: State, seat: int, action: Action) -> IllegalAction:
    """Explain why ``action`` is not legal for ``seat``, the seat to act."""
    board = state.boards[seat]
    if isinstance(action, TakeDie) and state.stage == DRAFT_STAGE:
        return IllegalAction(N_("The gameboard doesn't have the {die}."), "AU-2.1", die=name_die(action.die))
    if isinstance(action, CarryOutCard) and state.stage == ORDER_STAGE:
        return IllegalAction(N_("That card isn't waiting to be used."), "AU-2.2")
    if isinstance(action, ChooseCard) and state.stage == CHOOSE_STAGE:
        return _refuse_choice(state, board, action)
    if isinstance(action, PlaceCoral) and state.stage == CORAL_STAGE:
        return _refuse_place(state, board, action)
    if isinstance(action, MoveCoral | KeepCorals) and state.stage == CORAL_STAGE:
        return _refuse_move(state, board, action)
    return IllegalAction(*_PENDING_DECISION_BY_STAGE[state.stage])


def explain_unavailable(state: State, seat: int, kind: str) -> IllegalAction:
    """Explain why ``seat``, the seat to act, has no action whose first field has the value ``kind``."""
    action = _find_action_of_kind(kind)
    # For ``move``, the action is ``KeepCorals``, because both are refused while the supply has corals. If
    # ``KeepCorals`` is legal, there is no coral to move.
    if action is None or (isinstance(action, KeepCorals) and is_legal(state, seat, action)):
        return IllegalAction(N_("You can't do that now."))
    return explain_refusal(state, seat, action)


def _find_action_of_kind(kind: str) -> Action | None:
    """Return an action whose first field has the value ``kind``, or ``None`` if there is none."""
    first, _, code = kind.partition("-")
    prefixes = {"take": "keep:", "run": "card:", "reef": "reef:"}
    token = f"{prefixes[first]}{code}" if first in prefixes else {"move": "stay"}.get(kind, kind)
    for text in (token, f"die:{kind}"):
        try:
            return read_action(text)
        except UnreadableToken:
            continue
    return None


def _refuse_choice(state: State, board: Board, action: ChooseCard) -> IllegalAction:
    card = action.card
    if card not in state.display:
        return IllegalAction(N_("That card isn't on display."), "AU-2.3")
    if not action.is_kept and not can_use_card(card):
        return IllegalAction(N_("You can only keep a competition card, not use it once."), "AU-2.3")
    if get_card_function(card) == CardFunction.COMPETITION:
        return IllegalAction(N_("You already have the competition card of this colour."), "AU-2.4")
    if card in board.cards:
        return IllegalAction(N_("You already have this card, so you can only use it right away."), "AU-2.4")
    assert not can_keep_card(board.cards, card)
    return IllegalAction(
        N_(
            "You have {most} cards of this colour, the most you can have. You can only use this one "
            "right away."
        ),
        "AU-2.4",
        most=MAX_SECTION_CARDS,
    )


def _refuse_place(state: State, board: Board, action: PlaceCoral) -> IllegalAction:
    if not board.supply:
        return IllegalAction(N_("You have no coral left to place; you can move one of yours."), "AU-2.7")
    return _refuse_reef(state.task.reef)


def _refuse_move(state: State, board: Board, action: MoveCoral | KeepCorals) -> IllegalAction:
    if board.supply:
        return IllegalAction(
            N_("You still have corals in your supply ({supply}), so place one of those."),
            "AU-2.7",
            supply=board.supply,
        )
    assert isinstance(action, MoveCoral)
    if not board.corals[action.origin - REEF_NUMBERS[0]]:
        return IllegalAction(N_("You have no coral on reef {reef}."), "AU-2.7", reef=action.origin)
    if action.reef > state.task.reef:
        return _refuse_reef(state.task.reef)
    return IllegalAction(N_("That's the reef it's on already."), "AU-2.7")


def _refuse_reef(highest: int) -> IllegalAction:
    return IllegalAction(N_("This coral goes onto reef {highest} or a lower one."), "AU-2.7", highest=highest)
