"""The rules of Coral Reef, versions 1 and 2. This table shows where ``RULES.md`` is implemented.

=============  ==============================================================================
CR-1           ``rounds.deal_round``: four nines, hands, deck, starting seat
CR-2.1         ``turn``: one play or one seed, then the turn passes
CR-2.2, 2.3    ``sums.find_sets`` and ``legal``: what may be played; ``turn.play_corals``
CR-2.4         ``legal``: a nine in hand; ``turn.seed_nine``
CR-2.5         ``sums.can_act``
CR-2.6, 2.7    ``turn.draw_until_playable``: drawing, a new deck, passing
CR-2.8         ``hands``: which of several equal corals is placed
CR-3.1         ``turn``, when a hand is empty
CR-3.2, 3.4    ``turn.draw_until_playable``, ``rounds.find_fewest``
CR-3.3         ``rounds.end_round``, ``rounds.start_next_round``, ``rounds.find_outcome``
=============  ==============================================================================

``refusal.explain_refusal`` explains why an action is not legal. A change that affects recorded matches
requires a new version.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from games.coral_reef import actions, legal, public
from games.coral_reef.actions import Action, Seed
from games.coral_reef.closing import view_before_deal
from games.coral_reef.events import Event, ends_turn
from games.coral_reef.hands import DRAWN, LOWEST
from games.coral_reef.refusal import explain_refusal, refuse_play
from games.coral_reef.rounds import find_outcome, start_first_round
from games.coral_reef.state import Ruleset, State
from games.coral_reef.turn import draw_until_playable, play_corals, seed_nine
from games.coral_reef.view import View
from games.core.errors import IllegalAction
from games.core.outcome import Outcome
from games.core.rng import Chance
from games.core.rules import Rules

OPENERS: Final = ("play", "seed")


class CoralReefRules(Rules[State, Action, Event, View]):
    """Coral Reef for two to six seats, with the decisions in ``actions``."""

    version: ClassVar[int] = 2
    order: ClassVar[str] = DRAWN
    """The order of equal corals in a hand (CR-2.8)."""

    def setup(self, seats: int, options: Mapping[str, str], rng: Chance) -> tuple[State, tuple[Event, ...]]:
        """Deal the first round, and draw until a seat can act (CR-1, CR-2.6)."""
        ruleset = Ruleset(options["corals"], int(options["rounds_to_win"]), self.order)
        state, began = start_first_round(seats, ruleset, rng)
        events: list[Event] = [began]
        return draw_until_playable(state, rng, events), tuple(events)

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the active seat, which can always act; none after the match."""
        return public.to_act(state)

    def legal_actions(self, state: State, seat: int) -> tuple[Action, ...]:
        """Return every play, stack by stack, and then the seed if there is one."""
        return legal.list_legal(state, seat)

    def candidates(self, state: State, seat: int) -> tuple[Action, ...]:
        """Return the legal actions worth searching, without plays that differ little."""
        return legal.list_worthwhile(state, seat)

    def is_legal(self, state: State, seat: int, action: Action) -> bool:
        """Return whether ``action`` is legal."""
        return legal.is_legal(state, seat, action)

    def explain_refusal(self, state: State, seat: int, action: Action) -> IllegalAction:
        """Explain which clause forbids an action and what is missing."""
        return explain_refusal(state, seat, action)

    def explain_unavailable(self, state: State, seat: int, kind: str) -> IllegalAction:
        """Explain why a seat has no action of this kind (``play`` or ``seed``)."""
        return refuse_play() if kind == "play" else super().explain_unavailable(state, seat, kind)

    def apply(self, state: State, seat: int, action: Action, rng: Chance) -> tuple[State, tuple[Event, ...]]:
        """Return the state after a legal action and all drawing, passing and dealing that follows."""
        if isinstance(action, Seed):
            return seed_nine(state, seat, rng)
        return play_corals(state, seat, action, rng)

    def turns_ended(self, before: State | None, after: State, events: tuple[Event, ...]) -> int:
        """Count the turn of the action, and the turns of all seats that could only draw or pass (CR-2.1,
        CR-2.6).
        """
        return sum(map(ends_turn, events))

    def outcome(self, state: State) -> Outcome | None:
        """Return the result by rounds won, once a seat has enough of them (CR-3.3)."""
        return find_outcome(state)

    def view(self, state: State, viewer: int | None) -> View:
        """Return everything except the deck and the other hands."""
        return public.view(state, viewer)

    def view_ended(self, state: State, viewer: int | None) -> View:
        """Return the view with all hands after the players ended the match."""
        return public.view_ended(state, viewer)

    def view_before_deal(
        self, before: View, events: tuple[Event, ...]
    ) -> tuple[View, tuple[Event, ...]] | None:
        """Return the view at the end of a round, if the same step went on to deal the next one (CR-3.3)."""
        return view_before_deal(before, events)

    def redact(self, event: Event, viewer: int | None) -> Event:
        """Return the event, without the card if another seat drew it."""
        return public.redact(event, viewer)

    def sample(self, view: View, rng: Chance) -> State:
        """Deal the deck and the other hands again at random from the unseen cards."""
        return public.sample(view, self.order, rng)

    def read(self, token: str) -> Action:
        """Parse a canonical token, or raise ``UnreadableToken``."""
        return actions.read(token)

    def list_openers(self, view: View, seat: int) -> tuple[str, ...]:
        """Return both kinds of action, because the viewer must not learn which ones the hand allows."""
        return OPENERS if seat in view.to_act else ()

    def count_components(self, state: State) -> Mapping[str, int]:
        """Count every card wherever it is."""
        return public.count_components(state)


class FirstRules(CoralReefRules):
    """Version 1, in which the suit of a played card revealed something about the rest of the hand."""

    version: ClassVar[int] = 1
    order: ClassVar[str] = LOWEST


RULES: Final = CoralReefRules()
VERSIONS: Final[Mapping[int, CoralReefRules]] = {rules.version: rules for rules in (FirstRules(), RULES)}
