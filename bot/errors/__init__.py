"""Refusals and failures, each with a message for the person concerned."""
