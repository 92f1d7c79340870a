"""The ``/me`` page: a person's time zone, quiet hours, vacation and reminder, and a button to their data."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import discord

from bot.model.hours import (
    DAY,
    DIRECT_REMINDERS_BLOCKED,
    HOUR,
    REMIND_DIRECTLY,
    REMIND_IN_CHANNEL,
    TimeSettings,
)
from bot.ui import forms, replies
from bot.ui.components import Item, make_button, make_select, make_view
from bot.ui.durations import write_duration, write_timestamp
from bot.ui.ids import OutdatedId, make_custom_id, read_page
from bot.ui.person.dates import write_day
from bot.ui.presses import make_tableless_handler
from bot.ui.services import Interaction
from games.core.words import N_, Msg, Words

OFF_VALUE = "never"
"""Value of a field or select for no reminder, no quiet hours or no vacation."""
PRIMARY_STYLE = discord.ButtonStyle.primary
TEXT_BY_REMINDER_PLACE = {
    REMIND_IN_CHANNEL: Msg(N_("- I remind you in the table's channel.")),
    REMIND_DIRECTLY: Msg(N_("- I remind you with a direct message.")),
    DIRECT_REMINDERS_BLOCKED: Msg(
        N_(
            "- I remind you in the table's channel, as I couldn't send you a direct message. Allow "
            "those in this server's privacy settings, then choose them here again."
        )
    ),
}
VACATION_DAYS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 18, 21, 25, 30)
REMINDER_DELAYS = (HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR, DAY, 36 * HOUR, 2 * DAY, 3 * DAY, 7 * DAY)
"""In seconds."""
DEFAULT_QUIET_HOURS = 9
"""Length in hours."""

FEATURE_BUTTONS_ROW = 2
VACATION_END_FIELD = "until"
MAX_DAY_CHARACTERS = 20


async def show_times(interaction: Interaction, note: str = "") -> None:
    """Show the ``/me`` page, below ``note`` if it isn't empty."""
    w = replies.get_words(interaction)
    time_settings = await interaction.client.services.tables.times.get_time_settings(interaction.user.id)
    now = interaction.client.services.tables.now()
    lines = [note, f"**{w('Your settings')}**", *_describe_time_settings(time_settings, now, w)]
    items = [
        _make_vacation_select(time_settings, now, w),
        make_button(make_custom_id("b", "mf"), w("Change…"), row=1, emoji="✏️", style=PRIMARY_STYLE),
        make_button(make_custom_id("b", "mvd"), w("Vacation until…"), row=1, emoji="🏖️"),
        make_button(make_custom_id("b", "mtr"), w("Send me a test reminder"), row=1, emoji="⏰"),
        make_button(make_custom_id("b", "pm"), w("My data"), row=1, emoji="🗂️"),
    ]
    line, item = await _make_speed_setting(interaction, w)
    lines.append(line)
    items.append(item)
    for choice in interaction.client.services.offers.own_settings:
        line, item = await choice(interaction.user.id, w)
        item.row = FEATURE_BUTTONS_ROW
        lines.append(line)
        items.append(item)
    await replies.show(interaction, "\n".join(line for line in lines if line), view=make_view(items))


async def _make_speed_setting(interaction: Interaction, w: Words) -> tuple[str, Item]:
    """Return a line that says whether others see the person's answer speed, and a button to change it."""
    hidden = await interaction.client.services.tables.speeds.is_hidden(interaction.user.id)
    if hidden:
        line, label = w("- How fast you usually answer: hidden"), w("Show how fast I answer")
    else:
        line, label = w("- How fast you usually answer: shown to others"), w("Hide how fast I answer")
    return line, make_button(
        make_custom_id("b", "msp", int(not hidden)), label, row=FEATURE_BUTTONS_ROW, emoji="⏱️"
    )


