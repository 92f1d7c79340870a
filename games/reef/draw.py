"""Draws a position of Reef: every seat's reef on its sand, and at the side the cards and the supply.

The viewer's reef is at the near edge, and the others follow clockwise. At the near edge, a spectator sees the
reef of seat 0 or, if that reef is drawn larger than the others, of the seat to act.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL.Image import Image

from games.core.picture import INK_COLOUR, WHITE_COLOUR, Box
from games.drawing.canvas import Canvas
from games.drawing.marks import put_ring
from games.drawing.name_plates import NamePlate
from games.drawing.podium import LARGE_MEDAL_COUNT
from games.drawing.sprites import Sprite, load_atlas
from games.reef.changes import compare_views, find_changes
from games.reef.draw_marks import NEW_RING_INSETS, inset_box, list_links, put_scored_marks
from games.reef.draw_side import SidePainter
from games.reef.events import Scene
from games.reef.layout import (
    BADGE_OFFSET,
    CARD_HEAD_HEIGHT,
    CARD_SIZE,
    EDGE_HEIGHT,
    FACE_INSET,
    FINAL_MEDAL_TOP,
    HELD_CARD_GAP,
    HELD_NUMBER_CENTRE,
    LARGE_SITE,
    MAX_FINAL_PLATE_HEIGHT,
    REMAINING_CARDS_AREA,
    ROW_NUMBER_DISTANCE,
    SAND_COLOURS,
    SITE_PLACES_BY_SEAT_COUNT,
    Site,
    arrange_held_backs,
)
from games.reef.parts import CELL_NAMES, COLOUR_LETTERS, READING_ORDER, REEF_SIDE
from games.reef.stacks import EMPTY_STACK, STACK_HEIGHTS, Reef, list_corals
from games.reef.view import PublicSeat, View

BACK_COLOUR: Final = "#296BA1"
LETTER_SIZE: Final = 36
"""Font size of column letters and row numbers."""
NUMBER_SIZE: Final = 46


@lru_cache(maxsize=8)
def make_background(seat_count: int, is_bright: bool, lit_place: int | None = None) -> Sprite:
    """Return the background with the sand of every seat. It is cached, because many pictures share it.

    :param is_bright: whether the sand of every seat is bright.
    :param lit_place: the only place with bright sand, if any.
    """
    sprites = load_atlas("reef")
    canvas = Canvas(sprites["sea"])
    for place, (site, x, y) in enumerate(SITE_PLACES_BY_SEAT_COUNT[seat_count]):
        canvas.put(sprites[f"area_{site.name}_{'lit' if is_bright or place == lit_place else 'dim'}"], x, y)
    return Sprite(canvas.image, None)


class Painter:
    """Draws one position. Its methods share the canvas and the view."""

    def __init__(self, view: View, scene: Scene) -> None:
        self.view = view
        self.scene = scene
        self.sprites = load_atlas("reef")
        self.changed = (
            find_changes(scene.events)
            if scene.earlier_view is None
            else compare_views(scene.earlier_view, view, scene.events)
        )
        # A replay lights the reef of the seat that moves or, if any reef is large, all reefs, because large
        # reefs would flicker.
        large = any(site is LARGE_SITE for site, _, _ in SITE_PLACES_BY_SEAT_COUNT[len(view.seats)])
        self.even = scene.is_steady and (large or scene.mover_seat is None)
        self.near = self.find_near_seat()
        self.lit_place = self.find_lit_place()
        self.leader = self.find_leader()
        self.canvas = Canvas(make_background(len(view.seats), self.even, self.lit_place))

    def paint(self) -> Image:
        """Draw everything and return the picture."""
        count = len(self.view.seats)
        for place, (site, x, y) in enumerate(SITE_PLACES_BY_SEAT_COUNT[count]):
            self.draw_seat((self.near + place) % count, place, site, x, y)
        sand = SAND_COLOURS[self.even or self.is_lit(self.near)]
        SidePainter(self.canvas, self.sprites, self.view, self.scene, self.changed, sand).paint()
        return self.canvas.image

    def find_near_seat(self) -> int:
        """Return the seat whose reef is at the near edge. In a replay, reefs keep their places."""
        view, (near, *others) = self.view, SITE_PLACES_BY_SEAT_COUNT[len(self.view.seats)]
        if view.viewer is not None:
            return view.viewer
        larger = all(near[0].space_width > site.space_width for site, _, _ in others)
        if not larger or self.scene.is_steady:
            return 0
        # Show the seat to act or, after the match, the winner at the near edge, where reefs are largest.
        outcome = self.scene.outcome
        shown = view.active_seat if outcome is None else next(iter(outcome.winners), 0)
        return shown or 0

    def find_leader(self) -> int | None:
        """Return the only seat with the most points, except in a replay and after the match."""
        points = [seat.points for seat in self.view.seats]
        is_alone = points.count(max(points)) == 1
        return (
            points.index(max(points))
            if is_alone and not (self.scene.is_steady or self.scene.outcome)
            else None
        )

    def find_lit_place(self) -> int | None:
        """Return the place of the only large reef with bright sand, or ``None`` if all look alike."""
        places = SITE_PLACES_BY_SEAT_COUNT[len(self.view.seats)]
        for place, (site, _, _) in enumerate(places):
            if site is LARGE_SITE and not self.even and self.is_lit((self.near + place) % len(places)):
                return place
        return None

    def is_lit(self, seat: int) -> bool:
        """Return whether a seat's area is bright because it must act, moves in a replay, or has won."""
        if self.scene.outcome is not None:
            return seat in self.scene.outcome.winners
        return seat == (self.view.active_seat if self.scene.mover_seat is None else self.scene.mover_seat)

    def draw_seat(self, seat: int, place: int, site: Site, x: int, y: int) -> None:
        """Draw a seat's area: name plate, reef and cards in hand."""
        lit, shown, outcome = self.is_lit(seat), self.view.seats[seat], self.scene.outcome
        bright = self.even or lit
        if lit and not self.even and place != self.lit_place:
            self.canvas.put(self.sprites[f"area_{site.name}_lit"], x, y)
        box = Box(x + site.plate.x, y + site.plate.y, site.plate.w, site.plate.h)
        if outcome is not None:
            # The plate is lower after the match, so that the cards left in hand have more room below it.
            box = box._replace(w=site.final_plate_width, h=min(box.h, MAX_FINAL_PLATE_HEIGHT))
        placement = self.scene.find_placement(seat)
        remaining = self.view.hands[seat] if self.view.hands else ()
        # A seat without cards has room for a large medal below its plate.
        has_room = site is LARGE_SITE and not (remaining or self.scene.is_steady)
        has_large_medal = has_room and placement in range(1, LARGE_MEDAL_COUNT + 1)
        plate = NamePlate(
            self.canvas,
            box,
            self.scene.names,
            seat,
            is_lit=lit and (not self.scene.is_steady or self.scene.mover_seat is not None),
            has_moved=self.scene.marks_moved_seat and seat == self.changed.seat,
            is_leading=seat == self.leader,
        )
        if not has_large_medal:
            plate.put_medal(placement)
        plate.write_score(str(shown.points), unit=self.sprites["coin"])
        plate.write_name()
        own = seat == self.view.viewer and self.view.hand
        if outcome is None and not (own and site is LARGE_SITE):
            # The viewer's hand is shown at the side, so backs beside a large reef would show it twice.
            self.draw_hand_backs(seat, shown, site, x, y)
        elif has_large_medal:
            medal = load_atlas("kit")[f"large_place_{placement}"]
            self.canvas.put(medal, box.x + (site.plate.w - medal.size[0]) // 2, y + FINAL_MEDAL_TOP)
        elif outcome is not None and site is LARGE_SITE:
            self.draw_remaining_cards(remaining, box.x + (site.plate.w - CARD_SIZE[0]) // 2, y)
        # Beside a public board, a hint may name spaces of any reader's reef.
        if (self.scene.is_steady or self.view.viewer in (None, seat)) and outcome is None:
            self.draw_space_names(site, x, y, SAND_COLOURS[bright])
        self.draw_reef(seat, shown.reef, site, x + site.first_space[0], y + site.first_space[1])

    def draw_hand_backs(self, seat: int, public_seat: PublicSeat, site: Site, x: int, y: int) -> None:
        """Draw the backs of the cards in a seat's hand or, beside a small reef, their number."""
        new = seat in self.changed.seats_with_new_card and public_seat.cards
        if site is LARGE_SITE:
            boxes = arrange_held_backs(site)
            for box in boxes[: public_seat.cards]:
                self.canvas.put(self.sprites["large_held"], x + box.x, y + box.y)
            if new:
                # A ring around the whole back would extend beyond the sand.
                left, top, wide, high = boxes[public_seat.cards - 1]
                put_ring(self.canvas, x + left + 6, y + top + 6, wide - 12, high - 12)
            return
        # The arrow of the last move is beside the number, so a new card needs no ring here.
        x, y = x + site.hand[0], y + site.hand[1]
        self.canvas.put(self.sprites["held"], x, y)
        self.canvas.write_line(
            str(public_seat.cards),
            x + HELD_NUMBER_CENTRE[0],
            y + HELD_NUMBER_CENTRE[1],
            NUMBER_SIZE,
            WHITE_COLOUR,
            BACK_COLOUR,
        )

    def draw_remaining_cards(self, hand: tuple[int, ...], x: int, y: int) -> None:
        """Draw the cards left in a seat's hand at the end. If there are many, the cards overlap."""
        step = min(
            CARD_SIZE[1] + HELD_CARD_GAP, (REMAINING_CARDS_AREA.h - CARD_SIZE[1]) // max(1, len(hand) - 1)
        )
        if step < CARD_SIZE[1]:
            step = min(step, CARD_HEAD_HEIGHT)
        for number, card in enumerate(hand):
            self.canvas.put(self.sprites[f"card_{card}"], x, y + REMAINING_CARDS_AREA.y + step * number)

    def draw_space_names(self, site: Site, x: int, y: int, background_colour: str) -> None:
        """Write the column letters and row numbers beside a reef."""
        left, top = x + site.first_space[0], y + site.first_space[1]
        for place in range(REEF_SIDE):
            row = top + place * site.space_depth + 2 * site.coral_step + site.face_depth // 2
            self.canvas.write_line(
                CELL_NAMES[READING_ORDER[place * REEF_SIDE]][1],
                left - ROW_NUMBER_DISTANCE,
                row,
                LETTER_SIZE,
                INK_COLOUR,
                background_colour,
            )
            column = left + place * site.space_width + site.space_width // 2
            name = CELL_NAMES[READING_ORDER[place]][0]
            self.canvas.write_line(
                name, column, top + site.letters_offset, LETTER_SIZE, INK_COLOUR, background_colour
            )

    def draw_reef(self, seat: int, reef: Reef, site: Site, left: int, upper: int) -> None:
        """Draw the stacks of a reef, the far row first, then mark the changes of the last move.

        After the match, marks would only raise questions, because the plates show the final scores.
        """
        for place, cell in enumerate(READING_ORDER):
            pile = list_corals(reef[cell])
            x = left + site.space_width * (place % REEF_SIDE)
            y = upper + site.space_depth * (place // REEF_SIDE) + 3 * site.coral_step
            if not pile:
                continue
            for height, colour in enumerate(pile[:-1], 1):
                edge = y - site.coral_step * height + site.face_depth + site.coral_step - EDGE_HEIGHT
                self.canvas.put(self.sprites[f"{site.name}_{COLOUR_LETTERS[colour]}"], x, edge)
            top = self.sprites[f"{site.name}_{COLOUR_LETTERS[pile[-1]]}{len(pile)}"]
            self.canvas.put(top, x, y - site.coral_step * len(pile))
        faces = {
            cell: Box(
                left + site.space_width * (place % REEF_SIDE) + FACE_INSET[0],
                upper
                + site.space_depth * (place // REEF_SIDE)
                + site.coral_step * (3 - STACK_HEIGHTS[reef[cell]])
                + FACE_INSET[1],
                site.space_width - 2 * FACE_INSET[0],
                site.face_depth - 2 * FACE_INSET[1],
            )
            for place, cell in enumerate(READING_ORDER)
            if reef[cell] != EMPTY_STACK
        }
        if self.scene.outcome is None or self.scene.is_steady:
            self.draw_marks(seat, reef, site, faces)

    def draw_marks(self, seat: int, reef: Reef, site: Site, faces: dict[int, Box]) -> None:
        """Draw rings around corals that were placed or scored, and links between neighbours of a match."""
        scored = [match for match in self.changed.matches if match.seat == seat]
        cells = dict.fromkeys(cell for match in scored for cell in match.spaces)
        links = [
            (faces[one], faces[other])
            for match in scored
            for one, other in list_links(match.spaces, joins_first_only=match.is_surround)
        ]
        put_scored_marks(self.canvas, [faces[cell] for cell in cells], links)
        for cell, face in faces.items():
            if (seat, cell) in self.changed.new_corals:
                put_ring(self.canvas, *inset_box(face, NEW_RING_INSETS[site is LARGE_SITE]))
        for cell in cells:
            if STACK_HEIGHTS[reef[cell]] > 1:
                # Draw the height again, because a band or ring may cover it.
                number = self.sprites[f"{site.name}_height{STACK_HEIGHTS[reef[cell]]}"]
                x = faces[cell].x - FACE_INSET[0] + BADGE_OFFSET[0]
                y = faces[cell].y - FACE_INSET[1] + BADGE_OFFSET[1]
                self.canvas.put(number, x, y)


def draw(view: View, scene: Scene) -> Image:
    """Draw a position as a palette picture of 1400 by 1166 pixels."""
    return Painter(view, scene).paint()
