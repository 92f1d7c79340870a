"""Ratings, cards and leaderboards, derived from match logs alone (docs/developing/ratings.md)."""
