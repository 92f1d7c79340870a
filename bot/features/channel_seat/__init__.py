"""The channel seat: everybody in a channel shares a seat and chooses each move by a private vote."""
