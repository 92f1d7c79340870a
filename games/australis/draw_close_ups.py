"""Chooses the parts of the board that a replay shows for a turn: the current, and large signs below it.

The current always has the same place and scale, because a moving background would make the file far larger.
Before a turn, the signs are the dice that can be taken. After it, they are what the seat took, and what that
brought.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from games.australis.draw_end import POINT_SOURCE_NAMES
from games.australis.draw_moves import list_piece_moves, locate_offer
from games.australis.draw_scoring import FRAME_SIZE, SCORING_EVENTS, arrange_scores
from games.australis.draw_window import CURRENT_BOX, find_window, list_changed_boxes
from games.australis.events import (
    CardCarriedOut,
    CardKept,
    CoralPlaced,
    CubeCollected,
    DieTaken,
    Event,
    FinalPointsScored,
    FishCaught,
    PointsGained,
    RoundBegan,
    RoundPointsScored,
    TileTaken,
    TokenTaken,
    TurtleMoved,
)
from games.australis.layout import STONE_CENTRES, TAG_BOX, TURTLE_BOUNDS
from games.australis.parts import CARD_CIRCLES, CARD_CODES, CardFunction, get_card_function
from games.australis.view import TILE_STAGE, View
from games.core.picture import (
    Box,
    CloseUp,
    ComparedSource,
    PieceMove,
    ScoreboardEntry,
)
from games.core.words import Words
from games.drawing.turn_signs import NOWHERE, TurnSign, arrange_signs

CURRENT_PLACE: Final = Box(0, 0, FRAME_SIZE[0], 475)
"""Place of the current in a frame."""
SIGNS_BOX: Final = Box(0, CURRENT_PLACE.h, FRAME_SIZE[0], FRAME_SIZE[1] - CURRENT_PLACE.h)
"""Part of a frame below the current."""
SIGN_HEIGHT: Final = 84
MAX_SHOWN_DICE: Final = 8
"""Maximum number of dice that are shown, in a row."""
GAIN_SIGNS: Final = {
    "turtle": ("turtle_{seat}", (92, 85)),
    "food": ("food_132_{seat}", (132, 126)),
    "fish": ("fish_132", (132, 126)),
    "coral": ("supply_132_{seat}", (132, 126)),
}
"""Sign and its size for each kind of gain."""
MAX_SIGNS: Final = 4
MINOR_SIGN: Final = "food"
"""Number of signs of a turn above which they would be tiny, and the kind of gain that is then left out."""
TURTLE_WIDTH: Final = 92
"""Minimum width in a frame of the turtle that has moved, in pixels."""
PIECE_SIZE: Final = 120
"""Width of the largest piece that moves, in pixels."""

TurnEvent = (
    DieTaken
    | CardKept
    | CardCarriedOut
    | TileTaken
    | TokenTaken
    | TurtleMoved
    | CubeCollected
    | FishCaught
    | CoralPlaced
)
"""Events that say what a seat took or gained."""


def list_close_ups(before: View, after: View, seat: int, events: tuple[Event, ...]) -> tuple[CloseUp, ...]:
    """Return the parts of the board that a replay shows for a turn of ``seat``.

    If ``before`` is ``after``, these are the parts shown before the turn.
    """
    if events and isinstance(events[0], SCORING_EVENTS):
        return arrange_scores(before, after, events)
    if before is not after:
        turn_signs = _list_signs(before, after, seat, events)
        signs = arrange_signs(turn_signs, SIGNS_BOX, SIGN_HEIGHT) if turn_signs else _arrange_offer(after, ())
    elif before.stage == TILE_STAGE:
        signs = arrange_signs(tuple(_list_tiles(before)), SIGNS_BOX, SIGN_HEIGHT)
    else:
        signs = _arrange_offer(before, events)
    changed = list_changed_boxes(before, seat, _list_own_events(events))
    current = _place_current(before, events, changed)
    if before is after:
        return current, *signs
    return current, *signs, *_show_turtle(after, seat, events, current)


def _place_current(view: View, events: tuple[Event, ...], changed: Sequence[Box]) -> CloseUp:
    """Return the close-up of the current with all that a turn changes and, if there is room, with space for
    the enlarged turtle.
    """
    current = CloseUp(find_window(changed, CURRENT_PLACE[2:]), CURRENT_PLACE)
    place = _place_turtle(view, events, current)
    if place is None:
        return current
    scale = current.target.w / current.source.w
    x, y, wide, high = (round(length / scale) for length in place)
    large = Box(current.source.x + x, max(CURRENT_BOX.y, current.source.y + y), wide, high)
    return CloseUp(find_window([*changed, large], CURRENT_PLACE[2:]), CURRENT_PLACE)


def _place_turtle(view: View, events: tuple[Event, ...], current: CloseUp) -> Box | None:
    """Return the place in a frame of the turtle that a turn has moved, larger than the others.

    Return ``None`` if no turtle is shown like that, because none has moved or all are large.

    :param current: the close-up of the current.
    """
    moved = [e for e in _list_own_events(events) if isinstance(e, TurtleMoved) and e.origin != e.space]
    scale = current.target.w / current.source.w
    if not moved or moved[-1].space == view.track_end or scale * TURTLE_BOUNDS.w >= TURTLE_WIDTH:
        return None
    x, y = STONE_CENTRES[moved[-1].space]
    wide, high = TURTLE_WIDTH, TURTLE_WIDTH * TURTLE_BOUNDS.h // TURTLE_BOUNDS.w
    # The number of the turtle's space stays visible below it.
    middle, foot = (x - current.source.x) * scale, (y + TAG_BOX.y - current.source.y) * scale
    left = min(max(0, round(middle) - wide // 2), current.target.w - wide)
    return Box(left, round(foot) - high, wide, high)


def _show_turtle(view: View, seat: int, events: tuple[Event, ...], current: CloseUp) -> Iterator[CloseUp]:
    """Yield the enlarged turtle, if any. At the upper edge of the board, there is less room above its space.

    :param current: the close-up of the current.
    """
    place = _place_turtle(view, events, current)
    if place is not None:
        place = place._replace(y=max(0, place.y))
        yield CloseUp(NOWHERE, place, sprite=f"turtle_{seat}", lies_on_board=True)


def list_sources(view: View, history: Sequence[Sequence[Event]], w: Words) -> tuple[ComparedSource, ...]:
    """Return the sources of each seat's points."""
    del history  # The events aren't needed, because each board has a ledger of its seat's points.
    ledgers = (board.ledger for board in view.boards)
    return tuple(
        ComparedSource(w(name), points)
        for name, points in zip(POINT_SOURCE_NAMES, zip(*ledgers, strict=True), strict=True)
        if any(points)
    )


