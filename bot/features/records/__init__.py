"""Imports match files, checks them, and shows, replays and reviews the matches
(docs/developing/file-format.md).
"""
