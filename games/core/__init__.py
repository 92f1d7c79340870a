"""What all games share: rules, matches, records, texts and lessons."""
