"""Slash commands: they read what was typed, call the table service and reply."""

from __future__ import annotations

from importlib import import_module

from bot.ui.services import Host

EXTENSIONS = (
    "bot.cogs.play",
    "bot.cogs.move",
    "bot.cogs.table",
    "bot.cogs.me",
    "bot.cogs.info",
    "bot.cogs.reefs",
    "bot.cogs.menus",
)


async def load(bot: Host) -> None:
    """Add them to a bot. Discord's own way would run each module again for every bot of a process."""
    for extension in EXTENSIONS:
        await import_module(extension).setup(bot)
