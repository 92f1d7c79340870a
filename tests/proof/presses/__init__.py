"""Counts how many presses each kind of move takes in the bot's real panels."""
