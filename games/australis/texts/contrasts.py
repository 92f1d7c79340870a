"""Explains what one action allows that another one doesn't."""

from __future__ import annotations

from typing import Final

from games.australis.actions import Action, TakeDie
from games.australis.events import Scene
from games.australis.parts import Colour
from games.australis.texts.advice import count_dice_left
from games.australis.view import View

MIN_DICE_LEFT: Final = 4
"""Minimum number of dice still to be taken at which a kept card is likely to be used again."""


def contrast_actions(better: Action, played: Action, view: View, scene: Scene) -> str:
    """Compare the numbers of cards that two dice bring.

    Return an empty string unless ``better`` brings more cards and enough dice are left to use them.
    """
    if not isinstance(better, TakeDie) or not isinstance(played, TakeDie):
        return ""
    cards, others = (
        action.die.value if action.die.colour == Colour.WHITE else 0 for action in (better, played)
    )
    left = count_dice_left(view)
    if cards <= others or left < MIN_DICE_LEFT:
        return ""
    return scene.w.plural(
        "It brings {n} card, not {others}. A kept card can work with each later die of its colour;"
        " {left} dice are left.",
        "It brings {n} cards, not {others}. A kept card can work with each later die of its colour;"
        " {left} dice are left.",
        cards,
        others=others,
        left=left,
    )
