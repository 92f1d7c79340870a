"""What has changed, for the outlines of the picture: by the newest events, or since an earlier position."""

from __future__ import annotations

from typing import NamedTuple

from games.reef.events import Drew, Event, HandScored, Played, Refilled, Scored, Settled, Took
from games.reef.matching import Match
from games.reef.parts import CARDS, CENTRE
from games.reef.view import View


class Lit(NamedTuple):
    """A match that scored on the reef of a seat; ``around``: all its other spaces lie around the first."""

    seat: int
    spaces: Match
    around: bool


class Changes(NamedTuple):
    """What the newest events touched, or what differs from an earlier position."""

    seat: int | None
    """Who made the newest move."""
    card: int | None
    """The card that was played or taken by it, where it is known."""
    taken: bool
    points: int
    times: int
    laid: frozenset[tuple[int, int]]
    """Seats and spaces with a new coral."""
    matches: tuple[Lit, ...]
    """What the newest move scored, and what hands scored at the end."""
    refilled: frozenset[int]
    """Open cards that are new."""
    paid: frozenset[int]
    """Open cards onto which a point was laid."""
    held: frozenset[int]
    """Seats whose newest card in hand is new."""
    gained: frozenset[int]
    """The new cards of the viewer's own hand."""


def changes(events: tuple[Event, ...]) -> Changes:
    """Gather what ``events`` touched."""
    seat: int | None = None
    card: int | None = None
    laid = set[tuple[int, int]]()
    refilled = set[int]()
    found = list[Lit]()
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
                found += [Lit(seat, spaces, CARDS[scoring].ring is not None) for spaces in matches]
            case HandScored(seat=owner, card=scoring, matches=matches):
                found += [Lit(owner, spaces, CARDS[scoring].ring is not None) for spaces in matches]
            case Took(seat=seat, card=card, points=points):
                taken, times = True, 0
                found.clear()
            case Drew(seat=seat, card=card, onto=onto):
                taken, points, times = True, -1, 0
                found.clear()
            case Refilled(card=new):
                refilled.add(new)
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
        frozenset(refilled),
        paid=frozenset() if onto is None else frozenset((onto,)),
        held=mover if taken else frozenset(),
        gained=frozenset((card,)) if taken and card is not None else frozenset(),
    )


def differences(before: View, now: View, events: tuple[Event, ...]) -> Changes:
    """Compare two positions; the newest move is still that of ``events``."""
    earlier = {lying.card: lying.points for lying in before.display}
    pairs = tuple(enumerate(zip(before.seats, now.seats, strict=True)))
    return changes(events)._replace(
        laid=frozenset(
            (seat, cell)
            for seat, (old, new) in pairs
            for cell, (had, has) in enumerate(zip(old.reef, new.reef, strict=True))
            if had != has
        ),
        refilled=frozenset(o.card for o in now.display) - frozenset(o.card for o in before.display),
        paid=frozenset(
            lying.card for lying in now.display if lying.points > earlier.get(lying.card, lying.points)
        ),
        held=frozenset(seat for seat, (old, new) in pairs if new.cards > old.cards),
        gained=frozenset(now.hand) - frozenset(before.hand),
    )
