"""How computer players judge positions of Coral Reef."""
