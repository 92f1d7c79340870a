"""The Discord bot that hosts the registered games."""
