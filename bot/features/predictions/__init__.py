"""Predictions: spectators say privately who will win. Nobody sees another's prediction before the end."""
