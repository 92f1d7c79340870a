"""Discord's limits, timeouts, permissions and commands."""
