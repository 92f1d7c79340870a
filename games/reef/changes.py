"""Finds the changes to outline in the picture, from the newest events or by comparing two positions."""

from __future__ import annotations

from typing import NamedTuple

from games.reef.events import Drew, Event, HandScored, Played, Scored, Settled, Took
from games.reef.matching import PatternMatch
from games.reef.parts import CARDS, CENTRE
from games.reef.view import View


class LitMatch(NamedTuple):
    """A match of a pattern that was scored and is highlighted in the picture."""

    seat: int
    spaces: PatternMatch
    around: bool
    """Whether the card is a surround card, so that the first space is the centre."""


class Changes(NamedTuple):
    """What a picture of the board marks as changed."""

    seat: int | None
    """The seat that made the newest move."""
    card: int | None
    """The card that the newest move played or took, if known."""
    taken: bool
    """Whether the newest move took a card rather than played one."""
    points: int
    """The points that the newest move gained; negative if it cost a point."""
    times: int
    """How many matches the newest move scored."""
    laid: frozenset[tuple[int, int]]
    """Pairs of a seat and a space with a new coral."""
    matches: tuple[LitMatch, ...]
    """Matches that the newest move scored, or that hands scored at the end."""
    paid: frozenset[int]
    """Open cards on which a point was put."""
    held: frozenset[int]
    """Seats with a new card in hand."""
    gained: frozenset[int]
    """New cards in the viewer's own hand."""


def find_changes(events: tuple[Event, ...]) -> Changes:
    """Return the changes that ``events`` made."""
    seat: int | None = None
    card: int | None = None
    laid = set[tuple[int, int]]()
    found = list[LitMatch]()
    points = times = 0
    taken = False
    onto: int | None = None
    for event in events:
        match event:
            case Settled(seat=seat):
                laid |= {(seat, cell) for cell in CENTRE}
            case Played(seat=seat, card=card, placed=placed):
                taken, points, times = False, 0, 0
                found.clear()
                laid |= {(seat, cell) for cell, _ in placed}
            case Scored(seat=seat, card=scoring, matches=matches, points=points):
                times = len(matches)
                found += [LitMatch(seat, spaces, CARDS[scoring].ring is not None) for spaces in matches]
            case HandScored(seat=owner, card=scoring, matches=matches):
                found += [LitMatch(owner, spaces, CARDS[scoring].ring is not None) for spaces in matches]
            case Took(seat=seat, card=card, points=points):
                taken, times = True, 0
                found.clear()
            case Drew(seat=seat, card=card, onto=onto):
                taken, points, times = True, -1, 0
                found.clear()
            case _:
                pass
    mover = frozenset[int]() if seat is None else frozenset((seat,))
    return Changes(
        seat,
        card,
        taken,
        points,
        times,
        frozenset(laid),
        tuple(found),
        paid=frozenset() if onto is None else frozenset((onto,)),
        held=mover if taken else frozenset(),
        gained=frozenset((card,)) if taken and card is not None else frozenset(),
    )


def compare_views(before: View, now: View, events: tuple[Event, ...]) -> Changes:
    """Return the changes between two positions. What the newest move was is taken from ``events``."""
    earlier = {lying.card: lying.points for lying in before.display}
    pairs = tuple(enumerate(zip(before.seats, now.seats, strict=True)))
    return find_changes(events)._replace(
        laid=frozenset(
            (seat, cell)
            for seat, (old, new) in pairs
            for cell, (had, has) in enumerate(zip(old.reef, new.reef, strict=True))
            if had != has
        ),
        paid=frozenset(
            lying.card for lying in now.display if lying.points > earlier.get(lying.card, lying.points)
        ),
        held=frozenset(seat for seat, (old, new) in pairs if new.cards > old.cards),
        gained=frozenset(now.hand) - frozenset(before.hand),
    )
