"""How computer players judge positions of Das Riff."""
