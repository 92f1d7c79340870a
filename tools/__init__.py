"""Tools for developers. They aren't shipped."""
