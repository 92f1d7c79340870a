"""How many presses each kind of move takes, counted in the real panels."""
