"""Explains what a boat brings within reach, citing the clause."""

from __future__ import annotations

from dataclasses import replace

from games.core.texts import Advice
from games.core.words import Words
from games.das_riff.actions import Action, BuyBoat, Payment
from games.das_riff.coral import find_first_empty_coral, has_room_for_coral, map_lone_parents
from games.das_riff.events import Scene
from games.das_riff.parts import (
    BOAT_PRICE,
    COLUMN_COUNT,
    CORAL_CARD,
    PEARL_CARD,
    ROW_COUNT,
    SHARK_CARD,
    WATER_CARD,
    Card,
    get_colour,
    is_fish,
    name_cell,
)
from games.das_riff.payment import list_payments, list_worm_costs, weigh_colours
from games.das_riff.river import FLIP_PRICE, FLIPPED_PRICE, MIDDLE_ROWS, is_in_reach
from games.das_riff.texts.advice_take import can_take_after_payment, count_remaining_purse, make_take_prefix
from games.das_riff.texts.nouns import name_brood, name_card
from games.das_riff.texts.position import (
    find_price,
    find_reader,
    has_home,
    is_nearly_won,
    is_takable_card,
    list_broods_with_colour_of,
    list_fish_in_reach,
    list_possible_broods,
)
from games.das_riff.view import EMPTY_CELL, FACE_DOWN_CARD, View


def advise_on_boat(action: BuyBoat, view: View, scene: Scene) -> Advice:
    """Say what the boat brings within reach, or which needed card it leaves too little for."""
    advice = _advise_on_reach(action, view, scene)
    cell = _find_card_given_up(action.payment, view)
    if cell is None or _leads_to_brood(action.payment, view):
        return advice
    w = scene.w
    drawback = w("It leaves you too little for {card}.", card=_name_card_in_cell(cell, view, w))
    gain = advice.gain_text or advice.text_without_later_step or advice.text
    return Advice(
        drawback,
        "DR-3.4",
        is_reason=False,
        is_drawback=True,
        weak_reason=advice.weak_reason if advice.is_drawback else gain,
        better_token=_find_better_boat(view),
        yields_to=make_take_prefix(cell),
    )


def _leads_to_brood(payment: Payment, view: View) -> bool:
    """Return whether a fish that the boat brings within reach completes a brood this turn."""
    seat = find_reader(view)
    column = range(view.reefs[seat].boats, ROW_COUNT * COLUMN_COUNT, COLUMN_COUNT)
    return any(
        list_possible_broods(view, seat, view.tableau[cell]) and can_take_after_payment(payment, cell, view)
        for cell in column
    )


def _find_better_boat(view: View) -> str:
    """Return the token of the likeliest boat that gives up no needed card, or an empty string."""
    reef = view.reefs[find_reader(view)]
    weights = weigh_colours(view.broods, tuple(map_lone_parents(reef.corals)))
    payments = list_payments(list_worm_costs(reef.worms, weights), reef.pearls, BOAT_PRICE)
    kept = (payment for payment in payments if _find_card_given_up(payment, view) is None)
    return next((BuyBoat(payment).token for payment in kept), "")


def _find_card_given_up(payment: Payment, view: View) -> int | None:
    """Return the cell of a needed card in reach for which a payment spends worms or pearls, if any.

    A fish is needed if it completes a brood, even if some of its worms are still missing. A coral is needed
    if the seat has no empty one and can pay for one.
    """
    seat = find_reader(view)
    reef = view.reefs[seat]
    for cell in list_fish_in_reach(view, seat):
        card = view.tableau[cell]
        held = count_remaining_purse((), view, seat, get_colour(card))
        needed = min(held, find_price(view, seat, cell))
        is_wanted = bool(list_possible_broods(view, seat, card))
        if is_wanted and count_remaining_purse(payment, view, seat, get_colour(card)) < needed:
            return cell
    if find_first_empty_coral(reef.corals) is not None or not has_room_for_coral(reef.corals):
        return None
    corals = [
        cell
        for cell, card in enumerate(view.tableau)
        if card == CORAL_CARD and is_in_reach(cell, reef.boats) and can_take_after_payment((), cell, view)
    ]
    if corals and not any(can_take_after_payment(payment, cell, view) for cell in corals):
        return min(corals, key=lambda cell: find_price(view, seat, cell))
    return None