async def choose_speed(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Store whether others see the person's answer speed."""
    hidden = read_page(parts, 0) == 1
    await interaction.client.services.tables.speeds.set_hidden(interaction.user.id, is_hidden=hidden)
    await show_times_after_change(interaction)


def list_vacation_ends(time_settings: TimeSettings, now: int) -> list[str]:
    """Return the offered days on which a vacation ends, as ISO dates such as ``2026-08-01``."""
    today = datetime.fromtimestamp(now, ZoneInfo(time_settings.zone)).date()
    return [(today + timedelta(days=ahead)).isoformat() for ahead in VACATION_DAYS]


def write_local_time(zone: str, now: int) -> str:
    """Return the time of day in a zone."""
    return f"{datetime.fromtimestamp(now, ZoneInfo(zone)):%H:%M}"


def _describe_time_settings(time_settings: TimeSettings, now: int, w: Words) -> list[str]:
    lines = [
        w(
            "- Time zone: {zone}, where it's {time} now",
            zone=time_settings.zone,
            time=write_local_time(time_settings.zone, now),
        )
    ]
    if time_settings.quiet_hours is None:
        lines.append(w("- Quiet hours: none"))
    else:
        begin, end = (_find_next_time(time_settings, minutes, now) for minutes in time_settings.quiet_hours)
        lines.append(
            w(
                "- Quiet hours: {begin} to {end} there; the next begin {when} and end {until}",
                begin=_write_time(time_settings.quiet_hours[0]),
                end=_write_time(time_settings.quiet_hours[1]),
                when=write_timestamp(begin, "f"),
                until=write_timestamp(end, "f"),
            )
        )
    if time_settings.away_until > now:
        lines.append(
            w(
                "- Vacation: until {day} ({when}). Others can see that your clocks are stopped.",
                day=write_timestamp(time_settings.away_until, "f"),
                when=write_timestamp(time_settings.away_until),
            )
        )
    if time_settings.remind_after is None:
        lines.append(w("- Reminder: never"))
    else:
        lines.append(
            w("- Reminder: once a turn, after {time}", time=write_duration(time_settings.remind_after, w))
        )
        lines.append(
            w.msg(
                TEXT_BY_REMINDER_PLACE.get(time_settings.remind_by, TEXT_BY_REMINDER_PLACE[REMIND_IN_CHANNEL])
            )
        )
    lines.append(w("-# In quiet hours and on vacation your clocks stop and I don't remind you."))
    return lines


def _find_next_time(time_settings: TimeSettings, minutes: int, now: int) -> int:
    """Return the epoch second at which a time of day, in minutes after midnight, next occurs."""
    zone = ZoneInfo(time_settings.zone)
    local = datetime.fromtimestamp(now, zone)
    at = local.replace(hour=minutes // 60, minute=minutes % 60, second=0, microsecond=0, fold=0)
    if at <= local:
        at += timedelta(days=1)
    return int(at.timestamp())


def _write_time(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _make_options(
    values_and_labels: Sequence[tuple[str, str]], chosen_value: str
) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(label=label, value=value, default=value == chosen_value)
        for label, value in values_and_labels
    ]


def _make_vacation_select(time_settings: TimeSettings, now: int, w: Words) -> Item:
    choices = [(w("Vacation: none planned"), OFF_VALUE)]
    choices += [
        (w("Back on {day}", day=write_day(day, w)), day) for day in list_vacation_ends(time_settings, now)
    ]
    back = datetime.fromtimestamp(time_settings.away_until, ZoneInfo(time_settings.zone)).date().isoformat()
    return make_select(
        make_custom_id("s", "hv"),
        _make_options(choices, back if time_settings.away_until > now else OFF_VALUE),
        w("Vacation"),
        row=0,
    )


async def open_times(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Show the page in a new message."""
    await show_times(interaction)


async def show_times_here(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Handle the button that replaces its message with the ``/me`` page."""
    await show_times(interaction)


async def open_vacation(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Open the form for the day on which a vacation ends."""
    w = replies.get_words(interaction)
    day = forms.make_text_field(
        VACATION_END_FIELD, w("The day you're back"), "", MAX_DAY_CHARACTERS, w("Such as 2030-08-31")
    )
    await forms.send_form(interaction, forms.make_form(make_custom_id("m", "mvs"), w("Vacation"), [day]))


async def store_vacation(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Start a vacation until the typed day, or end the current one if the field is empty."""
    tables, user = interaction.client.services.tables, interaction.user.id
    day = forms.read_fields(interaction, {VACATION_END_FIELD: None}).get(VACATION_END_FIELD)
    if day is None:
        await tables.times.set_vacation_end(user, None)
    else:
        await tables.times.set_vacation_end_date(user, day)
    await show_times_after_change(interaction)


async def send_test_reminder(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Send a test reminder in the way the person chose, and report the result."""
    services, w = interaction.client.services, replies.get_words(interaction)
    result = await services.reminders.send_test_reminder(
        interaction.user.id, interaction.channel_id or 0, interaction.guild_id, interaction.id, w
    )
    await show_times(interaction, result)


async def choose_quiet_begin(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Set the start of the quiet hours, or turn them off, from a select that earlier versions posted."""
    tables, user = interaction.client.services.tables, interaction.user.id
    if values[0] == OFF_VALUE:
        await tables.times.set_quiet_hours(user, None)
    else:
        begin = _read_number(values[0], 23)
        old = (await tables.times.get_time_settings(user)).quiet_hours
        end = (begin + DEFAULT_QUIET_HOURS) % 24 if old is None else old[1] // 60
        if begin == end:
            end = (begin + DEFAULT_QUIET_HOURS) % 24
        await tables.times.set_quiet_hours(user, (60 * begin, 60 * end))
    await show_times_after_change(interaction)


async def choose_quiet_end(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Set the end of the quiet hours, from a select that earlier versions posted."""
    tables, user = interaction.client.services.tables, interaction.user.id
    end, old = _read_number(values[0], 23), (await tables.times.get_time_settings(user)).quiet_hours
    if old is None:
        raise OutdatedId
    await tables.times.set_quiet_hours(user, None if old[0] == 60 * end else (old[0], 60 * end))
    await show_times_after_change(interaction)


async def choose_vacation(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Handle the *Vacation* select: start or end a vacation."""
    tables, user = interaction.client.services.tables, interaction.user.id
    if values[0] == OFF_VALUE:
        await tables.times.set_vacation_end(user, None)
    else:
        await tables.times.set_vacation_end_date(user, values[0])
    await show_times_after_change(interaction)


async def choose_reminder(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Set the delay of the reminder, from a select that earlier versions posted."""
    after = None if values[0] == OFF_VALUE else _read_number(values[0], REMINDER_DELAYS[-1])
    await interaction.client.services.tables.times.set_reminder_delay(interaction.user.id, after)
    await show_times_after_change(interaction)


async def show_times_after_change(interaction: Interaction) -> None:
    """Show the ``/me`` page after a change, and confirm the change."""
    await show_times(interaction, replies.get_words(interaction)("Changed."))


def _read_number(text: str, maximum: int) -> int:
    if not text.isdecimal() or int(text) > maximum:
        raise OutdatedId
    return int(text)


PRESS_HANDLERS = (
    make_tableless_handler("me", open_times, acknowledge="new"),
    make_tableless_handler("mh", show_times_here),
    make_tableless_handler("mvd", open_vacation, acknowledge=None),
    make_tableless_handler("mvs", store_vacation, handles_form=True),
    make_tableless_handler("msp", choose_speed),
    make_tableless_handler("mtr", send_test_reminder, is_expensive=True),
    make_tableless_handler("hq", choose_quiet_begin),
    make_tableless_handler("hu", choose_quiet_end),
    make_tableless_handler("hv", choose_vacation),
    make_tableless_handler("hr", choose_reminder),
)
