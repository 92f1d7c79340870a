"""The computer players' evaluation of positions of Coral Reef."""
