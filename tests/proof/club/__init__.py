"""A simulated club, whose members have individual habits and play for weeks within minutes."""
