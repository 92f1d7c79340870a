"""Starts and monitors the bot and the playground, and runs maintenance commands."""
