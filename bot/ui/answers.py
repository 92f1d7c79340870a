"""How far the answer to a press has come: one value that stays with the press."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

import discord

_ANSWER = "answer"


class Target(Enum):
    """Where an answer goes that has been begun."""

    NEW = auto()
    """Into a private message that waits for it."""
    SAME = auto()
    """Into the private message that was pressed; a refusal stands below it."""
    SILENT = auto()
    """Nowhere: what the press brings about is seen on its own message; a refusal stands below it."""
    SHOWN = auto()
    """It has gone out by itself, as a form or a message; more stands below it."""


@dataclass(slots=True)
class Answer:
    """The answer to one press. ``where`` is ``None`` until it has been begun.

    ``gate`` is what the press must pass before anything is done; ``look`` the table and the number of rows
    that the person has seen once the answer is out; ``message_id`` the private message that it stands in.
    """

    where: Target | None = None
    gate: Callable[[], Awaitable[None]] | None = None
    look: tuple[int, int] | None = None
    message_id: int | None = None


@dataclass(frozen=True, slots=True)
class PanelPage:
    """What a private message shows that is written again once it says something else.

    :param about: what it says of others; as long as that is the same it stays as it is.
    :param text: what it says, where that is not in a layout.
    :param draw: makes its pictures; without it the message keeps its own.
    """

    about: str
    text: str
    view: discord.ui.View | discord.ui.LayoutView
    draw: Callable[[], Awaitable[Sequence[discord.File]]] | None = None


def get_answer(interaction: discord.Interaction[Any]) -> Answer:
    """Return the answer to a press, which begins with the first question for it."""
    found: Answer = interaction.extras.setdefault(_ANSWER, Answer())
    return found