def list_scoreboard_entries(
    view: View, uncounted_events: tuple[Event, ...] = ()
) -> tuple[ScoreboardEntry, ...]:
    """Return each seat's entry on the scoreboard of a replay.

    :param uncounted_events: events that have happened in the view but are not counted yet.
    """
    points = Counter({seat: board.points for seat, board in enumerate(view.boards)})
    for event in uncounted_events:
        match event:
            case RoundPointsScored(seat=seat):
                points[seat] -= event.reefs + event.school + event.turtle
            case FinalPointsScored(seat=seat):
                points[seat] -= event.corals + event.token + event.tiles
            case PointsGained(seat=seat, points=gained):
                points[seat] -= gained
            case _:
                pass
    return tuple(
        ScoreboardEntry(str(points[seat]), f"shell_{seat}", points[seat]) for seat in range(len(view.boards))
    )


def _arrange_offer(view: View, events: Iterable[Event]) -> tuple[CloseUp, ...]:
    """Return close-ups of the dice that can be taken.

    If there are many, only those around the die that the seat takes next are shown, so that they are large.
    """
    signs = [
        TurnSign(f"die120_{die.code}", (120, 120), source=box)
        for die, box in zip(view.offer, locate_offer(view), strict=True)
    ]
    taken_die = next((event.die for event in events if isinstance(event, DieTaken)), None)
    place = view.offer.index(taken_die) if taken_die in view.offer else 0
    start = max(0, min(place - MAX_SHOWN_DICE // 2, len(signs) - MAX_SHOWN_DICE))
    return arrange_signs(signs[start : start + MAX_SHOWN_DICE], SIGNS_BOX, SIGN_HEIGHT)


def _list_tiles(view: View) -> Iterator[TurnSign]:
    """Yield the tiles that the winner of a competition chooses from."""
    for pile, sprite in ((view.gold, "tile_gold"), (view.silver, "tile_silver")):
        if pile:
            yield TurnSign(sprite, (56, 56), str(pile[0]))


def _list_signs(before: View, after: View, seat: int, events: tuple[Event, ...]) -> tuple[TurnSign, ...]:
    """Return the signs of a turn: what the seat took, and then what that brought."""
    moves = list_piece_moves(before, after, events)
    own = [event for event in _list_own_events(events) if event.seat == seat]
    taken = tuple(_list_taken(own, moves))
    gains = tuple(_list_gains(seat, own, moves))
    if len(taken) + len(gains) > MAX_SIGNS:
        gains = tuple(sign for sign in gains if not sign.sprite.startswith(MINOR_SIGN))
    return *taken, *gains


def _make_circles_sign(sign: TurnSign, circles: int) -> TurnSign:
    """Return the sign of a die or card, with the points that its circles scored."""
    return sign._replace(text=f"+{circles}", is_scored=True) if circles else sign


def _list_own_events(events: tuple[Event, ...]) -> Iterator[TurnEvent]:
    """Yield the events of a turn that say what its seat took and gained, up to the scoring of a round."""
    for event in events:
        if isinstance(event, RoundPointsScored | RoundBegan):
            return
        if isinstance(event, TurnEvent):
            yield event


def _list_taken(events: Iterable[TurnEvent], moves: Iterable[PieceMove]) -> Iterator[TurnSign]:
    """Yield the die, cards and tile that a seat took, and its own cards whose circles scored."""
    for event in events:
        match event:
            case DieTaken(die=die):
                sign = TurnSign(f"die120_{die.code}", (120, 120), source=_find_goal(moves, "die"))
                yield _make_circles_sign(sign, die.circles)
            case CardKept(card=card):
                key = f"card_{CARD_CODES[card]}"
                yield TurnSign(key, (120, 102), source=_find_goal(moves, key))
            case CardCarriedOut(card=card, is_from_display=is_new):
                sign = TurnSign(f"card_{CARD_CODES[card]}", (120, 102))
                if get_card_function(card) == CardFunction.CIRCLES:
                    yield _make_circles_sign(sign, CARD_CIRCLES)
                elif is_new:
                    yield sign
            case TileTaken(is_gold=gold, points=points):
                yield TurnSign("tile_gold" if gold else "tile_silver", (56, 56), f"+{points}")
            case TokenTaken():
                yield TurnSign("token", (48, 48))
            case _:
                pass


def _list_gains(seat: int, events: Iterable[TurnEvent], moves: Iterable[PieceMove]) -> Iterator[TurnSign]:
    """Yield what a turn brought to a seat: food cubes, fish, spaces of its turtle and corals."""
    gains = Counter[str]()
    for event in events:
        match event:
            case TurtleMoved(origin=origin, space=space):
                gains["turtle"] += space - origin
            case CubeCollected(is_kept=True):
                gains["food"] += 1
            case FishCaught(fish=fish):
                gains["fish"] += fish
            case CoralPlaced(origin=0):
                gains["coral"] += 1
            case _:
                pass
    for kind, (sprite, size) in GAIN_SIGNS.items():
        if gains[kind]:
            source = _find_start(moves, f"coral_{seat}") if kind == "coral" else NOWHERE
            yield TurnSign(sprite.format(seat=seat), size, f"+{gains[kind]}", source)


def _find_goal(moves: Iterable[PieceMove], key: str) -> Box:
    """Return a point inside the last place of the first piece whose sprite's name begins with ``key``."""
    return next((_make_target(move.path[-1]) for move in moves if move.sprite.startswith(key)), NOWHERE)


def _find_start(moves: Iterable[PieceMove], key: str) -> Box:
    """Return a point inside the first place of the first piece whose sprite's name begins with ``key``."""
    return next((_make_target(move.path[0]) for move in moves if move.sprite.startswith(key)), NOWHERE)


def _make_target(place: tuple[int, int]) -> Box:
    """Return a box that contains the centre of a piece with its upper left corner at ``place``."""
    return Box(*place, PIECE_SIZE, PIECE_SIZE)
