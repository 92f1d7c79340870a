"""Following a match: a person is mentioned in its channel at the turning points that they choose."""
