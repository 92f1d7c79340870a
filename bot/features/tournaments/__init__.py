"""Tournaments: ``/tournament``, and what happens automatically between rounds."""
