"""``/me settings``: one's own times. When clocks stand still, and after how long a reminder comes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import discord

from bot.model.hours import CHANNEL, DAY, DIRECT, HOUR, SHUT, OwnTimes
from bot.ui import replies
from bot.ui.components import Item, button, select, view
from bot.ui.durations import span, stamp
from bot.ui.ids import OutdatedId, custom_id
from bot.ui.person.dates import write_day
from bot.ui.presses import Press
from bot.ui.services import Interaction
from games.core.words import N_, Msg, Words

NEVER = "never"
PRIMARY = discord.ButtonStyle.primary
PLACES = {
    CHANNEL: Msg(N_("- I remind you in the table's channel.")),
    DIRECT: Msg(N_("- I remind you with a direct message.")),
    SHUT: Msg(
        N_(
            "- I remind you in the table's channel, as I couldn't send you a direct message. Allow "
            "those in this server's privacy settings, then choose them here again."
        )
    ),
}
"""What is said of where a reminder comes."""
VACATIONS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 18, 21, 25, 30)
"""How many days ahead a vacation may end."""
REMINDERS = (HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR, DAY, 36 * HOUR, 2 * DAY, 3 * DAY, 7 * DAY)
NIGHT = 9
"""How many hours quiet hours have at first."""

OFFERED_ROW = 2


async def show(interaction: Interaction, note: str = "") -> None:
    """Show the panel."""
    w = replies.reader(interaction)
    times = await interaction.client.services.tables.times.get_times(interaction.user.id)
    now = interaction.client.services.tables.now()
    lines = [note, f"**{w('Your settings')}**", *_lines(times, now, w)]
    change = button(custom_id("b", "mf"), w("Change…"), row=1, emoji="✏️", style=PRIMARY)
    items = [_vacation(times, now, w), change]
    for choice in interaction.client.services.offers.own_settings:
        line, item = await choice(interaction.user.id, w)
        item.row = OFFERED_ROW
        lines.append(line)
        items.append(item)
    await replies.show(interaction, "\n".join(line for line in lines if line), view=view(items))


def days_ahead(times: OwnTimes, now: int) -> list[str]:
    """Return the days that are offered for the end of a vacation, as ``2026-08-01``."""
    today = datetime.fromtimestamp(now, ZoneInfo(times.zone)).date()
    return [(today + timedelta(days=ahead)).isoformat() for ahead in VACATIONS]


def local_time(zone: str, now: int) -> str:
    """Return the time of day in a zone."""
    return f"{datetime.fromtimestamp(now, ZoneInfo(zone)):%H:%M}"


def _lines(times: OwnTimes, now: int, w: Words) -> list[str]:
    lines = [
        w(
            "- Time zone: {zone}, where it's {time} now. `/me zone` changes it.",
            zone=times.zone,
            time=local_time(times.zone, now),
        )
    ]
    if times.quiet is None:
        lines.append(w("- Quiet hours: none"))
    else:
        begin, end = (_next(times, minutes, now) for minutes in times.quiet)
        lines.append(
            w(
                "- Quiet hours: {begin} to {end} there; the next begin {when} and end {until}",
                begin=_hour(times.quiet[0]),
                end=_hour(times.quiet[1]),
                when=stamp(begin, "f"),
                until=stamp(end, "f"),
            )
        )
    if times.away > now:
        lines.append(
            w(
                "- Vacation: until {day} ({when}). Others can see that your clocks are stopped.",
                day=stamp(times.away, "f"),
                when=stamp(times.away),
            )
        )
    else:
        lines.append(w("- Vacation: none"))
    if times.remind is None:
        lines.append(w("- Reminder: never"))
    else:
        lines.append(w("- Reminder: once a turn, after {time}", time=span(times.remind, w)))
        lines.append(w.msg(PLACES.get(times.by, PLACES[CHANNEL])))
    lines.append(w("-# In quiet hours and on vacation your clocks stop and I don't remind you."))
    return lines


def _next(times: OwnTimes, minutes: int, now: int) -> int:
    """Return the next moment of a time of day in the person's zone."""
    zone = ZoneInfo(times.zone)
    local = datetime.fromtimestamp(now, zone)
    at = local.replace(hour=minutes // 60, minute=minutes % 60, second=0, microsecond=0, fold=0)
    if at <= local:
        at += timedelta(days=1)
    return int(at.timestamp())


def _hour(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _choices(found: Sequence[tuple[str, str]], chosen: str) -> list[discord.SelectOption]:
    return [discord.SelectOption(label=label, value=value, default=value == chosen) for label, value in found]


def _vacation(times: OwnTimes, now: int, w: Words) -> Item:
    found = [(w("No vacation"), NEVER)]
    found += [(w("Back on {day}", day=write_day(day, w)), day) for day in days_ahead(times, now)]
    back = datetime.fromtimestamp(times.away, ZoneInfo(times.zone)).date().isoformat()
    return select(
        custom_id("s", "hv"),
        _choices(found, back if times.away > now else NEVER),
        w("Vacation (any other day: /me vacation)"),
        row=0,
    )


async def open_times(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Show one's own times, from a reminder."""
    await replies.begin(interaction, new=True)
    await show(interaction)


async def choose_quiet_begin(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Set when the quiet hours begin, or that there are none, from a list of earlier versions."""
    await replies.begin(interaction)
    tables, user = interaction.client.services.tables, interaction.user.id
    if values[0] == NEVER:
        await tables.times.set_quiet(user, None)
    else:
        begin = _number(values[0], 23)
        old = (await tables.times.get_times(user)).quiet
        end = (begin + NIGHT) % 24 if old is None else old[1] // 60
        if begin == end:
            end = (begin + NIGHT) % 24
        await tables.times.set_quiet(user, (60 * begin, 60 * end))
    await show_changed(interaction)


async def choose_quiet_end(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Set when the quiet hours end, from a list of earlier versions."""
    await replies.begin(interaction)
    tables, user = interaction.client.services.tables, interaction.user.id
    end, old = _number(values[0], 23), (await tables.times.get_times(user)).quiet
    if old is None:
        raise OutdatedId
    await tables.times.set_quiet(user, None if old[0] == 60 * end else (old[0], 60 * end))
    await show_changed(interaction)


async def choose_vacation(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Begin or end a vacation."""
    await replies.begin(interaction)
    tables, user = interaction.client.services.tables, interaction.user.id
    if values[0] == NEVER:
        await tables.times.set_away(user, None)
    else:
        await tables.times.set_away_until(user, values[0])
    await show_changed(interaction)


async def choose_reminder(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Set after how long a reminder comes, from a list of earlier versions."""
    await replies.begin(interaction)
    after = None if values[0] == NEVER else _number(values[0], REMINDERS[-1])
    await interaction.client.services.tables.times.set_remind(interaction.user.id, after)
    await show_changed(interaction)


async def show_changed(interaction: Interaction) -> None:
    """Show the panel again."""
    await show(interaction, replies.reader(interaction)("Changed."))


def _number(text: str, most: int) -> int:
    if not text.isdecimal() or int(text) > most:
        raise OutdatedId
    return int(text)


PRESSES = (
    Press("me", open_times, table=None),
    Press("hq", choose_quiet_begin, table=None),
    Press("hu", choose_quiet_end, table=None),
    Press("hv", choose_vacation, table=None),
    Press("hr", choose_reminder, table=None),
)
