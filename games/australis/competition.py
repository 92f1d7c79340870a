"""Plays the competition, in which the only decision is the winner's choice of a tile (AU-4)."""

from __future__ import annotations

from games.australis.chance import roll_dice
from games.australis.events import (
    CompetitionDie,
    CompetitionRolled,
    CompetitionSkipped,
    CompetitionWon,
    SeatsEliminated,
    TileRemoved,
    TileTaken,
)
from games.australis.mutable_state import MutableState
from games.australis.parts import CARD_BY_CODE, COMPETITION_COLOURS, GREY_CUBE_ROUNDS, Die
from games.australis.track import add_food_cube
from games.australis.view import TILE_STAGE

_COMPETITION_CARD_BY_COLOUR = {colour: CARD_BY_CODE[f"d{colour.letter}"] for colour in COMPETITION_COLOURS}


def _collect_dice(state_copy: MutableState) -> tuple[dict[int, list[Die]], list[Die]]:
    """Take all dice from the boards. Return those that compete, by seat, and those that don't."""
    held: dict[int, list[Die]] = {}
    back: list[Die] = []
    for seat in range(len(state_copy.boards)):
        board = state_copy.edit_board(seat)
        for die in sorted(board.dice):
            if die.colour in COMPETITION_COLOURS:
                held.setdefault(seat, []).append(die)
            else:
                back.append(die)
        board.dice = ()
    return held, back


def play_competition(state_copy: MutableState) -> bool:
    """Roll until at most one seat has dice (AU-4.1 to AU-4.3). Return whether the winner must choose."""
    held, back = _collect_dice(state_copy)
    if not held:
        state_copy.return_dice(back)
        state_copy.add_event(CompetitionSkipped())
        state_copy.take_top_tile(True)
        state_copy.take_top_tile(False)
        state_copy.removed_tile_count += 2
        return False
    groups: list[list[int]] = []
    number = 0
    while len(held) > 1:
        number += 1
        remaining = _roll_round(state_copy, number, held, back)
        out = [seat for seat in held if seat not in remaining]
        if out:
            groups.append(sorted(out, key=state_copy.turtle_order.index) if len(out) > 1 else out)
            state_copy.add_event(SeatsEliminated(tuple(groups[-1])))
        held = remaining
    state_copy.return_dice(back)
    for seat, dice in held.items():
        state_copy.edit_board(seat).dice = tuple(dice)
    ranking = [*held, *(seat for group in reversed(groups) for seat in group)]
    tied = bool(groups) and len(groups[-1]) > 1
    state_copy.podium = tuple(ranking[:2])
    state_copy.add_event(CompetitionWon(ranking[0], ranking[1] if len(ranking) > 1 else None, tied))
    state_copy.stage, state_copy.seat = TILE_STAGE, ranking[0]
    return True


def _roll_round(
    state_copy: MutableState, number: int, dice_by_seat: dict[int, list[Die]], removed_dice: list[Die]
) -> dict[int, list[Die]]:
    """Roll all dice, move the lowest dice to ``removed_dice``, and return each seat's other dice (AU-4.2)."""
    seats = [seat for seat, dice in dice_by_seat.items() for _ in dice]
    fallen = roll_dice([die for dice in dice_by_seat.values() for die in dice], state_copy.rng)
    boards = state_copy.boards
    casts = [
        CompetitionDie(seat, die, die.value + (_COMPETITION_CARD_BY_COLOUR[die.colour] in boards[seat].cards))
        for seat, die in zip(seats, fallen, strict=True)
    ]
    lowest = min([one.competition_value for one in casts])
    state_copy.add_event(CompetitionRolled(number, tuple(casts), lowest))
    kept: dict[int, list[Die]] = {}
    for seat, die, counts in casts:
        if counts == lowest:
            removed_dice.append(die)
        else:
            kept.setdefault(seat, []).append(die)
    return kept


def award_tiles(state_copy: MutableState, is_gold: bool) -> None:
    """Give the winner the chosen tile, and the second seat the other tile (AU-4.4).

    If there is no second seat, that tile leaves the game.
    """
    _give_tile(state_copy, state_copy.podium[0], is_gold)
    if len(state_copy.podium) > 1:
        _give_tile(state_copy, state_copy.podium[1], not is_gold)
    else:
        state_copy.add_event(TileRemoved(not is_gold, state_copy.take_top_tile(not is_gold)))
        state_copy.removed_tile_count += 1
    state_copy.podium = ()


def _give_tile(state_copy: MutableState, seat: int, is_gold: bool) -> None:
    points = state_copy.take_top_tile(is_gold)
    board = state_copy.edit_board(seat)
    if is_gold:
        board.gold += (points,)
    else:
        board.silver += (points,)
    state_copy.add_event(TileTaken(seat, is_gold, points))
    if not is_gold and state_copy.round <= GREY_CUBE_ROUNDS:
        state_copy.grey_beside -= 1
        add_food_cube(state_copy, seat, True, 0)
