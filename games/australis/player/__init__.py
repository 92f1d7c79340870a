"""The computer players' evaluation of positions of Australis."""
