"""Lists the legal actions (AU-2, AU-4.4)."""

from __future__ import annotations

from games.australis.actions import Action, Choose, Move, Place, Run, Stay, Take, Tile
from games.australis.display import can_keep, can_use, list_choices
from games.australis.parts import DIE_OF, GREY_ROUNDS, KINDS, REEFS
from games.australis.state import State
from games.australis.view import CHOOSE, CORAL, DRAFT, ORDER, OVER, TILE, Board

_TAKE = {die: Take(die) for die in DIE_OF.values()}
_RUN = tuple(Run(card) for card in range(len(KINDS)))
_CHOOSE = tuple((Choose(card, False), Choose(card, True)) for card in range(len(KINDS)))
_PLACE = {reef: Place(reef) for reef in REEFS}
_PLACES = {highest: tuple([_PLACE[reef] for reef in range(highest, REEFS[0] - 1, -1)]) for highest in REEFS}
"""Actions that place a coral from the supply on a reef or a lower one, by reef, the highest first."""
_GOLD, _SILVER, _STAY = Tile(True), Tile(False), Stay()


def list_legal(state: State, seat: int) -> tuple[Action, ...]:
    """Return the legal actions of a seat. Only the active seat has any."""
    if seat != state.seat or state.stage == OVER:
        return ()
    stage = state.stage
    if stage == DRAFT:
        return tuple([_TAKE[die] for die in dict.fromkeys(state.offer)])
    if stage == ORDER:
        return tuple([_RUN[card] for card in state.task.cards])
    board = state.boards[seat]
    if stage == CHOOSE:
        return tuple([_CHOOSE[card][keep] for card, keep in list_choices(state.display, board.cards)])
    if stage == CORAL:
        return list_coral_actions(board, state.task.reef)
    assert stage == TILE
    return (_SILVER, _GOLD) if state.round <= GREY_ROUNDS else (_GOLD, _SILVER)


def is_legal(state: State, seat: int, action: Action) -> bool:
    """Return whether ``action`` is legal, without listing all dice or cards."""
    if state.stage == DRAFT:
        return seat == state.seat and isinstance(action, Take) and action.die in state.offer
    if state.stage == CHOOSE:
        if seat != state.seat or not isinstance(action, Choose) or action.card not in state.display:
            return False
        return can_keep(state.boards[seat].cards, action.card) if action.keep else can_use(action.card)
    return action in list_legal(state, seat)


def find_only_action(state: State) -> Action | None:
    """Return the legal action if there is only one, so that it can be performed without asking the player."""
    if state.stage == DRAFT:
        offer = state.offer  # sorted, so equal dice are adjacent
        return _TAKE[offer[0]] if offer and offer[0] == offer[-1] else None
    if state.stage == CHOOSE:
        answers = list_choices(state.display, state.boards[state.seat].cards)
        card, keep = next(answers)
        return _CHOOSE[card][keep] if next(answers, None) is None else None
    if state.stage == CORAL:
        possible = list_coral_actions(state.boards[state.seat], state.task.reef)
        return possible[0] if len(possible) == 1 else None
    # A choice of cards or tiles always has at least two options, and after the match there is no choice.
    return None


def list_coral_actions(board: Board, highest: int) -> tuple[Action, ...]:
    """Return the actions for a coral that goes on reef ``highest`` or a lower one (AU-2.7).

    If the supply is empty, the seat may instead move a coral there, or leave its corals.
    """
    if board.supply:
        return _PLACES[highest]
    reefs = range(highest, REEFS[0] - 1, -1)
    origins = [reef for reef, count in zip(REEFS, board.corals, strict=True) if count]
    moves = [Move(origin, reef) for origin in origins for reef in reefs if reef != origin]
    return (*moves, _STAY)
