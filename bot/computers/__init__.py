"""Computer players: when they act, how they think, and the processes they think in."""
