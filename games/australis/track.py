"""Moves turtles along the current, and collects food (AU-2.6, AU-2.10, AU-2.11)."""

from __future__ import annotations

from games.australis.events import CubeCollected, TurtleMoved
from games.australis.mutable_state import MutableState
from games.australis.parts import FOOD_SLOTS, FOOD_SPACES, GREY_CUBE_SPACE, find_landing_space


def move_turtle(state_copy: MutableState, spaces: int) -> None:
    """Move the active seat's turtle by ``spaces``, then on to the next free space (AU-2.6, AU-2.10).

    The turtle collects food on its way and never moves beyond the last space.
    """
    seat, board, last = state_copy.seat, state_copy.board, state_copy.track_end
    origin = board.space
    occupied = [other.space for other in state_copy.boards if other is not board]
    aim = min(origin + spaces, last)
    space = find_landing_space(aim, occupied, last)
    board.space = space
    if space == last and seat not in state_copy.arrived:
        state_copy.arrived += (seat,)
    state_copy.add_event(TurtleMoved(seat, origin, space, space > aim))
    for food in FOOD_SPACES:
        if origin < food <= space:
            add_food_cube(state_copy, seat, False, food)
    if state_copy.grey_track and origin < GREY_CUBE_SPACE <= space:
        state_copy.grey_track -= 1
        add_food_cube(state_copy, seat, True, GREY_CUBE_SPACE)


def add_food_cube(state_copy: MutableState, seat: int, is_grey: bool, space: int) -> None:
    """Put a food cube into a seat's next slot. A seventh cube leaves the game instead (AU-2.11)."""
    board = state_copy.edit_board(seat)
    is_kept = len(board.food) < FOOD_SLOTS
    if is_kept:
        board.food += (is_grey,)
    else:
        board.discarded_food += (is_grey,)
    state_copy.add_event(CubeCollected(seat, is_grey, space, is_kept))
