"""Whole matches in a pseudo-language, to find what a translation would break."""
