"""Tournaments as a pure state machine: entries and results go in, pairings and standings come out."""
