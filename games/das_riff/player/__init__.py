"""The computer players' evaluation of positions of Das Riff."""
