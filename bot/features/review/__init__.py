"""Reviews of ended matches, and *Try again* for a player's own costliest moves."""
