"""How computer players judge positions of Australis."""
