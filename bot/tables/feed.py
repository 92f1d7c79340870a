"""What has happened at tables, told once each time, to whoever has subscribed where the bot is put together.

Truth is the store: a change says where to look, not what is there. Whoever was not there when it was told
finds what they need in the store when they begin.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

log = logging.getLogger(__name__)


class Kind(StrEnum):
    """What a change was."""

    OPENED = "opened"
    """There is a new lobby, that of a rematch as well."""
    SEATED = "seated"
    """Who sits where has changed, in a lobby or a match: somebody came, left, or took a seat over."""
    INVITED = "invited"
    """Somebody was asked to a seat, or is asked no more."""
    SETTINGS = "settings"
    """A switch of the game or the clock was set in a lobby."""
    STARTED = "started"
    """The match was dealt."""
    ACTED = "acted"
    """Rows were added to the log: actions, among them the answers that standing orders gave."""
    UNDONE = "undone"
    """A row was added to the log that takes steps back."""
    ENDED = "ended"
    """The table is over: by an action, a resignation, an agreement, a claim, or because it was closed."""
    PROPOSED = "proposed"
    """Everybody is asked for their consent."""
    ANSWERED = "answered"
    """Somebody has consented while others are still asked, or the proposal is withdrawn or declined."""
    MOVED = "moved"
    """The table goes on in another channel."""
    ORDERS = "orders"
    """Somebody who is asked something has changed the standing order for it."""
    CLOCK = "clock"
    """Time runs for others than before although nothing was done at the table."""
    TIMES = "times"
    """What a clock shows has changed: it ran out, or its person's times are others now."""
    REMINDERS = "reminders"
    """When somebody is to be reminded has changed, and nothing that others see."""
    LANGUAGE = "language"
    """The channel has chosen the language of its public texts."""
    VERBOSITY = "verbosity"
    """The channel has chosen how much is posted."""
    BARED = "bared"
    """The match had ended before, and now nobody else plays what was dealt there: its secret may be seen."""
    NAMES = "names"
    """Somebody who sits or sat there was forgotten and is called otherwise; also at a table that is over."""


@dataclass(frozen=True, slots=True)
class Change:
    """Something that is stored. ``seq`` is how many rows the log has then; 0 where there is no match."""

    table_id: int
    seq: int
    kind: Kind


Subscriber = Callable[[Change], None]
"""Quick, and it waits for nothing: it marks what is to be done and wakes a task."""


class Feed:
    """Tells subscribers what is stored. They know nothing of each other."""

    def __init__(self) -> None:
        self._subscribers: dict[str, Subscriber] = {}
        self.divert: Callable[[Change], bool] = lambda change: False
        """Is asked first, and tells whether others are told of a change in the place of those here."""

    @property
    def names(self) -> tuple[str, ...]:
        """Who has subscribed, the first first."""
        return tuple(self._subscribers)

    def subscribe(self, name: str, subscriber: Subscriber) -> None:
        """Have ``subscriber`` told of every change from now on.

        :raises ValueError: somebody of that name has subscribed.
        """
        if name in self._subscribers:
            raise ValueError(f"{name} has subscribed already")
        self._subscribers[name] = subscriber

    def publish(self, change: Change) -> None:
        """Tell everybody of a change that is stored. What goes wrong with one keeps nobody else from it."""
        if not self.divert(change):
            self.publish_here(change)

    def publish_here(self, change: Change) -> None:
        """Tell those who have subscribed, whoever's table it is."""
        for name, subscriber in tuple(self._subscribers.items()):
            try:
                subscriber(change)
            except Exception:
                log.exception("not heard by=%s table=%d kind=%s", name, change.table_id, change.kind)
