"""Load: one bot with many tables on disk, pressed as fast as Discord would let people press, and faster."""
