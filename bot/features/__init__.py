"""Features: one folder each, docked through one contract."""
