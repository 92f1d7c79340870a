"""The example of a game, about as small as one can be that has chance and a secret: copy this folder.

``RULES.md`` says what is played, ``rules`` does it, ``texts`` tells it, ``draw`` shows it, ``lessons``
teaches it, and the literal below declares it. It is not registered, but the contract tests play it as they
play each game that is.
"""

from __future__ import annotations

from typing import Final

from games.core.protocol import Credits, Field, GameOf
from games.core.words import N_, Msg
from tests.games.example import texts
from tests.games.example.lessons import STEPS
from tests.games.example.rules import ShellRules

GAME: Final = GameOf(
    key="shells",
    title="Shells",
    credits=Credits(("Nobody",), "Nobody", 2000),
    summary=Msg(N_("Seats take pebbles from a beach, and each hides some pearls.")),
    seats=range(2, 5),
    options=(),
    fields={"kind": Field(show="buttons"), "number": Field(show="buttons")},
    longest=7,
    rules={1: ShellRules()},
    texts=texts,
    drawing="tests.games.example.draw:draw",
    lesson=STEPS,
)
