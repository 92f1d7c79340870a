"""Ratings, cards and standings, computed from match logs alone (docs/developing/ratings.md)."""
