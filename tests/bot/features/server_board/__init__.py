"""Tests of the server board, challenges and the forum."""
