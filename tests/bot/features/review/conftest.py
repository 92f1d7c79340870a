"""Fixture of the review tests."""

from __future__ import annotations

from tests.bot.features.review.steps import harbour

__all__ = ["harbour"]
