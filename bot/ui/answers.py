"""The state of the answer to a press."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

import discord

from games.core.values import value

_ANSWER = "answer"


class Target(Enum):
    """The message that gets the answer to an acknowledged press."""

    NEW = auto()
    """A new private message, which shows "thinking…" until the answer is sent."""
    SAME = auto()
    """The private message that was pressed. A refusal is sent below it."""
    SILENT = auto()
    """Nowhere, because the pressed message itself shows the effect. A refusal is sent below it."""
    BELOW = auto()
    """A new private message at the end of the channel, because an earlier answer must stay visible."""
    SHOWN = auto()
    """The answer has been sent already, as a form or a message. Further messages are sent below it."""


@dataclass(slots=True)
class Answer:
    """The answer to one press.

    ``target`` is ``None`` until the press is acknowledged. ``check_allowed`` raises if the press must be
    refused. ``seen`` is a table's ID and its number of log rows; once the answer is sent, the person is
    recorded as having seen these rows. ``message_id`` is the private message with the answer.
    """

    target: Target | None = None
    check_allowed: Callable[[], Awaitable[None]] | None = None
    seen: tuple[int, int] | None = None
    message_id: int | None = None


@value
class PanelPage:
    """The content of a private message that is kept up to date.

    :param about: whatever depends on other people, as a string; the message is edited only when it changes.
    :param text: empty if the view is a layout, which holds its own text.
    :param draw: draws new pictures; ``None`` keeps the pictures of the message.
    :param is_last: whether the match has ended. Then the person's older messages about it are deleted.
    """

    about: str
    text: str
    view: discord.ui.View | discord.ui.LayoutView
    draw: Callable[[], Awaitable[Sequence[discord.File]]] | None = None
    is_last: bool = False


def get_answer(interaction: discord.Interaction[Any]) -> Answer:
    """Return the answer to a press, creating it on first use."""
    found: Answer = interaction.extras.setdefault(_ANSWER, Answer())
    return found
