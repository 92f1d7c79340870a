"""Time as people have it: their habits, what their clocks show, and what others may claim then."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from datetime import time as clock_time
from zoneinfo import ZoneInfo

from bot.errors import (
    BadDate,
    NoClock,
    NoSuchLevel,
    NoSuchSeat,
    NotSeated,
    OwnClock,
    TimeLeft,
    TooLongAway,
    TooLongQuiet,
    UnknownZone,
)
from bot.model.clocks import SeatClock
from bot.model.hours import (
    AWAY_KEY,
    LONGEST_AWAY,
    LONGEST_QUIET,
    QUIET_KEY,
    REMIND_KEY,
    ZONE_KEY,
    Habits,
    awake,
    quiet_seconds,
    quiet_text,
    zone_named,
)
from bot.model.table import Table
from bot.tables.rematch import Rematches
from bot.tables.writes import fresh
from games.players import LEVELS


@dataclass(frozen=True, slots=True)
class SeatTime:
    """What the clock of a seat shows. Moments are epoch seconds, ``left`` is in seconds.

    ``ends``: when it runs out if nothing happens; ``None`` while it does not run. ``rests``: until when it
    stands still although it is awaited; ``None`` where it does not. ``ran_out``: the others may claim.
    """

    seat: int
    left: int
    ends: int | None = None
    rests: int | None = None
    ran_out: bool = False


class Timekeeping(Rematches):
    """Keeps people's habits and shows and enforces the clocks of tables."""

    async def habits(self, user_id: int) -> Habits:
        """Return when a person plays."""
        return (await self.store.clocks.habits([user_id]))[user_id]

    async def set_zone(self, user_id: int, text: str) -> Habits:
        """Set a person's time zone.

        :raises UnknownZone: there is none of that name.
        """
        zone = zone_named(text)
        if zone is None:
            raise UnknownZone(text)
        return await self._set_habits(user_id, {ZONE_KEY: zone})

    async def set_quiet(self, user_id: int, quiet: tuple[int, int] | None) -> Habits:
        """Set the hours in which a person's clocks stand still, in minutes after midnight.

        :raises TooLongQuiet: hardly anything of the day would be left.
        """
        if quiet is not None and quiet_seconds(quiet) > LONGEST_QUIET:
            raise TooLongQuiet(LONGEST_QUIET // 3600)
        return await self._set_habits(user_id, {QUIET_KEY: quiet_text(quiet)})

    async def set_remind(self, user_id: int, seconds: int | None) -> Habits:
        """Set after how many seconds a person wants to be reminded; ``None`` for never."""
        return await self._set_habits(user_id, {REMIND_KEY: str(seconds or 0)})

    async def set_away(self, user_id: int, until: int | None) -> Habits:
        """Begin a vacation, or end it. All clocks of the person stand still until then.

        :raises TooLongAway: it is further ahead than :data:`bot.model.hours.LONGEST_AWAY`.
        """
        if until is not None and until > self._now() + LONGEST_AWAY:
            raise TooLongAway(LONGEST_AWAY // 86400)
        if until is not None and until <= self._now():
            raise BadDate
        return await self._set_habits(user_id, {AWAY_KEY: None if until is None else str(until)})

    async def set_away_until(self, user_id: int, text: str) -> Habits:
        """Begin a vacation that ends at the beginning of a day (``2026-08-01``) in the person's time zone.

        :raises BadDate: that is no day, or one that has begun.
        :raises TooLongAway: it is too far ahead.
        """
        try:
            day = date.fromisoformat(text.strip())
        except ValueError as error:
            raise BadDate from error
        zone = ZoneInfo((await self.habits(user_id)).zone)
        return await self.set_away(user_id, int(datetime.combine(day, clock_time(), zone).timestamp()))

    async def times(self, table: Table) -> tuple[SeatTime, ...]:
        """Return what the clock of each person's seat shows; empty without a clock or a match in play."""
        if table.clock is None or table.match is None or table.match.outcome is not None:
            return ()
        rows = await self.store.clocks.of(table.id)
        habits = await self.store.clocks.habits(row.user_id for row in rows.values())
        made = []
        for occupant in table.occupants:
            row = rows.get(occupant.seat)
            if occupant.computer is not None:
                continue
            if row is None or row.user_id != occupant.user_id:
                made.append(SeatTime(occupant.seat, table.clock.bank))
            else:
                made.append(self._time(row, habits[row.user_id]))
        return tuple(made)

    def _time(self, row: SeatClock, habits: Habits) -> SeatTime:
        now = self._now()
        if row.since is None:
            return SeatTime(row.seat, row.left)
        woken = awake(habits, now)
        return SeatTime(
            row.seat,
            row.left_at(now, habits),
            row.ends(habits),
            woken if woken > now else None,
            row.ran_out(now, habits),
        )

    async def check_claim(self, table_id: int, by: int, seat: int) -> Table:
        """Accept that ``by`` does something about the time of another's seat.

        :raises NoClock: the table has none.
        :raises OwnClock: it is a seat of their own.
        :raises TimeLeft: the seat has time left, or is not awaited.
        """
        async with self._lock(table_id):
            table, _ = await self._playing(table_id)
            await self._check_claim(table, by, seat)
            return table

    async def claim_end(self, table_id: int, by: int, seat: int, seq: int | None = None) -> Table:
        """End the match: the seat whose time has run out has lost it.

        :raises TableError: as :meth:`check_claim`.
        """
        async with self._lock(table_id):
            began = time.perf_counter()
            table, match = await self._playing(table_id)
            await self._check_claim(table, by, seat)
            fresh(match, seq)
            return (await self._record(table, match, match.forfeit(seat), began)).table

    async def claim_computer(self, table_id: int, by: int, seat: int, level: str) -> Table:
        """Let a computer player of ``level`` play on for the seat whose time has run out.

        :raises NoSuchLevel: there is no such computer player.
        :raises TableError: as :meth:`check_claim`.
        """
        if level not in LEVELS:
            raise NoSuchLevel(level, LEVELS)
        async with self._lock(table_id):
            began = time.perf_counter()
            table, _ = await self._playing(table_id)
            await self._check_claim(table, by, seat)
            return await self._stand_in(table, (seat,), level, began)

    async def _check_claim(self, table: Table, by: int, seat: int) -> None:
        own = table.seats_of(by)
        if not own:
            raise NotSeated
        if table.clock is None:
            raise NoClock
        if not 0 <= seat < len(table.occupants):
            raise NoSuchSeat
        if seat in own:
            raise OwnClock
        shown = next((shown for shown in await self.times(table) if shown.seat == seat), None)
        if shown is None or not shown.ran_out:
            raise TimeLeft(table.names[seat])

    async def _set_habits(self, user_id: int, values: Mapping[str, str | None]) -> Habits:
        await self.store.clocks.set_habits(user_id, values, self._now())
        return await self.habits(user_id)
