"""``/me``: what concerns oneself at every table."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.cogs.common import matching
from bot.errors.base import BotError
from bot.model.hours import UTC_NAME, list_zones
from bot.platform.translator import NAME, TEXT, L
from bot.ui import replies
from bot.ui.person import privacy, times
from bot.ui.person.dates import write_day
from bot.ui.services import Host, Interaction, Services

OFFERED = (
    "Europe/London",
    "Europe/Amsterdam",
    "Europe/Berlin",
    "Europe/Athens",
    "America/New_York",
    "America/Chicago",
    "America/Los_Angeles",
    "America/Sao_Paulo",
    "Asia/Kolkata",
    "Asia/Tokyo",
    "Australia/Sydney",
    UTC_NAME,
)
"""What is offered before anything is typed."""


class Me(commands.GroupCog, name=L(NAME, "me"), description=L(TEXT, "About yourself")):
    """The commands of one person."""

    def __init__(self, services: Services) -> None:
        self.services = services
        super().__init__()

    @app_commands.command(
        name=L(NAME, "settings"), description=L(TEXT, "Your quiet hours, vacation, reminders and time zone")
    )
    async def settings(self, interaction: Interaction) -> None:
        """Show the panel."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            await times.show(interaction)

    @app_commands.command(name=L(NAME, "zone"), description=L(TEXT, "Set your time zone"))
    @app_commands.rename(zone=L(NAME, "name"))
    @app_commands.describe(zone=L(TEXT, "A city near you, such as Europe/Amsterdam"))
    async def zone(self, interaction: Interaction, zone: str) -> None:
        """Set the zone; the panel shows what time it is there."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            await self.services.tables.times.set_zone(interaction.user.id, zone)
            await times.show_changed(interaction)

    @zone.autocomplete("zone")
    async def _zones(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        typed = current.strip().replace(" ", "_")
        now = self.services.tables.now()
        known = list_zones() if typed else OFFERED
        offered = matching([(zone, zone) for zone in known], typed)
        return [
            app_commands.Choice(name=f"{one.value} · {times.local_time(one.value, now)}", value=one.value)
            for one in offered
        ]

    @app_commands.command(name=L(NAME, "vacation"), description=L(TEXT, "Stop your clocks until a day"))
    @app_commands.rename(until=L(NAME, "until"))
    @app_commands.describe(until=L(TEXT, "The day you're back, such as 2030-08-31"))
    async def vacation(self, interaction: Interaction, until: str) -> None:
        """Begin a vacation; the panel ends it."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            await self.services.tables.times.set_away_until(interaction.user.id, until)
            await times.show_changed(interaction)

    @vacation.autocomplete("until")
    async def _days(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        try:
            known = await self.services.tables.times.get_times(interaction.user.id)
        except BotError:
            return []
        days = times.days_ahead(known, self.services.tables.now())
        w = replies.reader(interaction)
        offered = [(w("Back on {day}", day=write_day(day, w)), day) for day in days]
        return matching(offered, current)

    @app_commands.command(
        name=L(NAME, "data"), description=L(TEXT, "See, download or erase what I keep about you")
    )
    async def data(self, interaction: Interaction) -> None:
        """Show the panel."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            await privacy.show(interaction)


async def setup(bot: Host) -> None:
    """Add the commands."""
    await bot.add_cog(Me(bot.services))
