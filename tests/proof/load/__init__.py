"""Load tests: one bot with many tables, pressed at Discord's limit and faster."""
