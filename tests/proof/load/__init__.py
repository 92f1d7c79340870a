"""Load tests of one bot with many tables, with presses at Discord's limit and faster."""
