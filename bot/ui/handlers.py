"""The modules whose handlers answer presses; importing them registers these."""

from __future__ import annotations

from importlib import import_module

MODULES = (
    "bot.ui.catchup",
    "bot.ui.claims",
    "bot.ui.clocks",
    "bot.ui.endings",
    "bot.ui.guide",
    "bot.ui.habits",
    "bot.ui.history",
    "bot.ui.lobby",
    "bot.ui.lobby_seats",
    "bot.ui.menu",
    "bot.ui.panel",
    "bot.ui.privacy",
    "bot.ui.rematch",
    "bot.ui.replay",
    "bot.ui.rulebook",
    "bot.ui.seats",
    "bot.ui.settings",
    "bot.ui.threads",
    "bot.ui.tools",
    "bot.ui.votes",
)


def load() -> None:
    """Register every handler."""
    for module in MODULES:
        import_module(module)
