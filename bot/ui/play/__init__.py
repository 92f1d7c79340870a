"""A match as people see and play it: the board, the panel, the guide and earlier positions."""
