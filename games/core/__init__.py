"""The code shared by all games: rules, matches, records, texts and lessons."""
