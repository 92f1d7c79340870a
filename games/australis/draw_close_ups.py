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
    ReefScored,
    RoundBegan,
    RoundPointsScored,
    TileTaken,
    TokenTaken,
    TurtleMoved,
)
from games.australis.layout import PANEL_BOX
from games.australis.parts import CARD_CODES
from games.australis.view import TILE_STAGE, View
from games.core.picture import (
    GOLD_COLOUR,
    MAX_BOARD_HEIGHT,
    PICTURE_WIDTH,
    WHITE_COLOUR,
    Box,
    CloseUp,
    ComparedSource,
    PieceMove,
    ScoreboardEntry,
)
from games.core.words import N_, Msg, Words
from games.drawing.turn_signs import NOWHERE, TurnSign, arrange_signs

FRAME_SIZE: Final = (PICTURE_WIDTH // 2, MAX_BOARD_HEIGHT // 2)
CURRENT_TOP: Final = 40
CURRENT_CLOSE_UP: Final = CloseUp(Box(0, CURRENT_TOP, PANEL_BOX.x, 702), Box(0, 0, 680, 475))
DEPTHS_CLOSE_UP: Final = CloseUp(
    Box(PANEL_BOX.x + 2, PANEL_BOX.y + PANEL_BOX.h // 2, 4, 4),
    Box(680, 0, FRAME_SIZE[0] - 680, 475),
    is_stretchable=True,
)
"""Plain background beside the current."""
SIGNS_BOX: Final = Box(0, CURRENT_CLOSE_UP.target.h, FRAME_SIZE[0], FRAME_SIZE[1] - CURRENT_CLOSE_UP.target.h)
"""Part of a frame below the current."""
SIGN_HEIGHT: Final = 84
MAX_OFFER_ROW: Final = 8
"""Maximum number of dice in a row. More dice are shown in two rows."""
NO_POINTS: Final = Msg(N_("no points"))
GAIN_SIGNS: Final = {
    "turtle": ("turtle_{seat}", (92, 85)),
    "food": ("food_132_{seat}", (132, 126)),
    "fish": ("fish_132", (132, 126)),
    "coral": ("supply_132_{seat}", (132, 126)),
}
"""Sign and its size for each kind of gain."""
SCORE_LABELS: Final = {
    "turtle": Msg(N_("turtle")),
    "schools": Msg(N_("schools")),
    "reefs": Msg(N_("reefs")),
    "circles": Msg(N_("circles")),
    "corals": Msg(N_("corals")),
    "token": Msg(N_("token")),
    "tiles": Msg(N_("tiles")),
}
"""Name of each source of points in a scoring."""
SCORE_SIGNS: Final = {
    "turtle": GAIN_SIGNS["turtle"],
    "schools": GAIN_SIGNS["fish"],
    "reefs": GAIN_SIGNS["coral"],
    "corals": GAIN_SIGNS["coral"],
    "token": ("token", (48, 48)),
    "tiles": ("tile_gold", (56, 56)),
}
"""Sign and its size for each source of points that has a piece."""
MAX_SHOWN_SOURCES: Final = 2
"""Maximum number of sources of points in the table of a scoring."""
MIN_SPREAD_SHARE: Final = 0.2
"""Minimum difference between the seats in the second source, as a fraction of that in the first."""
LABEL_SIZE: Final = 56
VALUE_SIZE: Final = 76
"""Font sizes of the names and numbers in the table of a scoring."""
SCORE_SIGN_HEIGHT: Final = 84
ROW_GAP: Final = 10
"""Distance between the name of a source, the pieces and the numbers, in pixels."""
LABEL_COLOUR: Final = "#C8EBE4"
SCORING_EVENTS: Final = ReefScored | RoundPointsScored | FinalPointsScored
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
    """Return the parts of the board that a replay shows for a turn of ``seat``, or before it if there are no
    events.
    """
    if events and isinstance(events[0], SCORING_EVENTS):
        return _arrange_scores(before, after, events)
    if before is not after:
        found = _list_signs(before, after, seat, events)
        signs = arrange_signs(found, SIGNS_BOX, SIGN_HEIGHT) if found else _arrange_offer(after)
    elif before.stage == TILE_STAGE:
        signs = arrange_signs(tuple(_list_tiles(before)), SIGNS_BOX, SIGN_HEIGHT)
    else:
        signs = _arrange_offer(before)
    return CURRENT_CLOSE_UP, DEPTHS_CLOSE_UP, *signs


def _arrange_scores(before: View, after: View, events: tuple[Event, ...]) -> tuple[CloseUp, ...]:
    """Return a table with each seat's points in a scoring, from the one or two sources in which the seats
    differ most. Each seat's column is above its plate.

    :param before: the view since which the other points of each seat are counted as well.
    """
    gains = [count_scored_points(seat, events) for seat in range(len(after.boards))]
    for seat, (earlier, later) in enumerate(zip(before.boards, after.boards, strict=True)):
        # If both views are the same, only the scoring counts.
        gains[seat]["circles"] += max(0, later.points - earlier.points - gains[seat].total())
    sources = _choose_sources(gains)
    high = FRAME_SIZE[1] // max(1, len(sources))
    return tuple(
        part
        for number, source in enumerate(sources)
        for part in _arrange_row(
            Box(0, high * number, FRAME_SIZE[0], high), source, [gained[source] for gained in gains]
        )
    )


def _choose_sources(gains: Sequence[Counter[str]]) -> list[str]:
    """Return the sources of points that decide a scoring, the most decisive first."""

    def find_spread(source: str) -> tuple[int, int]:
        """Return by how much the seats differ, and their sum."""
        points = [gained[source] for gained in gains]
        return max(points) - min(points), sum(points)

    found = [source for source, points in sum(gains, Counter[str]()).items() if points > 0]
    found.sort(key=find_spread, reverse=True)
    # A source in which the seats hardly differ decides nothing.
    least = find_spread(found[0])[0] * MIN_SPREAD_SHARE if found else 0
    return [source for source in found[:MAX_SHOWN_SOURCES] if find_spread(source)[0] >= least]


def _arrange_row(row: Box, source: str, points: Sequence[int]) -> Iterator[CloseUp]:
    """Yield a row of the table of a scoring: the name of a source of points, and below it each seat's piece
    and points.
    """
    wide, most, sign = row.w // len(points), max(points), SCORE_SIGNS.get(source)
    head = LABEL_SIZE + ROW_GAP
    sign_height = SCORE_SIGN_HEIGHT + ROW_GAP if sign else 0
    top = row.y + (row.h - head - sign_height - VALUE_SIZE) // 2
    label_box, label = row._replace(y=top, h=LABEL_SIZE), SCORE_LABELS[source]
    yield CloseUp(NOWHERE, label_box, text=label, text_size=LABEL_SIZE, text_colour=LABEL_COLOUR)
    for seat, gained in enumerate(points):
        left = row.x + wide * seat
        if sign:
            sprite, (sprite_width, sprite_height) = sign
            shown = SCORE_SIGN_HEIGHT * sprite_width // sprite_height
            place = Box(left + (wide - shown) // 2, top + head, shown, SCORE_SIGN_HEIGHT)
            yield CloseUp(NOWHERE, place, sprite=sprite.format(seat=seat))
        box = Box(left, top + head + sign_height, wide, VALUE_SIZE)
        colour = GOLD_COLOUR if gained == most and points.count(most) == 1 else WHITE_COLOUR
        value = f"+{gained}" if gained else "0"
        yield CloseUp(NOWHERE, box, text=value, text_size=VALUE_SIZE, text_colour=colour)


def count_scored_points(seat: int, events: Iterable[Event]) -> Counter[str]:
    """Return the points that a seat scored, by source."""
    gains = Counter[str]()
    for event in events:
        if isinstance(event, RoundPointsScored) and event.seat == seat:
            gains.update(turtle=event.turtle, schools=event.school, reefs=event.reefs)
        elif isinstance(event, FinalPointsScored) and event.seat == seat:
            gains.update(corals=event.corals, token=event.token, tiles=event.tiles)
    return gains


def list_sources(view: View, history: Sequence[Sequence[Event]], w: Words) -> tuple[ComparedSource, ...]:
    """Return the sources of each seat's points."""
    del history  # Each board has a ledger of its seat's points.
    ledgers = (board.ledger for board in view.boards)
    return tuple(
        ComparedSource(w(name), points)
        for name, points in zip(POINT_SOURCE_NAMES, zip(*ledgers, strict=True), strict=True)
        if any(points)
    )


def list_scoreboard_entries(view: View, later: tuple[Event, ...] = ()) -> tuple[ScoreboardEntry, ...]:
    """Return each seat's entry on the scoreboard of a replay.

    :param later: events that have happened in the view but are not counted yet.
    """
    points = Counter({seat: board.points for seat, board in enumerate(view.boards)})
    for event in later:
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
        ScoreboardEntry(str(points[seat]), f"shell_{seat}", points[seat], idle_text=NO_POINTS)
        for seat in range(len(view.boards))
    )


def _arrange_offer(view: View) -> tuple[CloseUp, ...]:
    """Return close-ups of the dice that can be taken, in one row or two."""
    signs = [
        TurnSign(f"die120_{die.code}", (120, 120), source=box)
        for die, box in zip(view.offer, locate_offer(view), strict=True)
    ]
    rows = 1 if len(signs) <= MAX_OFFER_ROW else 2
    across, high = -(-len(signs) // rows), SIGNS_BOX.h // rows
    size = SIGN_HEIGHT if rows == 1 else high - 4
    return tuple(
        part
        for row in range(rows)
        for part in arrange_signs(
            signs[across * row : across * (row + 1)],
            SIGNS_BOX._replace(y=SIGNS_BOX.y + high * row, h=high),
            size,
        )
    )


def _list_tiles(view: View) -> Iterator[TurnSign]:
    """Yield the tiles that the winner of a competition chooses from."""
    for pile, sprite in ((view.gold, "tile_gold"), (view.silver, "tile_silver")):
        if pile:
            yield TurnSign(sprite, (56, 56), str(pile[0]))


def _list_signs(before: View, after: View, seat: int, events: tuple[Event, ...]) -> tuple[TurnSign, ...]:
    """Return the signs of a turn: what the seat took, and then what that brought."""
    moves = list_piece_moves(before, after, events)
    own = [event for event in _list_own_events(events) if event.seat == seat]
    return (*_list_taken(own, moves), *_list_gains(seat, own, moves))


def _list_own_events(events: tuple[Event, ...]) -> Iterator[TurnEvent]:
    """Yield the events of a turn that say what its seat took and gained, up to the scoring of a round."""
    for event in events:
        if isinstance(event, RoundPointsScored | RoundBegan):
            return
        if isinstance(event, TurnEvent):
            yield event


def _list_taken(events: Iterable[TurnEvent], moves: Iterable[PieceMove]) -> Iterator[TurnSign]:
    """Yield the die, cards and tile that a seat took."""
    for event in events:
        match event:
            case DieTaken(die=die):
                yield TurnSign(f"die120_{die.code}", (120, 120), source=_find_goal(moves, "die"))
            case CardKept(card=card):
                key = f"card_{CARD_CODES[card]}"
                yield TurnSign(key, (120, 102), source=_find_goal(moves, key))
            case CardCarriedOut(card=card, is_from_display=True):
                yield TurnSign(f"card_{CARD_CODES[card]}", (120, 102))
            case TileTaken(gold=gold, points=points):
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
            case CubeCollected(kept=True):
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
    """Return a point inside the last place of the first piece with a sprite that begins with ``key``."""
    return next((_make_target(move.path[-1]) for move in moves if move.sprite.startswith(key)), NOWHERE)


def _find_start(moves: Iterable[PieceMove], key: str) -> Box:
    """Return a point inside the first place of the first piece with a sprite that begins with ``key``."""
    return next((_make_target(move.path[0]) for move in moves if move.sprite.startswith(key)), NOWHERE)


def _make_target(place: tuple[int, int]) -> Box:
    """Return a box that contains the centre of a piece with its upper left corner at ``place``."""
    return Box(*place, PIECE_SIZE, PIECE_SIZE)
