"""How many words and buttons people meet in whole matches."""
