"""Predictions: spectators say who will win. Predictions stay private until the match ends."""
