"""A server whose game is small."""

from __future__ import annotations

from tests.bot.ui.table.reminders import hall

__all__ = ["hall"]
