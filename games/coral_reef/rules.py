"""The rules of Coral Reef, versions 1 and 2. The table shows the code of each clause of ``RULES.md``.

======  ====================================================================================================
CR-1.1  ``rounds.deal_round``: four nines as stacks
CR-1.2  ``rounds.deal_round``: hands and the deck; ``public.make_view``: what a viewer sees of them
CR-1.3  ``rounds.start_first_round``, ``rounds.start_next_round``
CR-2.1  ``turn.play_corals``, ``turn.seed_nine``: one play or one seed, then the turn passes
CR-2.2  ``sums.find_sets``, ``legal.list_legal_actions``: possible plays; ``turn.play_corals``
CR-2.3  ``sums.find_spaces_with_top``
CR-2.4  ``legal.list_legal_actions``: a nine in hand; ``turn.seed_nine``
CR-2.5  ``sums.can_act``: while a seat can act, it has no other actions
CR-2.6  ``turn.draw_until_playable``; ``public.redact_event``: only the seat sees the card that it draws
CR-2.7  ``turn.draw_until_playable``: new decks and passes
CR-2.8  ``hands``: the random order of equal corals; ``turn.play_corals`` places the first ones
CR-3.1  ``turn.play_corals``, ``turn.seed_nine``, when the hand is empty
CR-3.2  ``turn.draw_until_playable``, ``rounds.find_seats_with_fewest_cards``
CR-3.3  ``rounds.end_round``, ``rounds.start_next_round``, ``rounds.find_outcome``
CR-3.4  ``turn.draw_until_playable``, ``rounds.find_seats_with_fewest_cards``
======  ====================================================================================================

``refusal.explain_refusal`` explains why an action is illegal. A change that affects recorded matches requires
a new version.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from games.coral_reef import actions, legal, public
from games.coral_reef.actions import Action, SeedNine
from games.coral_reef.closing import get_view_before_deal
from games.coral_reef.events import Event, ends_turn
from games.coral_reef.hands import LOWEST_FIRST_ORDER, RANDOM_ORDER
from games.coral_reef.refusal import explain_refusal, refuse_play_with_unplayable_hand
from games.coral_reef.rounds import find_outcome, start_first_round
from games.coral_reef.state import Ruleset, State
from games.coral_reef.turn import draw_until_playable, play_corals, seed_nine
from games.coral_reef.view import View
from games.core.errors import IllegalAction
from games.core.outcome import Outcome
from games.core.rng import Chance
from games.core.rules import Rules

OPENING_ACTIONS: Final = ("play", "seed")


class CoralReefRules(Rules[State, Action, Event, View]):
    """Coral Reef for two to six seats. Its actions are defined in ``actions``."""

    version: ClassVar[int] = 2
    order: ClassVar[str] = RANDOM_ORDER
    """Order of equal corals in a hand (CR-2.8): ``RANDOM_ORDER`` or ``LOWEST_FIRST_ORDER``."""

    def setup(
        self, seat_count: int, options: Mapping[str, str], rng: Chance
    ) -> tuple[State, tuple[Event, ...]]:
        """Deal the first round, then draw cards for the seats until one can act (CR-1, CR-2.6)."""
        ruleset = Ruleset(options["corals"], int(options["rounds_to_win"]), self.order)
        state, began = start_first_round(seat_count, ruleset, rng)
        events: list[Event] = [began]
        return draw_until_playable(state, rng, events), tuple(events)

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the active seat, which always has a legal action. No seat is active after the match."""
        return public.list_seats_to_act(state)

    def legal_actions(self, state: State, seat: int) -> tuple[Action, ...]:
        """Return every play, stack by stack, followed by the seed if the hand has a nine."""
        return legal.list_legal_actions(state, seat)

    def list_candidates(self, state: State, seat: int) -> tuple[Action, ...]:
        """Return the legal actions worth searching.

        Of stacks with the same target, only the first is considered. From a hand that is larger than at the
        deal, only the play with the most corals is included for each target and rank on top.
        """
        return legal.list_worthwhile_actions(state, seat)

    def is_legal(self, state: State, seat: int, action: Action) -> bool:
        """Return whether ``action`` is legal, without listing the others."""
        return legal.is_legal(state, seat, action)

    def explain_refusal(self, state: State, seat: int, action: Action) -> IllegalAction:
        """Return an error with the clause that forbids ``action`` and the reason."""
        return explain_refusal(state, seat, action)

    def explain_unavailable(self, state: State, seat: int, kind: str) -> IllegalAction:
        """Return an error with the reason why the seat has no action of this kind (``play`` or ``seed``)."""
        return (
            refuse_play_with_unplayable_hand()
            if kind == "play"
            else super().explain_unavailable(state, seat, kind)
        )

    def apply(self, state: State, seat: int, action: Action, rng: Chance) -> tuple[State, tuple[Event, ...]]:
        """Apply a legal action; return the new state and all events.

        The events include every draw, pass and deal that follows automatically until a seat can act.
        """
        if isinstance(action, SeedNine):
            return seed_nine(state, seat, rng)
        return play_corals(state, seat, action, rng)

    def count_ended_turns(self, before: State | None, after: State, events: tuple[Event, ...]) -> int:
        """Return how many turns ended: the turn of the action, and turns of seats that couldn't act.

        Seats that couldn't act drew a card or passed (CR-2.1, CR-2.6, CR-2.7).
        """
        return sum(map(ends_turn, events))

    def outcome(self, state: State) -> Outcome | None:
        """Return the result once a seat has won enough rounds (CR-3.3)."""
        return find_outcome(state)

    def view(self, state: State, viewer: int | None) -> View:
        """Return the state without the deck and, until the match ends, the other seats' hands."""
        return public.make_view(state, viewer)

    def make_ended_view(self, state: State, viewer: int | None) -> View:
        """Return the view of a match that its players ended early, with all hands revealed."""
        return public.make_ended_view(state, viewer)

    def get_view_before_deal(
        self, before: View, events: tuple[Event, ...]
    ) -> tuple[View, tuple[Event, ...]] | None:
        """Return the view at a round's end and the events up to then, if a new round began (CR-3.3)."""
        return get_view_before_deal(before, events)

    def redact(self, event: Event, viewer: int | None) -> Event:
        """Return the event, without the card if a seat other than ``viewer`` drew it."""
        return public.redact_event(event, viewer)

    def sample(self, view: View, rng: Chance) -> State:
        """Return a random state with this view. Unseen cards go to the deck and the other hands."""
        return public.sample_state(view, self.order, rng)

    def read(self, token: str) -> Action:
        """Parse a token in canonical form, or raise ``UnreadableToken``."""
        return actions.read_action(token)

    def list_first_choices(self, view: View, seat: int) -> tuple[str, ...]:
        """Return both kinds of action if ``seat`` may act, to reveal nothing about its hand."""
        return OPENING_ACTIONS if seat in view.to_act else ()

    def count_components(self, state: State) -> Mapping[str, int]:
        """Count the copies of each card in the hands, the stacks and the deck."""
        return public.count_components(state)


class FirstVersionRules(CoralReefRules):
    """Version 1 of the rules, with equal corals in ascending order.

    In this version, the suit of a played card could reveal how many more cards of its rank the seat had.
    """

    version: ClassVar[int] = 1
    order: ClassVar[str] = LOWEST_FIRST_ORDER


RULES: Final = CoralReefRules()
RULES_BY_VERSION: Final[Mapping[int, CoralReefRules]] = {
    rules.version: rules for rules in (FirstVersionRules(), RULES)
}
