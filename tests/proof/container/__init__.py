"""A drill of the container from the compose file, with simulated people playing."""
