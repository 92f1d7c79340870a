"""How computer players judge Australis."""
