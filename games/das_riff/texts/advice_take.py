"""Explains what taking a card gains, prepares or denies the other seat, citing the clause."""

from __future__ import annotations

from games.core.texts import Advice
from games.core.words import Words
from games.das_riff.actions import Payment, SendShark, TakeCard
from games.das_riff.coral import find_brood, has_room_for_coral, is_empty_coral
from games.das_riff.events import Scene
from games.das_riff.parts import (
    BROODS_TO_WIN,
    COLOUR_LETTERS,
    COLUMN_COUNT,
    CORAL_CARD,
    MAX_CORALS,
    PEARL_CARD,
    PEARL_LETTER,
    Card,
    get_colour,
    is_fish,
    name_cell,
)
from games.das_riff.river import flow_water, is_in_reach
from games.das_riff.texts.nouns import format_price, name_brood, name_card
from games.das_riff.texts.position import (
    find_brood_on_coral,
    find_price,
    find_reader,
    find_threat,
    has_home,
    is_takable_card,
    list_broods_with_colour_of,
    list_fish_in_reach,
    list_possible_broods,
)
from games.das_riff.view import EMPTY_CELL, View


def advise_on_take(action: TakeCard, view: View, scene: Scene) -> Advice:
    """Give the viewer a reason for or against taking a card (DR-3.2 to DR-3.8)."""
    card = view.tableau[action.cell]
    if action.coral is not None:
        return _advise_on_fish(card, action.coral, action.cell, view, scene)
    if card == CORAL_CARD:
        return _advise_on_coral(action, view, scene)
    if card == PEARL_CARD:
        return _advise_on_pearl(action, view, scene)
    return _advise_on_shark_card(view, scene)


def _advise_on_fish(card: Card, coral: int, cell: int, view: View, scene: Scene) -> Advice:
    w, seat = scene.w, find_reader(view)
    brood = find_brood_on_coral(view, seat, card, coral)
    if brood is not None:
        count = view.reefs[seat].broods + 1
        values = {"brood": name_brood(w, brood), "coral": coral + 1}
        if count >= BROODS_TO_WIN:
            return Advice(w("That's your last brood: you win!", **values), "DR-6.1", is_milestone=True)
        text = w(
            "That's brood {count} of {goal}.",
            **values,
            count=count,
            goal=BROODS_TO_WIN,
        )
        return Advice(text, "DR-3.7", is_milestone=True)
    mate = _find_mate(card, cell, view, seat)
    if mate is not None:
        other = view.tableau[mate]
        bred = find_brood(card, other, view.broods)
        assert bred is not None
        text = w(
            "With {cell}, {card}, it would breed {brood}.",
            coral=coral + 1,
            cell=name_cell(mate),
            card=name_card(w, other),
            brood=name_brood(w, bred),
        )
        return Advice(text, "DR-3.7")
    brood_names = [name_brood(w, each) for each in list_broods_with_colour_of(view, card)]
    if brood_names:
        text = w(
            "It waits for a mate that isn't in sight yet, to breed {broods}.",
            coral=coral + 1,
            broods=", ".join(brood_names),
        )
        return Advice(text, "DR-3.6")
    text = w(
        "It waits in coral {coral} for a brood of its colour, but no open one needs it yet.", coral=coral + 1
    )
    return Advice(text, "DR-3.6", is_reason=False, is_drawback=True)


def _find_mate(card: Card, cell: int, view: View, seat: int) -> int | None:
    """Return the cell of the best face-up mate, if any: in reach first, then the cheapest."""
    mates = [
        other
        for other, fish in enumerate(view.tableau)
        if other != cell and is_fish(fish) and find_brood(card, fish, view.broods) is not None
    ]
    boats = view.reefs[seat].boats
    return min(
        mates,
        key=lambda other: (
            not is_in_reach(other, boats),
            find_price(view, seat, other),
            other % COLUMN_COUNT,
        ),
        default=None,
    )


def _advise_on_coral(action: TakeCard, view: View, scene: Scene) -> Advice:
    w, seat = scene.w, find_reader(view)
    reef = view.reefs[seat]
    if not any(is_empty_coral(coral) for coral in reef.corals):
        plain = w("You get an empty coral: without one you can only take fish that breed.")
        for cell in list_fish_in_reach(view, seat):
            card = view.tableau[cell]
            if list_possible_broods(view, seat, card):
                # It breeds on its mate's coral, so it needs no empty one.
                continue
            if count_remaining_purse(action.payment, view, seat, get_colour(card)) >= find_price(
                view, seat, cell
            ):
                text = w(
                    "A fish needs a coral to live on: {cell}, {card}, could move in right away.",
                    cell=name_cell(cell),
                    card=name_card(w, card),
                )
                return Advice(text, "DR-3.6", make_take_prefix(cell), plain)
        return Advice(plain, "DR-3.6")
    text = w(
        "You need {goal} corals to win, because each brood closes one for good.",
        count=len(reef.corals) + 1,
        most=MAX_CORALS,
        goal=BROODS_TO_WIN,
    )
    return Advice(text, "DR-3.5")


