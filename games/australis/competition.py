"""The competition, which runs by itself but for the winner's choice (AU-4)."""

from __future__ import annotations

from games.australis.chance import cast
from games.australis.events import Cast, Dropped, NoContest, Rolled, TileGone, TileTaken, Won
from games.australis.parts import CARD_OF, FIGHTING, GREY_ROUNDS
from games.australis.track import feed
from games.australis.view import TILE
from games.australis.work import Work

_CARD = {colour: CARD_OF[f"d{colour.letter}"] for colour in FIGHTING}


def compete(work: Work) -> bool:
    """Roll until at most one seat holds a die; tell whether there is a winner, who then chooses a tile."""
    for seat in range(len(work.boards)):
        board = work.thawed(seat)
        work.lay_back(die for die in board.dice if die.colour not in FIGHTING)
        board.dice = tuple(sorted([die for die in board.dice if die.colour in FIGHTING]))
    holding = [seat for seat, board in enumerate(work.boards) if board.dice]
    if not holding:
        work.tell(NoContest())
        work.top_tile(True)
        work.top_tile(False)
        work.gone += 2
        return False
    groups: list[list[int]] = []
    number = 0
    while len(holding) > 1:
        number += 1
        out = _roll(work, number, holding)
        holding = [seat for seat in holding if seat not in out]
        if out:
            groups.append(out)
            work.tell(Dropped(tuple(out)))
    ranking = [*holding, *(seat for group in reversed(groups) for seat in group)]
    tied = bool(groups) and len(groups[-1]) > 1
    work.podium = tuple(ranking[:2])
    work.tell(Won(ranking[0], ranking[1] if len(ranking) > 1 else None, tied))
    work.stage, work.seat = TILE, ranking[0]
    return True


def _roll(work: Work, number: int, holding: list[int]) -> list[int]:
    """Roll all dice, take the lowest back and return who is out, the turtle ahead first (AU-4.2, AU-4.3)."""
    casts = []
    for seat in holding:
        board = work.thawed(seat)
        board.dice = tuple([cast(die.colour, work.rng) for die in board.dice])
        casts += [Cast(seat, die, die.value + (_CARD[die.colour] in board.cards)) for die in board.dice]
    lowest = min(one.counts for one in casts)
    work.tell(Rolled(number, tuple(casts), lowest))
    for seat in holding:
        kept = [one.die for one in casts if one.seat == seat and one.counts > lowest]
        work.thawed(seat).dice = tuple(kept)
    work.lay_back(one.die for one in casts if one.counts == lowest)
    out = [seat for seat in holding if not work.boards[seat].dice]
    return sorted(out, key=work.ahead.index) if len(out) > 1 else out


def take_tiles(work: Work, gold: bool) -> None:
    """Give the winner the chosen tile and the second the other one (AU-4.4)."""
    _give(work, work.podium[0], gold)
    if len(work.podium) > 1:
        _give(work, work.podium[1], not gold)
    else:
        work.tell(TileGone(not gold, work.top_tile(not gold)))
        work.gone += 1
    work.podium = ()


def _give(work: Work, seat: int, gold: bool) -> None:
    points = work.top_tile(gold)
    board = work.thawed(seat)
    if gold:
        board.gold += (points,)
    else:
        board.silver += (points,)
    work.tell(TileTaken(seat, gold, points))
    if not gold and work.round <= GREY_ROUNDS:
        work.grey_beside -= 1
        feed(work, seat, True, 0)
