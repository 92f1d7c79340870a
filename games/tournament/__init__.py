"""Tournaments as a pure state machine that turns entries and results into pairings and standings."""
