"""Private notes that players write to themselves during a match."""
