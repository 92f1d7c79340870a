"""The clocks of a table: what each seat has left, and how a row of the log changes that.

Pure arithmetic. A seat's time runs while its own answer is awaited and is charged up to each row of the
log. An undo refunds nothing, and a turn that is played again brings no second top-up.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from bot.model.hours import DAY, HOUR, MINUTE, REMIND_AFTER, OwnTimes, count_active, find_end, find_waking
from bot.model.table import NOBODY, Clock
from games.core.values import value

PRESETS = (
    Clock(7 * DAY, 12 * HOUR),
    Clock(3 * DAY, 6 * HOUR),
    Clock(DAY, 2 * HOUR),
    Clock(2 * HOUR, 5 * MINUTE),
)


@value
class SeatClock:
    """The clock of one seat. All times are epoch seconds.

    ``left``: seconds in its bank when it was last charged; 0 at a table without a clock.
    ``turn``: the last turn in which it was awaited. ``since``: charged up to here; ``None`` if not awaited.
    ``began``: when the current wait began. ``reminded``: a reminder was sent in this turn.
    ``empty``: the others were notified that it ran out.
    """

    seat: int
    user_id: int
    left: int
    turn: int = -1
    since: int | None = None
    began: int = 0
    reminded: bool = False
    empty: bool = False

    def count_left(self, at: int, times: OwnTimes) -> int:
        """Return the seconds left at a given time."""
        spent = 0 if self.since is None else count_active(times, self.since, at)
        return max(self.left - spent, 0)

    def find_end(self, times: OwnTimes) -> int | None:
        """Return when the time runs out if nothing happens; ``None`` while the clock is stopped."""
        return None if self.since is None else find_end(times, self.since, self.left)

    def has_run_out(self, at: int, times: OwnTimes) -> bool:
        """Return whether the seat is awaited and has no time left."""
        return self.since is not None and self.count_left(at, times) == 0


@value
class ClockPosition:
    """The part of a match on which its clocks depend.

    It consists of the turn, each seat's user ID (0 for a computer), and the seats that have to act.
    """

    turn: int
    holders: tuple[int, ...]
    awaited: frozenset[int]


def settle_clocks(
    clock: Clock | None,
    rows: Mapping[int, SeatClock],
    position: ClockPosition,
    acted: Collection[int],
    at: int,
    times: Mapping[int, OwnTimes],
) -> list[SeatClock]:
    """Return the clocks of all seats that were ever awaited, after a change to a new position at ``at``.

    :param acted: the seats that have just acted.
    :param times: the personal times of everyone in ``rows``, by user ID.
    """
    made = []
    for seat, user_id in enumerate(position.holders):
        old = rows.get(seat)
        waiting = seat in position.awaited and user_id != NOBODY
        if old is None:
            if not waiting:
                continue
            old = SeatClock(seat, user_id, 0 if clock is None else clock.bank)
        left = 0 if clock is None else _compute_left(clock, old, position, user_id, waiting, acted, at, times)
        same = old.user_id == user_id
        again = same and position.turn <= old.turn
        kept = again and waiting and old.since is not None and seat not in acted
        made.append(
            SeatClock(
                seat,
                user_id,
                left,
                max(old.turn, position.turn) if waiting else old.turn,
                at if waiting else None,
                old.began if kept else at,
                again and old.reminded,
                kept and old.empty,
            )
        )
    return made


def _compute_left(
    clock: Clock,
    old: SeatClock,
    position: ClockPosition,
    user_id: int,
    waiting: bool,
    acted: Collection[int],
    at: int,
    times: Mapping[int, OwnTimes],
) -> int:
    """Return the seconds left for a seat in the new position, including top-ups."""
    left = old.left if old.since is None else old.count_left(at, times[old.user_id])
    # Give at least one top-up to a new player, and to one who acted although the clock was empty.
    if user_id != old.user_id or (old.seat in acted and left == 0):
        left = max(left, min(clock.more, clock.bank))
    if waiting and position.turn > old.turn:
        left = max(left, min(left + clock.more, clock.bank))
    return left


def charge_clock(row: SeatClock, clock: Clock | None, at: int, times: OwnTimes) -> SeatClock:
    """Return a seat's clock charged up to ``at``, before the player's own times change."""
    if row.since is None or at <= row.since:
        return row
    return replace(row, left=0 if clock is None else row.count_left(at, times), since=at)


def find_due(row: SeatClock, clock: Clock | None, times: OwnTimes) -> int | None:
    """Return when a seat next needs attention (a reminder or an empty clock); ``None`` for never.

    Even players without reminders are checked once, because they may have left the server.
    """
    if row.since is None:
        return None
    moments: list[int] = []
    ends = row.find_end(times)
    if clock is not None and not row.empty and ends is not None:
        moments.append(ends)
    if not row.reminded:
        moments.append(find_reminder(row, times))
    return min(moments, default=None)


def find_reminder(row: SeatClock, times: OwnTimes) -> int:
    """Return when the reminder for a seat's current turn is due."""
    return find_waking(times, row.began + (times.remind or REMIND_AFTER))
