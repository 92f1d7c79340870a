"""Refusals of requests about clocks, time zones, quiet hours and vacations."""

from __future__ import annotations

from bot.errors.base import TableError
from games.core.words import N_


class TableHasNoClock(TableError):
    """The table has no clock."""

    text = N_("This table has no clock, so nobody's time can run out.")


class OwnTimeoutClaimed(TableError):
    """A player claimed a timeout against themselves."""

    text = N_("That's your own clock. Just make your move.")


class TimeNotRunOut(TableError):
    """The seat's time hasn't run out."""

    text = N_("{name} still has time. `/table`, *Settings* shows how much.")

    def __init__(self, name: str) -> None:
        super().__init__(name=name)


class NobodyOutOfTime(TableError):
    """No seat has run out of time."""

    text = N_("Nobody's time has run out at this table. `/table`, *Settings* shows the clocks.")


class UnknownTimeZone(TableError):
    """There is no such time zone."""

    text = N_("There's no time zone “{text}”. Type a city near you, such as Europe/Amsterdam.")

    def __init__(self, text: str) -> None:
        super().__init__(text=text[:40])


class QuietHoursTooLong(TableError):
    """The quiet hours are longer than allowed."""

    text = N_("Quiet hours can last {most} hours at most.")

    def __init__(self, most: int) -> None:
        super().__init__(most=most)


class VacationTooLong(TableError):
    """The vacation would end too far in the future."""

    text = N_("A vacation can last {most} days at most; you can extend it later.")

    def __init__(self, most: int) -> None:
        super().__init__(most=most)


class BadVacationEnd(TableError):
    """The end of the vacation isn't a date, or isn't in the future."""

    text = N_("Write a future day as year-month-day, such as 2030-08-31.")
