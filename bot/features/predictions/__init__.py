"""Tips: spectators say in private who wins, which nobody sees before the end."""
