"""Names a step by its turn, as in "Turn 4, move 2". People never read the number of a step in the log."""

from __future__ import annotations

from bot.model.turns import StepNumber
from games.core.words import Words


def write_turn(number: StepNumber, w: Words) -> str:
    """Return the turn of a step and, if the turn has several moves, the number of the move.

    The text is for the beginning of a line.
    """
    if number.is_only_move:
        return w("Turn {n}", n=number.turn)
    return w("Turn {turn}, move {move}", turn=number.turn, move=number.move)


def write_turn_in_sentence(number: StepNumber, w: Words) -> str:
    """Return the same as :func:`write_turn`, for the middle of a sentence."""
    if number.is_only_move:
        return w("turn {turn}", turn=number.turn)
    return w("turn {turn}, move {move}", turn=number.turn, move=number.move)


def write_turn_with_total(number: StepNumber, turn_count: int, w: Words) -> str:
    """Return the same as :func:`write_turn`, with the number of turns in the match."""
    if number.is_only_move:
        return w("Turn {n} of {all}", n=number.turn, all=turn_count)
    return w("Turn {n} of {all}, move {move}", n=number.turn, all=turn_count, move=number.move)
