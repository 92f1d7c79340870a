"""The picture of Shells: a grey square for each pebble on the beach. Only a drawing imports Pillow."""

from __future__ import annotations

from PIL import Image

from tests.games.example.rules import Scene, View

SIDE, GAP, GREY = 20, 8, 100


def draw(view: View, scene: Scene) -> Image.Image:
    """Draw what a viewer sees, in colours of a palette."""
    picture = Image.new("P", (220, 140))
    for pebble in range(view.pebbles):
        left = GAP + pebble * (SIDE + GAP)
        picture.paste(GREY, (left, GAP, left + SIDE, GAP + SIDE))
    return picture
