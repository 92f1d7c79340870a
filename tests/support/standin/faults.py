"""Faults to inject into requests, and a record of all requests."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from tests.support.standin.interactions import Interaction

FaultKind = Literal["status", "rate", "lost", "cut", "late", "slow", "refused", "mute", "deaf"]
"""Kind of failure.

- ``status``: not carried out, but answered with an error.
- ``rate``: not carried out, but answered with 429 and a short wait.
- ``lost``: carried out, but answered with 502.
- ``cut``: carried out, then the connection breaks.
- ``refused``: the connection breaks before the request is carried out.
- ``late``: carried out, but answered only after ``seconds``.
- ``slow``: carried out only after ``seconds``.
- ``mute``: carried out, but not answered until the bot gives up, or for ``seconds``.
- ``deaf``: neither carried out nor answered until the bot gives up, or for ``seconds``.

An edit or deletion that fails with 404 also deletes the message.
"""

REQUEST_PATTERNS_BY_NAME = {
    "acknowledge": ("POST", r"/interactions/\d+/[^/]+/callback"),
    "answer": ("PATCH", r"/webhooks/\d+/[^/]+/messages/@original"),
    "delete answer": ("DELETE", r"/webhooks/\d+/[^/]+/messages/@original"),
    "follow up": ("POST", r"/webhooks/\d+/[^/]+"),
    "edit follow up": ("PATCH", r"/webhooks/\d+/[^/]+/messages/\d+"),
    "delete follow up": ("DELETE", r"/webhooks/\d+/[^/]+/messages/\d+"),
    "post": ("POST", r"/channels/\d+/messages"),
    "edit": ("PATCH", r"/channels/\d+/messages/\d+"),
    "delete": ("DELETE", r"/channels/\d+/messages/\d+"),
    "history": ("GET", r"/channels/\d+/messages"),
    "thread": ("POST", r"/channels/\d+/threads"),
    "make an event": ("POST", r"/guilds/\d+/scheduled-events"),
    "look at emoji": ("GET", r"/applications/\d+/emojis"),
    "bring an emoji": ("POST", r"/applications/\d+/emojis"),
}
"""Method and path pattern of each named request."""


def name_request(method: str, path: str) -> str:
    """Return the request's name in :data:`REQUEST_PATTERNS_BY_NAME`, or an empty string if it has none."""
    found = (
        name
        for name, (m, pattern) in REQUEST_PATTERNS_BY_NAME.items()
        if m == method and re.fullmatch(pattern, path)
    )
    return next(found, "")


@dataclass(slots=True)
class Fault:
    """A fault to inject into the next requests with a given name."""

    channel_id: int
    """ID of the channel that the requests concern, or 0 if they concern none."""
    request_name: str
    """Name of the requests in :data:`REQUEST_PATTERNS_BY_NAME`."""
    kind: FaultKind
    status: int = 500
    """HTTP status of the answer, for the kind ``status``."""
    code: int = 0
    """Discord's error code in the answer, for the kind ``status``."""
    seconds: float = 0.2
    """Length of the delay or wait that :data:`FaultKind` describes."""
    max_failures: int = 1
    """Number of requests that fail. Later ones succeed."""
    is_hopeless: bool = False
    """Whether the fault makes an answer impossible, so that people should stop waiting early."""
    affected: list[Interaction | None] = field(default_factory=list)
    """The interaction that each failed request answered, or ``None`` if it answered none."""
    is_still_waiting: bool = False
    """Whether the bot was still waiting for a ``mute`` or ``deaf`` request after ``seconds``."""

    @property
    def failure_count(self) -> int:
        return len(self.affected)


@dataclass(slots=True)
class Faults:
    """The injected faults, and a record of all requests."""

    faults: list[Fault] = field(default_factory=list)
    request_names_by_channel: dict[int, list[str]] = field(default_factory=dict)
    """The names of all requests in each channel, in order. A request without a name is an empty string."""

    def inject(self, fault: Fault) -> Fault:
        self.faults.append(fault)
        return fault

    def record_request(
        self, method: str, path: str, channel: int, interaction: Interaction | None = None
    ) -> Fault | None:
        """Record a request; return its fault, if it has one."""
        request_name = name_request(method, path)
        self.request_names_by_channel.setdefault(channel, []).append(request_name)
        for fault in self.faults:
            if (fault.channel_id, fault.request_name) == (
                channel,
                request_name,
            ) and fault.failure_count < fault.max_failures:
                fault.affected.append(interaction)
                return fault
        return None

    def is_hopeless(self, channel: int) -> bool:
        """Return whether people in a channel should stop waiting early."""
        return any(fault.is_hopeless for fault in self.faults if fault.channel_id == channel)

    def remove(self, fault: Fault) -> None:
        self.faults.remove(fault)
