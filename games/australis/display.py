"""Takes cards from the display of six advantage cards, and refills the display (AU-1.1, AU-2.3, AU-2.4,
AU-5.1).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.australis.chance import reshuffle_discard
from games.australis.effects import run_card
from games.australis.events import CardKept, CardsLost, DiscardReshuffled, DisplayRefilled
from games.australis.parts import CARD_SECTIONS, MAX_SECTION_CARDS, Card
from games.australis.player.work import Work
from games.australis.view import EMPTY_PLACE


def can_keep(held: Sequence[Card], card: Card) -> bool:
    """Return whether a seat may keep a card (AU-2.4).

    It may not keep an equal card, or a fourth card in a section of its board.
    """
    if card in held:
        return False
    place = CARD_SECTIONS[card]
    if place is None or len(held) < MAX_SECTION_CARDS:
        return True
    return [CARD_SECTIONS[other] for other in held].count(place) < MAX_SECTION_CARDS


def can_use(card: Card) -> bool:
    """Return whether a card can be used once and then discarded. A competition card can't (AU-2.3)."""
    return CARD_SECTIONS[card] is not None


def list_choices(display: Sequence[int], held: Sequence[Card]) -> Iterator[tuple[Card, bool]]:
    """Yield each card that can be taken, with true for keeping it and false for using it. Keeping comes
    first.
    """
    for card in dict.fromkeys(display):
        if card != EMPTY_PLACE:
            if can_keep(held, card):
                yield card, True
            if can_use(card):
                yield card, False


def choose_card(work: Work, card: Card, keep: bool) -> None:
    """Take a card from the display, and keep it or use it once (AU-2.3)."""
    work.takes -= 1
    work.display[work.display.index(card)] = EMPTY_PLACE
    if keep:
        board = work.board
        board.cards = tuple(sorted((*board.cards, card)))
        work.add_event(CardKept(work.seat, card))
    else:
        work.discard_cards((card,))
        run_card(work, card, used=True)


def skip_card(work: Work) -> None:
    """Record that the seat stops taking cards, because it can't choose any (AU-2.4)."""
    work.add_event(CardsLost(work.seat, work.takes))
    work.takes = 0


def refill_display(work: Work) -> None:
    """Fill the gaps of the display while there are cards to draw (AU-2.3, AU-5.1)."""
    gaps = [place for place, card in enumerate(work.display) if card == EMPTY_PLACE]
    filled: list[int] = []
    while len(filled) < len(gaps) and _refill_draw_pile(work):
        drawn = work.draw_pile[: len(gaps) - len(filled)]
        work.draw_pile = work.draw_pile[len(drawn) :]
        for card in drawn:
            place = gaps[len(filled)]
            work.display[place] = card
            filled.append(place)
        _refill_draw_pile(work)
    if filled:
        work.add_event(DisplayRefilled(tuple(filled), tuple([work.display[place] for place in filled])))


def _refill_draw_pile(work: Work) -> bool:
    """Reshuffle the discard pile if the draw pile is empty. Return whether there is a card to draw
    (AU-5.1).
    """
    if not work.draw_pile and work.discard:
        work.add_event(DiscardReshuffled(len(work.discard)))
        work.draw_pile, work.discard = reshuffle_discard(work.discard, work.rng), ()
    return bool(work.draw_pile)
