"""Predictions: spectators say privately who wins, and nobody sees it before the end."""