def _advise_on_reach(action: BuyBoat, view: View, scene: Scene) -> Advice:
    """Name the best card in the column that the boat brings within reach, if any, and when to take it."""
    w, seat = scene.w, find_reader(view)
    column = view.reefs[seat].boats

    def rank_cell(cell: int) -> tuple[bool, bool, int]:
        """Rank cards that can still be taken first, then fish and corals, then cheap cards."""
        is_out_of_reach = not can_take_after_payment(action.payment, cell, view)
        return is_out_of_reach, view.tableau[cell] in (PEARL_CARD, SHARK_CARD), find_price(view, seat, cell)

    cells = [row * COLUMN_COUNT + column for row in range(ROW_COUNT)]
    cells = [cell for cell in cells if is_takable_card(view, cell) and _is_worth_reaching(view, seat, cell)]
    cells.sort(key=rank_cell)
    for cell in cells:
        broods = list_possible_broods(view, seat, view.tableau[cell])
        if broods and (can_take_after_payment(action.payment, cell, view) or not _moves_closer(view, cell)):
            _, brood = broods[0]
            values = {
                "cell": name_cell(cell),
                "card": name_card(w, view.tableau[cell]),
                "brood": name_brood(w, brood),
            }
            now = w("You then reach {cell}, {card}, which would complete {brood} for you.", **values)
            later = w("In a later turn you can reach {cell}, {card}, to complete {brood}.", **values)
            advice = _make_boat_advice(action, cell, view, now, later)
            return replace(advice, is_reason_without_later_step=not _moves_closer(view, cell))
    general = w("From now on you reach column {column} too, for later cards.", column=column + 1)
    # A pearl or shark that can be taken only in a later turn is no reason to buy a boat, and neither is a
    # card that comes within reach anyway. A hint doesn't name a fish whose worms pay for the boat.
    lasting = [
        cell
        for cell in cells
        if view.tableau[cell] not in (PEARL_CARD, SHARK_CARD) and not _moves_closer(view, cell)
    ]
    saved = [cell for cell in lasting if not _spends_fish_colour(action.payment, view.tableau[cell])]
    if cells and can_take_after_payment(action.payment, cells[0], view):
        now = w(
            "You then reach column {column} too, and can take {card} this turn.",
            column=column + 1,
            card=_name_card_in_cell(cells[0], view, w),
        )
        later = _describe_later_reach(saved[0], view, w) if saved else general
        advice = _make_boat_advice(action, cells[0], view, now, later)
        return replace(advice, is_reason_without_later_step=bool(saved))
    if lasting:
        cell = (saved or lasting)[0]
        gain = "" if saved else general
        return Advice(_describe_later_reach(cell, view, w), "DR-3.1", gain_text=gain)
    if is_nearly_won(view):
        text = w("No card in column {column} helps you, and the match may end soon.", column=column + 1)
        return Advice(text, "DR-3.1", is_reason=False, is_drawback=True, weak_reason=general)
    text = w("No card in column {column} is worth a boat yet.", column=column + 1)
    hidden = _list_new_face_down_cells(action, view)
    return Advice(
        text,
        "DR-3.1",
        later_token=f"flip:{name_cell(hidden[0])}:" if hidden else "",
        text_without_later_step=text,
        is_reason=False,
        is_drawback=True,
        gain_text=describe_new_face_down_cards(action, view, scene),
        weak_reason=general,
    )


def _describe_later_reach(cell: int, view: View, w: Words) -> str:
    return w(
        "You then reach column {column} too, where {card} is now.",
        column=cell % COLUMN_COUNT + 1,
        card=_name_card_in_cell(cell, view, w),
    )


def _name_card_in_cell(cell: int, view: View, w: Words) -> str:
    return w("{cell} · {card}", cell=name_cell(cell), card=name_card(w, view.tableau[cell]))


def _spends_fish_colour(payment: Payment, card: Card) -> bool:
    """Return whether a payment has worms of a fish's colour."""
    return is_fish(card) and get_colour(card).letter in payment


def _moves_closer(view: View, cell: int) -> bool:
    """Return whether a card moves towards the sea when the turn ends now (DR-4.1, DR-4.2)."""
    start = cell - cell % COLUMN_COUNT
    return view.tableau[start] == WATER_CARD or EMPTY_CELL in view.tableau[start:cell]


def describe_new_face_down_cards(action: Action, view: View, scene: Scene) -> str:
    """Name the face-down cards that a boat lets the seat turn up, or return an empty string."""
    cells = _list_new_face_down_cells(action, view)
    if not cells:
        return ""
    if len(cells) == 1:
        return scene.w("You can then also turn up {cell}.", cell=name_cell(cells[0]))
    first, second = map(name_cell, cells)
    return scene.w("You can then also turn up {first} or {second}.", first=first, second=second)


def _list_new_face_down_cells(action: Action, view: View) -> list[int]:
    """Return the face-down cells that a boat brings within reach.

    There are none if the seat couldn't pay for such a card or use it.
    """
    seat = find_reader(view)
    reef = view.reefs[seat]
    if not isinstance(action, BuyBoat):
        return []
    cells = [row * COLUMN_COUNT + reef.boats for row in MIDDLE_ROWS]
    cells = [cell for cell in cells if view.tableau[cell] == FACE_DOWN_CARD]
    left = sum(reef.worms) + reef.pearls - len(action.payment)
    has_use = (
        find_first_empty_coral(reef.corals) is not None
        or bool(map_lone_parents(reef.corals))
        or has_room_for_coral(reef.corals)
    )
    return cells if left >= FLIP_PRICE + FLIPPED_PRICE and has_use else []


def _is_worth_reaching(view: View, seat: int, cell: int) -> bool:
    """Return whether a card is a reason to buy a boat.

    A fish is no reason if the seat can't house it or no open brood needs it. A coral is no reason if the seat
    has no room for it.
    """
    card = view.tableau[cell]
    if is_fish(card):
        return has_home(view, seat, card) and bool(list_broods_with_colour_of(view, card))
    return card != CORAL_CARD or has_room_for_coral(view.reefs[seat].corals)


def _make_boat_advice(
    action: BuyBoat, cell: int, view: View, affordable_text: str, unaffordable_text: str
) -> Advice:
    """Return advice on buying a boat to reach a card.

    :param affordable_text: the text if the seat can pay for the boat and the card. The advice then suggests
        taking the card next.
    :param unaffordable_text: the text if the seat can't pay for both.
    """
    if can_take_after_payment(action.payment, cell, view):
        return Advice(affordable_text, "DR-3.1", make_take_prefix(cell), unaffordable_text)
    return Advice(unaffordable_text, "DR-3.1")
