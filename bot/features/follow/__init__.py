"""Following a match: spectators choose when they are pinged, such as each round."""
