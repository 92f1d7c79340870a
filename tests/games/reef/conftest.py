"""The simulated server of the bot's own tests, for playing Reef in it."""

from __future__ import annotations

from tests.bot.conftest import harbour

__all__ = ["harbour"]
