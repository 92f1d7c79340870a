"""Faults to order: which call goes wrong, how, and how often."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["status", "rate", "lost", "cut", "late", "refused"]
"""``status``: answered with an error, nothing done. ``rate``: 429 with a short wait. ``lost``: done, and the
answer is 502. ``cut``: done, and the connection breaks. ``refused``: the connection breaks before anything is
done. ``late``: done, answered only after ``seconds``."""

CALLS = {
    "acknowledge": ("POST", r"/interactions/\d+/[^/]+/callback"),
    "answer": ("PATCH", r"/webhooks/\d+/[^/]+/messages/@original"),
    "follow up": ("POST", r"/webhooks/\d+/[^/]+"),
    "post": ("POST", r"/channels/\d+/messages"),
    "edit": ("PATCH", r"/channels/\d+/messages/\d+"),
}
"""The calls that each thing done at a table is made of, by name."""


@dataclass(slots=True)
class Fault:
    """One order for a channel. It is carried out ``times`` times and then forgotten; ``hits`` counts."""

    channel: int
    call: str
    kind: Kind
    status: int = 500
    code: int = 0
    seconds: float = 0.2
    times: int = 1
    hopeless: bool = False
    """Whether nobody is answered any more: people wait no longer than at Discord."""
    hits: int = 0

    def matches(self, method: str, path: str, channel: int) -> bool:
        """Tell whether a request is to go wrong."""
        if channel != self.channel or self.hits >= self.times:
            return False
        wanted, pattern = CALLS[self.call]
        return method == wanted and re.fullmatch(pattern, path) is not None


@dataclass(slots=True)
class Faults:
    """The orders in force."""

    orders: list[Fault] = field(default_factory=list)

    def order(self, fault: Fault) -> Fault:
        """Have a fault happen."""
        self.orders.append(fault)
        return fault

    def of(self, method: str, path: str, channel: int) -> Fault | None:
        """Return the fault that befalls a request, counting it."""
        for fault in self.orders:
            if fault.matches(method, path, channel):
                fault.hits += 1
                return fault
        return None

    def hopeless(self, channel: int) -> bool:
        """Tell whether people in a channel are to give up waiting soon."""
        return any(order.hopeless for order in self.orders if order.channel == channel)

    def withdraw(self, fault: Fault) -> None:
        """Let what is left of an order not happen."""
        self.orders.remove(fault)
