"""Makes views and redacted events, and random states that match a view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from games.coral_reef.events import CardDrawn, Event
from games.coral_reef.hands import deal_hand, shuffle_equal_corals
from games.coral_reef.legal import find_playable_hand_ranks, has_legal_action
from games.coral_reef.parts import CARD_COPIES, LETTER_BY_CARD, list_cards
from games.coral_reef.state import Round, Ruleset, State
from games.coral_reef.view import View
from games.core.rng import Chance


def list_seats_to_act(state: State) -> tuple[int, ...]:
    """Return the active seat, or an empty tuple after the match."""
    return () if state.ending else (state.round.seat,)


def make_view(state: State, viewer: int | None) -> View:
    """Return the state without the cards in the deck and, until the match ends, in other seats' hands."""
    now = state.round
    hand = () if viewer is None else tuple(sorted(state.hands[viewer]))
    return View(
        viewer=viewer,
        active_seat=None if state.ending else now.seat,
        to_act=list_seats_to_act(state),
        variant=state.ruleset.variant,
        rounds_to_win=state.ruleset.rounds_to_win,
        number=now.number,
        starter=now.starter,
        reform_count=now.reform_count,
        stacks=state.stacks,
        deck=len(state.deck),
        hand_sizes=tuple([len(each) for each in state.hands]),
        wins=state.wins,
        placed_cards=now.placed_cards,
        has_drawn=now.has_drawn and not state.ending,
        ending=state.ending,
        hand=hand,
        drawn_cards=tuple([card for seat, card in now.drawn_cards if seat == viewer]),
        playable=find_playable_hand_ranks(hand, state.stacks),
        hands=tuple([tuple(sorted(each)) for each in state.hands]) if state.ending else (),
    )


def make_ended_view(state: State, viewer: int | None) -> View:
    """Return the view of a match that its players ended early, with all hands and no active seat."""
    hands = tuple([tuple(sorted(each)) for each in state.hands])
    return replace(
        make_view(state, viewer), active_seat=None, to_act=(), has_drawn=False, playable="", hands=hands
    )


def redact_event(event: Event, viewer: int | None) -> Event:
    """Return the event, without the card if a seat other than ``viewer`` drew it."""
    if isinstance(event, CardDrawn) and event.seat != viewer and event.card is not None:
        return CardDrawn(event.seat, None, event.is_playable)
    return event


def sample_state(view: View, order: str, rng: Chance) -> State:
    """Return a random state with this view. Unseen cards are dealt to the deck and the hidden hands.

    The deal is repeated until the active seat can act, because it can act in the real position as well.
    """
    while True:
        state = _assemble_state(view, order, rng)
        if not view.to_act or has_legal_action(state, view.to_act[0]):
            return state


def _assemble_state(view: View, order: str, rng: Chance) -> State:
    seen_cards = {
        *view.hand,
        *(card for held in view.hands for card in held),
        *(card for stack in view.stacks for card in stack),
    }
    unseen = [card for card in list_cards(view.variant) if card not in seen_cards]
    hands = []
    for seat, size in enumerate(view.hand_sizes):
        if view.hands:
            hands.append(shuffle_equal_corals(view.hands[seat], order, rng))
        elif seat == view.viewer:
            hands.append(shuffle_equal_corals(view.hand, order, rng))
        else:
            hands.append(deal_hand(unseen, size, order, rng))
    deck = tuple(sorted(unseen))
    seat = view.starter if view.active_seat is None else view.active_seat
    drew = tuple([(view.viewer, card) for card in view.drawn_cards if view.viewer is not None])
    return State(
        Ruleset(view.variant, view.rounds_to_win, order),
        Round(view.number, view.starter, seat, view.reform_count, view.has_drawn, drew, view.placed_cards),
        tuple(hands),
        deck,
        view.stacks,
        view.wins,
        view.ending,
    )


def count_components(state: State) -> Mapping[str, int]:
    """Count the copies of each card in the hands, the stacks and the deck."""
    counts = Counter(state.deck)
    for cards in (*state.hands, *state.stacks):
        counts.update(cards)
    return {
        f"{LETTER_BY_CARD[card]}{card % CARD_COPIES}": counts[card]
        for card in list_cards(state.ruleset.variant)
    }
