"""Variants of the toy game with one fault each in texts or pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PIL import Image

from games.core.shapes import Pick
from games.core.texts import Advice
from tests.games.broken.rules import LeakyView
from tests.support import toy
from tests.support.toy import Scene, ToyAction, ToyEvent, ToyTexts, View


def read_leaked_cards(view: View) -> tuple[int, ...]:
    """Return the cards that a leaky view contains in an additional field."""
    return view.hidden if isinstance(view, LeakyView) else ()


class LongLabelTexts(ToyTexts):
    def label_value(
        self, field: str, value: str, view: View, scene: Scene, picks: Sequence[Pick] = ()
    ) -> str:
        return value * 81


class EqualLabelTexts(ToyTexts):
    def label_value(
        self, field: str, value: str, view: View, scene: Scene, picks: Sequence[Pick] = ()
    ) -> str:
        return "This one"


class NoQuestionTexts(ToyTexts):
    def format_question(self, field: str, picks: Sequence[Pick], view: View, scene: Scene) -> str:
        return ""


class NoReasonTexts(ToyTexts):
    def advise_on_action(self, action: ToyAction, view: View, scene: Scene) -> Advice:
        return replace(super().advise_on_action(action, view, scene), text="")


class LongReasonTexts(ToyTexts):
    def advise_on_action(self, action: ToyAction, view: View, scene: Scene) -> Advice:
        advice = super().advise_on_action(action, view, scene)
        return replace(advice, text=advice.text * 9)


class UnknownClauseTexts(ToyTexts):
    def advise_on_action(self, action: ToyAction, view: View, scene: Scene) -> Advice:
        return replace(super().advise_on_action(action, view, scene), clause="TY-9.9")


class CardRevealingReasonTexts(ToyTexts):
    def advise_on_action(self, action: ToyAction, view: View, scene: Scene) -> Advice:
        return Advice(f"The cards are {read_leaked_cards(view)}.", "TY-1.1")


class LongDescriptionTexts(ToyTexts):
    def describe_picture(self, view: View, scene: Scene) -> str:
        return super().describe_picture(view, scene) * 150


class UnfilledStatusTexts(ToyTexts):
    def describe_status(self, view: View, scene: Scene) -> str:
        return "{name} is on turn."


class CardRevealingDescriptionTexts(ToyTexts):
    def describe_position(self, view: View, scene: Scene) -> str:
        return f"{super().describe_position(view, scene)} {read_leaked_cards(view)}"


class SilentEventTexts(ToyTexts):
    def narrate_event(self, event: ToyEvent, scene: Scene) -> str:
        return ""


def draw_leaked_cards(view: View, scene: Scene) -> Image.Image:
    picture = toy.draw(view, scene)
    for x, card in enumerate(read_leaked_cards(view)):
        picture.putpixel((x, 2), card)
    return picture


def draw_too_wide(view: View, scene: Scene) -> Image.Image:
    return Image.new("P", (200, 100))
