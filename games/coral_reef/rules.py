"""The rules of Coral Reef in both versions. Open it beside ``RULES.md``: each clause has its place.

=============  ==============================================================================
CR-1           ``rounds.dealt``: four nines, hands, deck, who begins
CR-2.1         ``turn``: one play or one seed, then the turn passes
CR-2.2, 2.3    ``sums.meeting`` and ``legal``: what may be played; ``turn.play``
CR-2.4         ``legal``: a nine in hand; ``turn.seed``
CR-2.5         ``sums.can_act``
CR-2.6, 2.7    ``turn.go_on``: drawing, a new deck, passing
CR-2.8         ``hands``: which of several equal corals is laid
CR-3.1         ``turn``, when a hand is empty
CR-3.2, 3.4    ``turn.go_on``, ``rounds.fewest``
CR-3.3         ``rounds.scored``, ``rounds.next_round``, ``rounds.outcome``
=============  ==============================================================================

``refusal.refusal`` says why something may not be done. A change in what these do to a recorded match is a
new version.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from games.coral_reef import actions, legal, public
from games.coral_reef.actions import Action, Seed
from games.coral_reef.closing import view_before_deal
from games.coral_reef.events import Event, ends_turn
from games.coral_reef.hands import DRAWN, LOWEST
from games.coral_reef.refusal import no_play, refusal
from games.coral_reef.rounds import first_round, outcome
from games.coral_reef.state import Ruleset, State
from games.coral_reef.turn import go_on, play, seed
from games.coral_reef.view import View
from games.core.errors import IllegalAction
from games.core.outcome import Outcome
from games.core.rng import Chance
from games.core.rules import Rules

OPENERS: Final = ("play", "seed")


class CoralReefRules(Rules[State, Action, Event, View]):
    """Coral Reef for two to six seats, whose decisions are those of ``actions``."""

    version: ClassVar[int] = 2
    order: ClassVar[str] = DRAWN
    """Of equal corals in a hand (CR-2.8)."""

    def setup(self, seats: int, options: Mapping[str, str], rng: Chance) -> tuple[State, tuple[Event, ...]]:
        """Deal the first round, and draw until somebody can act (CR-1, CR-2.6)."""
        ruleset = Ruleset(options["corals"], int(options["rounds_to_win"]), self.order)
        state, began = first_round(seats, ruleset, rng)
        events: list[Event] = [began]
        return go_on(state, rng, events), tuple(events)

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seat whose turn it is; it always has something to do."""
        return public.to_act(state)

    def legal_actions(self, state: State, seat: int) -> tuple[Action, ...]:
        """Return every play by stack, the most corals first, then the seed."""
        return legal.legal(state, seat)

    def candidates(self, state: State, seat: int) -> tuple[Action, ...]:
        """Return plays on one stack of each target, of a big hand the largest for each top, and the seed."""
        return legal.worthwhile(state, seat)

    def is_legal(self, state: State, seat: int, action: Action) -> bool:
        """Tell whether ``action`` is legal, without listing any."""
        return legal.is_legal(state, seat, action)

    def explain_refusal(self, state: State, seat: int, action: Action) -> IllegalAction:
        """Say which clause forbids an action and what is missing."""
        return refusal(state, seat, action)

    def explain_unavailable(self, state: State, seat: int, kind: str) -> IllegalAction:
        """Say which clause leaves a seat without a play, or without a seed."""
        return no_play() if kind == "play" else super().explain_unavailable(state, seat, kind)

    def apply(self, state: State, seat: int, action: Action, rng: Chance) -> tuple[State, tuple[Event, ...]]:
        """Return the state after a legal action, with all drawing, passing and dealing that follows."""
        if isinstance(action, Seed):
            return seed(state, seat, rng)
        return play(state, seat, action, rng)

    def turns_ended(self, before: State | None, after: State, events: tuple[Event, ...]) -> int:
        """Count the turn of the action and those of all who could only draw or pass (CR-2.1, CR-2.6)."""
        return sum(map(ends_turn, events))

    def outcome(self, state: State) -> Outcome | None:
        """Return the placement by rounds won once a seat has enough of them (CR-3.3)."""
        return outcome(state)

    def view(self, state: State, viewer: int | None) -> View:
        """Return all but the deck and the hands of others."""
        return public.view(state, viewer)

    def view_ended(self, state: State, viewer: int | None) -> View:
        """Return the view with all hands once people have ended the match."""
        return public.view_ended(state, viewer)

    def view_before_deal(
        self, before: View, events: tuple[Event, ...]
    ) -> tuple[View, tuple[Event, ...]] | None:
        """Return how a round stood at its end, where the next one was dealt in the same step (CR-3.3)."""
        return view_before_deal(before, events)

    def redact(self, event: Event, viewer: int | None) -> Event:
        """Return the event without the card that another seat drew."""
        return public.redact(event, viewer)

    def sample(self, view: View, rng: Chance) -> State:
        """Deal the deck and the other hands anew from what is unseen."""
        return public.sample(view, self.order, rng)

    def read(self, token: str) -> Action:
        """Return the action of a canonical token, or raise ``UnreadableToken``."""
        return actions.read(token)

    def openers(self, view: View, seat: int) -> tuple[str, ...]:
        """Return both kinds whatever the hand is: which of them it allows is a secret."""
        return OPENERS if seat in view.to_act else ()

    def census(self, state: State) -> Mapping[str, int]:
        """Count every card wherever it is."""
        return public.census(state)


class FirstRules(CoralReefRules):
    """Version 1, whose suits on the table told something of the rest of a hand."""

    version: ClassVar[int] = 1
    order: ClassVar[str] = LOWEST


RULES: Final = CoralReefRules()
VERSIONS: Final[Mapping[int, CoralReefRules]] = {rules.version: rules for rules in (FirstRules(), RULES)}
