"""One form for a person's quiet hours, reminder and time zone, stored together or not at all."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.errors.times import QuietHoursTooLong, UnknownTimeZone
from bot.model.hours import MINUTE, REMIND_DIRECTLY, REMIND_IN_CHANNEL, TimeSettings
from bot.ui import forms, refusals, replies
from bot.ui.components import make_button, make_view
from bot.ui.durations import write_duration
from bot.ui.ids import OutdatedId, decode_number, encode_number, make_custom_id
from bot.ui.person import times as panel
from bot.ui.person.times import OFF_VALUE, REMINDER_DELAYS
from bot.ui.presses import make_tableless_handler
from bot.ui.services import Interaction
from games.core.values import value_class
from games.core.words import Words

QUIET_BEGIN_FIELD = "begin"
QUIET_END_FIELD = "end"
REMINDER_DELAY_FIELD = "after"
REMINDER_PLACE_FIELD = "by"
ZONE_FIELD = "zone"
MAX_ZONE_CHARACTERS = 50
HOUR_VALUES = tuple(str(hour) for hour in range(24))
ALLOWED_VALUES_BY_FIELD: dict[str, tuple[str, ...] | None] = {
    QUIET_BEGIN_FIELD: (OFF_VALUE, *HOUR_VALUES),
    QUIET_END_FIELD: HOUR_VALUES,
    REMINDER_DELAY_FIELD: (OFF_VALUE, *map(str, REMINDER_DELAYS)),
    REMINDER_PLACE_FIELD: (REMIND_IN_CHANNEL, REMIND_DIRECTLY),
    ZONE_FIELD: None,
}
"""By field; ``None`` allows any text."""


@value_class
class TimesDraft:
    """The values of the form, as chosen and typed."""

    quiet_begin: str
    """Hour, or :data:`OFF_VALUE` for no quiet hours."""
    quiet_end: str
    reminder_delay: str
    """Seconds, or :data:`OFF_VALUE`."""
    reminder_place: str
    """:data:`REMIND_IN_CHANNEL` or :data:`REMIND_DIRECTLY`."""
    zone: str
    """As typed, not checked yet."""

    @classmethod
    def from_times(cls, time_settings: TimeSettings) -> TimesDraft:
        """Return a draft with the person's current settings."""
        begin, end = (
            (OFF_VALUE, "7")
            if time_settings.quiet_hours is None
            else (str(at // 60) for at in time_settings.quiet_hours)
        )
        after = OFF_VALUE if time_settings.remind_after is None else str(time_settings.remind_after)
        # If direct messages failed, preselect the channel. The person can still choose direct messages.
        return cls(
            begin,
            end,
            after,
            REMIND_DIRECTLY if time_settings.remind_by == REMIND_DIRECTLY else REMIND_IN_CHANNEL,
            time_settings.zone,
        )

    @property
    def quiet_minutes(self) -> tuple[int, int] | None:
        """Start and end of the quiet hours in minutes after midnight; ``None`` if they are off or empty."""
        if self.quiet_begin in (OFF_VALUE, self.quiet_end):
            return None
        return 60 * int(self.quiet_begin), 60 * int(self.quiet_end)

    @property
    def reminder_seconds(self) -> int | None:
        """Seconds until the reminder; ``None`` for never."""
        return None if self.reminder_delay == OFF_VALUE else int(self.reminder_delay)

    def list_parts(self) -> tuple[str, ...]:
        """Return the draft as parts of a custom_id that opens the form again."""
        after = "" if self.reminder_delay == OFF_VALUE else encode_number(int(self.reminder_delay) // MINUTE)
        begin = "" if self.quiet_begin == OFF_VALUE else self.quiet_begin
        return begin, self.quiet_end, after, self.reminder_place[:1], self.zone

    @classmethod
    def parse(cls, parts: list[str]) -> TimesDraft:
        """Return the draft from the parts of a custom_id.

        :raises OutdatedId: the parts don't describe a form.
        """
        begin, end, after, by = (parts[index] for index in range(4))
        try:
            seconds = str(decode_number(after) * MINUTE) if after else OFF_VALUE
        except ValueError as error:
            raise OutdatedId from error
        form = cls(
            begin or OFF_VALUE,
            end,
            seconds,
            {"c": REMIND_IN_CHANNEL, "d": REMIND_DIRECTLY}.get(by, ""),
            ":".join(parts[4:]),
        )
        values = (
            (QUIET_BEGIN_FIELD, form.quiet_begin),
            (QUIET_END_FIELD, form.quiet_end),
            (REMINDER_DELAY_FIELD, form.reminder_delay),
            (REMINDER_PLACE_FIELD, form.reminder_place),
        )
        if any(value not in (ALLOWED_VALUES_BY_FIELD[key] or ()) for key, value in values):
            raise OutdatedId
        return form


async def open_times_form(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Open the form with the current settings or, to correct an invalid value, with the submitted ones."""
    if parts:
        draft = TimesDraft.parse(parts)
    else:
        draft = TimesDraft.from_times(
            await interaction.client.services.tables.times.get_time_settings(interaction.user.id)
        )
    await forms.send_form(interaction, make_form(draft, replies.get_words(interaction)))


def make_form(draft: TimesDraft, w: Words) -> ui.Modal:
    """Return the form with a draft filled in."""
    begins = [(OFF_VALUE, w("No quiet hours"))]
    begins += [(hour, w("Quiet from {time}", time=_write_hour(hour))) for hour in HOUR_VALUES]
    ends = [(hour, w("Quiet until {time}", time=_write_hour(hour))) for hour in HOUR_VALUES]
    after = [(OFF_VALUE, w("Never remind me"))]
    after += [
        (str(each), w("Remind me after {time}", time=write_duration(each, w))) for each in REMINDER_DELAYS
    ]
    by = [
        (REMIND_IN_CHANNEL, w("In the table's channel")),
        (REMIND_DIRECTLY, w("With a direct message from me")),
    ]
    fields: list[ui.Label[Any]] = [
        forms.make_select_field(QUIET_BEGIN_FIELD, w("Quiet hours from"), begins, draft.quiet_begin),
        forms.make_select_field(QUIET_END_FIELD, w("Quiet hours until"), ends, draft.quiet_end),
        forms.make_select_field(
            REMINDER_DELAY_FIELD, w("Reminder, once a turn"), after, draft.reminder_delay
        ),
        forms.make_radio_field(REMINDER_PLACE_FIELD, w("Where I remind you"), by, draft.reminder_place),
        forms.make_text_field(
            ZONE_FIELD,
            w("Time zone"),
            draft.zone,
            MAX_ZONE_CHARACTERS,
            w("A city near you, such as Europe/Amsterdam"),
        ),
    ]
    return forms.make_form(make_custom_id("m", "mfs"), w("Your settings"), fields)


def _write_hour(hour: str) -> str:
    return f"{int(hour):02}:00"


async def store_times_form(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Store the submitted values. If one is invalid, explain why and offer to correct it."""
    tables, user = interaction.client.services.tables, interaction.user.id
    fields = forms.read_fields(interaction, ALLOWED_VALUES_BY_FIELD)
    old = await tables.times.get_time_settings(user)
    submitted = {**_get_values(TimesDraft.from_times(old)), **fields}
    draft = TimesDraft(
        *(
            submitted[key]
            for key in (
                QUIET_BEGIN_FIELD,
                QUIET_END_FIELD,
                REMINDER_DELAY_FIELD,
                REMINDER_PLACE_FIELD,
                ZONE_FIELD,
            )
        )
    )
    by = draft.reminder_place if REMINDER_PLACE_FIELD in fields else old.remind_by
    try:
        await tables.times.set_all_but_vacation(
            user, draft.zone, draft.quiet_minutes, draft.reminder_seconds, by
        )
    except (UnknownTimeZone, QuietHoursTooLong) as error:
        await _offer_correction(interaction, draft, error)
        return
    await panel.show_times(interaction, replies.get_words(interaction)("Saved."))


def _get_values(draft: TimesDraft) -> dict[str, str]:
    return {
        QUIET_BEGIN_FIELD: draft.quiet_begin,
        QUIET_END_FIELD: draft.quiet_end,
        REMINDER_DELAY_FIELD: draft.reminder_delay,
        REMINDER_PLACE_FIELD: draft.reminder_place,
        ZONE_FIELD: draft.zone,
    }


async def _offer_correction(
    interaction: Interaction, draft: TimesDraft, error: UnknownTimeZone | QuietHoursTooLong
) -> None:
    w = replies.get_words(interaction)
    text = w("{why} Nothing was changed.", why=refusals.write_refusal(error, w))
    again = make_button(
        make_custom_id("b", "mf", *draft.list_parts()),
        w("Correct it"),
        emoji="✏️",
        style=discord.ButtonStyle.primary,
    )
    await replies.show(interaction, text, view=make_view([again]))


PRESS_HANDLERS = (
    make_tableless_handler("mf", open_times_form, acknowledge=None),
    make_tableless_handler("mfs", store_times_form, handles_form=True),
)
