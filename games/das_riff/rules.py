"""The rules of Das Riff, version 1. The table shows where each clause of ``RULES.md`` is implemented.

=======  ===================================================================================================
DR-1.1   ``turn.deal_match``, ``river.refill_rows``: four rows of eight cards, B and C face down
DR-1.2   ``turn.deal_match``: the other reef cards are the draw pile, and the discard pile is empty
DR-1.3   ``turn.deal_match``: four breeding cards are face up, and the others form a pile
DR-1.4   ``turn.deal_match``: each seat has a boat and a worm of each colour, and the bank has the other worms
DR-1.5   ``chance.draw_starting_seat``
DR-2.1   ``chance.roll_dice``, ``worms.collect_worms``: a worm for each die
DR-2.2   ``worms.collect_worms``: rolled worms that the bank has; ``worms.take_worm``: others, by choice
DR-2.3   ``worms.list_offered_letters``: worms that the other seat may take; ``worms.take_worm``: its answer
DR-3.1   ``river.is_in_reach``
DR-3.2   ``river.get_price``, ``river.ROW_PRICES``
DR-3.3   ``act.flip_card``; ``river.get_price`` of the card that the last action turned up
DR-3.4   ``payment``: every way to pay a price; ``payment.pay_price``: where the worms and pearls go
DR-3.5   ``coral.has_room_for_coral``, ``act.take_card``
DR-3.6   ``coral.list_home_corals``, ``act.take_card``
DR-3.7   ``coral.find_brood``, ``act.take_card``
DR-3.8   ``act.take_card``; pearls are spent in ``payment.pay_price``, sharks in ``act.hunt_prey``
DR-3.9   ``legal.list_legal_actions``: what a shark may remove; ``act.hunt_prey``
DR-3.10  ``legal.can_buy_boat``, ``act.buy_boat``
DR-3.11  ``legal.UNTAKABLE_CONTENTS``: nobody can take it; ``legal.list_legal_actions``: a shark may remove it
DR-4.1   ``river.flow_water``
DR-4.2   ``river.flow_water``
DR-5.1   ``river.must_reshuffle``, ``chance.reshuffle_discard``
DR-5.2   ``river.must_reshuffle``, ``river.refill_rows``
DR-6.1   ``act.take_card``, when it completes the fifth brood
DR-6.2   ``turn.end_turn``; ``games.core.match`` handles agreed draws and resignations
=======  ===================================================================================================

The switches are the fields of ``state.Ruleset``: ``river.must_reshuffle`` uses ``reshuffle``, and
``parts.DECKS`` has a deck for each value of ``deck``.

``legal.list_legal_actions`` lists the legal actions, ``refusal.explain_refusal`` explains why another action
is illegal, and ``chance`` makes every random draw. A change that affects recorded matches requires a new
version.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from games.core.errors import IllegalAction
from games.core.outcome import Outcome, make_draw, make_win
from games.core.rng import Chance
from games.core.rules import Rules
from games.das_riff import public
from games.das_riff.act import FIVE_BROODS_ENDING, buy_boat, flip_card, hunt_prey, take_card
from games.das_riff.actions import Action, BuyBoat, FlipCard, SendShark, TakeCard, TakeWorm
from games.das_riff.events import DiscardReshuffled, Event
from games.das_riff.legal import END_ACTION, is_legal, list_legal_actions
from games.das_riff.parts import BROODS_TO_WIN, COLOUR_LETTERS
from games.das_riff.read import read_action
from games.das_riff.refusal import explain_refusal, explain_unavailable
from games.das_riff.state import Ruleset, State
from games.das_riff.turn import NO_PROGRESS_ENDING, deal_match, end_turn
from games.das_riff.view import OFFER_STAGE, OVER_STAGE, View
from games.das_riff.worms import list_offered_letters, take_worm

SEAT_COUNT: Final = 2


class DasRiffRules(Rules[State, Action, Event, View]):
    """Das Riff for two seats. Its actions are defined in ``actions``."""

    version: ClassVar[int] = 1

    def setup(
        self, seat_count: int, options: Mapping[str, str], rng: Chance
    ) -> tuple[State, tuple[Event, ...]]:
        """Deal a match and roll the dice of its first turn (DR-1, DR-2.1)."""
        return deal_match(Ruleset(options["deck"], options["reshuffle"]), rng)

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the active seat, the other seat while it may take a worm (DR-2.3), or none at the end."""
        return public.list_seats_to_act(state)

    def find_active_seat(self, state: State) -> int | None:
        """Return the active seat, even while the other seat may take a worm, or ``None`` after the match."""
        return None if state.turn.stage == OVER_STAGE else state.turn.seat

    def legal_actions(self, state: State, seat: int) -> tuple[Action, ...]:
        """Return every legal action of ``seat``.

        While worms are being handed out, these are the worms that the seat may take (DR-2.2, DR-2.3).
        Otherwise they are takes, flips, sharks and boats, in this order, and the end of the turn.
        """
        return list_legal_actions(state, seat, is_exhaustive=True)

    def list_candidates(self, state: State, seat: int) -> tuple[Action, ...]:
        """Return the actions worth searching: the likeliest payments, and no pointless sharks.

        A face-up card is included as prey if it is at the sea edge or could breed with a lone parent of the
        other seat. If there is no such card, all face-up cards are included.
        """
        return list_legal_actions(state, seat, is_exhaustive=False)

    def is_legal(self, state: State, seat: int, action: Action) -> bool:
        """Return whether ``action`` is legal, without listing any payments."""
        return is_legal(state, seat, action)

    def explain_refusal(self, state: State, seat: int, action: Action) -> IllegalAction:
        """Return an error with the clause and the reason, without revealing face-down cards."""
        return explain_refusal(state, seat, action)

    def explain_unavailable(self, state: State, seat: int, kind: str) -> IllegalAction:
        """Return an error with the reason why the seat has no action of this kind."""
        return explain_unavailable(state, seat, kind)

    def apply(self, state: State, seat: int, action: Action, rng: Chance) -> tuple[State, tuple[Event, ...]]:
        """Apply a legal action; return the new state and the events.

        Ending a turn also ends the match (DR-6.2), or lets the water flow, refills the tableau and rolls the
        dice for the other seat (DR-4, DR-5, DR-2.1).
        """
        if isinstance(action, TakeCard):
            return take_card(state, seat, action)
        if isinstance(action, FlipCard):
            return flip_card(state, seat, action)
        if isinstance(action, SendShark):
            return hunt_prey(state, seat, action)
        if isinstance(action, BuyBoat):
            return buy_boat(state, seat, action)
        if isinstance(action, TakeWorm):
            return take_worm(state, seat, action)
        return end_turn(state, rng)

    def find_pass_action(self) -> Action:
        """Return the action that ends the turn, which is legal without any other action before it (DR-3)."""
        return END_ACTION

    def is_turn_start(self, events: tuple[Event, ...]) -> bool:
        """Return whether only the dice were random, because nothing was reshuffled (DR-2.1, DR-5)."""
        return not any(isinstance(event, DiscardReshuffled) for event in events)

    def outcome(self, state: State) -> Outcome | None:
        """Return the result after the match: a win with five broods (DR-6.1), or a draw (DR-6.2)."""
        if state.turn.stage != OVER_STAGE:
            return None
        scores = (state.reefs[0].broods, state.reefs[1].broods)
        if max(scores) < BROODS_TO_WIN:
            return make_draw(NO_PROGRESS_ENDING, SEAT_COUNT, scores)
        return make_win(FIVE_BROODS_ENDING, SEAT_COUNT, scores.index(BROODS_TO_WIN), scores)

    def view(self, state: State, viewer: int | None) -> View:
        """Return the state as ``viewer`` sees it, without the face-down cards and the cards in the piles."""
        return public.make_view(state, viewer)

    def redact(self, event: Event, viewer: int | None) -> Event:
        """Return the event unchanged, because nothing in it is hidden from anyone."""
        return event

    def sample(self, view: View, rng: Chance) -> State:
        """Return a random state with this view. Unseen cards go to face-down cells and piles."""
        return public.sample_state(view, rng)

    def read(self, token: str) -> Action:
        """Parse a token in canonical form, with the errors of :func:`games.das_riff.read.read_action`."""
        return read_action(token)

    def list_first_choices(self, view: View, seat: int) -> tuple[str, ...]:
        """Return the kinds of legal actions of ``seat``.

        While the other seat is offered a worm, return the kinds that the active seat will have if the offer
        is declined.
        """
        state = public.make_stand_in(view)
        if seat == view.active_seat and view.stage == OFFER_STAGE:
            state = take_worm(state, 1 - seat, TakeWorm("-"))[0]
        return tuple(
            dict.fromkeys(
                action.token.partition(":")[0]
                for action in list_legal_actions(state, seat, is_exhaustive=False)
            )
        )

    def answer_by_order(self, view: View, seat: int, order: str) -> Action | None:
        """Return the worm that a standing order takes when the other seat's roll offers one (DR-2.3).

        :param order: empty or ``least`` takes the offered colour of which the seat has the fewest worms.
          ``mine:`` followed by the six letters takes the first offered colour in that order. ``wait`` leaves
          the choice to the player.
        """
        if view.stage != OFFER_STAGE or view.to_act != (seat,) or order == "wait":
            return None
        letters = list_offered_letters(view.bank, view.dice)
        ranked = [letter for letter in order.removeprefix("mine:") if letter in letters]
        if order.startswith("mine:") and ranked:
            return TakeWorm(ranked[0])
        held = view.reefs[seat].worms
        return TakeWorm(min(letters, key=lambda letter: held[COLOUR_LETTERS.index(letter)]))

    def count_components(self, state: State) -> Mapping[str, int]:
        """Count the components of the box: reef cards, breeding cards, worms and boats."""
        return public.count_components(state)


RULES: Final = DasRiffRules()
