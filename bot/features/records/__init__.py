"""Imported match files: checked, shown, replayed and reviewed (docs/developing/file-format.md)."""
