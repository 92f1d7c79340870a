"""Fixtures of the daily challenge's tests."""

from tests.bot.features.daily.steps import quick

__all__ = ["quick"]
