"""Moves turtles along the current, and collects food (AU-2.6, AU-2.10, AU-2.11)."""

from __future__ import annotations

from games.australis.events import CubeCollected, TurtleMoved
from games.australis.parts import FOOD_SLOTS, FOOD_SPACES, GREY_CUBE_SPACE
from games.australis.player.work import Work


def swim_turtle(work: Work, spaces: int) -> None:
    """Move the active seat's turtle by ``spaces``, then on to the next free space (AU-2.6, AU-2.10).

    The turtle collects food on its way and never moves beyond the last space.
    """
    seat, board, last = work.seat, work.board, work.track_end
    origin = board.space
    occupied = [other.space for other in work.boards if other is not board]
    aim = min(origin + spaces, last)
    space = aim
    while space < last and space in occupied:
        space += 1
    board.space = space
    if space == last and seat not in work.arrived:
        work.arrived += (seat,)
    work.add_event(TurtleMoved(seat, origin, space, space > aim))
    for food in FOOD_SPACES:
        if origin < food <= space:
            feed_seat(work, seat, False, food)
    if work.grey_track and origin < GREY_CUBE_SPACE <= space:
        work.grey_track -= 1
        feed_seat(work, seat, True, GREY_CUBE_SPACE)


def feed_seat(work: Work, seat: int, grey: bool, space: int) -> None:
    """Put a food cube into a seat's next slot. A seventh cube leaves the game instead (AU-2.11)."""
    board = work.edit_board(seat)
    kept = len(board.food) < FOOD_SLOTS
    if kept:
        board.food += (grey,)
    else:
        board.spilt += (grey,)
    work.add_event(CubeCollected(seat, grey, space, kept))
