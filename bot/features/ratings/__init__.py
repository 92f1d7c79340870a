"""Ratings, player cards and leaderboards, all computed from match logs (docs/developing/ratings.md)."""
