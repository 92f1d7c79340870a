"""Makes views and redacted events, and random states that match a view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from games.core.rng import Chance
from games.reef.events import CardDrawn, Event
from games.reef.parts import CARDS, COLOURS
from games.reef.stacks import list_corals
from games.reef.state import Seat, State
from games.reef.view import OVER_STAGE, Hand, PublicSeat, View


def make_view(state: State, viewer: int | None) -> View:
    """Return the state without the deck and, until the match ends, the other seats' hands."""
    over = state.stage == OVER_STAGE
    return View(
        viewer=viewer,
        stage=state.stage,
        active_seat=None if over else state.active_seat,
        to_act=() if over else (state.active_seat,),
        starter=state.starter,
        ruleset=state.ruleset,
        supply=state.supply,
        deck=len(state.deck),
        top=state.deck[0] if state.deck and state.ruleset.deck == "face_up" else None,
        display=state.display,
        seats=tuple([PublicSeat(s.reef, len(s.hand), s.points, s.discard) for s in state.seats]),
        hand=() if viewer is None else state.seats[viewer].hand,
        hands=tuple([seat.hand for seat in state.seats]) if over else (),
        ending=state.ending,
    )


def recall_view(state: State, viewer: int | None) -> View:
    """Return the view, with the cards in other seats' hands that everyone saw them take."""
    seats = [PublicSeat(s.reef, len(s.hand), s.points, s.discard, s.seen_cards) for s in state.seats]
    return replace(make_view(state, viewer), seats=tuple(seats))


def make_ended_view(state: State, viewer: int | None) -> View:
    """Return the view of a match that its players ended early, with all hands and no active seat."""
    hands = tuple([seat.hand for seat in state.seats])
    return replace(make_view(state, viewer), stage=OVER_STAGE, active_seat=None, to_act=(), hands=hands)


def redact_event(event: Event, viewer: int | None) -> Event:
    """Return the event, without the card if a seat other than ``viewer`` drew it face down."""
    if isinstance(event, CardDrawn) and not event.was_face_up and event.seat != viewer:
        return CardDrawn(event.seat, None, event.onto, event.was_face_up)
    return event


def sample_state(view: View, rng: Chance) -> State:
    """Return a random state with this view. Unseen cards are dealt to the deck and the other seats' hands."""
    unseen = list(rng.shuffled(list_unseen_cards(view)))
    hands = list(view.hands)
    if not hands:
        for index, shown in enumerate(view.seats):
            own = index == view.viewer
            more = [unseen.pop() for _ in range(0 if own else shown.cards - len(shown.seen_cards))]
            hands.append(view.hand if own else tuple(sorted((*shown.seen_cards, *more))))
    top = () if view.top is None else (view.top,)
    return State(
        view.ruleset,
        view.stage,
        view.starter if view.active_seat is None else view.active_seat,
        view.starter,
        view.supply,
        (*top, *unseen),
        view.display,
        tuple([_make_seat(shown, hand) for shown, hand in zip(view.seats, hands, strict=True)]),
        view.ending,
    )


def _make_seat(public_seat: PublicSeat, hand: Hand) -> Seat:
    return Seat(public_seat.reef, hand, public_seat.points, public_seat.discard, public_seat.seen_cards)


def list_unseen_cards(view: View) -> tuple[int, ...]:
    """Return the cards that the viewer can't locate, in other hands or face down in the deck."""
    seen_cards = {view.top, *view.hand, *(lying.card for lying in view.display)}
    for shown in view.seats:
        seen_cards.update(shown.discard)
        seen_cards.update(shown.seen_cards)
    for hand in view.hands:
        seen_cards.update(hand)
    return tuple([number for number in CARDS if number not in seen_cards])


def count_components(state: State) -> Mapping[str, int]:
    """Count each card, and the corals of each colour, wherever they are."""
    cards = Counter((*state.deck, *(lying.card for lying in state.display)))
    laid = Counter[int]()
    for seat in state.seats:
        cards.update((*seat.hand, *seat.discard))
        for stack in seat.reef:
            laid.update(list_corals(stack))
    return {
        **{f"card {number}": cards[number] for number in CARDS},
        **{f"coral {colour.letter}": state.supply[colour] + laid[colour] for colour in COLOURS},
    }
