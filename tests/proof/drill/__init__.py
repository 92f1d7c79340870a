"""The crash drill. Scripted players play while the bot is killed at random. Then its data is checked."""
