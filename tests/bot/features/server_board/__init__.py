"""The board of a server, challenges to anybody, and the forum."""
