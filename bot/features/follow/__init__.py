"""Following a match: spectators are mentioned at the turning points they choose, such as each round."""
