"""Explains what an action gains, prepares or denies the other seat, citing the clause."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Final

from games.core.texts import Advice
from games.core.words import Words, clip
from games.das_riff.actions import Action, BuyBoat, FlipCard, SendShark, TakeCard, TakeWorm
from games.das_riff.coral import find_first_empty_coral, has_room_for_coral, map_lone_parents
from games.das_riff.events import Scene
from games.das_riff.parts import (
    COLOUR_LETTERS,
    COLUMN_COUNT,
    CORAL_CARD,
    MAX_QUIET_TURNS,
    PEARL_CARD,
    ROW_COUNT,
    SHARK_CARD,
    WATER_CARD,
    Card,
    get_colour,
    is_fish,
    name_cell,
)
from games.das_riff.public import list_unseen_cards
from games.das_riff.river import FLIP_PRICE, FLIPPED_PRICE, MIDDLE_ROWS
from games.das_riff.texts.advice_take import advise_on_take, can_take_after_payment, make_take_prefix
from games.das_riff.texts.gaps import describe_gap
from games.das_riff.texts.nouns import format_payment, format_price, name_brood, name_card
from games.das_riff.texts.position import (
    find_price,
    find_reader,
    find_unseen_mate,
    has_home,
    is_nearly_won,
    is_takable_card,
    list_broods_with_colour_of,
    list_fish_in_reach,
    list_possible_broods,
)
from games.das_riff.view import EMPTY_CELL, FACE_DOWN_CARD, View

MAX_REASON_LENGTH: Final = 160
MAX_USEFUL_WORMS: Final = 8
"""Number of worms above which more worms are not worth taking."""


def advise_on_action(action: Action, view: View, scene: Scene) -> Advice:
    """Give the viewer a reason for or against ``action``."""
    if isinstance(action, TakeWorm):
        advice = _advise_on_worm(action, view, scene)
    elif isinstance(action, TakeCard):
        advice = advise_on_take(action, view, scene)
    elif isinstance(action, FlipCard):
        advice = _advise_on_flip(action, view, scene)
    elif isinstance(action, SendShark):
        advice = _advise_on_shark(action, view, scene)
    elif isinstance(action, BuyBoat):
        advice = _advise_on_boat(action, view, scene)
    else:
        advice = _advise_on_end(view, scene)
    return replace(
        advice,
        text=clip(advice.text, MAX_REASON_LENGTH),
        text_without_later_step=clip(advice.text_without_later_step, MAX_REASON_LENGTH),
        minor_reason=_describe_new_face_down_cards(action, view, scene),
    )


def _advise_on_worm(action: TakeWorm, view: View, scene: Scene) -> Advice:
    w, seat = scene.w, find_reader(view)
    if action.colour == "-":
        if sum(view.reefs[seat].worms) > MAX_USEFUL_WORMS:
            return Advice(w("You have plenty of worms: one more is worth little."), "DR-2.3")
        text = w("A worm is free: taking none rarely pays.")
        return Advice(text, "DR-2.3", is_reason=False, is_drawback=True)
    colour = COLOUR_LETTERS.index(action.colour)
    held = view.reefs[seat].worms[colour] + view.reefs[seat].pearls
    for cell in list_fish_in_reach(view, seat):
        card = view.tableau[cell]
        if (
            get_colour(card) == colour
            and held + 1 == find_price(view, seat, cell)
            and has_home(view, seat, card)
        ):
            values = {"cell": name_cell(cell), "card": name_card(w, card)}
            broods, plan = list_possible_broods(view, seat, card), make_take_prefix(cell)
            if not broods:
                text = w("With it you have enough for {cell}: {card}.", **values)
                return Advice(text, "DR-3.4", next_turn_token=plan)
            _, brood = broods[0]
            text = w(
                "With it you have enough for {cell}: {card}, which would complete {brood}.",
                **values,
                brood=name_brood(w, brood),
            )
            return Advice(text, "DR-3.7", next_turn_token=plan)
    for brood, parent in product(view.broods, map_lone_parents(view.reefs[seat].corals)):
        if _completes_brood(parent, colour, brood):
            text = w(
                "Your {card} needs a mate of this colour, for {brood}.",
                card=name_card(w, parent),
                brood=name_brood(w, brood),
            )
            return Advice(text, "DR-3.4")
    if n := sum(colour in brood for brood in view.broods):
        text = w.plural(
            "An open brood needs fish of this colour.", "{n} open broods need fish of this colour.", n
        )
        return Advice(text, "DR-3.4")
    text = w("No open brood needs fish of its colour.")
    return Advice(text, "DR-3.4", is_reason=False, is_drawback=True)


def _completes_brood(parent: Card, colour: int, brood: tuple[int, int]) -> bool:
    """Return whether a fish of this colour and the right sex would complete a brood with a lone parent."""
    return tuple(sorted((int(get_colour(parent)), colour))) == brood


def _advise_on_flip(action: FlipCard, view: View, scene: Scene) -> Advice:
    w, seat = scene.w, find_reader(view)
    reef = view.reefs[seat]
    left = sum(reef.worms) + reef.pearls - len(action.payment)
    if not left:
        text = w("It shows the card to both of you, but you'd have nothing left to take it with.")
        return Advice(text, "DR-3.3", is_reason=False, is_drawback=True)
    if find_first_empty_coral(reef.corals) is None and not map_lone_parents(reef.corals):
        if CORAL_CARD in list_unseen_cards(view) and has_room_for_coral(reef.corals):
            text = w(
                "It could be a coral, and taking it costs only {price} more.",
                price=format_price(w, FLIPPED_PRICE),
            )
            return Advice(text, "DR-3.3", is_reason=False)
        text = w(
            "It then costs only {price} more, but you have no coral for a fish.",
            price=format_price(w, FLIPPED_PRICE),
        )
        return Advice(text, "DR-3.6", is_reason=False, is_drawback=True)
    sought = find_unseen_mate(view, seat)
    if sought is not None:
        card, brood = sought
        text = w(
            "It could be the {card} you need for {brood}.",
            card=name_card(w, card),
            brood=name_brood(w, brood),
            price=format_price(w, FLIPPED_PRICE),
        )
        return Advice(text, "DR-3.3")
    text = w(
        "If you want it, it's yours right away for {price} more.",
        price=format_price(w, FLIPPED_PRICE),
    )
    return Advice(text, "DR-3.3", is_reason=False)


def _advise_on_shark(action: SendShark, view: View, scene: Scene) -> Advice:
    w, other = scene.w, 1 - find_reader(view)
    name = scene.names[other]
    if action.coral is not None:
        parent = view.reefs[find_reader(view)].corals[action.coral].parent
        if parent is not None and not list_broods_with_colour_of(view, parent):
            text = w(
                "It frees coral {coral}: no open brood needs that fish's colour.",
                coral=action.coral + 1,
            )
            return Advice(text, "DR-3.9")
        text = w("An open brood needs that colour.")
        return Advice(text, "DR-3.9", is_reason=False, is_drawback=True)
    cell = action.cell or 0
    broods = list_possible_broods(view, other, view.tableau[cell])
    if broods:
        _, brood = broods[0]
        text = w(
            "It takes away a fish that would complete {brood} for {name}.",
            brood=name_brood(w, brood),
            name=name,
        )
        return Advice(text, "DR-3.9")
    text, clause = describe_gap(cell, view, w)
    if text:
        return Advice(text, clause)
    if view.tableau[cell] == WATER_CARD:
        return Advice(w("The row closes up when the turn ends, and a new card comes in."), "DR-4.1")
    return Advice(w("{name} can no longer take it, and a new card comes into the row.", name=name), "DR-3.9")


def _advise_on_boat(action: BuyBoat, view: View, scene: Scene) -> Advice:
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
    # card that comes within reach anyway.
    lasting = [
        cell
        for cell in cells
        if view.tableau[cell] not in (PEARL_CARD, SHARK_CARD) and not _moves_closer(view, cell)
    ]
    if cells and can_take_after_payment(action.payment, cells[0], view):
        now = w(
            "You then reach column {column} too, and can take {card} this turn.",
            column=column + 1,
            card=_name_card_in_cell(cells[0], view, w),
        )
        if not lasting:
            advice = _make_boat_advice(action, cells[0], view, now, general)
            return replace(advice, is_reason_without_later_step=False)
        return _make_boat_advice(action, cells[0], view, now, _describe_later_reach(lasting[0], view, w))
    if lasting:
        return Advice(_describe_later_reach(lasting[0], view, w), "DR-3.1")
    if is_nearly_won(view):
        text = w("No card in column {column} helps you, and the match may end soon.", column=column + 1)
        return Advice(text, "DR-3.1", is_reason=False, is_drawback=True, weak_reason=general)
    text = w("No card in column {column} is worth a boat yet.", column=column + 1)
    return Advice(
        text,
        "DR-3.1",
        is_reason=False,
        is_drawback=True,
        gain_text=_describe_new_face_down_cards(action, view, scene),
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


def _moves_closer(view: View, cell: int) -> bool:
    """Return whether a card moves towards the sea when the turn ends now (DR-4.1, DR-4.2)."""
    start = cell - cell % COLUMN_COUNT
    return view.tableau[start] == WATER_CARD or EMPTY_CELL in view.tableau[start:cell]


def _describe_new_face_down_cards(action: Action, view: View, scene: Scene) -> str:
    """Name the face-down cards that a boat lets the seat turn up, or return an empty string.

    It is empty if the seat couldn't pay for one of them or use it.
    """
    seat = find_reader(view)
    reef = view.reefs[seat]
    if not isinstance(action, BuyBoat):
        return ""
    cells = [row * COLUMN_COUNT + reef.boats for row in MIDDLE_ROWS]
    cells = [cell for cell in cells if view.tableau[cell] == FACE_DOWN_CARD]
    left = sum(reef.worms) + reef.pearls - len(action.payment)
    has_use = (
        find_first_empty_coral(reef.corals) is not None
        or bool(map_lone_parents(reef.corals))
        or has_room_for_coral(reef.corals)
    )
    if not cells or left < FLIP_PRICE + FLIPPED_PRICE or not has_use:
        return ""
    if len(cells) == 1:
        return scene.w("You can then also turn up {cell}.", cell=name_cell(cells[0]))
    first, second = map(name_cell, cells)
    return scene.w("You can then also turn up {first} or {second}.", first=first, second=second)


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


def _advise_on_end(view: View, scene: Scene) -> Advice:
    w, seat = scene.w, find_reader(view)
    reef = view.reefs[seat]
    if view.quiet_turns >= MAX_QUIET_TURNS:
        return Advice(
            w(
                "This is turn {n} in a row without a brood: end it and the match is a draw.",
                n=view.quiet_turns,
            ),
            "DR-6.2",
            is_reason=False,
            is_drawback=True,
        )
    worms, left = sum(reef.worms), sum(view.bank)
    if not left and worms:
        text = w("The bank is empty, so the next dice bring no worms unless somebody spends some.")
        return Advice(text, "DR-2.2", is_reason=False, is_drawback=True)
    # Each seat rolls all dice in its next turn.
    if left < 2 * len(view.dice) and worms:
        text = w.plural(
            "The bank has only {n} worm left, so the next dice bring few unless somebody spends some.",
            "The bank has only {n} worms left, so the next dice bring few unless somebody spends some.",
            left,
        )
        return Advice(text, "DR-2.2", is_reason=False, is_drawback=True)
    if worms + reef.pearls == 0:
        text = w("The dice of your next turn bring worms; now you have nothing left to pay with.")
        return Advice(text, "DR-2.1", is_reason=False)
    if (cell := _find_fish_to_save_for(view, seat)) is not None:
        card = view.tableau[cell]
        text = w(
            "You have {n} of {price} for {cell}: {card}.",
            n=reef.worms[get_colour(card)] + reef.pearls,
            cell=name_cell(cell),
            card=name_card(w, card),
            price=format_payment(w, get_colour(card).letter * find_price(view, seat, cell)),
        )
        # The dice of the next turn can bring the missing worms.
        return Advice(text, "DR-2.1", is_reason=False)
    n = worms + reef.pearls + len(view.dice)
    if view.flipped is not None and can_take_after_payment((), view.flipped, view):
        if view.tableau[view.flipped] == CORAL_CARD and find_first_empty_coral(reef.corals) is not None:
            text = w(
                "You still have an empty coral, and without {cell} you can pay {n} next turn, not {fewer}.",
                cell=name_cell(view.flipped),
                n=n,
                fewer=n - FLIPPED_PRICE,
            )
            return Advice(text, "DR-2.1", is_reason=False)
        text = w(
            "Without {cell}, {card}, you can pay {n} next turn, not {fewer}.",
            cell=name_cell(view.flipped),
            card=name_card(w, view.tableau[view.flipped]),
            n=n,
            fewer=n - FLIPPED_PRICE,
        )
    else:
        text = w("Next turn's dice bring two worms, so you can pay {n}.", n=n)
    return Advice(text, "DR-2.1", is_reason=False)


def _find_fish_to_save_for(view: View, seat: int) -> int | None:
    """Return the cell of a fish in reach that an open brood needs and for which worms are missing, if any."""
    for cell in list_fish_in_reach(view, seat):
        card = view.tableau[cell]
        colour = get_colour(card)
        held = view.reefs[seat].worms[colour] + view.reefs[seat].pearls
        if 0 < held < find_price(view, seat, cell) and has_home(view, seat, card):
            return cell
    return None
