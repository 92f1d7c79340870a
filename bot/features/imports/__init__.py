"""Imports and checks match files, and shows, replays and reviews the imported matches
(docs/developing/file-format.md).
"""
