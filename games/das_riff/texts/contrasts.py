"""Says what an action allows that another action doesn't."""

from __future__ import annotations

from games.das_riff.actions import Action
from games.das_riff.events import Scene
from games.das_riff.view import View


def contrast_actions(better: Action, played: Action, view: View, scene: Scene) -> str:
    """Return an empty string, because dice and face-down cards decide what follows an action."""
    return ""