def make_take_prefix(cell: int) -> str:
    """Return the prefix of the tokens that take the card in a cell."""
    return f"take:{name_cell(cell)}:"


def count_remaining_purse(payment: Payment, view: View, seat: int, colour: int) -> int:
    """Return how many pearls and worms of a colour remain in total after a payment."""
    reef, letter = view.reefs[seat], COLOUR_LETTERS[colour]
    return reef.worms[colour] - payment.count(letter) + reef.pearls - payment.count(PEARL_LETTER)


def can_take_after_payment(payment: Payment, cell: int, view: View) -> bool:
    """Return whether the reader could still pay for and keep a card after a payment (DR-3.2 to DR-3.6)."""
    seat, card = find_reader(view), view.tableau[cell]
    reef, cost = view.reefs[seat], find_price(view, seat, cell)
    if is_fish(card):
        return count_remaining_purse(payment, view, seat, get_colour(card)) >= cost and has_home(
            view, seat, card
        )
    if card == CORAL_CARD and not has_room_for_coral(reef.corals):
        return False
    return sum(reef.worms) + reef.pearls - len(payment) >= cost


def _advise_on_pearl(action: TakeCard, view: View, scene: Scene) -> Advice:
    w, seat = scene.w, find_reader(view)
    plain = w("It pays like one worm of any colour.")
    gap, _ = describe_gap(action.cell, view, w)
    is_costly = len(action.payment) > 1
    for cell in list_fish_in_reach(view, seat):
        card = view.tableau[cell]
        cost, colour = find_price(view, seat, cell), get_colour(card)
        short = (
            cost - count_remaining_purse((), view, seat, colour) > 0
            and cost - count_remaining_purse(action.payment, view, seat, colour) == 1
        )
        if short and has_home(view, seat, card):
            text = w(
                "It pays like a worm of any colour, just what you need for {cell}: {card}.",
                cell=name_cell(cell),
                card=name_card(w, card),
            )
            otherwise = gap if is_costly and gap else plain
            return Advice(
                text, "DR-3.4", make_take_prefix(cell), otherwise, is_reason_without_later_step=False
            )
    drawback = ""
    if PEARL_LETTER in action.payment:
        drawback = w("You pay with a pearl, so you gain none.")
    elif is_costly:
        drawback = w("It pays like one worm, but costs {price}.", price=format_price(w, len(action.payment)))
    fits = w("It fits fish of every colour.")
    if drawback:
        return Advice(drawback, "DR-3.8", is_reason=False, is_drawback=True, gain_text=gap, weak_reason=fits)
    return Advice(plain, "DR-3.8", is_reason=False, weak_reason=fits)


def _advise_on_shark_card(view: View, scene: Scene) -> Advice:
    w, other = scene.w, 1 - find_reader(view)
    later = w(
        "Later it can drive off a face-up card, such as a fish {name} needs.",
        name=scene.names[other],
    )
    danger = find_threat(view, other)
    if danger is None:
        return Advice(later, "DR-3.8", is_reason=False)
    cell, brood = danger
    text = w(
        "It can drive off {cell}, {card}, which would complete {brood} for {name}.",
        cell=name_cell(cell),
        card=name_card(w, view.tableau[cell]),
        brood=name_brood(w, brood),
        name=scene.names[other],
    )
    return Advice(text, "DR-3.9", SendShark(cell).token, later, is_reason_without_later_step=False)


def describe_gap(cell: int, view: View, w: Words) -> tuple[str, str]:
    """Return what moves at the turn's end once a cell is empty, and the clause, or two empty strings."""
    emptied = (*view.tableau[:cell], EMPTY_CELL, *view.tableau[cell + 1 :])
    flowing = flow_water(emptied)[1] - flow_water(view.tableau)[1]
    if flowing > 0:
        text = w.plural(
            "{n} card of open water then flows out at the sea edge, and a new card comes in.",
            "{n} cards of open water then flow out at the sea edge, and as many new ones come in.",
            flowing,
        )
        return text, "DR-4.2"
    row_end = (cell // COLUMN_COUNT + 1) * COLUMN_COUNT
    behind = next((c for c in range(cell + 1, row_end) if is_takable_card(view, c)), None)
    if behind is None:
        return "", ""
    text = w(
        "At the turn's end {cell}, {card}, comes a column closer.",
        cell=name_cell(behind),
        card=name_card(w, view.tableau[behind]),
    )
    return text, "DR-4.1"
