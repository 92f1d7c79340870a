"""Drill of the container from the compose file, with simulated people playing in it."""
