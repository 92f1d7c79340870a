"""Finds the changes to outline in the picture, from the newest events or by comparing two positions."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.australis import events as e
from games.australis.parts import DISPLAY_SIZE, REEF_NUMBERS, Card
from games.australis.view import View


@dataclass(slots=True)
class Changes:
    """Changes to outline in the picture."""

    places: set[int] = field(default_factory=set)
    """Indices of displayed cards that are new."""
    dice: dict[int, int] = field(default_factory=dict)
    """Number of dice taken, by seat."""
    cards: set[tuple[int, Card]] = field(default_factory=set)
    """Pairs of a seat and a card that it kept or carried out."""
    reefs: set[tuple[int, int]] = field(default_factory=set)
    """Pairs of a seat and the number of a reef on which its corals changed."""
    turtles: set[int] = field(default_factory=set)
    """Seats whose turtle moved."""
    food: dict[int, int] = field(default_factory=dict)
    """Number of food cubes gained, by seat."""
    fish: set[int] = field(default_factory=set)
    """Seats that caught fish."""
    points: set[int] = field(default_factory=set)
    """Seats whose points changed."""
    tiles: set[tuple[int, bool]] = field(default_factory=set)
    """Pairs of a seat and whether the tile that it took is gold."""
    token: int | None = None
    """Seat that got the first-player token."""
    turtle_origins: dict[int, int] = field(default_factory=dict)
    """Space on which a turtle was before it moved, by seat."""

    def list_movers(self) -> set[int]:
        """Return the seats that made a move, without seats that only scored."""
        placed = {seat for seat, _ in (*self.cards, *self.reefs, *self.tiles)}
        return placed | self.turtles | {seat for seat, count in self.dice.items() if count}


def find_changes(events: tuple[e.Event, ...]) -> Changes:
    """Return the changes that ``events`` made. At the beginning of a new round, only tiles and cubes are
    kept.
    """
    seen = Changes()
    for event in events:
        match event:
            case e.RoundBegan():
                seen = Changes(tiles=seen.tiles, food=seen.food)
            case e.DieTaken(seat=seat):
                seen.dice[seat] = seen.dice.get(seat, 0) + 1
            case e.CardCarriedOut(seat=seat, card=card) | e.CardKept(seat=seat, card=card):
                seen.cards.add((seat, card))
            case e.DisplayRefilled(places=places) if len(places) < DISPLAY_SIZE:
                seen.places |= set(places)
            case e.PointsGained(seat=seat) | e.SeatScored(seat=seat) | e.FinalScored(seat=seat):
                seen.points.add(seat)
            case e.FishCaught(seat=seat):
                seen.fish.add(seat)
            case e.TurtleMoved(seat=seat, origin=origin):
                seen.turtles.add(seat)
                seen.turtle_origins.setdefault(seat, origin)
            case e.CubeCollected(seat=seat, kept=True):
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


def compare_views(before: View, now: View) -> Changes:
    """Return the changes between two positions. If their rounds differ, all dice count as new."""
    seen = Changes()
    seen.places = {
        place
        for place, pair in enumerate(zip(before.display, now.display, strict=True))
        if len(set(pair)) > 1
    }
    if now.token != before.token:
        seen.token = now.token
    for seat, (old, new) in enumerate(zip(before.boards, now.boards, strict=True)):
        kept = len(old.dice) if before.round == now.round else 0
        seen.dice[seat] = max(0, len(new.dice) - kept)
        seen.cards |= {(seat, card) for card in new.cards if new.cards.count(card) > old.cards.count(card)}
        corals = zip(REEF_NUMBERS, old.corals, new.corals, strict=True)
        seen.reefs |= {(seat, reef) for reef, had, has in corals if had != has}
        if old.space != new.space:
            seen.turtles.add(seat)
            seen.turtle_origins[seat] = old.space
        seen.food[seat] = max(0, len(new.food) - len(old.food))
        if old.fish != new.fish:
            seen.fish.add(seat)
        if old.points != new.points:
            seen.points.add(seat)
        tiles = ((True, old.gold, new.gold), (False, old.silver, new.silver))
        seen.tiles |= {(seat, gold) for gold, had, has in tiles if had != has}
    return seen
