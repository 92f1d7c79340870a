"""The board of a server: one message that lists its matches."""
