"""The framework for all games."""
