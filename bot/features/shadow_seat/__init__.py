"""The shadow seat: spectators seal what they would play before each move, and compare it after the match."""
