"""The position as a viewer of Coral Reef sees it, without the other hands and the deck."""

from __future__ import annotations

from games.coral_reef.parts import LETTER_OF, TARGETS, Card
from games.core.values import value

HAND_EMPTY = "hand_empty"
"""A seat emptied its hand (CR-3.1)."""
ALL_PASSED = "all_passed"
"""Every seat passed in succession (CR-3.2)."""
DECK_SPENT = "deck_spent"
"""The deck ran out when no further new deck was allowed (CR-3.4)."""


@value
class View:
    """A position as ``viewer`` sees it.

    ``stacks`` have every card, the lowest first; ``placed`` are the cards of the newest action, in order.
    ``hand``, ``drawn`` (since that action) and ``playable`` (ranks of the hand that are part of some legal
    play or seed) are the viewer's own, empty for a spectator. ``hands`` are those of all seats after the
    match, and empty before. ``has_drawn`` is whether the seat to act has drawn in this turn.
    """

    viewer: int | None
    turn: int | None
    to_act: tuple[int, ...]
    corals: str
    rounds_to_win: int
    number: int
    starter: int
    reforms: int
    stacks: tuple[tuple[Card, ...], ...]
    deck: int
    hand_sizes: tuple[int, ...]
    wins: tuple[int, ...]
    placed: tuple[Card, ...]
    has_drawn: bool
    ending: str
    hand: tuple[Card, ...] = ()
    drawn: tuple[Card, ...] = ()
    playable: str = ""
    hands: tuple[tuple[Card, ...], ...] = ()

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.hand_sizes)


def find_target(stack: tuple[Card, ...]) -> int:
    """Return the target that the top of a stack sets, 1 to 10 (CR-2.2)."""
    return TARGETS[LETTER_OF[stack[-1]]]
