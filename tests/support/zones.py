"""Sets a person's time zone."""

from __future__ import annotations

from bot.model.hours import TimeSettings
from bot.tables.times import PersonalTimes


async def set_zone(times: PersonalTimes, user_id: int, zone: str) -> TimeSettings:
    """Set a person's time zone, and keep the other settings."""
    old = await times.get_time_settings(user_id)
    return await times.set_all_but_vacation(user_id, zone, old.quiet_hours, old.remind_after, old.remind_by)
