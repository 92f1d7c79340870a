"""Fixtures of the daily challenge's tests."""

from tests.bot.features.daily.steps import quick_search

__all__ = ["quick_search"]
