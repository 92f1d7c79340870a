"""Names the cards in reach that can't be taken now, because the picture doesn't show which these are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.core.words import Words
from games.das_riff.coral import find_fish_homes, has_room_for_coral, list_home_corals
from games.das_riff.parts import CORAL_CARD, MAX_CORALS, get_colour, is_fish, name_cell
from games.das_riff.river import is_in_reach
from games.das_riff.texts.advice_take import can_take_after_payment
from games.das_riff.texts.nouns import format_payment, format_price
from games.das_riff.texts.position import find_price, find_reader, is_takable_card
from games.das_riff.view import View

MAX_PRICED_CARDS: Final = 2
"""Maximum number of cards to name with their prices."""


def explain_left_out_cards(field: str, view: View, w: Words) -> str:
    """Name the cards in reach that can't be taken now, with the reasons.

    Return an empty string if there are none, or if ``field`` isn't the first question about taking a card.
    """
    cells = list_cards_in_reach(view)
    possible = [cell for cell in cells if can_take_after_payment((), cell, view)]
    left_out = [cell for cell in cells if cell not in possible]
    if not left_out or field != _find_first_field(possible, view):
        return ""
    return w("Not now: {cards}.", cards=_join_reasons(left_out, view, w))


def explain_impossible_take(view: View, w: Words) -> str:
    """Explain why the reader can't take a card.

    Return an empty string if the reader can take one, or has nothing to pay with.
    """
    reef = view.reefs[find_reader(view)]
    if can_take_any_card(view) or not (any(reef.worms) or reef.pearls):
        return ""
    cells = list_cards_in_reach(view)
    if not cells:
        return w("Nothing to take yet.")
    return w("Not now: {cards}.", cards=_join_reasons(cells, view, w))


def can_take_any_card(view: View) -> bool:
    """Return whether the reader can pay for and keep any card in reach."""
    return any(can_take_after_payment((), cell, view) for cell in list_cards_in_reach(view))


def _join_reasons(cells: Sequence[int], view: View, w: Words) -> str:
    """Name cards with the reasons why they can't be taken. Several that are too dear are only counted."""
    reef = view.reefs[find_reader(view)]
    homeless, unwanted, dear = list[int](), list[int](), list[int]()
    for cell in cells:
        card = view.tableau[cell]
        if card == CORAL_CARD and not has_room_for_coral(reef.corals):
            unwanted.append(cell)
        elif is_fish(card) and not list_home_corals(card, find_fish_homes(reef.corals, view.broods)):
            homeless.append(cell)
        else:
            dear.append(cell)
    reasons = []
    if homeless:
        reasons.append(w("{cells} (no empty coral)", cells=_join_cells(homeless)))
    if unwanted:
        reasons.append(
            w("{cells} (you already have {most} corals)", cells=_join_cells(unwanted), most=MAX_CORALS)
        )
    reasons += [_name_card_with_price(cell, view, w) for cell in dear[:MAX_PRICED_CARDS]]
    if more := len(dear[MAX_PRICED_CARDS:]):
        reasons.append(w.plural("{n} more card (too few worms)", "{n} more cards (too few worms)", more))
    return ", ".join(reasons)


def _join_cells(cells: Sequence[int]) -> str:
    return ", ".join(map(name_cell, cells))


def list_cards_in_reach(view: View) -> list[int]:
    """Return the cells in reach with a face-up card except open water (DR-3.1, DR-3.11)."""
    boats, cells = view.reefs[find_reader(view)].boats, range(len(view.tableau))
    return [cell for cell in cells if is_in_reach(cell, boats) and is_takable_card(view, cell)]


def _find_first_field(possible: Sequence[int], view: View) -> str:
    """Return the first field with several values that a player who takes a card is asked for."""
    if len(possible) != 1:
        return "cell"
    card, reef = view.tableau[possible[0]], view.reefs[find_reader(view)]
    several = is_fish(card) and len(list_home_corals(card, find_fish_homes(reef.corals, view.broods))) > 1
    return "coral" if several else "pay"


def _name_card_with_price(cell: int, view: View, w: Words) -> str:
    card = view.tableau[cell]
    cost = find_price(view, find_reader(view), cell)
    price = format_payment(w, get_colour(card).letter * cost) if is_fish(card) else format_price(w, cost)
    return w("{cell} (costs {price})", cell=name_cell(cell), price=price)
