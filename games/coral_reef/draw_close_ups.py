"""Chooses the parts of the board that a replay shows for a turn: the stacks.

The stacks always have the same place and scale. Cards far below the top of a tall stack are not shown.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from games.coral_reef.events import CardDrawn, Event
from games.coral_reef.layout import choose_grid, find_replay_part, find_stack_area
from games.coral_reef.view import View
from games.core.picture import PICTURE_HEIGHT, PICTURE_WIDTH, Box, CloseUp, ScoreboardEntry

FRAME_SIZE: Final = (PICTURE_WIDTH // 2, PICTURE_HEIGHT // 2)
CARD_SIGN: Final = "back_38"


def list_close_ups(before: View, after: View, seat: int, events: tuple[Event, ...]) -> tuple[CloseUp, ...]:
    """Return the parts of the board that a replay shows for a turn.

    If the stacks are in several rows, the result is empty and the replay shows the whole board.
    """
    del seat, events  # These parts are the same for every turn.
    area = find_stack_area(None, ribbon=False)
    if any(choose_grid(len(v.stacks), area).rows > 1 for v in (before, after)):
        return ()
    return (CloseUp(find_replay_part(), Box(0, 0, *FRAME_SIZE)),)


def list_scoreboard_entries(view: View, later: tuple[Event, ...] = ()) -> tuple[ScoreboardEntry, ...]:
    """Return each seat's entry on the scoreboard of a replay: the cards left and the rounds won.

    :param later: events that have happened in the view but are not counted yet.
    """
    drawn = Counter(event.seat for event in later if isinstance(event, CardDrawn))
    return tuple(
        ScoreboardEntry(str(cards - drawn[seat]), unit=CARD_SIGN, stars=wins if view.rounds_to_win > 1 else 0)
        for seat, (cards, wins) in enumerate(zip(view.hand_sizes, view.wins, strict=True))
    )
