"""Immutable values that describe tables, independent of Discord and the storage."""
