"""The rules of Australis, version 1. The table shows where each clause of ``RULES.md`` is implemented.

=======  ===================================================================================================
AU-1.1   ``chance.shuffle_deck``, ``turn.deal_match``: the cards used, the display and the draw pile
AU-1.2   ``chance.roll_all_dice``
AU-1.3   ``chance.draw_starting_seat``, ``turn.deal_match``: the starting seat, points and turtles
AU-1.4   ``turn.deal_match``: corals and food
AU-2.1   ``legal.list_legal_actions``, ``turn.perform_action``: one die per turn
AU-2.2   ``turn.perform_action``: the seat's cards of the die's colour, then the die
AU-2.3   ``effects.carry_out_die``: circles; ``display.choose_card``: cards; ``display.refill_display``
AU-2.4   ``display.can_keep_card``, ``display.can_use_card``, ``display.lose_remaining_cards``
AU-2.5   ``effects.gain_points``, ``effects.catch_fish``
AU-2.6   ``track.move_turtle``
AU-2.7   ``legal.list_coral_actions``; ``effects.place_coral``, ``effects.move_coral`` and
         ``effects.keep_corals``
AU-2.8   ``effects.carry_out_die``
AU-2.9   ``effects.carry_out_card``
AU-2.10  ``track.move_turtle``; ``view.list_turtle_order``: whose turtle is further ahead
AU-2.11  ``track.move_turtle``, ``track.add_food_cube``
AU-3.1   ``score.award_reef``
AU-3.2   ``score.score_school``
AU-3.3   ``score.score_round``
AU-4.1   ``competition.play_competition``: the dice that take part
AU-4.2   ``competition.play_competition``: rolls until at most one seat has dice
AU-4.3   ``competition.play_competition``: the winner and the second seat
AU-4.4   ``competition.award_tiles``; ``competition.play_competition`` if no seat takes part
AU-5.1   ``chance.roll_all_dice``, ``display.refill_display``
AU-5.2   ``turn.perform_action``: the starting seat of the next round
AU-6.1   ``score.score_end``
AU-6.2   ``AustralisRules.outcome``
=======  ===================================================================================================

``legal.list_legal_actions`` lists the legal actions. A single legal action is performed automatically
(``legal.find_only_action``). ``refusal.explain_refusal`` explains why another action is illegal, and
``chance`` makes every random draw. A change that affects recorded matches requires a new version.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from games.australis import public
from games.australis.actions import Action, CarryOutCard
from games.australis.events import Event
from games.australis.legal import (
    ORDER_DEPENDENT_FUNCTIONS,
    find_only_action,
    find_unasked_action,
    is_legal,
    list_legal_actions,
)
from games.australis.mutable_state import MutableState
from games.australis.parts import DICE_PER_SEAT, get_card_function
from games.australis.read import read_action
from games.australis.refusal import explain_refusal, explain_unavailable
from games.australis.score import MOST_POINTS_ENDING, TURTLE_AHEAD_ENDING
from games.australis.state import State
from games.australis.turn import deal_match, perform_action
from games.australis.view import (
    ORDER_STAGE,
    OVER_STAGE,
    STAGES_BETWEEN_TURNS,
    TILE_STAGE,
    View,
    list_turtle_order,
)
from games.core.errors import IllegalAction
from games.core.outcome import Outcome, rank_seats
from games.core.rng import Chance
from games.core.rules import Rules


def _count_finished_dice(state: State) -> int:
    """Return how many dice have been taken and resolved since the match began."""
    taken_count = DICE_PER_SEAT * len(state.boards) * (state.round - 1) + state.dice_taken_count
    return taken_count - (state.stage not in STAGES_BETWEEN_TURNS)


class AustralisRules(Rules[State, Action, Event, View]):
    """Australis for two to four seats. Its actions are defined in ``actions``."""

    version: ClassVar[int] = 1

    def setup(
        self, seat_count: int, options: Mapping[str, str], rng: Chance
    ) -> tuple[State, tuple[Event, ...]]:
        """Deal a match and roll the dice of its first round (AU-1)."""
        return deal_match(seat_count, int(options["track_end"]), rng)

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seat that has to decide, or an empty tuple after the match."""
        return () if state.stage == OVER_STAGE else (state.seat,)

    def legal_actions(self, state: State, seat: int) -> tuple[Action, ...]:
        """Return the legal actions, at least two, because single actions are performed automatically."""
        return list_legal_actions(state, seat)

    def list_candidates(self, state: State, seat: int) -> tuple[Action, ...]:
        """Return the legal actions worth searching.

        When a seat chooses which of its cards to carry out next (AU-2.2), only cards whose order matters are
        included. If there are fewer than two such cards, only the first card is included.
        """
        actions = list_legal_actions(state, seat)
        if state.stage != ORDER_STAGE:
            return actions
        matter = [
            a
            for a in actions
            if isinstance(a, CarryOutCard) and get_card_function(a.card) in ORDER_DEPENDENT_FUNCTIONS
        ]
        return tuple(matter) if len(matter) > 1 else actions[:1]

    def find_unasked_action(self, state: State, seat: int) -> Action | None:
        """Return the action that carries out the next card, if the order of cards is irrelevant (AU-2.2)."""
        return find_unasked_action(state, seat)

    def is_legal(self, state: State, seat: int, action: Action) -> bool:
        """Return whether ``action`` is among the legal actions of ``seat``."""
        return is_legal(state, seat, action)

    def explain_refusal(self, state: State, seat: int, action: Action) -> IllegalAction:
        """Return an error with the clause that forbids ``action`` and the reason."""
        return explain_refusal(state, seat, action)

    def explain_unavailable(self, state: State, seat: int, kind: str) -> IllegalAction:
        """Return an error with the reason why no action begins with ``kind``, such as a die that is gone."""
        return explain_unavailable(state, seat, kind)

    def apply(self, state: State, seat: int, action: Action, rng: Chance) -> tuple[State, tuple[Event, ...]]:
        """Apply a legal action; return the new state and all events.

        The events include everything that follows automatically: decisions with a single option, scoring, the
        competition and the next round.
        """
        events: list[Event] = []
        answer: Action | None = action
        while answer is not None:
            state_copy = MutableState(state, rng, events)
            perform_action(state_copy, answer)
            state = state_copy.freeze()
            answer = find_only_action(state)
        return state, tuple(events)

    def count_ended_turns(self, before: State | None, after: State, events: tuple[Event, ...]) -> int:
        """Return how many turns ended: one for each die carried out, and one for the choice of a tile."""
        if before is None:
            return 0
        return _count_finished_dice(after) - _count_finished_dice(before) + (before.stage == TILE_STAGE)

    def outcome(self, state: State) -> Outcome | None:
        """Return the result after the match, otherwise ``None``.

        The most points win, and ties go to the turtle further ahead (AU-6.2).
        """
        if state.stage != OVER_STAGE:
            return None
        scores = [board.points for board in state.boards]
        turtle_order = list_turtle_order([board.space for board in state.boards], state.arrived)
        keys = [(points, -turtle_order.index(seat)) for seat, points in enumerate(scores)]
        tied = scores.count(max(scores)) > 1
        return rank_seats(TURTLE_AHEAD_ENDING if tied else MOST_POINTS_ENDING, keys, scores)

    def view(self, state: State, viewer: int | None) -> View:
        """Return the state as ``viewer`` sees it, without the order of the draw pile."""
        return public.make_view(state, viewer)

    def redact(self, event: Event, viewer: int | None) -> Event:
        """Return the event unchanged, because nothing in it is hidden from anyone."""
        return event

    def sample(self, view: View, rng: Chance) -> State:
        """Return a state with this view, in which the draw pile is shuffled."""
        return public.sample_state(view, rng)

    def read(self, token: str) -> Action:
        """Parse a token in canonical form, or raise ``UnreadableToken``."""
        return read_action(token)

    def list_first_choices(self, view: View, seat: int) -> tuple[str, ...]:
        """Return the values of the first field in the legal actions of ``seat``, if it may act."""
        actions = list_legal_actions(public.make_stand_in(view), seat)
        return tuple(dict.fromkeys(str(action.path[0].value) for action in actions))

    def count_components(self, state: State) -> Mapping[str, int]:
        """Count the components of the box, wherever they are: dice, cards, corals, food, fish and tiles."""
        return public.count_components(state)


RULES: Final = AustralisRules()
