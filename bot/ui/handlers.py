"""The modules whose handlers answer presses; importing them registers these."""

from __future__ import annotations

from importlib import import_module

MODULES = (
    "bot.ui.endings",
    "bot.ui.guide",
    "bot.ui.lobby",
    "bot.ui.panel",
    "bot.ui.rulebook",
    "bot.ui.settings",
    "bot.ui.threads",
    "bot.ui.tools",
    "bot.ui.votes",
)


def load() -> None:
    """Register every handler."""
    for module in MODULES:
        import_module(module)
