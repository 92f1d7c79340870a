"""Puzzles: positions with one best move, to be found in private. Nothing is kept of who finds it."""
