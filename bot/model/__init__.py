"""Immutable values that describe tables. No Discord, no storage."""
