"""How computer players judge Reef."""
