"""The shadow seat: a spectator seals before each move what they would play, and is compared at the end."""
