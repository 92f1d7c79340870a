"""Tests of the forum."""
