"""What Discord asks of a bot: its limits, its deadlines, its permissions, and commands by name."""
