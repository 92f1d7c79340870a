"""Puzzles: positions in which the user has to find the best move, in private. Answers aren't stored."""
