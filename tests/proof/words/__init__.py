"""Counts the words and buttons that people see in whole matches."""
