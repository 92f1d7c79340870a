"""Explains what one action allows that another one doesn't."""

from __future__ import annotations

from games.das_riff.actions import Action, EndTurn, TakeCard
from games.das_riff.events import Scene
from games.das_riff.parts import PEARL_CARD, PEARL_LETTER
from games.das_riff.view import View


def contrast_actions(better: Action, played: Action, view: View, scene: Scene) -> str:
    """Explain that a pearl for a single worm costs nothing, or return an empty string.

    Other actions aren't compared, because what follows them mostly depends on dice and face-down cards.
    """
    if (
        not isinstance(played, EndTurn)
        or not isinstance(better, TakeCard)
        or view.tableau[better.cell] != PEARL_CARD
    ):
        return ""
    if len(better.payment) != 1 or PEARL_LETTER in better.payment:
        return ""
    return scene.w("It swaps one worm for a pearl, which pays like a worm of any colour.")
