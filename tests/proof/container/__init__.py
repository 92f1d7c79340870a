"""The container as the compose file runs it, with people who play against it."""
