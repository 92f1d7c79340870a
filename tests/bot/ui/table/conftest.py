"""Fixture of the tests with the toy games."""

from __future__ import annotations

from tests.bot.ui.table.reminders import hall

__all__ = ["hall"]
