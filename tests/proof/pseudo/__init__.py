"""Plays whole matches in a pseudo-language, to find problems that translations would have."""
