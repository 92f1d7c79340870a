"""Finds the changes to outline in the picture, from the newest events or by comparing two positions."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.australis import events as e
from games.australis.parts import DISPLAY_SIZE, REEF_NUMBERS, Card
from games.australis.view import View


@dataclass(slots=True)
class Changes:
    """Changes to outline in the picture."""

    new_display_places: set[int] = field(default_factory=set)
    """Indices of new cards on the display."""
    has_used_display: bool = False
    """Whether a card was carried out straight from the display, so that it is on no board."""
    dice_count_by_seat: dict[int, int] = field(default_factory=dict)
    """Number of dice taken, by seat."""
    changed_cards: set[tuple[int, Card]] = field(default_factory=set)
    """Pairs of a seat and a card that it kept or carried out."""
    changed_reefs: set[tuple[int, int]] = field(default_factory=set)
    """Pairs of a seat and the number of a reef on which its corals changed."""
    moved_turtles: set[int] = field(default_factory=set)
    """Seats whose turtle moved."""
    food_count_by_seat: dict[int, int] = field(default_factory=dict)
    """Number of food cubes gained, by seat."""
    seats_with_new_fish: set[int] = field(default_factory=set)
    seats_with_new_points: set[int] = field(default_factory=set)
    taken_tiles: set[tuple[int, bool]] = field(default_factory=set)
    """Pairs of a seat and whether the tile that it took is gold."""
    token_seat: int | None = None
    """Seat that got the first-player token."""
    origin_by_seat: dict[int, int] = field(default_factory=dict)
    """Space on which a turtle was before it moved, by seat."""

    def list_movers(self) -> set[int]:
        """Return the seats that made a move, without seats that only scored."""
        placed = {seat for seat, _ in (*self.changed_cards, *self.changed_reefs, *self.taken_tiles)}
        return (
            placed | self.moved_turtles | {seat for seat, count in self.dice_count_by_seat.items() if count}
        )


def find_changes(events: tuple[e.Event, ...]) -> Changes:
    """Return the changes caused by ``events``. If a new round began, only the tiles and food cubes of
    the earlier changes are included.
    """
    changes = Changes()
    for event in events:
        match event:
            case e.RoundBegan():
                changes = Changes(
                    taken_tiles=changes.taken_tiles, food_count_by_seat=changes.food_count_by_seat
                )
            case e.DieTaken(seat=seat):
                changes.dice_count_by_seat[seat] = changes.dice_count_by_seat.get(seat, 0) + 1
            case e.CardCarriedOut(seat=seat, card=card, is_from_display=used):
                changes.changed_cards.add((seat, card))
                changes.has_used_display |= used
            case e.CardKept(seat=seat, card=card):
                changes.changed_cards.add((seat, card))
            case e.DisplayRefilled(places=places) if len(places) < DISPLAY_SIZE:
                changes.new_display_places |= set(places)
            case e.PointsGained(seat=seat) | e.RoundPointsScored(seat=seat) | e.FinalPointsScored(seat=seat):
                changes.seats_with_new_points.add(seat)
            case e.FishCaught(seat=seat):
                changes.seats_with_new_fish.add(seat)
            case e.TurtleMoved(seat=seat, origin=origin):
                changes.moved_turtles.add(seat)
                changes.origin_by_seat.setdefault(seat, origin)
            case e.CubeCollected(seat=seat, is_kept=True):
                changes.food_count_by_seat[seat] = changes.food_count_by_seat.get(seat, 0) + 1
            case e.CoralPlaced(seat=seat, reef=reef, origin=origin):
                changes.changed_reefs |= {(seat, reef), (seat, origin or reef)}
            case e.TokenTaken(seat=seat):
                changes.token_seat = seat
            case e.TileTaken(seat=seat, is_gold=gold):
                changes.taken_tiles.add((seat, gold))
            case _:
                pass
    return changes


def compare_views(before: View, after: View) -> Changes:
    """Return the changes between two positions. If their rounds differ, all dice count as new."""
    changes = Changes()
    changes.new_display_places = {
        index
        for index, pair in enumerate(zip(before.display, after.display, strict=True))
        if len(set(pair)) > 1
    }
    if after.token != before.token:
        changes.token_seat = after.token
    for seat, (old, new) in enumerate(zip(before.boards, after.boards, strict=True)):
        old_dice_count = len(old.dice) if before.round == after.round else 0
        changes.dice_count_by_seat[seat] = max(0, len(new.dice) - old_dice_count)
        changes.changed_cards |= {
            (seat, card) for card in new.cards if new.cards.count(card) > old.cards.count(card)
        }
        corals = zip(REEF_NUMBERS, old.corals, new.corals, strict=True)
        changes.changed_reefs |= {(seat, reef) for reef, had, has in corals if had != has}
        if old.space != new.space:
            changes.moved_turtles.add(seat)
            changes.origin_by_seat[seat] = old.space
        changes.food_count_by_seat[seat] = max(0, len(new.food) - len(old.food))
        if old.fish != new.fish:
            changes.seats_with_new_fish.add(seat)
        if old.points != new.points:
            changes.seats_with_new_points.add(seat)
        tiles = ((True, old.gold, new.gold), (False, old.silver, new.silver))
        changes.taken_tiles |= {(seat, gold) for gold, had, has in tiles if had != has}
    return changes
