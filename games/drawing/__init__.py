"""Drawing code for all games: palette, sprites, texts, boards' plates and marks, replays, PNG and GIF."""
