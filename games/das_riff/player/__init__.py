"""How computer players judge Das Riff."""
