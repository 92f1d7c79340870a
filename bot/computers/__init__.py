"""Computer players: when they act, what they think, and the process they think in."""
