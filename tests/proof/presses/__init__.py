"""Counts the presses for each kind of move in the bot's real panels."""
