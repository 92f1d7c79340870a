"""The toy with words and pictures that are broken in one place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PIL import Image

from games.core.shapes import Pick
from games.core.texts import Advice
from tests import toy
from tests.games.broken.rules import LeakyView
from tests.toy import Do, Said, Scene, ToyWords, View


def peek(view: View) -> tuple[int, ...]:
    """What a view hides in a field of its own."""
    return view.hidden if isinstance(view, LeakyView) else ()


class LongLabels(ToyWords):
    def label(self, field: str, value: str, view: View, scene: Scene) -> str:
        return value * 81


class OneLabelForAll(ToyWords):
    def label(self, field: str, value: str, view: View, scene: Scene) -> str:
        return "This one"


class NoQuestion(ToyWords):
    def question(self, field: str, picks: Sequence[Pick], view: View, scene: Scene) -> str:
        return ""


class NoReason(ToyWords):
    def advise(self, action: Do, view: View, scene: Scene) -> Advice:
        return replace(super().advise(action, view, scene), text="")


class LongReason(ToyWords):
    def advise(self, action: Do, view: View, scene: Scene) -> Advice:
        advice = super().advise(action, view, scene)
        return replace(advice, text=advice.text * 9)


class UnknownClause(ToyWords):
    def advise(self, action: Do, view: View, scene: Scene) -> Advice:
        return replace(super().advise(action, view, scene), clause="TY-9.9")


class ReasonPeeks(ToyWords):
    def advise(self, action: Do, view: View, scene: Scene) -> Advice:
        return Advice(f"The cards are {peek(view)}.", "TY-1.1")


class LongAlt(ToyWords):
    def alt(self, view: View, scene: Scene) -> str:
        return super().alt(view, scene) * 150


class EmptyField(ToyWords):
    def status(self, view: View, scene: Scene) -> str:
        return "{name} is on turn."


class TextPeeks(ToyWords):
    def describe(self, view: View, scene: Scene) -> str:
        return f"{super().describe(view, scene)} {peek(view)}"


class SilentEvents(ToyWords):
    def tell(self, event: Said, scene: Scene) -> str:
        return ""


def peeking_picture(view: View, scene: Scene) -> Image.Image:
    picture = toy.draw(view, scene)
    for x, card in enumerate(peek(view)):
        picture.putpixel((x, 2), card)
    return picture


def wide_picture(view: View, scene: Scene) -> Image.Image:
    return Image.new("P", (200, 100))
