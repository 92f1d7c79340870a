"""The state of the answer to a press."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

import discord

from games.core.values import value_class

_ANSWER_KEY = "answer"


class AnswerTarget(Enum):
    """The message that gets the answer to an acknowledged press."""

    NEW = auto()
    """A new private message. It shows "thinking…" until the answer is sent."""
    SAME = auto()
    """The private message that was pressed. A refusal is sent below it."""
    SILENT = auto()
    """No message, because the pressed message shows the effect. A refusal is sent below it."""
    BELOW = auto()
    """A new private message at the end of the channel, because an earlier one must stay or is gone."""
    SHOWN = auto()
    """The answer has been sent already, as a form or a message. Further messages are sent below it."""


@dataclass(slots=True)
class PressAnswer:
    """Progress of answering one press, and what to record once it is answered."""

    target: AnswerTarget | None = None
    """``None`` until the press is acknowledged."""
    check_allowed: Callable[[], Awaitable[None]] | None = None
    """Runs before anything is done. Raises an error if the press must be refused."""
    look: tuple[int, int] | None = None
    """Table ID and number of log rows to record as seen by the person once the answer is sent."""
    message_id: int | None = None
    """ID of the private message with the answer."""
    text: str = ""
    """The answer's text, last shown."""


@value_class
class PanelPage:
    """The content of a private message that is kept up to date.

    :param state_key: the message is edited only if this text has changed. It must change whenever another
        person changes what the page shows.
    :param text: empty if the view is a layout, because layouts contain their texts.
    :param draw: draws new pictures; ``None`` keeps the message's pictures.
    :param yields_to_newer: whether the message is deleted instead if the person has a newer one about the
        match.
    :param moves_below: whether the message is deleted and sent again at the end of the channel instead, below
        the table's board.
    :param asks_for_move: whether it asks for a move or suggests one, so that a newer message that does
        replaces it.
    """

    state_key: str
    text: str
    view: discord.ui.View | discord.ui.LayoutView
    draw: Callable[[], Awaitable[Sequence[discord.File]]] | None = None
    yields_to_newer: bool = False
    moves_below: bool = False
    asks_for_move: bool = False


def make_unchanged_page(state_key: str) -> PanelPage:
    """Return a page that leaves a message with this state key as it is."""
    return PanelPage(state_key, "", discord.ui.View(timeout=None))


def get_answer(interaction: discord.Interaction[Any]) -> PressAnswer:
    """Return the answer to a press, creating it on first use."""
    answer: PressAnswer = interaction.extras.setdefault(_ANSWER_KEY, PressAnswer())
    return answer
