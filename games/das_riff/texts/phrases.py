"""Describes actions before they are performed."""

from __future__ import annotations

from typing import Final

from games.core.words import Words, clip
from games.das_riff.actions import Action, BuyBoat, FlipCard, SendShark, TakeCard, TakeWorm
from games.das_riff.events import Scene
from games.das_riff.parts import COLOUR_LETTERS, name_cell, parse_cell
from games.das_riff.texts.nouns import (
    describe_taking_worm,
    format_payment,
    format_pearls,
    format_price,
    name_brood,
    name_card,
)
from games.das_riff.texts.position import find_brood_on_coral, find_parent, find_reader
from games.das_riff.view import View

MAX_PHRASE_LENGTH: Final = 90


def describe_action(action: Action, view: View, scene: Scene) -> str:
    """Return a phrase that describes an action before it is performed."""
    return clip(_describe_action(action, view, scene), MAX_PHRASE_LENGTH)


def _describe_action(action: Action, view: View, scene: Scene) -> str:
    w = scene.w
    if isinstance(action, TakeWorm):
        if action.colour == "-":
            return w("Take no worm")
        return describe_taking_worm(w, COLOUR_LETTERS.index(action.colour))
    if isinstance(action, TakeCard):
        cell, card = name_cell(action.cell), name_card(w, view.tableau[action.cell])
        paid = format_payment(w, action.payment)
        if action.coral is None:
            return w("Take {cell} ({card}) for {pay}", cell=cell, card=card, pay=paid)
        values = {"cell": cell, "card": card, "coral": action.coral + 1, "pay": paid}
        brood = find_brood_on_coral(view, find_reader(view), view.tableau[action.cell], action.coral)
        if brood is None:
            return w("Take {cell} ({card}) onto coral {coral} for {pay}", **values)
        values["brood"] = name_brood(w, brood)
        whole = w("Take {cell} ({card}) onto coral {coral} for {pay}: breeds {brood}", **values)
        if len(whole) <= MAX_PHRASE_LENGTH:
            return whole
        del values["card"]
        return w("Take {cell} onto coral {coral} for {pay}: breeds {brood}", **values)
    if isinstance(action, FlipCard):
        return w(
            "Turn up {cell} for {pay}", cell=name_cell(action.cell), pay=format_payment(w, action.payment)
        )
    if isinstance(action, SendShark):
        if action.coral is not None:
            parent = find_parent(view, find_reader(view), action.coral)
            card = w("empty") if parent is None else name_card(w, parent)
            values = {"coral": action.coral + 1, "card": card, "name": scene.names[find_reader(view)]}
            if scene.reader_seat is None:
                # The reader isn't the player who performs the action.
                return w("Send a shark to {name}'s coral {coral}: {card}", **values)
            return w("Send a shark to your coral {coral}: {card}", **values)
        prey = action.prey
        return w(
            "Send a shark to {cell}: {card}", cell=prey, card=name_card(w, view.tableau[parse_cell(prey)])
        )
    if isinstance(action, BuyBoat):
        return w("Buy a boat for {pay}", pay=format_payment(w, action.payment))
    return _describe_end(view, w)


def label_action(action: Action, view: View, scene: Scene) -> str:
    """Return the text of the button that performs an action."""
    w = scene.w
    if isinstance(action, TakeWorm):
        return w("Take none") if action.colour == "-" else w("Take it")
    if isinstance(action, TakeCard):
        return w("Take it")
    if isinstance(action, FlipCard):
        return w("Turn it up")
    if isinstance(action, SendShark):
        return w("Send it")
    return w("Buy it") if isinstance(action, BuyBoat) else w("End the turn")


def _describe_end(view: View, w: Words) -> str:
    reef = view.reefs[find_reader(view)]
    worms, pearls = sum(reef.worms), reef.pearls
    if worms and pearls:
        return w(
            "End the turn, keeping {worms} and {pearls}",
            worms=format_price(w, worms),
            pearls=format_pearls(w, pearls),
        )
    if not worms and not pearls:
        return w("End the turn with no worms or pearls left")
    kept_amount = format_price(w, worms) if worms else format_pearls(w, pearls)
    return w("End the turn, keeping {kept}", kept=kept_amount)
