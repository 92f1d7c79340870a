"""The toy's words and picture. They read views and scenes by attribute alone, as every game's do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PIL import Image

from games.core.shapes import Pick
from games.core.texts import Advice, RulesPage, Scene
from games.core.words import Words


class ToyWords:
    def label(self, field: str, value: str, view: Any, scene: Scene) -> str:
        return value.replace("+", " ").capitalize()

    def hint(self, field: str, value: str, view: Any, scene: Scene) -> str:
        return ""

    def icon(self, field: str, value: str, view: Any) -> str | None:
        return None

    def question(self, field: str, picks: Sequence[Pick], view: Any, scene: Scene) -> str:
        return f"Which {field}?"

    def phrase(self, action: Any, view: Any, scene: Scene) -> str:
        return f"Do {action.token}"

    def advise(self, action: Any, view: Any, scene: Scene) -> Advice:
        return Advice(f"{action.token} with {view.pebbles[view.viewer]} pebbles.", "TO-1.1")

    def tell(self, event: Any, scene: Scene) -> str:
        return f"{scene.names[event.seat]}: {event!r}"

    def status(self, view: Any, scene: Scene) -> str:
        return "Over." if scene.outcome else f"{scene.names[view.turn]} is on turn."

    def alt(self, view: Any, scene: Scene) -> str:
        return f"Hands {view.hands}, pebbles {view.pebbles}, deck {view.deck}."

    def describe(self, view: Any, scene: Scene) -> str:
        return f"{self.alt(view, scene)}\nLaid {view.laid}, held {view.hand}"

    def rules(self, w: Words) -> tuple[RulesPage, ...]:
        return (RulesPage("Toy", "Lay, draw, clap. (TO-1.1)"),)


WORDS = ToyWords()


def draw(view: Any, scene: Scene) -> Image.Image:
    picture = Image.new("P", (44, 28))
    for x, count in enumerate((view.deck, *view.hands, *view.pebbles)):
        picture.putpixel((x, 0), count)
    for x, card in enumerate(view.hand):
        picture.putpixel((x, 1), ord(card))
    return picture
