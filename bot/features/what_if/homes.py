"""Where the matches are that a fork begins from: at the tables, or with a feature that keeps some."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.errors.tables import NoHelp
from bot.features.what_if.verbs import RECORD, TABLE
from bot.model.table import Table
from bot.tables.service import Tables
from bot.ui.play.own_view import show_view
from bot.ui.services import Interaction


@dataclass(frozen=True, slots=True)
class Home:
    """What finds a match, and shows it again.

    ``letters`` begin its verbs; ``admits`` is the place of a table in their parts, which the gate of presses
    looks at. Without one ``find`` says itself who may.
    """

    letters: str
    admits: int | None
    find: Callable[[Interaction, int], Awaitable[Table]]
    show: Callable[[Interaction, int], Awaitable[None]]


def at_tables(tables: Tables) -> Home:
    """Return the home of those that are played here."""

    async def find(interaction: Interaction, number: int) -> Table:
        table = await tables.get(number)
        if table.is_unaided:
            raise NoHelp
        return table

    async def show(interaction: Interaction, number: int) -> None:
        await show_view(interaction, await tables.get(number))

    return Home(TABLE, 0, find, show)


def in_records() -> Home:
    """Return the home of those that a feature keeps."""

    async def find(interaction: Interaction, number: int) -> Table:
        return await interaction.client.services.offers.require_records().find(interaction, number)

    async def show(interaction: Interaction, number: int) -> None:
        await interaction.client.services.offers.require_records().show(interaction, number)

    return Home(RECORD, None, find, show)
