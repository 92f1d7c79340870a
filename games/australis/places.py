"""Locates the boxes that show each choice in a picture of Australis, for highlights in lessons and
puzzles.
"""

from __future__ import annotations

from math import ceil

from games.australis.board_layout import (
    BoardPlan,
    find_board_box,
    find_kept_card_column,
    list_kept_card_boxes,
)
from games.australis.layout import (
    CUBE_OFFSETS_BY_SPACE,
    CUBE_SIZE,
    REEF_BOXES,
    ROUND_BOX,
    STONE_CENTRES,
    STONE_SIZE,
    TAG_BOX,
    TURN_BOX,
    TURTLE_BOUNDS,
    find_card_boxes,
    find_dice_boxes,
    find_tile_boxes,
    plan_boards,
)
from games.australis.parts import CARD_BY_CODE, DIE_BY_CODE, REEF_NUMBERS
from games.australis.view import (
    CHOOSE_STAGE,
    CORAL_STAGE,
    DRAFT_STAGE,
    EMPTY_PLACE,
    TILE_STAGE,
    View,
)
from games.core import picture
from games.core.picture import OWN_GAP, Box, OwnRow, OwnRows, find_union

COUNTED_FIELDS = ("food", "fish", "corals")
"""Fields for the counts on a board, in the order of :attr:`BoardPlan.counts`."""
DIGIT_WIDTH = 0.62
"""Width of a digit of a count, relative to its font size."""
COUNT_INSET, COUNT_MARGIN = 6, 32
"""Space before a piece, and around its count, in the box of both."""
MAX_LABELLED_DICE = 3
"""Maximum number of dice with which the tiles and the round above them are lit."""
OWN_WIDTH = 700
"""Usual maximum width of a row that *Enlarge* shows: half of the picture."""
ROUND_INSET = 10
"""Space above and below the text about the round in its box."""


def list_own_parts(view: View) -> OwnRows:
    """Return the viewer's board, the leftmost one. If it is the viewer's turn, the pieces that can be chosen
    are above it.
    """
    return *_arrange_choices(_list_choice_boxes(view)), OwnRow(((_plan_own_board(view)[0],),))


