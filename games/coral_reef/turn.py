"""Performs an action, and the draws and passes that follow automatically (CR-2)."""

from __future__ import annotations

from games.coral_reef.actions import PlayCorals
from games.coral_reef.events import CardDrawn, CoralsPlayed, DeckReformed, Event, NineSeeded, TurnPassed
from games.coral_reef.hands import insert_card, split_hand
from games.coral_reef.legal import make_target_mask
from games.coral_reef.parts import (
    LETTER_BY_CARD,
    MAX_REFORMS,
    NINE_RANK,
    TARGET_BY_CARD,
    Card,
    format_letters,
)
from games.coral_reef.rounds import end_round, find_seats_with_fewest_cards, start_next_round
from games.coral_reef.state import Round, Stack, State, replace_hand
from games.coral_reef.sums import can_act, is_playable
from games.coral_reef.view import ALL_PASSED_ENDING, DECK_SPENT_ENDING, HAND_EMPTY_ENDING
from games.core.rng import Chance


def play_corals(state: State, seat: int, action: PlayCorals, rng: Chance) -> tuple[State, tuple[Event, ...]]:
    """Put corals on a stack, the top one last (CR-2.2)."""
    kept, placed = split_hand(state.hands[seat], action.corals)
    last = action.corals.index(action.top)
    cards = (*placed[:last], *placed[last + 1 :], placed[last])
    stacks, index = state.stacks, action.stack
    stack = stacks[index]
    target, has_drawn = TARGET_BY_CARD[stack[-1]], state.round.has_drawn
    event = CoralsPlayed(seat, index, cards, target, len(kept), has_drawn)
    grown = (*stacks[:index], stack + cards, *stacks[index + 1 :])
    return _finish_action(state, seat, kept, cards, grown, event, rng)


def seed_nine(state: State, seat: int, rng: Chance) -> tuple[State, tuple[Event, ...]]:
    """Place a nine as a new stack (CR-2.4)."""
    kept, (nine,) = split_hand(state.hands[seat], NINE_RANK)
    event = NineSeeded(seat, len(state.stacks), nine, len(kept), state.round.has_drawn)
    return _finish_action(state, seat, kept, (nine,), (*state.stacks, (nine,)), event, rng)


def _finish_action(
    state: State,
    seat: int,
    kept_cards: tuple[Card, ...],
    placed_cards: tuple[Card, ...],
    stacks: tuple[Stack, ...],
    event: Event,
    rng: Chance,
) -> tuple[State, tuple[Event, ...]]:
    """Pass the turn to the next seat that can act. If the hand is empty, first end the round (CR-3.1)."""
    now = state.round
    following = (seat + 1) % len(state.hands) if kept_cards else seat
    after = State(
        state.ruleset,
        Round(now.number, now.starter, following, now.reform_count, False, (), placed_cards),
        replace_hand(state.hands, seat, kept_cards),
        state.deck,
        stacks,
        state.wins,
        "",
    )
    events = [event]
    if not kept_cards:
        after = _end_round(after, HAND_EMPTY_ENDING, (seat,), rng, events)
    after = draw_until_playable(after, rng, events)
    return after, tuple(events)


def draw_until_playable(state: State, rng: Chance, events: list[Event]) -> State:
    """Draw or pass for each seat that can't act, until a seat can act or the match is over (CR-2.6, CR-2.7).

    :param events: the list to which new events are appended.
    """
    passed, targets = 0, make_target_mask(state.stacks)
    while not state.ending and not can_act(format_letters(state.hands[state.round.seat]), targets):
        seat = state.round.seat
        if not state.deck and any(len(stack) > 1 for stack in state.stacks):
            if state.round.reform_count == MAX_REFORMS:
                state = _end_round(state, DECK_SPENT_ENDING, find_seats_with_fewest_cards(state), rng, events)
                passed = 0
                targets = make_target_mask(state.stacks)
                continue
            state = _reform_deck(state, events)
        if state.deck:
            state, passed = _draw_cards(state, targets, rng, events), 0
            if state.round.has_drawn:
                return state
            continue
        passed += 1
        events.append(TurnPassed(seat))
        if passed == len(state.hands):
            state = _end_round(state, ALL_PASSED_ENDING, find_seats_with_fewest_cards(state), rng, events)
            passed = 0
            targets = make_target_mask(state.stacks)
        else:
            state = _pass_turn(state, (seat + 1) % len(state.hands))
    return state


def _end_round(
    state: State, ending: str, winners: tuple[int, ...], rng: Chance, events: list[Event]
) -> State:
    """Score the round, and deal the next one unless the match is over (CR-3).

    :param events: the list to which new events are appended.
    """
    state, ended = end_round(state, ending, winners)
    events.append(ended)
    if not state.ending:
        state, began = start_next_round(state, rng)
        events.append(began)
    return state


def _pass_turn(state: State, seat: int) -> State:
    now = state.round
    after = Round(now.number, now.starter, seat, now.reform_count, False, now.drawn_cards, now.placed_cards)
    return State(state.ruleset, after, state.hands, state.deck, state.stacks, state.wins, state.ending)


def _draw_cards(state: State, targets: int, rng: Chance, events: list[Event]) -> State:
    """Draw one card for each seat, in turn order, until a seat can act or the deck is empty (CR-2.6).

    Call this only if the active seat can't act and the deck isn't empty.

    :param targets: the mask from :func:`make_target_mask`.
    """
    now, deck, hands = state.round, list(state.deck), list(state.hands)
    seat, drew, helps = now.seat, list(now.drawn_cards), False
    hand = format_letters(hands[seat])
    while True:
        card = deck.pop(rng.draw_below(len(deck)))
        helps = is_playable(LETTER_BY_CARD[card], hand, targets)
        events.append(CardDrawn(seat, card, helps))
        drew.append((seat, card))
        hands[seat] = insert_card(hands[seat], card, state.ruleset.order, rng)
        if helps:
            break
        seat = (seat + 1) % len(hands)
        hand = format_letters(hands[seat])
        if not deck or can_act(hand, targets):
            break
    return State(
        state.ruleset,
        Round(now.number, now.starter, seat, now.reform_count, helps, tuple(drew), now.placed_cards),
        tuple(hands),
        tuple(deck),
        state.stacks,
        state.wins,
        "",
    )


def _reform_deck(state: State, events: list[Event]) -> State:
    """Form a new deck from all cards below the tops of the stacks (CR-2.7)."""
    now = state.round
    deck = tuple(sorted([card for stack in state.stacks for card in stack[:-1]]))
    events.append(DeckReformed(len(deck), now.reform_count + 1))
    return State(
        state.ruleset,
        Round(
            now.number, now.starter, now.seat, now.reform_count + 1, False, now.drawn_cards, now.placed_cards
        ),
        state.hands,
        deck,
        tuple([stack[-1:] for stack in state.stacks]),
        state.wins,
        "",
    )
