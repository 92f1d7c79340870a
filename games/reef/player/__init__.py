"""The computer players' evaluation of positions of Reef."""
