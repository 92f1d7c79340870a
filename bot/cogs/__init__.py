"""Slash commands. Each parses its parameters, calls a service, and replies."""

from __future__ import annotations

from importlib import import_module

from bot.ui.services import ServiceClient

COG_MODULES = (
    "bot.cogs.play",
    "bot.cogs.move",
    "bot.cogs.table",
    "bot.cogs.me",
    "bot.cogs.club",
    "bot.cogs.learn",
    "bot.cogs.help",
    "bot.cogs.reefs",
    "bot.cogs.menus",
)


async def load_cogs(bot: ServiceClient) -> None:
    """Add all cogs to a bot.

    ``load_extension`` would import each module again for every bot in the process.
    """
    for extension in COG_MODULES:
        await import_module(extension).setup(bot)
