"""Explains why a payment is refused, by comparing the price with what the seat has (DR-3.4)."""

from __future__ import annotations

from typing import Final

from games.core.errors import IllegalAction
from games.core.words import N_, Msg, plural
from games.das_riff.actions import Payment
from games.das_riff.parts import CORAL_CARD, PEARL_LETTER, Card, Colour, get_colour, is_fish
from games.das_riff.payment import count_payment
from games.das_riff.view import Reef

COLOUR_WORDS: Final = (
    Msg(N_("red")),
    Msg(N_("yellow")),
    Msg(N_("blue")),
    Msg(N_("green")),
    Msg(N_("purple")),
    Msg(N_("white")),
)
_NO_WORMS_MESSAGES: Final = (
    N_("You have no red worm."),
    N_("You have no yellow worm."),
    N_("You have no blue worm."),
    N_("You have no green worm."),
    N_("You have no purple worm."),
    N_("You have no white worm."),
)


def explain_payment(
    reef: Reef, payment: Payment, cost: int, clause: str, card: Card = CORAL_CARD
) -> IllegalAction:
    """Explain what is wrong with a payment.

    :param clause: the clause that sets the price, cited if the amount is wrong. A fish that the seat can't
      afford, and worms or pearls that it doesn't have or may not use, cite DR-3.4.
    """
    if is_fish(card):
        colour = get_colour(card)
        price_text, usable = _format_worm_count(colour, cost), reef.worms[colour]
        if usable + reef.pearls < cost:
            return _explain_price(price_text, usable, reef.pearls, "DR-3.4")
        if any(letter not in (colour.letter, PEARL_LETTER) for letter in payment):
            return IllegalAction(
                N_("You pay for a fish in its own colour or with pearls; this one is {colour}."),
                "DR-3.4",
                colour=COLOUR_WORDS[colour],
            )
    else:
        price_text = plural("{n} worm of any colour", "{n} worms of any colour", cost)
        if sum(reef.worms) + reef.pearls < cost:
            return _explain_price(price_text, sum(reef.worms), reef.pearls, clause)
    if len(payment) != cost:
        return IllegalAction(
            N_("This costs {price}, not {paid}."), clause, price=price_text, paid=len(payment)
        )
    worms, pearls = count_payment(payment)
    if pearls > reef.pearls:
        return _explain_shortage(
            reef.pearls, N_("You have no pearl."), plural("{n} pearl", "{n} pearls", reef.pearls)
        )
    short = next((colour for colour in Colour if worms[colour] > reef.worms[colour]), Colour.RED)
    return _explain_shortage(
        reef.worms[short], _NO_WORMS_MESSAGES[short], _format_worm_count(short, reef.worms[short])
    )


def _explain_price(price_text: Msg, worms: int, pearls: int, clause: str) -> IllegalAction:
    """Return a refusal that compares the price with the worms and pearls that the seat could pay with."""
    pearly = plural("{n} pearl", "{n} pearls", pearls)
    if worms and pearls:
        return IllegalAction(
            N_("This costs {price}; you have {worms}, and {pearls}."),
            clause,
            price=price_text,
            worms=worms,
            pearls=pearly,
        )
    if worms:
        return IllegalAction(
            N_("This costs {price}; you have {worms}, and no pearl."), clause, price=price_text, worms=worms
        )
    if pearls:
        return IllegalAction(
            N_("This costs {price}; you have none, but {pearls}."), clause, price=price_text, pearls=pearly
        )
    return IllegalAction(N_("This costs {price}; you have none, and no pearl."), clause, price=price_text)


def _explain_shortage(held: int, none_text: str, held_text: Msg) -> IllegalAction:
    if not held:
        return IllegalAction(none_text, "DR-3.4")
    return IllegalAction(N_("You have only {held}."), "DR-3.4", held=held_text)


def _format_worm_count(colour: Colour, n: int) -> Msg:
    """Return a number of worms of one colour in words, for use after a verb."""
    if colour is Colour.RED:
        return plural("{n} red worm", "{n} red worms", n)
    if colour is Colour.YELLOW:
        return plural("{n} yellow worm", "{n} yellow worms", n)
    if colour is Colour.BLUE:
        return plural("{n} blue worm", "{n} blue worms", n)
    if colour is Colour.GREEN:
        return plural("{n} green worm", "{n} green worms", n)
    if colour is Colour.PURPLE:
        return plural("{n} purple worm", "{n} purple worms", n)
    return plural("{n} white worm", "{n} white worms", n)
