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
    CORAL_CARD,
    MAX_QUIET_TURNS,
    WATER_CARD,
    Card,
    get_colour,
    is_fish,
    name_cell,
)
from games.das_riff.public import list_unseen_cards
from games.das_riff.river import FLIPPED_PRICE
from games.das_riff.texts.advice_boat import advise_on_boat, describe_new_face_down_cards
from games.das_riff.texts.advice_take import (
    advise_on_take,
    can_take_after_payment,
    describe_gap,
    make_take_prefix,
)
from games.das_riff.texts.nouns import format_payment, format_price, name_brood, name_card
from games.das_riff.texts.position import (
    find_price,
    find_reader,
    find_unseen_mate,
    has_home,
    is_takable_card,
    list_broods_with_colour_of,
    list_fish_in_reach,
    list_possible_broods,
)
from games.das_riff.view import OFFER_STAGE, View
from games.das_riff.worms import list_letters_in_bank, list_offered_letters

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
        advice = advise_on_boat(action, view, scene)
    else:
        advice = _advise_on_end(view, scene)
    return replace(
        advice,
        text=clip(advice.text, MAX_REASON_LENGTH),
        text_without_later_step=clip(advice.text_without_later_step, MAX_REASON_LENGTH),
        minor_reason=describe_new_face_down_cards(action, view, scene),
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
        # A fish that would wait for a mate is rarely worth its worms, so it isn't promised.
        broods = list_possible_broods(view, seat, card)
        if broods and get_colour(card) == colour and held + 1 == find_price(view, seat, cell):
            _, brood = broods[0]
            text = w(
                "With it you have enough for {cell}: {card}, which would complete {brood}.",
                cell=name_cell(cell),
                card=name_card(w, card),
                brood=name_brood(w, brood),
            )
            return Advice(text, "DR-3.7", next_turn_token=make_take_prefix(cell))
    for brood, parent in product(view.broods, map_lone_parents(view.reefs[seat].corals)):
        if _completes_brood(parent, colour, brood):
            text = w(
                "Your {card} needs a mate of this colour, for {brood}.",
                card=name_card(w, parent),
                brood=name_brood(w, brood),
            )
            return Advice(text, "DR-3.4")
    comparison = _compare_with_other_worms(colour, view, w)
    if found := [brood for brood in view.broods if colour in brood]:
        text = w.plural(
            "An open brood needs fish of this colour: {broods}.",
            "{n} open broods need fish of this colour: {broods}.",
            len(found),
            broods=", ".join(name_brood(w, brood) for brood in found),
        )
        return Advice(text, "DR-3.4", weak_reason=comparison)
    text = w("No open brood needs fish of its colour.")
    return Advice(text, "DR-3.4", is_reason=False, is_drawback=True, weak_reason=comparison)


def _compare_with_other_worms(colour: int, view: View, w: Words) -> str:
    """Say why a worm of this colour rather than another on offer, or return an empty string."""
    offered = list_letters_in_bank(view.bank)
    if view.stage == OFFER_STAGE:
        offered = list_offered_letters(view.bank, view.dice)
    others = [other for letter in offered if (other := COLOUR_LETTERS.index(letter)) != colour]
    if not others:
        return w("A worm is free, whatever its colour.")
    needed = {other for brood in view.broods for other in brood}
    if len(others) == 1 and not needed.intersection(others):
        if colour in needed:
            return w("No open brood needs fish of the other colour.")
        return w("No open brood needs either colour.")
    worms = view.reefs[find_reader(view)].worms
    if worms[colour] < min(worms[other] for other in others):
        return w("Of the colours on offer, you have fewest of this one.")
    return ""


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
    unseen = list_unseen_cards(view)
    general = w(
        "If you want it, it's yours right away for {price} more.",
        price=format_price(w, FLIPPED_PRICE),
    )
    if find_first_empty_coral(reef.corals) is None and not map_lone_parents(reef.corals):
        if CORAL_CARD in unseen and has_room_for_coral(reef.corals):
            text = w.plural(
                "{n} of {total} hidden cards is a coral.",
                "{n} of {total} hidden cards are corals.",
                unseen.count(CORAL_CARD),
                total=len(unseen),
            )
            return Advice(text, "DR-3.3", is_reason=False, weak_reason=general)
        text = w(
            "It then costs only {price} more, but you have no coral for a fish.",
            price=format_price(w, FLIPPED_PRICE),
        )
        return Advice(text, "DR-3.6", is_reason=False, is_drawback=True)
    sought = find_unseen_mate(view, seat)
    if sought is not None:
        card, brood = sought
        text = w(
            "It could be the {card} you need for {brood}: {n} of {total} hidden cards.",
            n=unseen.count(card),
            total=len(unseen),
            card=name_card(w, card),
            brood=name_brood(w, brood),
        )
        return Advice(text, "DR-3.3", weak_reason=general)
    wanted = sum(
        is_fish(card) and has_home(view, seat, card) and bool(list_broods_with_colour_of(view, card))
        for card in unseen
    )
    if not wanted:
        return Advice(general, "DR-3.3", is_reason=False)
    text = w.plural(
        "{n} of {total} hidden cards is a fish for an open brood.",
        "{n} of {total} hidden cards are fish for open broods.",
        wanted,
        total=len(unseen),
    )
    return Advice(text, "DR-3.3", is_reason=False, weak_reason=general)


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
    worms, left, keeping = sum(reef.worms), sum(view.bank), w("Unspent worms are kept for the next turn.")
    if not left and worms:
        text = w("The bank is empty, so the next dice bring no worms unless somebody spends some.")
        return Advice(text, "DR-2.2", is_reason=False, is_drawback=True, weak_reason=keeping)
    # Each seat rolls all dice in its next turn.
    if left < 2 * len(view.dice) and worms:
        text = w.plural(
            "The bank has only {n} worm left, so the next dice bring few unless somebody spends some.",
            "The bank has only {n} worms left, so the next dice bring few unless somebody spends some.",
            left,
        )
        return Advice(text, "DR-2.2", is_reason=False, is_drawback=True, weak_reason=keeping)
    if worms + reef.pearls == 0:
        text = w("The dice of your next turn bring worms; now you have nothing left to pay with.")
        return Advice(text, "DR-2.1", is_reason=False, weak_reason=w("Nothing is left to pay with."))
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
        return Advice(text, "DR-2.1", next_turn_token=make_take_prefix(cell), is_reason=False)
    n = worms + reef.pearls + len(view.dice)
    if (
        view.flipped is not None
        and is_takable_card(view, view.flipped)
        and can_take_after_payment((), view.flipped, view)
    ):
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
    return Advice(text, "DR-2.1", is_reason=False, weak_reason=keeping)


def _find_fish_to_save_for(view: View, seat: int) -> int | None:
    """Return the cell of a fish in reach that would breed and for which worms are missing, if any."""
    for cell in list_fish_in_reach(view, seat):
        card = view.tableau[cell]
        held = view.reefs[seat].worms[get_colour(card)] + view.reefs[seat].pearls
        if 0 < held < find_price(view, seat, cell) and list_possible_broods(view, seat, card):
            return cell
    return None
