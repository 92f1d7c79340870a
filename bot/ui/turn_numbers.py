"""Names a step by its turn, as in "Turn 4, move 2". People never read the number of a step in the log."""

from __future__ import annotations

from bot.model.positions import StepPlace
from games.core.words import Words


def write_turn(place: StepPlace, w: Words) -> str:
    """Return the turn of a step and, if the turn has several moves, the number of the move.

    The text is for the beginning of a line.
    """
    if place.is_only_move:
        return w("Turn {n}", n=place.turn)
    return w("Turn {turn}, move {move}", turn=place.turn, move=place.move)


def write_turn_in_sentence(place: StepPlace, w: Words) -> str:
    """Return the same as :func:`write_turn`, for the middle of a sentence."""
    if place.is_only_move:
        return w("turn {turn}", turn=place.turn)
    return w("turn {turn}, move {move}", turn=place.turn, move=place.move)


def write_turn_with_total(place: StepPlace, turn_count: int, w: Words) -> str:
    """Return the same as :func:`write_turn`, with the number of turns in the match."""
    if place.is_only_move:
        return w("Turn {n} of {all}", n=place.turn, all=turn_count)
    return w("Turn {n} of {all}, move {move}", n=place.turn, all=turn_count, move=place.move)
