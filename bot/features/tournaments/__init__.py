"""Tournaments: opening them, running their rounds, and showing their standings."""
