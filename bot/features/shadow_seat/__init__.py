"""The shadow seat: before each move, spectators seal what they would play, and compare afterwards."""
