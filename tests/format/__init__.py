"""FORMAT.md, held to what it says: by a reader that knows nothing else, and by records of real matches."""
