"""A feed of table changes. Each change is published once, to the subscribers that were registered at startup.

A change only identifies the changed table, which subscribers read themselves. When they start, they catch up
on missed changes.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from enum import StrEnum

from games.core.values import value_class

log = logging.getLogger(__name__)


class ChangeKind(StrEnum):
    """What has changed at a table, or in something that its messages show."""

    OPENED = "opened"
    """A lobby was opened, possibly for a rematch."""
    SEATED = "seated"
    """The players changed, in a lobby or a match: someone joined, left or took over a seat."""
    INVITED = "invited"
    """Someone was invited to a seat, or an invitation ended."""
    SETTINGS_CHANGED = "settings"
    """The host of a lobby changed the options, the clock or the event that starts the match."""
    STARTED = "started"
    """The match was dealt."""
    ACTED = "acted"
    """Rows were added to the log: actions, including answers given by standing orders."""
    UNDONE = "undone"
    """An undo was added to the log."""
    ENDED = "ended"
    """The table is over: by an action, a resignation, an agreement, a claim, or because it was closed."""
    PROPOSED = "proposed"
    """A proposal asks all players for their agreement."""
    ANSWERED = "answered"
    """A player agreed to a proposal that others still have to answer, or it was withdrawn or declined."""
    MOVED = "moved"
    """The table continues in another channel."""
    STANDING_ORDER_SET = "orders"
    """A player who has to answer a question has changed their standing order for it."""
    CLOCK_CHANGED = "clock"
    """A clock was started or stopped without a move."""
    DEADLINE_CHANGED = "times"
    """A clock has run out, or its end was moved by a player's new quiet hours, vacation or time zone."""
    REMINDER_CHANGED = "reminders"
    """A reminder was rescheduled. The table's messages don't change."""
    LANGUAGE_CHANGED = "language"
    """The channel's language of public texts changed."""
    VERBOSITY_CHANGED = "verbosity"
    """The channel's verbosity changed."""
    REVEALED = "bared"
    """The secret of an ended match may be shown now, because no other table still plays its deal."""
    INTERRUPTED = "interrupted"
    """Another process stopped hosting while it sent the table's messages, so they may arrive late."""
    NAMES_CHANGED = "names"
    """The data of a current or former player was erased, so another name is shown. The table may be over."""


@value_class
class Change:
    """A stored change of a table."""

    table_id: int
    seq: int
    """Length of the log after the change; 0 without a match or if the length isn't known."""
    kind: ChangeKind


Subscriber = Callable[[Change], None]
"""Function called with each change. It must return quickly, so it should only start a task."""


class Feed:
    """Publishes stored changes to independent subscribers."""

    def __init__(self) -> None:
        self._subscribers: dict[str, Subscriber] = {}
        self.divert_change: Callable[[Change], bool] = lambda change: False
        """Called with each change first. Returns whether another process announces the change."""

    def subscribe(self, name: str, subscriber: Subscriber) -> None:
        """Call ``subscriber`` with every further change.

        :raises ValueError: the name is taken.
        """
        if name in self._subscribers:
            raise ValueError(f"{name} is already subscribed")
        self._subscribers[name] = subscriber

    def publish(self, change: Change) -> None:
        """Announce a stored change in this process, or in the process that owns the table."""
        if not self.divert_change(change):
            self.publish_locally(change)

    def publish_locally(self, change: Change) -> None:
        """Call all subscribers of this process. If one fails, the others are still called."""
        for name, subscriber in tuple(self._subscribers.items()):
            try:
                subscriber(change)
            except Exception:
                log.exception(
                    "subscriber failed name=%s table=%d kind=%s", name, change.table_id, change.kind
                )
