"""Outcomes of matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.core.words import Words

RESIGNED_ENDING = "resigned"
AGREED_DRAW_ENDING = "agreed_draw"
CLOSED_ENDING = "closed"
FORFEITED_ENDING = "forfeited"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a match, and the way it ended."""

    ending: str
    """Name of the way the match ended, such as ``resigned``."""
    placements: tuple[int, ...]
    """Place of each seat, 1 for a winner. Tied seats have equal numbers."""
    scores: tuple[int, ...] = ()
    """Points of each seat, if the game compares points."""

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats in first place: all in a draw, none in a closed match."""
        if self.ending == CLOSED_ENDING:
            return ()
        return tuple(seat for seat, place in enumerate(self.placements) if place == 1)

    @property
    def is_draw(self) -> bool:
        """Whether every seat shares first place."""
        return len(self.winners) == len(self.placements)


def rank_seats(ending: str, keys: Sequence[tuple[Any, ...]], scores: Sequence[int] = ()) -> Outcome:
    """Return an outcome that ranks seats by their keys, highest first. Equal keys tie."""
    places = tuple(1 + sum(1 for other in keys if other > key) for key in keys)
    return Outcome(ending, places, tuple(scores))


def make_win(ending: str, seat_count: int, winner: int, scores: Sequence[int] = ()) -> Outcome:
    """Return an outcome with one winner. The others tie for second place."""
    return Outcome(ending, tuple(1 if seat == winner else 2 for seat in range(seat_count)), tuple(scores))


def make_draw(ending: str, seat_count: int, scores: Sequence[int] = ()) -> Outcome:
    """Return an outcome in which all seats tie for first place."""
    return Outcome(ending, (1,) * seat_count, tuple(scores))


def make_resignation(seat_count: int, resigned_seat: int) -> Outcome:
    """Return an outcome in which all seats but ``resigned_seat`` tie for first place."""
    return _place_last(RESIGNED_ENDING, seat_count, resigned_seat)


def make_forfeit(seat_count: int, late_seat: int) -> Outcome:
    """Return an outcome in which all seats but ``late_seat``, who ran out of time, tie for first place."""
    return _place_last(FORFEITED_ENDING, seat_count, late_seat)


def _place_last(ending: str, seat_count: int, losing_seat: int) -> Outcome:
    return Outcome(ending, tuple(2 if seat == losing_seat else 1 for seat in range(seat_count)))


def describe_ending(outcome: Outcome, names: Sequence[str], w: Words) -> str | None:
    """Describe how the players or the clock ended a match. Return ``None`` if the rules ended it.

    :param names: plain names by seat.
    """
    if outcome.ending == AGREED_DRAW_ENDING:
        return w("Everybody agreed on a draw.")
    if outcome.ending == CLOSED_ENDING:
        return w("The table was closed without a result.")
    if outcome.ending == RESIGNED_ENDING:
        quitter, winners = _name_sides(outcome, names, w)
        if len(winners) == 1:
            return w("{quitter} resigns. {winner} wins!", quitter=quitter, winner=winners[0])
        return w("{quitter} resigns. {winners} win!", quitter=quitter, winners=w.join_list(winners))
    if outcome.ending == FORFEITED_ENDING:
        late, winners = _name_sides(outcome, names, w)
        if len(winners) == 1:
            return w("{late} ran out of time. {winner} wins!", late=late, winner=winners[0])
        return w("{late} ran out of time. {winners} win!", late=late, winners=w.join_list(winners))
    return None


def _name_sides(outcome: Outcome, names: Sequence[str], w: Words) -> tuple[str, list[str]]:
    """Return the losers' names joined into one text, and a list of the winners' names."""
    loser = w.join_list([name for seat, name in enumerate(names) if seat not in outcome.winners])
    return loser, [names[seat] for seat in outcome.winners]
