"""Builds the compiled wheel and compares it with the sources."""
