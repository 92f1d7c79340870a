"""Lessons: users learn a game by playing it, in private and step by step."""
