"""Lessons: learning a game by doing, in private, a step at a time."""
