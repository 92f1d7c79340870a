"""Moves that people prepare for a later turn."""
