"""Slash commands: they read what was typed, call the table service and reply."""

from __future__ import annotations

EXTENSIONS = (
    "bot.cogs.play",
    "bot.cogs.move",
    "bot.cogs.table",
    "bot.cogs.me",
    "bot.cogs.learn",
    "bot.cogs.info",
    "bot.cogs.reefs",
    "bot.cogs.menus",
)
