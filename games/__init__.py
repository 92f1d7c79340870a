"""The board games: rules, texts and pictures. Nothing here depends on Discord."""
