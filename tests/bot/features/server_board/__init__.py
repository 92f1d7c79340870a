"""The server board, open challenges and the forum."""