def _list_choice_boxes(view: View) -> tuple[Box, ...]:
    """Return the boxes of what the viewer can choose now. Their own cards are on their board."""
    if view.viewer is None or view.viewer not in view.to_act:
        return ()
    if view.stage == DRAFT_STAGE:
        return find_dice_boxes(view)
    if view.stage == CHOOSE_STAGE:
        return _find_displayed_card_boxes(view)
    if view.stage == CORAL_STAGE:
        return tuple(
            box for reef, box in zip(REEF_NUMBERS, REEF_BOXES, strict=True) if reef <= view.task.reef
        )
    if view.stage == TILE_STAGE:
        gold, silver = find_tile_boxes(view)
        # In the first rounds, a food cube lies on the right of the silver tile.
        return gold, silver._replace(w=silver.w + CUBE_SIZE // 2)
    return ()


def _arrange_choices(boxes: tuple[Box, ...]) -> OwnRows:
    """Return boxes of equal size in as few rows as fit above the board, of about equal length."""
    if not boxes:
        return ()
    row_count = ceil(len(boxes) / ((OWN_WIDTH + OWN_GAP) // (boxes[0].w + OWN_GAP)))
    length = ceil(len(boxes) / row_count)
    starts = range(0, len(boxes), length)
    return tuple(OwnRow(tuple((box,) for box in boxes[start : start + length])) for start in starts)


def list_places(view: View, field: str, value: str) -> tuple[Box, ...]:
    """Return the boxes in the viewer's picture that show a value of a field."""
    match field:
        case picture.PLATES_FIELD:
            board, plan = _plan_own_board(view)
            return TURN_BOX, _convert_board_box(plan.name_plate, board)
        case picture.LABELS_FIELD:
            return _list_labels(view)
        case picture.EVERY_FIELD:
            return {"0": find_dice_boxes(view), "1": _find_displayed_card_boxes(view)}.get(value, ())
        case picture.NEIGHBOURS_FIELD:
            return _list_neighbours(view)
        case picture.OUTLINED_FIELD:
            return _find_turtle_boxes(view)
        case picture.OWN_FIELD:
            return (_plan_own_board(view)[0],)
        case "own":
            return (_find_count_box(view, COUNTED_FIELDS.index(value)),)
        case "held":
            return _locate_own_dice_by_code(view, value)
        case "space":
            return (_find_space_box(view, int(value)),)
        case _:
            return _find_choice(view, field, value)


def _find_choice(view: View, field: str, value: str) -> tuple[Box, ...]:
    """Return the boxes that show a choice of an action: a die, a tile, a card or a reef."""
    if value in DIE_BY_CODE:
        shown = zip(find_dice_boxes(view), view.offer, strict=True)
        return tuple(box for box, die in shown if die == DIE_BY_CODE[value])
    if value in ("gold", "silver"):
        return (find_tile_boxes(view)[value == "silver"],)
    kind, _, code = value.rpartition("-")
    if kind == "take":
        displayed = zip(find_card_boxes(view), view.display, strict=True)
        return tuple(box for box, card in displayed if card == CARD_BY_CODE[code])
    if kind == "run":
        return _locate_own_cards_by_code(view, code)
    if kind == "reef" or field in ("origin", "reef"):
        return (REEF_BOXES[REEF_NUMBERS.index(int(code))],)
    return ()


def _list_labels(view: View) -> tuple[Box, ...]:
    """Return the boxes of the tiles and the round, or none if many dice lie below them."""
    if len(view.offer) > MAX_LABELLED_DICE:
        return ()
    text = Box(ROUND_BOX.x, ROUND_BOX.y + ROUND_INSET, ROUND_BOX.w, ROUND_BOX.h - 2 * ROUND_INSET)
    return (*find_tile_boxes(view), text)


def _find_displayed_card_boxes(view: View) -> tuple[Box, ...]:
    return tuple(
        box for box, card in zip(find_card_boxes(view), view.display, strict=True) if card != EMPTY_PLACE
    )


def _list_neighbours(view: View) -> tuple[Box, ...]:
    """Return the boxes of spaces, reefs and offered pieces, and of the pieces on the viewer's board."""
    half, (board, plan) = STONE_SIZE // 2, _plan_own_board(view)
    stones = (Box(x - half, y - half, STONE_SIZE, STONE_SIZE) for x, y in STONE_CENTRES[: view.track_end])
    return (
        *stones,
        *REEF_BOXES,
        *find_tile_boxes(view),
        ROUND_BOX,
        *find_dice_boxes(view),
        *find_card_boxes(view),
        TURN_BOX,
        board._replace(h=plan.counts[0].y - 3),
        *(box for name in COUNTED_FIELDS for box in list_places(view, "own", name)),
        *_locate_own_dice(view),
        *_locate_own_cards(view),
    )


def _find_turtle_boxes(view: View) -> tuple[Box, ...]:
    """Return the box of the viewer's turtle and its tag in a tuple, or an empty tuple on the last space."""
    space = view.boards[view.viewer or 0].space
    if space == view.track_end:
        return ()
    (x, y), side = STONE_CENTRES[space], TURTLE_BOUNDS.w + 12
    return (Box(x - side // 2, y - side // 2 + 3, side, side),)


def _find_space_box(view: View, space: int) -> Box:
    """Return the box of a space with everything on it: its food cubes, or a turtle and its tag."""
    x, y = STONE_CENTRES[space]
    boxes = [Box(x - STONE_SIZE // 2, y - STONE_SIZE // 2, STONE_SIZE, STONE_SIZE)]
    boxes += [Box(x + dx, y + dy, CUBE_SIZE, CUBE_SIZE) for dx, dy in CUBE_OFFSETS_BY_SPACE.get(space, ())]
    if any(board.space == space for board in view.boards):
        boxes += [box._replace(x=x + box.x, y=y + box.y) for box in (TURTLE_BOUNDS, TAG_BOX)]
    return find_union(boxes)


def _find_count_box(view: View, index: int) -> Box:
    """Return the box of a piece on the viewer's board with its count beside or below it."""
    own, (board, plan) = view.boards[view.viewer or 0], _plan_own_board(view)
    if plan.large_counts and not (own.dice or own.cards):
        return _convert_board_box(plan.large_counts[index], board)
    x, y, wide, high = _convert_board_box(plan.counts[index], board)
    digits = len(str((len(own.food), own.fish, own.supply)[index]))
    across = high + COUNT_MARGIN + round(DIGIT_WIDTH * plan.count_size) * digits
    return Box(x - COUNT_INSET, y, min(wide, across) + COUNT_INSET, high)


def _plan_own_board(view: View) -> tuple[Box, BoardPlan]:
    """Return the box and the layout of the viewer's board, the leftmost board."""
    plan = plan_boards(view)[view.viewer or 0]
    return find_board_box(view.seat_count, 0, plan.height), plan


def _locate_own_dice(view: View) -> tuple[Box, ...]:
    board, plan = _plan_own_board(view)
    return tuple(
        _convert_board_box(box, board) for box in plan.dice[: len(view.boards[view.viewer or 0].dice)]
    )


def _locate_own_cards(view: View) -> tuple[Box, ...]:
    """Return the boxes of the cards on the viewer's board, sorted by column."""
    board, plan = _plan_own_board(view)
    places = list_kept_card_boxes(plan, len(view.boards[view.viewer or 0].cards))
    return tuple(_convert_board_box(box, board) for box in places)


def _locate_own_dice_by_code(view: View, code: str) -> tuple[Box, ...]:
    held = zip(_locate_own_dice(view), view.boards[view.viewer or 0].dice, strict=True)
    return tuple(box for box, die in held if die == DIE_BY_CODE[code])


def _locate_own_cards_by_code(view: View, code: str) -> tuple[Box, ...]:
    cards = sorted(view.boards[view.viewer or 0].cards, key=find_kept_card_column)
    return tuple(
        box for box, card in zip(_locate_own_cards(view), cards, strict=True) if card == CARD_BY_CODE[code]
    )


def _convert_board_box(box: Box, board: Box) -> Box:
    """Convert a box on a board to its place in the picture."""
    return box._replace(x=board.x + box.x, y=board.y + box.y)
