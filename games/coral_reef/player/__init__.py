"""How computer players judge Coral Reef."""
