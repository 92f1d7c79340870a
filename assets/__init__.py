"""Fonts, art sources, sprites and catalogues, and the tools that make the sprites."""
