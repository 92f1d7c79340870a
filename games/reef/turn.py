"""Performs an action, refills the display, and passes the turn or ends the match (RF-1.1, RF-2)."""

from __future__ import annotations

from games.reef.actions import Action, DrawCard, PlaceFirstCorals, PlayCard, TakeCard
from games.reef.ending import end_match_if_due
from games.reef.events import (
    CardDrawn,
    CardPlayed,
    CardTaken,
    ColoursRanOut,
    DeckRanOut,
    DisplayRefilled,
    Event,
    FirstCoralsChosen,
    PatternScored,
)
from games.reef.matching import find_matches
from games.reef.parts import CARDS, CENTRE_CELLS, COLOURS, DECK_PRICE
from games.reef.stacks import add_corals
from games.reef.state import Seat, State, replace_seat, subtract_corals
from games.reef.view import PLAY_STAGE, START_STAGE, OpenCard, Supply


def perform_action(state: State, seat: int, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Perform a legal action; return the new state and the events."""
    if isinstance(action, PlaceFirstCorals):
        return _perform_start(state, seat, action)
    if isinstance(action, PlayCard):
        return _perform_play(state, seat, action)
    return _perform_take(state, seat, action)


def place_first_corals(owner: Seat, colours: tuple[int, ...]) -> Seat:
    """Return the seat with corals of these colours on the centre of its reef (RF-1.1)."""
    placed = tuple((cell, COLOURS[colour]) for cell, colour in zip(CENTRE_CELLS, colours, strict=True))
    return Seat(add_corals(owner.reef, placed), owner.hand, owner.points, owner.discard, owner.seen_cards)


def _perform_start(state: State, seat: int, action: PlaceFirstCorals) -> tuple[State, tuple[Event, ...]]:
    following = (seat + 1) % len(state.seats)
    after = State(
        state.ruleset,
        PLAY_STAGE if following == state.starter else START_STAGE,
        following,
        state.starter,
        subtract_corals(state.supply, action.colours),
        state.deck,
        state.display,
        replace_seat(state.seats, seat, place_first_corals(state.seats[seat], action.colours)),
    )
    return after, (FirstCoralsChosen(seat, action.colours),)


def _perform_play(state: State, seat: int, action: PlayCard) -> tuple[State, tuple[Event, ...]]:
    own, card, placed = state.seats[seat], CARDS[action.card], action.placed
    reef = add_corals(own.reef, placed)
    scoring = find_matches(card, reef)
    points = len(scoring) * card.points
    supply = subtract_corals(state.supply, tuple([colour for _, colour in placed]))
    hand = tuple([held for held in own.hand if held != action.card])
    known = tuple([held for held in own.seen_cards if held != action.card])
    after = Seat(reef, hand, own.points + points, (*own.discard, action.card), known)
    events: list[Event] = [
        CardPlayed(seat, action.card, placed),
        PatternScored(seat, action.card, scoring, points),
    ]
    gone = tuple([c for c in COLOURS if not supply[c] and state.supply[c]])
    if gone:
        events.append(ColoursRanOut(gone))
    seats = replace_seat(state.seats, seat, after)
    return _pass_turn(state, seats, supply, state.deck, state.display, events)


def _perform_take(state: State, seat: int, action: TakeCard | DrawCard) -> tuple[State, tuple[Event, ...]]:
    own, deck = state.seats[seat], state.deck
    events: list[Event] = []
    is_seen = state.ruleset.deck == "face_up"
    if isinstance(action, DrawCard):
        card, points = deck[0], own.points - DECK_PRICE
        deck = deck[1:]
        display = tuple(
            [OpenCard(o.card, o.points + DECK_PRICE) if o.card == action.onto else o for o in state.display]
        )
        events.append(CardDrawn(seat, card, action.onto, is_seen))
    else:
        is_seen = True
        index = [lying.card for lying in state.display].index(action.card)
        card, card_points = action.card, state.display[index].points
        points = own.points + card_points
        refill = (OpenCard(deck[0], 0),) if deck else ()
        events.append(CardTaken(seat, card, card_points))
        if deck:
            events.append(DisplayRefilled(deck[0]))
            deck = deck[1:]
        display = (*state.display[:index], *refill, *state.display[index + 1 :])
    if state.deck and not deck:
        events.append(DeckRanOut())
    known = tuple(sorted((*own.seen_cards, card))) if is_seen else own.seen_cards
    after = Seat(own.reef, tuple(sorted((*own.hand, card))), points, own.discard, known)
    return _pass_turn(state, replace_seat(state.seats, seat, after), state.supply, deck, display, events)


def _pass_turn(
    state: State,
    seats: tuple[Seat, ...],
    supply: Supply,
    deck: tuple[int, ...],
    display: tuple[OpenCard, ...],
    events: list[Event],
) -> tuple[State, tuple[Event, ...]]:
    """Pass the turn to the next seat, or end the match (RF-3.1).

    :param events: the events of the action so far.
    """
    following = (state.active_seat + 1) % len(seats)
    after = State(state.ruleset, PLAY_STAGE, following, state.starter, supply, deck, display, seats)
    if all(supply) and deck:
        return after, tuple(events)
    return end_match_if_due(after, events)
