"""A match that is about to be reviewed."""

from __future__ import annotations

from tests.bot.features.review.steps import told

__all__ = ["told"]
