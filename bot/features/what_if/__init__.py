"""*What if*: a position gone on with in private, for all seats. Nothing is kept of it."""
