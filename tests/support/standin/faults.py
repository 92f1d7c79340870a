"""Faults to order: which request fails, how, and how often."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from tests.support.standin.interactions import Interaction

Kind = Literal["status", "rate", "lost", "cut", "late", "slow", "refused", "mute", "deaf"]
"""``status``: answered with an error, nothing done.

``rate``: 429 with a short wait. ``lost``: done, and the answer is 502. ``cut``: done, and the connection
breaks. ``refused``: the connection breaks before anything is done. ``late``: done, answered only after
``seconds``. ``slow``: done after ``seconds``, then answered. ``mute``: done, and never answered. ``deaf``:
neither done nor answered. The last two end once the bot gives up, which it must do within ``seconds``.
"""

CALLS = {
    "acknowledge": ("POST", r"/interactions/\d+/[^/]+/callback"),
    "answer": ("PATCH", r"/webhooks/\d+/[^/]+/messages/@original"),
    "follow up": ("POST", r"/webhooks/\d+/[^/]+"),
    "post": ("POST", r"/channels/\d+/messages"),
    "edit": ("PATCH", r"/channels/\d+/messages/\d+"),
    "delete": ("DELETE", r"/channels/\d+/messages/\d+"),
    "history": ("GET", r"/channels/\d+/messages"),
    "thread": ("POST", r"/channels/\d+/threads"),
    "make an event": ("POST", r"/guilds/\d+/scheduled-events"),
    "look at emoji": ("GET", r"/applications/\d+/emojis"),
    "bring an emoji": ("POST", r"/applications/\d+/emojis"),
}
"""The requests that make up each action at a table, by name."""


def named(method: str, path: str) -> str:
    """Return the name of a request, or an empty text if it has none."""
    found = (name for name, (m, pattern) in CALLS.items() if m == method and re.fullmatch(pattern, path))
    return next(found, "")


@dataclass(slots=True)
class Fault:
    """A fault ordered for a channel. It happens ``times`` times and is then forgotten."""

    channel: int
    call: str
    kind: Kind
    status: int = 500
    code: int = 0
    seconds: float = 0.2
    times: int = 1
    hopeless: bool = False
    """Whether nobody gets answers any more, so that people wait no longer than at Discord."""
    befell: list[Interaction | None] = field(default_factory=list)
    """The interaction that each failed request answered; ``None`` if it answered none."""
    endured: bool = False
    """Whether the bot was still waiting when the stand-in lost patience."""

    @property
    def hits(self) -> int:
        """How often it happened."""
        return len(self.befell)


@dataclass(slots=True)
class Faults:
    """The active faults."""

    orders: list[Fault] = field(default_factory=list)
    calls: dict[int, list[str]] = field(default_factory=dict)
    """The named requests of each channel, in order, failed or not."""

    def order(self, fault: Fault) -> Fault:
        """Order a fault."""
        self.orders.append(fault)
        return fault

    def of(self, method: str, path: str, channel: int, made: Interaction | None = None) -> Fault | None:
        """Return the fault for a request, and count it.

        :param made: the interaction that the request answers.
        """
        call = named(method, path)
        self.calls.setdefault(channel, []).append(call)
        for fault in self.orders:
            if (fault.channel, fault.call) == (channel, call) and fault.hits < fault.times:
                fault.befell.append(made)
                return fault
        return None

    def hopeless(self, channel: int) -> bool:
        """Return whether people in a channel should give up waiting soon."""
        return any(order.hopeless for order in self.orders if order.channel == channel)

    def withdraw(self, fault: Fault) -> None:
        """Cancel what is left of an order."""
        self.orders.remove(fault)
