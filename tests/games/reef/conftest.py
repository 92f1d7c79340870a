"""Makes the bot's simulated server available to the tests of Reef."""

from __future__ import annotations

from tests.bot.conftest import harbour

__all__ = ["harbour"]
