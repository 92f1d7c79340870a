"""*What if*: plays on from a position in private, for all seats. Nothing is stored."""
