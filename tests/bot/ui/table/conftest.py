"""Fixture of the tests with the toy game."""

from __future__ import annotations

from tests.bot.ui.table.reminders import hall

__all__ = ["hall"]
