"""What has changed, for the outlines of the picture: by the newest events, or since an earlier position."""

from __future__ import annotations

from typing import NamedTuple

from games.reef.events import Drew, Event, HandScored, Played, Refilled, Scored, Settled, Took
from games.reef.parts import CENTRE
from games.reef.view import View


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
    matches: dict[tuple[int, int], tuple[int, ...]]
    """By seat and space: the numbers, from 1, of the matches that scored there."""
    refilled: frozenset[int]
    """Open cards that are new."""
    held: frozenset[int]
    """Seats whose newest card in hand is new."""
    gained: frozenset[int]
    """The new cards of the viewer's own hand."""
    played: frozenset[int]
    """Seats whose newest discard is new."""
    scored: frozenset[int]
    """Seats whose points differ from those of an earlier position."""


def changes(events: tuple[Event, ...]) -> Changes:
    """Gather what ``events`` touched."""
    seat: int | None = None
    card: int | None = None
    laid = set[tuple[int, int]]()
    refilled = set[int]()
    found: dict[tuple[int, int], tuple[int, ...]] = {}
    points = times = 0
    taken = False
    for event in events:
        match event:
            case Settled(seat=seat):
                laid |= {(seat, cell) for cell in CENTRE}
            case Played(seat=seat, card=card, placed=placed):
                taken, points, times = False, 0, 0
                laid |= {(seat, cell) for cell, _ in placed}
            case Scored(seat=seat, matches=matches, points=points):
                times = len(matches)
                for number, spaces in enumerate(matches, 1):
                    for cell in spaces:
                        found[seat, cell] = (*found.get((seat, cell), ()), number)
            case HandScored(seat=owner, matches=matches):
                for cell in matches[0] if matches else ():
                    found.setdefault((owner, cell), ())
            case Took(seat=seat, card=card, points=points):
                taken, times = True, 0
            case Drew(seat=seat, card=card):
                taken, points, times = True, -1, 0
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
        found,
        frozenset(refilled),
        held=mover if taken else frozenset(),
        gained=frozenset((card,)) if taken and card is not None else frozenset(),
        played=mover if not taken and card is not None else frozenset(),
        scored=frozenset(),
    )


def differences(before: View, now: View, events: tuple[Event, ...]) -> Changes:
    """Compare two positions; the newest move is still that of ``events``."""
    pairs = tuple(enumerate(zip(before.seats, now.seats, strict=True)))
    return changes(events)._replace(
        laid=frozenset(
            (seat, cell)
            for seat, (old, new) in pairs
            for cell, (had, has) in enumerate(zip(old.reef, new.reef, strict=True))
            if had != has
        ),
        matches={},
        refilled=frozenset(o.card for o in now.display) - frozenset(o.card for o in before.display),
        held=frozenset(seat for seat, (old, new) in pairs if new.cards > old.cards),
        gained=frozenset(now.hand) - frozenset(before.hand),
        played=frozenset(seat for seat, (old, new) in pairs if old.discard != new.discard),
        scored=frozenset(seat for seat, (old, new) in pairs if old.points != new.points),
    )
