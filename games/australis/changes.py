"""What the newest events touched, for the outlines of the picture."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.australis import events as e
from games.australis.parts import SHOWN, Card


@dataclass(slots=True)
class Changes:
    """What the newest events touched. Pairs begin with a seat."""

    places: set[int] = field(default_factory=set)
    """Of the display."""
    dice: set[int] = field(default_factory=set)
    """Seats whose last die is new."""
    cards: set[tuple[int, Card]] = field(default_factory=set)
    reefs: set[tuple[int, int]] = field(default_factory=set)
    """Pairs of a seat and the number of a reef."""
    turtles: set[int] = field(default_factory=set)
    food: dict[int, int] = field(default_factory=dict)
    """How many newest cubes of a seat."""
    fish: set[int] = field(default_factory=set)
    points: set[int] = field(default_factory=set)
    tiles: set[tuple[int, bool]] = field(default_factory=set)
    """Pairs of a seat and whether its newest tile is a gold one."""
    token: int | None = None
    left: dict[int, int] = field(default_factory=dict)
    """The space that a turtle left."""


def changes(events: tuple[e.Event, ...]) -> Changes:
    """Gather what ``events`` touched, since the last new round."""
    seen = Changes()
    for event in events:
        match event:
            case e.RoundBegan():
                seen = Changes(tiles=seen.tiles, food=seen.food)
            case e.DieTaken(seat=seat):
                seen.dice.add(seat)
            case e.CardRun(seat=seat, card=card) | e.CardKept(seat=seat, card=card):
                seen.cards.add((seat, card))
            case e.Refilled(places=places) if len(places) < SHOWN:
                seen.places |= set(places)
            case e.Gained(seat=seat) | e.SeatScored(seat=seat) | e.FinalScored(seat=seat):
                seen.points.add(seat)
            case e.Fished(seat=seat):
                seen.fish.add(seat)
            case e.Swam(seat=seat, origin=origin):
                seen.turtles.add(seat)
                seen.left.setdefault(seat, origin)
            case e.Fed(seat=seat, kept=True):
                seen.food[seat] = seen.food.get(seat, 0) + 1
            case e.CoralPlaced(seat=seat, reef=reef, origin=origin):
                seen.reefs |= {(seat, reef), (seat, origin or reef)}
            case e.TokenTaken(seat=seat):
                seen.token = seat
            case e.TileTaken(seat=seat, gold=gold):
                seen.tiles.add((seat, gold))
            case _:
                pass
    return seen
