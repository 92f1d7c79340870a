"""Puzzles: positions in which the user has to find the one best move, in private. Answers aren't stored."""
