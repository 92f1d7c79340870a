"""Refusals and failures, each with a message for users."""
