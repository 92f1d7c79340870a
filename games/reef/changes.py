"""Finds the changes to outline in the picture, from the newest events or by comparing two positions."""

from __future__ import annotations

from typing import NamedTuple

from games.reef.events import (
    CardDrawn,
    CardPlayed,
    CardTaken,
    Event,
    FirstCoralsChosen,
    HandScored,
    PatternScored,
)
from games.reef.matching import PatternMatch
from games.reef.parts import CARDS, CENTRE_CELLS
from games.reef.view import View


class LitMatch(NamedTuple):
    """A scored match of a pattern, highlighted in the picture."""

    seat: int
    spaces: PatternMatch
    is_surround: bool
    """Whether a surround card scored, so that the first space is the centre."""


class Changes(NamedTuple):
    """Changes to mark in a picture of the board."""

    seat: int | None
    """Seat that made the newest move."""
    card: int | None
    """Card that the newest move played or took, if known."""
    took_card: bool
    """Whether the newest move took a card. Otherwise it played one."""
    points: int
    """Points that the newest move gained; negative if the move cost a point."""
    match_count: int
    """Number of matches that the newest move scored."""
    new_corals: frozenset[tuple[int, int]]
    """(seat, space) pairs of the corals just placed."""
    matches: tuple[LitMatch, ...]
    """Matches that the newest move scored, or that hands scored at the end."""
    paid_cards: frozenset[int]
    """Open cards on which a point was placed."""
    seats_with_new_card: frozenset[int]
    new_hand_cards: frozenset[int]
    """New cards in the viewer's own hand."""


def find_changes(events: tuple[Event, ...]) -> Changes:
    """Return the changes caused by ``events``."""
    seat: int | None = None
    card: int | None = None
    laid = set[tuple[int, int]]()
    lit_matches = list[LitMatch]()
    points = times = 0
    took_card = False
    onto: int | None = None
    for event in events:
        match event:
            case FirstCoralsChosen(seat=seat):
                laid |= {(seat, cell) for cell in CENTRE_CELLS}
            case CardPlayed(seat=seat, card=card, placed=placed):
                took_card, points, times = False, 0, 0
                lit_matches.clear()
                laid |= {(seat, cell) for cell, _ in placed}
            case PatternScored(seat=seat, card=scoring, matches=matches, points=points):
                times = len(matches)
                lit_matches += [LitMatch(seat, spaces, CARDS[scoring].ring is not None) for spaces in matches]
            case HandScored(seat=owner, card=scoring, matches=matches):
                lit_matches += [
                    LitMatch(owner, spaces, CARDS[scoring].ring is not None) for spaces in matches
                ]
            case CardTaken(seat=seat, card=card, points=points):
                took_card, times = True, 0
                lit_matches.clear()
            case CardDrawn(seat=seat, card=card, onto=onto):
                took_card, points, times = True, -1, 0
                lit_matches.clear()
            case _:
                pass
    mover = frozenset[int]() if seat is None else frozenset((seat,))
    return Changes(
        seat,
        card,
        took_card,
        points,
        times,
        frozenset(laid),
        tuple(lit_matches),
        paid_cards=frozenset() if onto is None else frozenset((onto,)),
        seats_with_new_card=mover if took_card else frozenset(),
        new_hand_cards=frozenset((card,)) if took_card and card is not None else frozenset(),
    )


def compare_views(before: View, after: View, events: tuple[Event, ...]) -> Changes:
    """Return the changes between two positions. The newest move is taken from ``events``."""
    earlier = {lying.card: lying.points for lying in before.display}
    pairs = tuple(enumerate(zip(before.seats, after.seats, strict=True)))
    return find_changes(events)._replace(
        new_corals=frozenset(
            (seat, cell)
            for seat, (old, new) in pairs
            for cell, (had, has) in enumerate(zip(old.reef, new.reef, strict=True))
            if had != has
        ),
        paid_cards=frozenset(
            lying.card for lying in after.display if lying.points > earlier.get(lying.card, lying.points)
        ),
        seats_with_new_card=frozenset(seat for seat, (old, new) in pairs if new.cards > old.cards),
        new_hand_cards=frozenset(after.hand) - frozenset(before.hand),
    )
