"""Runs the program: its start, its settings, its health, and the playground."""
