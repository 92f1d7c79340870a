"""Takes cards from the display of six advantage cards, and refills the display (AU-1.1, AU-2.3, AU-2.4,
AU-5.1).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.australis.chance import reshuffle_discard
from games.australis.effects import carry_out_card
from games.australis.events import CardKept, CardsLost, DiscardReshuffled, DisplayRefilled
from games.australis.mutable_state import MutableState
from games.australis.parts import CARD_SECTIONS, MAX_SECTION_CARDS, Card
from games.australis.view import EMPTY_PLACE


def can_keep_card(held_cards: Sequence[Card], card: Card) -> bool:
    """Return whether a seat may keep a card (AU-2.4).

    A seat may not keep two equal cards, or a fourth card in a section of its board.
    """
    if card in held_cards:
        return False
    place = CARD_SECTIONS[card]
    if place is None or len(held_cards) < MAX_SECTION_CARDS:
        return True
    return [CARD_SECTIONS[other] for other in held_cards].count(place) < MAX_SECTION_CARDS


def can_use_card(card: Card) -> bool:
    """Return whether a card can be used once and then discarded. A competition card can't (AU-2.3)."""
    return CARD_SECTIONS[card] is not None


def list_card_choices(display: Sequence[int], held_cards: Sequence[Card]) -> Iterator[tuple[Card, bool]]:
    """Yield each card that can be taken: first those to keep (true), then those to use (false)."""
    for card in dict.fromkeys(display):
        if card != EMPTY_PLACE:
            if can_keep_card(held_cards, card):
                yield card, True
            if can_use_card(card):
                yield card, False


def choose_card(state_copy: MutableState, card: Card, is_kept: bool) -> None:
    """Take a card from the display, and keep it or use it once (AU-2.3)."""
    state_copy.cards_to_take -= 1
    state_copy.display[state_copy.display.index(card)] = EMPTY_PLACE
    if is_kept:
        board = state_copy.board
        board.cards = tuple(sorted((*board.cards, card)))
        state_copy.add_event(CardKept(state_copy.seat, card))
    else:
        state_copy.discard_cards((card,))
        carry_out_card(state_copy, card, is_from_display=True)


def lose_remaining_cards(state_copy: MutableState) -> None:
    """Record that the seat loses the cards it could still take, because it may choose none (AU-2.4)."""
    state_copy.add_event(CardsLost(state_copy.seat, state_copy.cards_to_take))
    state_copy.cards_to_take = 0


def refill_display(state_copy: MutableState) -> None:
    """Fill the gaps of the display while there are cards to draw (AU-2.3, AU-5.1)."""
    gaps = [index for index, card in enumerate(state_copy.display) if card == EMPTY_PLACE]
    filled: list[int] = []
    while len(filled) < len(gaps) and _refill_draw_pile(state_copy):
        drawn = state_copy.draw_pile[: len(gaps) - len(filled)]
        state_copy.draw_pile = state_copy.draw_pile[len(drawn) :]
        for card in drawn:
            index = gaps[len(filled)]
            state_copy.display[index] = card
            filled.append(index)
        _refill_draw_pile(state_copy)
    if filled:
        state_copy.add_event(
            DisplayRefilled(tuple(filled), tuple([state_copy.display[index] for index in filled]))
        )


def _refill_draw_pile(state_copy: MutableState) -> bool:
    """Refill an empty draw pile with the discard pile. Return whether there is a card (AU-5.1)."""
    if not state_copy.draw_pile and state_copy.discard:
        state_copy.add_event(DiscardReshuffled(len(state_copy.discard)))
        state_copy.draw_pile, state_copy.discard = reshuffle_discard(state_copy.discard, state_copy.rng), ()
    return bool(state_copy.draw_pile)
