"""The modules whose handlers answer presses; importing them registers these."""

from __future__ import annotations

from importlib import import_module

MODULES = (
    "bot.ui.play.catchup",
    "bot.ui.table.claims",
    "bot.ui.table.clocks",
    "bot.ui.table.endings",
    "bot.ui.play.hints",
    "bot.ui.person.times",
    "bot.ui.play.history",
    "bot.ui.table.lobby",
    "bot.ui.table.lobby_seats",
    "bot.ui.table.menu",
    "bot.ui.play.panel",
    "bot.ui.person.privacy",
    "bot.ui.table.rematch",
    "bot.ui.play.replay",
    "bot.ui.play.rulebook",
    "bot.ui.table.seats",
    "bot.ui.person.settings",
    "bot.ui.table.threads",
    "bot.ui.play.tools",
    "bot.ui.table.votes",
)


def load() -> None:
    """Register every handler."""
    for module in MODULES:
        import_module(module)
