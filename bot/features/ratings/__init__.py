"""Standing: what matches say about people, worked out from their logs alone. STANDING.md has the rules."""
