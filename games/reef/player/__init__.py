"""How computer players judge positions of Reef."""
