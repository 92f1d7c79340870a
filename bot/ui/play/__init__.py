"""A match as people see it and play it: the board, the panel, the guide, the positions before."""
