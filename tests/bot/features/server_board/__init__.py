"""Tests of the server board."""
