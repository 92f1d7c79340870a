"""Drawing helpers that know no game: palette, sprites, text, canvas and PNG."""
