"""The clocks of a table: how much time each seat has left.

A seat's clock runs while the match waits for that seat. Whenever a row is added to the log, the elapsed time
is deducted. An undo refunds no time, and a replayed turn adds no second top-up.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from bot.model.hours import (
    DAY,
    DEFAULT_REMIND_AFTER_SECONDS,
    HOUR,
    MINUTE,
    TimeSettings,
    count_active_seconds,
    find_runout_time,
    find_waking_time,
)
from bot.model.table import NO_USER_ID, Clock
from games.core.values import value_class

CLOCK_PRESETS = (
    Clock(7 * DAY, 12 * HOUR),
    Clock(3 * DAY, 6 * HOUR),
    Clock(DAY, 2 * HOUR),
    Clock(2 * HOUR, 5 * MINUTE),
)


@value_class
class SeatClock:
    """The clock of one seat."""

    seat: int
    user_id: int
    seconds_left: int
    """Seconds left at ``running_since``, or now if the clock is stopped. 0 at a table without a clock."""
    last_turn: int = -1
    """Last turn in which the match waited for the seat."""
    running_since: int | None = None
    """Epoch second up to which elapsed time is deducted; ``None`` while the clock is stopped."""
    waiting_since: int = 0
    """Epoch second at which the match began to wait for the seat."""
    was_reminded: bool = False
    is_timeout_announced: bool = False
    """Whether the other players have been notified that the clock has run out."""

    def count_seconds_left(self, now: int, time_settings: TimeSettings) -> int:
        """Return the seconds left at the epoch second ``now``."""
        spent = (
            0 if self.running_since is None else count_active_seconds(time_settings, self.running_since, now)
        )
        return max(self.seconds_left - spent, 0)

    def find_runout_time(self, time_settings: TimeSettings) -> int | None:
        """Return the epoch second at which the clock will run out; ``None`` while it is stopped."""
        return (
            None
            if self.running_since is None
            else find_runout_time(time_settings, self.running_since, self.seconds_left)
        )

    def has_run_out(self, now: int, time_settings: TimeSettings) -> bool:
        """Return whether the match waits for the seat and the seat has no time left."""
        return self.running_since is not None and self.count_seconds_left(now, time_settings) == 0


@value_class
class ClockPosition:
    """The parts of a match's position that its clocks depend on."""

    ended_turn_count: int
    holder_ids: tuple[int, ...]
    """User ID of each seat's player; 0 for a computer or channel."""
    awaited_seats: frozenset[int]
    """Seats of people that the match waits for."""


def update_clocks(
    clock: Clock | None,
    rows: Mapping[int, SeatClock],
    position: ClockPosition,
    acted_seats: Collection[int],
    now: int,
    settings_by_user_id: Mapping[int, TimeSettings],
) -> list[SeatClock]:
    """Return the clocks after the match has changed to ``position`` at the epoch second ``now``.

    A seat gets a clock the first time that the match waits for it.

    :param rows: the clocks before the change, by seat.
    :param settings_by_user_id: people's settings for their clocks and reminders.
    """
    clocks = []
    for seat, user_id in enumerate(position.holder_ids):
        old = rows.get(seat)
        waiting = seat in position.awaited_seats and user_id != NO_USER_ID
        if old is None:
            if not waiting:
                continue
            old = SeatClock(seat, user_id, 0 if clock is None else clock.bank_seconds)
        left = (
            0
            if clock is None
            else _compute_seconds_left(
                clock, old, position, user_id, waiting, acted_seats, now, settings_by_user_id
            )
        )
        same = old.user_id == user_id
        again = same and position.ended_turn_count <= old.last_turn
        kept = again and waiting and old.running_since is not None and seat not in acted_seats
        clocks.append(
            SeatClock(
                seat,
                user_id,
                left,
                max(old.last_turn, position.ended_turn_count) if waiting else old.last_turn,
                now if waiting else None,
                old.waiting_since if kept else now,
                again and old.was_reminded,
                kept and old.is_timeout_announced,
            )
        )
    return clocks


def _compute_seconds_left(
    clock: Clock,
    old: SeatClock,
    position: ClockPosition,
    user_id: int,
    is_waiting: bool,
    acted_seats: Collection[int],
    now: int,
    settings_by_user_id: Mapping[int, TimeSettings],
) -> int:
    left = (
        old.seconds_left
        if old.running_since is None
        else old.count_seconds_left(now, settings_by_user_id[old.user_id])
    )
    # A new player gets at least one top-up, and so does a player who acted although the clock was empty.
    if user_id != old.user_id or (old.seat in acted_seats and left == 0):
        left = max(left, min(clock.top_up_seconds, clock.bank_seconds))
    if is_waiting and position.ended_turn_count > old.last_turn:
        left = max(left, min(left + clock.top_up_seconds, clock.bank_seconds))
    return left


def charge_clock(row: SeatClock, clock: Clock | None, now: int, time_settings: TimeSettings) -> SeatClock:
    """Return a seat's clock with the time until ``now`` deducted.

    Call this before the player's time settings change.
    """
    if row.running_since is None or now <= row.running_since:
        return row
    return replace(
        row,
        seconds_left=0 if clock is None else row.count_seconds_left(now, time_settings),
        running_since=now,
    )


def find_next_due_time(row: SeatClock, clock: Clock | None, time_settings: TimeSettings) -> int | None:
    """Return the epoch second of a seat's next reminder or timeout; ``None`` if neither is pending.

    A time is returned even for players without reminders, to check then whether they have left the server.
    """
    if row.running_since is None:
        return None
    moments: list[int] = []
    ends = row.find_runout_time(time_settings)
    if clock is not None and not row.is_timeout_announced and ends is not None:
        moments.append(ends)
    if not row.was_reminded:
        moments.append(find_reminder_time(row, time_settings))
    return min(moments, default=None)


def find_reminder_time(row: SeatClock, time_settings: TimeSettings) -> int:
    """Return the epoch second at which the reminder for a seat's current turn is due."""
    return find_waking_time(
        time_settings, row.waiting_since + (time_settings.remind_after or DEFAULT_REMIND_AFTER_SECONDS)
    )
