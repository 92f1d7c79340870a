"""The rules of Das Riff, version 1. This table shows where each clause of ``RULES.md`` is implemented.

=============  ==============================================================================
DR-1           ``turn.set_up``: tableau, piles, breeding cards, boats, worms, starting seat
DR-2.1, 2.2    ``worms.collect_worms``: the rolled worms, and how many are missing
DR-2.2, 2.3    ``worms.take_worm``, ``worms.list_offered``: the missing worms, the other seat's worm
DR-3.1, 3.2    ``river.is_in_reach``, ``river.get_price``
DR-3.3         ``act.flip_card``; ``river.get_price`` of the card just flipped
DR-3.4         ``payment``: every way to pay, the likeliest first; ``payment.pay``
DR-3.5 - 3.8   ``act.take_card``; ``coral``: room for corals, homes of a fish, offspring
DR-3.9         ``act.hunt_prey``
DR-3.10        ``act.buy_boat``
DR-3.11        ``legal``: open water is passed over; every face-up card can be hunted
DR-4           ``river.flow_water``
DR-5           ``river.must_reshuffle``, ``river.refill``, both within ``turn.flow_and_refill``
DR-6.1         ``act.take_card``, at the fifth brood
DR-6.2         ``turn.end_turn``
=============  ==============================================================================

``legal.list_legal`` lists the legal actions, ``refusal.explain_refusal`` explains why another is not, and
``chance`` makes every draw. A change that affects recorded matches requires a new version.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from games.core.errors import IllegalAction
from games.core.outcome import Outcome, make_draw, make_win
from games.core.rng import Chance
from games.core.rules import Rules
from games.das_riff import public
from games.das_riff.act import FIVE_BROODS, buy_boat, flip_card, hunt_prey, take_card
from games.das_riff.actions import Action, Boat, Flip, Shark, Take, Worm
from games.das_riff.events import Event, Reshuffled
from games.das_riff.legal import END, is_legal, list_legal
from games.das_riff.parts import BROODS_TO_WIN, LETTERS
from games.das_riff.read import read
from games.das_riff.refusal import explain_refusal
from games.das_riff.state import Ruleset, State
from games.das_riff.turn import NO_PROGRESS, end_turn, set_up
from games.das_riff.view import OFFER, OVER, View
from games.das_riff.worms import list_offered, take_worm

SEATS: Final = 2


class DasRiffRules(Rules[State, Action, Event, View]):
    """Das Riff for two seats. Its actions are defined in ``actions``."""

    version: ClassVar[int] = 1

    def setup(self, seats: int, options: Mapping[str, str], rng: Chance) -> tuple[State, tuple[Event, ...]]:
        """Deal a match and roll the dice of its first turn (DR-1, DR-2.1)."""
        return set_up(Ruleset(options["deck"], options["reshuffle"]), rng)

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the active seat, or the other one while it may take a worm (DR-2.3). Return none after the
        match.
        """
        return public.to_act(state)

    def turn(self, state: State) -> int | None:
        """Return the active seat, even while the other one may take a worm; ``None`` after the match."""
        return None if state.turn.stage == OVER else state.turn.seat

    def legal_actions(self, state: State, seat: int) -> tuple[Action, ...]:
        """Return every legal action: takes, flips, sharks and boats, in that order, and the end of the turn
        last.
        """
        return list_legal(state, seat, every_way=True)

    def candidates(self, state: State, seat: int) -> tuple[Action, ...]:
        """Return the legal actions worth searching: only the likeliest payment of each, and no pointless
        prey.

        Face-up prey is left out unless it is at the sea edge or could breed with a lone parent of the other
        seat. If no prey is, all of it is included.
        """
        return list_legal(state, seat, every_way=False)

    def is_legal(self, state: State, seat: int, action: Action) -> bool:
        """Return whether ``action`` is legal, without listing any payments."""
        return is_legal(state, seat, action)

    def explain_refusal(self, state: State, seat: int, action: Action) -> IllegalAction:
        """Return an error with the clause that forbids ``action`` and what is missing. It never reveals a
        face-down card.
        """
        return explain_refusal(state, seat, action)

    def apply(self, state: State, seat: int, action: Action, rng: Chance) -> tuple[State, tuple[Event, ...]]:
        """Apply a legal action and return the new state and its events.

        Ending a turn also moves the water, refills the tableau and rolls the dice.
        """
        if isinstance(action, Take):
            return take_card(state, seat, action)
        if isinstance(action, Flip):
            return flip_card(state, seat, action)
        if isinstance(action, Shark):
            return hunt_prey(state, seat, action)
        if isinstance(action, Boat):
            return buy_boat(state, seat, action)
        if isinstance(action, Worm):
            return take_worm(state, seat, action)
        return end_turn(state, rng)

    def find_pass(self) -> Action:
        """Return the action that ends the turn, which is possible without any other action (DR-3)."""
        return END

    def is_turn_start(self, events: tuple[Event, ...]) -> bool:
        """Return whether these events contain no reshuffle, so that at most the dice were random (DR-2.1)."""
        return not any(isinstance(event, Reshuffled) for event in events)

    def outcome(self, state: State) -> Outcome | None:
        """Return the result after the match: a win by five broods (DR-6.1) or a draw without progress
        (DR-6.2).
        """
        if state.turn.stage != OVER:
            return None
        scores = (state.reefs[0].broods, state.reefs[1].broods)
        if max(scores) < BROODS_TO_WIN:
            return make_draw(NO_PROGRESS, SEATS, scores)
        return make_win(FIVE_BROODS, SEATS, scores.index(BROODS_TO_WIN), scores)

    def view(self, state: State, viewer: int | None) -> View:
        """Return the state as ``viewer`` sees it: without the face-down cards and the cards in the piles."""
        return public.view(state, viewer)

    def redact(self, event: Event, viewer: int | None) -> Event:
        """Return the event unchanged: nothing in it is hidden from anyone."""
        return event

    def sample(self, view: View, rng: Chance) -> State:
        """Return a random state with this view: the unseen cards are dealt to the face-down cells and the
        piles.
        """
        return public.sample(view, rng)

    def read(self, token: str) -> Action:
        """Parse a token in canonical form. The errors are those of :func:`games.das_riff.read.read`."""
        return read(token)

    def list_openers(self, view: View, seat: int) -> tuple[str, ...]:
        """Return the kinds of action that ``seat`` has now. During an offer to the other seat, return the
        kinds that the active seat has after the offer is declined.
        """
        state = public.make_stand_in(view)
        if seat == view.turn and view.stage == OFFER:
            state = take_worm(state, 1 - seat, Worm("-"))[0]
        return tuple(
            dict.fromkeys(
                action.token.partition(":")[0] for action in list_legal(state, seat, every_way=False)
            )
        )

    def answer(self, view: View, seat: int, order: str) -> Action | None:
        """Return the worm that a standing order takes when the other seat's roll offers one (DR-2.3).

        :param order: empty or ``least`` takes the offered colour that the seat has fewest worms of. ``mine:``
          followed by the six letters takes the first of them that is offered. ``wait`` leaves the choice to
          the player.
        """
        if view.stage != OFFER or view.to_act != (seat,) or order == "wait":
            return None
        letters = list_offered(view.bank, view.dice)
        ranked = [letter for letter in order.removeprefix("mine:") if letter in letters]
        if order.startswith("mine:") and ranked:
            return Worm(ranked[0])
        held = view.reefs[seat].worms
        return Worm(min(letters, key=lambda letter: held[LETTERS.index(letter)]))

    def count_components(self, state: State) -> Mapping[str, int]:
        """Count the components of the box, wherever they are: reef and breeding cards by kind, worms by
        colour, and boats.
        """
        return public.count_components(state)


RULES: Final = DasRiffRules()
