"""Runs the competition, in which the only decision is the winner's choice of a tile (AU-4)."""

from __future__ import annotations

from games.australis.chance import roll_dice
from games.australis.events import (
    CompetitionDie,
    CompetitionRolled,
    CompetitionWon,
    NoContest,
    SeatsDropped,
    TileGone,
    TileTaken,
)
from games.australis.parts import CARD_BY_CODE, COMPETITION_COLOURS, GREY_CUBE_ROUNDS, Die
from games.australis.player.work import Work
from games.australis.track import feed_seat
from games.australis.view import TILE_STAGE

_COMPETITION_CARDS = {colour: CARD_BY_CODE[f"d{colour.letter}"] for colour in COMPETITION_COLOURS}


def run_competition(work: Work) -> bool:
    """Roll until at most one seat has dice (AU-4.1 to AU-4.3). Return whether a seat won and must choose a
    tile.
    """
    held: dict[int, list[Die]] = {}
    back: list[Die] = []
    for seat in range(len(work.boards)):
        board = work.edit_board(seat)
        fighting: list[Die] = []
        for die in sorted(board.dice):
            (fighting if die.colour in COMPETITION_COLOURS else back).append(die)
        board.dice = ()
        if fighting:
            held[seat] = fighting
    if not held:
        work.return_dice(back)
        work.add_event(NoContest())
        work.take_top_tile(True)
        work.take_top_tile(False)
        work.gone += 2
        return False
    groups: list[list[int]] = []
    number = 0
    while len(held) > 1:
        number += 1
        kept = _roll_round(work, number, held, back)
        out = [seat for seat in held if seat not in kept]
        if out:
            groups.append(sorted(out, key=work.ahead.index) if len(out) > 1 else out)
            work.add_event(SeatsDropped(tuple(groups[-1])))
        held = kept
    work.return_dice(back)
    for seat, dice in held.items():
        work.edit_board(seat).dice = tuple(dice)
    ranking = [*held, *(seat for group in reversed(groups) for seat in group)]
    tied = bool(groups) and len(groups[-1]) > 1
    work.podium = tuple(ranking[:2])
    work.add_event(CompetitionWon(ranking[0], ranking[1] if len(ranking) > 1 else None, tied))
    work.stage, work.seat = TILE_STAGE, ranking[0]
    return True


def _roll_round(work: Work, number: int, held: dict[int, list[Die]], back: list[Die]) -> dict[int, list[Die]]:
    """Roll all remaining dice, move the lowest dice to ``back``, and return each seat's other dice
    (AU-4.2).
    """
    seats = [seat for seat, dice in held.items() for _ in dice]
    fallen = roll_dice([die for dice in held.values() for die in dice], work.rng)
    boards = work.boards
    casts = [
        CompetitionDie(seat, die, die.value + (_COMPETITION_CARDS[die.colour] in boards[seat].cards))
        for seat, die in zip(seats, fallen, strict=True)
    ]
    lowest = min([one.counts for one in casts])
    work.add_event(CompetitionRolled(number, tuple(casts), lowest))
    kept: dict[int, list[Die]] = {}
    for seat, die, counts in casts:
        if counts == lowest:
            back.append(die)
        else:
            kept.setdefault(seat, []).append(die)
    return kept


def award_tiles(work: Work, gold: bool) -> None:
    """Give the winner the chosen tile, and the second seat the other tile (AU-4.4).

    If there is no second seat, that tile leaves the game.
    """
    _give_tile(work, work.podium[0], gold)
    if len(work.podium) > 1:
        _give_tile(work, work.podium[1], not gold)
    else:
        work.add_event(TileGone(not gold, work.take_top_tile(not gold)))
        work.gone += 1
    work.podium = ()


def _give_tile(work: Work, seat: int, gold: bool) -> None:
    points = work.take_top_tile(gold)
    board = work.edit_board(seat)
    if gold:
        board.gold += (points,)
    else:
        board.silver += (points,)
    work.add_event(TileTaken(seat, gold, points))
    if not gold and work.round <= GREY_CUBE_ROUNDS:
        work.grey_beside -= 1
        feed_seat(work, seat, True, 0)
