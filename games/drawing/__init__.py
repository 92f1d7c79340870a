"""Drawing helpers shared by all games: palette, sprites, text, canvas, PNG and GIF."""
