"""The rules of Reef, version 1. The table shows where each clause of ``RULES.md`` is implemented.

======  ====================================================================================================
RF-1.1  ``turn.place_first_corals``; ``legal.list_legal_actions``: the choices with the option *chosen*
RF-1.2  ``ReefRules.setup``: hands, points, open cards and the deck
RF-1.3  ``ReefRules.setup``: the starting seat
RF-2.1  ``legal.list_takes``: the open cards; ``turn.perform_action``: the card, its points and the refill
RF-2.2  ``legal.list_cheapest_cards``: open cards for the point; ``turn.perform_action``: the deck's card
RF-2.3  ``legal.list_plays``, ``legal.is_playable``: the spaces; ``stacks.add_corals``: the placed corals
RF-2.4  ``matching.find_matches``: the largest number of matches, which ``sight`` estimates for computers
RF-2.5  ``matching.find_spaces``: the spaces that meet a demand of the pattern
RF-2.6  ``matching.find_surrounded_centre``
RF-3.1  ``ending.end_match_if_due``
RF-3.2  ``ending.score_hand``
RF-3.3  ``ending.find_outcome``
RF-4.1  ``public.make_view``, ``public.redact_event``, ``public.recall_view``
RF-4.2  ``public.make_view``
======  ====================================================================================================

``legal.list_legal_actions`` lists the legal actions, ``refusal.explain_refusal`` explains why another action
is illegal, and ``ReefRules.setup`` makes all random draws. A change that affects recorded matches requires a
new version.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from games.core.errors import IllegalAction
from games.core.outcome import Outcome
from games.core.rng import Chance
from games.core.rules import Rules
from games.reef import ending, legal, public, read, turn
from games.reef import refusal as refusals
from games.reef.actions import Action
from games.reef.events import Event, StartingSeatDrawn
from games.reef.parts import (
    CARDS,
    COLOURS,
    CORALS_PER_COLOUR_BY_SEAT_COUNT,
    FIXED_START_COLOURS,
    MAX_HAND_SIZE,
    OPEN_CARD_COUNT,
    STARTING_HAND_SIZE,
    STARTING_POINTS,
)
from games.reef.stacks import BARE_REEF
from games.reef.state import Seat, State, subtract_corals
from games.reef.view import PLAY_STAGE, START_STAGE, OpenCard, Ruleset, View


class ReefRules(Rules[State, Action, Event, View]):
    """Reef for two to four seats. Its actions are defined in ``actions``."""

    version: ClassVar[int] = 1

    def setup(
        self, seat_count: int, options: Mapping[str, str], rng: Chance
    ) -> tuple[State, tuple[Event, ...]]:
        """Deal a new match, and place the first corals if they are fixed (RF-1.1 to RF-1.3)."""
        ruleset = Ruleset(options["start"], options["deck"], options["deck_end"])
        fixed = ruleset.start == "fixed"
        starter = rng.draw_below(seat_count)
        deck = rng.shuffled(CARDS)
        dealt: list[Seat] = []
        yellow, red, green, purple = (CORALS_PER_COLOUR_BY_SEAT_COUNT[seat_count] for _ in COLOURS)
        supply = (yellow, red, green, purple)
        for seat in range(seat_count):
            hand = tuple(sorted(deck[STARTING_HAND_SIZE * seat : STARTING_HAND_SIZE * (seat + 1)]))
            own = Seat(BARE_REEF, hand, STARTING_POINTS, ())
            if fixed:
                own = turn.place_first_corals(own, FIXED_START_COLOURS)
                supply = subtract_corals(supply, FIXED_START_COLOURS)
            dealt.append(own)
        left = deck[STARTING_HAND_SIZE * seat_count :]
        display = tuple(OpenCard(card, 0) for card in left[:OPEN_CARD_COUNT])
        stage = PLAY_STAGE if fixed else START_STAGE
        state = State(ruleset, stage, starter, starter, supply, left[OPEN_CARD_COUNT:], display, tuple(dealt))
        return state, (StartingSeatDrawn(starter),)

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the active seat, or an empty tuple after the match."""
        return () if state.ending else (state.active_seat,)

    def legal_actions(self, state: State, seat: int) -> tuple[Action, ...]:
        """Return every legal action: plays by card, then taking an open card, then drawing from the deck."""
        return legal.list_legal_actions(state, seat)

    def list_candidates(self, state: State, seat: int) -> tuple[Action, ...]:
        """Return the legal actions worth searching, without plays that place the two corals far apart.

        A play is included if its corals are on the same space or on adjacent spaces. If a card has no such
        play, all its plays are included.
        """
        return legal.list_legal_actions(state, seat, adjacent_only=True)

    def is_legal(self, state: State, seat: int, action: Action) -> bool:
        """Return whether ``action`` is legal, without listing the others."""
        return legal.is_legal(state, seat, action)

    def explain_refusal(self, state: State, seat: int, action: Action) -> IllegalAction:
        """Return an error with the clause that forbids ``action`` and the reason."""
        return refusals.explain_refusal(state, seat, action)

    def explain_unavailable(self, state: State, seat: int, kind: str) -> IllegalAction:
        """Return an error with the reason why the seat has no action of this kind."""
        return refusals.explain_unavailable(state, seat, kind)

    def apply(self, state: State, seat: int, action: Action, rng: Chance) -> tuple[State, tuple[Event, ...]]:
        """Apply a legal action; return the new state and events. Only the deal uses ``rng``."""
        return turn.perform_action(state, seat, action)

    def outcome(self, state: State) -> Outcome | None:
        """Return the result after the match (RF-3.3)."""
        return ending.find_outcome(state)

    def view(self, state: State, viewer: int | None) -> View:
        """Return the state without the deck and, until the match ends, the other seats' hands."""
        return public.make_view(state, viewer)

    def recall(self, state: State, viewer: int | None) -> View:
        """Return the view, with the cards in other seats' hands that everyone saw them take."""
        return public.recall_view(state, viewer)

    def make_ended_view(self, state: State, viewer: int | None) -> View:
        """Return the view of a match that its players ended early, with all hands revealed."""
        return public.make_ended_view(state, viewer)

    def redact(self, event: Event, viewer: int | None) -> Event:
        """Return the event, without the card if a seat other than ``viewer`` drew it face down."""
        return public.redact_event(event, viewer)

    def sample(self, view: View, rng: Chance) -> State:
        """Return a random state with this view. Unseen cards go to the deck and the other hands."""
        return public.sample_state(view, rng)

    def read(self, token: str) -> Action:
        """Parse a token in canonical form, or raise ``UnreadableToken``."""
        return read.read_action(token)

    def list_first_choices(self, view: View, seat: int) -> tuple[str, ...]:
        """Return the kinds of action that ``seat`` may have, judging by public information."""
        if view.stage == START_STAGE:
            return ("start",)
        cards = view.seats[seat].cards
        play = ("play",) if cards else ()
        return (*play, "take") if cards < MAX_HAND_SIZE else play

    def count_components(self, state: State) -> Mapping[str, int]:
        """Count each card, and the corals of each colour, wherever they are."""
        return public.count_components(state)


RULES: Final = ReefRules()
