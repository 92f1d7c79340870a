"""The presses that ask for a hint, or for the guide to be with every question."""

from __future__ import annotations

from bot.computers.advice import OFF, ON
from bot.ui import replies
from bot.ui.ids import Choice, OutdatedId
from bot.ui.play import guide, panel
from bot.ui.presses import press
from bot.ui.services import Interaction


@press("hn")
async def hinted(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Show once what looks best."""
    interaction.extras[guide.HINTED] = True
    await panel.again(interaction, Choice.of(parts))


@press("gd", table=1)
async def switched(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Switch the guide on or off, and ask the question again."""
    if not parts or parts[0] not in (ON, OFF):
        raise OutdatedId
    choice = Choice.of(parts[1:])
    await replies.begin(interaction)
    await interaction.client.services.adviser.switch(interaction.user.id, parts[0])
    w = replies.reader(interaction)
    if parts[0] == ON:
        note = w("The guide is on: at each choice it shows what looks best, and why. You decide.")
    else:
        note = w("The guide is off. For a single piece of advice there is *Hint*.")
    await panel.again(interaction, choice, note)
