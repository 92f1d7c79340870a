"""Lessons: learning a game by doing, in private and step by step."""
