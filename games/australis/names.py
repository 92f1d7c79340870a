"""Names of dice, for refusals and texts."""

from __future__ import annotations

from games.australis.parts import Colour, Die
from games.core.words import N_, Msg, plural


def name_die(die: Die) -> Msg:
    """Return the name of a die, with the contents of its face."""
    if die.colour == Colour.WHITE:
        return Msg(N_("white die: {shown}"), {"shown": describe_face(die)})
    if die.colour == Colour.YELLOW:
        return Msg(N_("yellow die: {shown}"), {"shown": describe_face(die)})
    return name_numbered_die(die.colour, die.value)


def describe_face(die: Die) -> Msg:
    """Return the contents of a white or yellow die's face: cards or fish, and circles worth points."""
    if die.colour == Colour.WHITE:
        first = plural("{n} card", "{n} cards", die.value)
    else:
        first = plural("{n} fish", "{n} fish", die.value)
    if not die.circles:
        return first
    points = plural("{n} point", "{n} points", die.circles)
    return Msg(N_("{first} and {points}"), {"first": first, "points": points})


def name_numbered_die(colour: Colour, value: int) -> Msg:
    """Return the name of a blue, violet or red die with its number or its value in the competition."""
    if colour == Colour.BLUE:
        return Msg(N_("blue {value}"), {"value": value})
    if colour == Colour.VIOLET:
        return Msg(N_("violet {value}"), {"value": value})
    return Msg(N_("red {value}"), {"value": value})
