"""Tournaments: ``/club tournament``, and what happens automatically between rounds."""
