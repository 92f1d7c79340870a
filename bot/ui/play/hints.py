"""The presses that ask for a hint, or switch the guide on or off."""

from __future__ import annotations

from bot.computers.advice import GUIDE_OFF, GUIDE_ON
from bot.errors.tables import HelpNotAllowed
from bot.ui import replies
from bot.ui.ids import MoveChoice, OutdatedId
from bot.ui.play import guide, panel
from bot.ui.presses import PressHandler
from bot.ui.services import Interaction


async def ask_hint(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Handle the *Hint* button."""
    await give_hint(interaction, MoveChoice.parse(parts))


async def give_hint(interaction: Interaction, choice: MoveChoice) -> None:
    """Show the question with a hint.

    :raises HelpNotAllowed: the table is played without help.
    """
    await _check_help_allowed(interaction, choice.table_id)
    interaction.extras[guide.HINTED_KEY] = True
    await panel.ask_again(interaction, choice)


async def choose_guide(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Handle the buttons that switch the guide on or off."""
    if not parts or parts[0] not in (GUIDE_ON, GUIDE_OFF):
        raise OutdatedId
    await switch_guide(interaction, MoveChoice.parse(parts[1:]), parts[0])


async def switch_guide(interaction: Interaction, choice: MoveChoice, value: str) -> None:
    """Switch the guide on or off and ask the question again.

    :raises HelpNotAllowed: the table is played without help.
    """
    await _check_help_allowed(interaction, choice.table_id)
    await interaction.client.services.adviser.set_guide(interaction.user.id, value)
    w = replies.get_words(interaction)
    if value == GUIDE_ON:
        note = w("The guide is on. At each choice it shows what looks best and why; you decide.")
    else:
        note = w("The guide is off. *Hint* still helps with a single move.")
    await panel.ask_again(interaction, choice, note)


async def _check_help_allowed(interaction: Interaction, table_id: int) -> None:
    table = await interaction.client.services.tables.get(table_id)
    if table.is_help_forbidden:
        raise HelpNotAllowed


PRESS_HANDLERS = (
    PressHandler("hn", ask_hint),
    PressHandler("gd", choose_guide, table_id_index=1),
)
