"""Matches that people bring as files: checked, shown, turned over, reviewed. The format is in FORMAT.md."""
