"""Shells, an example game, about as small as a game with chance and a secret can be.

Copy this folder to write a game. ``RULES.md`` describes the rules and ``rules`` implements them, ``texts``
narrates, ``draw`` draws, ``lessons`` teaches, and the literal below declares the game. It isn't registered,
but the contract tests cover it like every registered game.
"""

from __future__ import annotations

from typing import Final

from games.core.protocol import FieldSettings, GameCredits, GenericGame
from games.core.words import N_, Msg
from tests.games.example import texts
from tests.games.example.lessons import LESSON_STEPS
from tests.games.example.rules import PEBBLES, ShellRules

GAME: Final = GenericGame(
    key="shells",
    title="Shells",
    credits=GameCredits(("Nobody",), "Nobody", 2000),
    summary=Msg(N_("Seats take pebbles from a beach, and each hides some pearls.")),
    tagline=Msg(N_("take pebbles")),
    seat_counts=range(2, 5),
    options=(),
    field_settings={"kind": FieldSettings(layout="buttons"), "number": FieldSettings(layout="buttons")},
    max_plies=PEBBLES,
    rules={1: ShellRules()},
    texts=texts,
    drawing_path="tests.games.example.draw:draw",
    has_hidden_hands=True,
    lesson_steps=LESSON_STEPS,
)
