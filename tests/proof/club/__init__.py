"""A simulated club whose members have their own habits and play for weeks within minutes."""
