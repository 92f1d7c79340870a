"""Fixtures of the stories about the daily challenge."""

from tests.bot.features.daily.steps import quick

__all__ = ["quick"]
