"""Tournaments: ``/tournament`` and what goes on by itself between its rounds."""
