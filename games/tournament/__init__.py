"""Tournaments as a pure state machine: entries and results in, pairings and standings out."""
